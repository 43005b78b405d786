import Glibc

/// Shows a long text page by page on a terminal.
enum Pager {
  /// Runs `$PAGER` through the shell, as git and man do, or less when it is not set. A short text
  /// stays on the screen.
  /// - Returns: false when there is no pager.
  static func show(_ text: String) -> Bool {
    // While the pager runs, Ctrl-C is for it.
    let before = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, before) }
    let command = #"LESS="${LESS:-FRX}" exec sh -c "${PAGER:-less}""#
    guard let pager = popen(command, "we") else { return false }
    // A user who quits the pager early closes the pipe, which is not a failure.
    fputs(text.hasSuffix("\n") ? text : text + "\n", pager)
    let status = pclose(pager)
    return status >> 8 & 0xFF != 127
  }
}
