internal import CReactor

/// The way a reactor waits for the outside world.
///
/// The eventfd waiter serves until the HTTP client installs one that drives libcurl.
public protocol ReactorWaiter: AnyObject, Sendable {
  /// Waits until something happened or the time is over, and handles what happened.
  /// Called on the reactor's thread. `milliseconds` is -1 for "no limit".
  func wait(milliseconds: Int32)

  /// Handles what happened without waiting; called in every turn of a busy loop.
  func poll()

  /// Ends a `wait` from any thread.
  func wake()
}

/// Waits on an eventfd: all that a reactor without network needs.
final class EventFDWaiter: ReactorWaiter {
  private let descriptor: Int32

  init() {
    descriptor = creactor_eventfd_open()
    precondition(descriptor >= 0, "cannot open an eventfd (too many open files?)")
  }

  deinit { creactor_eventfd_close(descriptor) }

  func wait(milliseconds: Int32) { creactor_eventfd_wait(descriptor, milliseconds) }
  func poll() {}
  func wake() { creactor_eventfd_signal(descriptor) }
}
