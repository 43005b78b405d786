internal import CReactor

/// Waits for the outside world on behalf of a reactor.
///
/// The loop starts with a waiter on an eventfd; the HTTP client later installs one that drives
/// libcurl.
public protocol ReactorWaiter: AnyObject, Sendable {
  /// Waits for an event or the time limit and handles the events that happened. Called on the
  /// reactor's thread. -1 milliseconds means no limit.
  func wait(milliseconds: Int32)

  /// Handles events that have happened, without waiting. Called in every turn of a busy loop.
  func poll()

  /// Ends a running `wait`. Called from any thread.
  func wake()
}

/// Waits on an eventfd, which is enough for a reactor without network.
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
