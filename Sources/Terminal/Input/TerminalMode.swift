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
    var own: termios
    let use: Use
    /// The lines that the screen shows.
    var frame = ""
    /// Whether the shell has it.
    var isAway = false
  }

  private struct State {
    var taken: Taken?
    var handlesStops = false
  }

  // Guarded, because signals restore the terminal from another thread.
  private static let state = Guarded(State())
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
  private static let leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal. Returns false if it is taken already, or if standard input is not a
  /// terminal.
  package static func begin(_ use: Use) -> Bool {
    state.withLock { state in
      var mode = termios()
      guard state.taken == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
      let before = mode
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
      if !state.handlesStops {
        // Ctrl-Z is a key then: a stopped program would leave the shell a terminal that does not echo.
        withUnsafeMutableBytes(of: &mode.c_cc) { $0[Int(VSUSP)] = 0 }
      }
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) == 0 else { return false }
      state.taken = Taken(before: before, own: mode, use: use)
      if use == .screen { put(enter) }
      return true
    }
  }

  /// Restores the terminal if it is taken.
  package static func end() {
    state.withLock { state in
      guard var current = state.taken else { return }
      if !current.isAway { giveBack(&current) }
      state.taken = nil
    }
  }

  /// Keeps what the screen shows, for ``comeBack()``. Returns false while the shell has the terminal, so that
  /// nothing may be drawn.
  package static func shows(_ frame: String) -> Bool {
    state.withLock { state in
      state.taken?.frame = frame
      return state.taken?.isAway != true
    }
  }

  // MARK: Stops

  /// Says that somebody calls ``goAway()`` before the program stops (Ctrl-Z) and ``comeBack()`` when it continues.
  package static func stopsAreHandled() { state.withLock { $0.handlesStops = true } }

  /// Gives the terminal to the shell for as long as the program is stopped.
  package static func goAway() {
    state.withLock { state in
      guard state.taken?.isAway == false, isForeground else { return }
      state.taken?.isAway = true
      giveBack(&state.taken!)
    }
  }

  /// Takes the terminal again and shows what was there. A program that continues in the background is stopped
  /// here until it has the terminal (SIGTTOU), as other programs with a full screen are.
  package static func comeBack() {
    state.withLock { state in
      guard state.taken != nil else { return }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &state.taken!.own)
      state.taken?.isAway = false
      guard let taken = state.taken, taken.use == .screen else { return }
      put(enter + "\u{1B}[2J" + taken.frame)
    }
  }

  private static func giveBack(_ taken: inout Taken) {
    if taken.use == .screen { put(leave) }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &taken.before)
  }

  /// Whether the terminal is this program's: a shell gives it to one job at a time.
  private static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group <= 0 || group == getpgrp()
  }

  /// Writes past C's buffer, which a hanging thread may have locked.
  private static func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
