internal import CReactor

/// Counts how often this process was stopped (SIGSTOP, Ctrl-Z) and continued.
public enum ProcessStops {
  /// How often the process has continued (SIGCONT) since the first call, which starts the count.
  public static var count: Int { Int(clamping: creactor_continued()) }
}
