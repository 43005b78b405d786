import Glibc

/// Shows a long text page by page on a terminal.
enum Pager {
  /// Runs `$PAGER` through the shell, as git and man do; less where it is not set. A short text stays on
  /// the screen.
  /// - Returns: false when there is no pager.
  static func show(_ text: String) -> Bool {
    // Ctrl-C is the pager's while it runs.
    let before = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, before) }
    let command = #"LESS="${LESS:-FRX}" exec sh -c "${PAGER:-less}""#
    guard let pager = popen(command, "we") else { return false }
    // A pager that is left early closes the pipe: not a failure.
    fputs(text.hasSuffix("\n") ? text : text + "\n", pager)
    let status = pclose(pager)
    return status >> 8 & 0xFF != 127
  }
}
