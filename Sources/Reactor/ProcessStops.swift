internal import CReactor

/// Counts how often this process was stopped (SIGSTOP, Ctrl-Z) and continued.
public enum ProcessStops {
  /// How often the process has continued (SIGCONT) since the first call, which starts the count.
  public static var count: Int { Int(clamping: creactor_continued()) }

  /// Says that somebody waits for SIGCONT and calls ``note()``, so that no handler is needed.
  public static func areNoted() { creactor_continuing_is_noted() }

  /// Counts one.
  public static func note() { creactor_note_continued() }
}
