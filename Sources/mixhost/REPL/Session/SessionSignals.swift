import CEdit
import Glibc
import Reactor

/// Handles a session's signals: Ctrl-C stops the running work and keeps the session; a termination
/// request or a lost terminal ends it and restores the terminal.
final class SessionSignals: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private let foreground = Guarded<Foreground?>(nil)

  /// Starts to watch; call it before any other thread is started.
  init() { SignalThread.start(Self.numbers) { [self] in watch() } }

  /// Sets the work that Ctrl-C stops.
  func watch(_ foreground: Foreground) { self.foreground.withLock { $0 = foreground } }

  private func watch() {
    var set = SignalThread.set(Self.numbers)
    while true {
      var number: Int32 = 0
      guard sigwait(&set, &number) == 0 else { continue }
      guard number == SIGINT else { leave(128 + number) }
      switch foreground.withLock({ $0 })?.interrupt() ?? 0 {
      case 0: break
      // The terminal has echoed ^C.
      case 1: LineEditor.show("\n")
      case 2: LineEditor.show("still stopping; Ctrl-C once more leaves mixhost\n")
      default: leave(130)
      }
    }
  }

  private func leave(_ code: Int32) -> Never {
    cedit_restore_terminal()
    _exit(code)
  }
}
