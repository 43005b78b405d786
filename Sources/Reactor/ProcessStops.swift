internal import CReactor

/// The stops of this process (SIGSTOP, Ctrl-Z).
public enum ProcessStops {
  /// How often it has gone on after one (SIGCONT) since the first look, which begins to count.
  public static var count: Int { Int(clamping: creactor_continued()) }
}
