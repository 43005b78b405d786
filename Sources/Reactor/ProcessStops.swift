internal import CReactor

/// The stops of this process (SIGSTOP, Ctrl-Z).
public enum ProcessStops {
  /// How often it has continued after one (SIGCONT) since the first look, which begins to count.
  public static var count: Int { Int(clamping: creactor_continued()) }
}
