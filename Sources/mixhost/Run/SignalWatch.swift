import Glibc
import Synchronization

/// Waits on the main thread for the end of the work or for Ctrl-C and SIGTERM.
///
/// The three signals are blocked in every thread and taken by `sigwait`, so that no handler runs at a
/// bad moment. The first Ctrl-C asks the work to stop and gives it 0.8 s; a second one leaves at once.
final class SignalWatch: Sendable {
  private static let grace = 0.8
  private static let finished = SIGUSR2
  private let process = getpid()

  /// Blocks the signals; call before any other thread starts that may take them.
  init() {
    var set = Self.signals()
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Ends `wait`; any thread.
  func finish() { kill(process, Self.finished) }

  /// Waits for `finish`.
  /// - Parameter interrupt: called once, on the first Ctrl-C or SIGTERM.
  /// - Returns: whether the work was interrupted.
  func wait(_ interrupt: () -> Void) -> Bool {
    var set = Self.signals()
    var number: Int32 = 0
    repeat { sigwait(&set, &number) } while number == 0
    if number == Self.finished { return false }
    interrupt()
    var time = timespec(tv_sec: 0, tv_nsec: Int(Self.grace * 1e9))
    // The end, a second Ctrl-C and the end of the grace all leave from here.
    sigtimedwait(&set, nil, &time)
    return true
  }

  private static func signals() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, finished] { sigaddset(&set, number) }
    return set
  }
}
