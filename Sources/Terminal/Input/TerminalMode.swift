internal import Glibc
internal import Reactor

/// The terminal while a script has the whole screen: keys come as they are typed and unseen, and what
/// was on the screen before waits until it is given back.
package enum TerminalMode {
  // Guarded, because a second Ctrl-C gives the terminal back from another thread.
  private static let found = Guarded<termios?>(nil)
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal. Returns false when it is taken already, or standard input is none.
  package static func begin() -> Bool {
    found.withLock { found in
      var mode = termios()
      guard found == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
      found = mode
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
      // Stopped here, a program would leave the shell a terminal that shows nothing that is typed.
      withUnsafeMutableBytes(of: &mode.c_cc) { $0[Int(VSUSP)] = 0 }
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0 else {
        found = nil
        return false
      }
      put(enter)
      return true
    }
  }

  /// Gives the terminal back, if it is taken.
  package static func end() {
    found.withLock { found in
      guard var mode = found else { return }
      put(leave)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
      found = nil
    }
  }

  /// Past C's buffer: it may belong to a thread that hangs.
  private static func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
