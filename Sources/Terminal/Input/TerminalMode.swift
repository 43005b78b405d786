internal import Glibc
internal import Reactor

/// Switches the terminal to reading keys: each arrives at once and is not echoed.
package enum TerminalMode {
  /// How a script uses the terminal.
  package enum Use: Sendable {
    /// The whole screen; its earlier content returns at the end.
    case screen
    /// Keys only; output continues below the present lines.
    case keys
  }

  private struct Taken {
    var before: termios
    var use: Use
  }

  // Guarded, because a second Ctrl-C restores the terminal from another thread.
  private static let taken = Guarded<Taken?>(nil)
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal. Returns false if it is taken already, or if standard input is not a
  /// terminal.
  package static func begin(_ use: Use) -> Bool {
    taken.withLock { taken in
      var mode = termios()
      guard taken == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
      let before = mode
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
      // Disable Ctrl-Z: a stopped program would leave the shell a terminal that does not echo.
      withUnsafeMutableBytes(of: &mode.c_cc) { $0[Int(VSUSP)] = 0 }
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0 else { return false }
      taken = Taken(before: before, use: use)
      if use == .screen { put(enter) }
      return true
    }
  }

  /// Restores the terminal if it is taken.
  package static func end() {
    taken.withLock { found in
      guard var current = found else { return }
      if current.use == .screen { put(leave) }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &current.before)
      found = nil
    }
  }

  /// Writes past C's buffer, which a hanging thread may have locked.
  private static func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
