internal import Glibc
internal import Reactor

/// The terminal while a script reads keys: they come as they are typed and unseen.
package enum TerminalMode {
  /// The purpose for which a script takes the terminal.
  package enum Use: Sendable {
    /// The whole screen: what was on it before waits until it is given back.
    case screen
    /// Keys alone: output continues below the lines that are there.
    case keys
  }

  private struct Taken {
    var before: termios
    var use: Use
  }

  // Guarded, because a second Ctrl-C gives the terminal back from another thread.
  private static let taken = Guarded<Taken?>(nil)
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal. Returns false when it is taken already, or standard input is none.
  package static func begin(_ use: Use) -> Bool {
    taken.withLock { taken in
      var mode = termios()
      guard taken == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
      let before = mode
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
      // Stopped here, a program would leave the shell a terminal that shows nothing that is typed.
      withUnsafeMutableBytes(of: &mode.c_cc) { $0[Int(VSUSP)] = 0 }
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0 else { return false }
      taken = Taken(before: before, use: use)
      if use == .screen { put(enter) }
      return true
    }
  }

  /// Gives the terminal back, if it is taken.
  package static func end() {
    taken.withLock { found in
      guard var current = found else { return }
      if current.use == .screen { put(leave) }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &current.before)
      found = nil
    }
  }

  /// Past C's buffer: it may belong to a thread that hangs.
  private static func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
