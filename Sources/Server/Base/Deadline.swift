internal import NIOCore
internal import NIOPosix

/// A delayed action on one of NIO's threads, which can be cancelled.
///
/// A cancelled `Task.sleep` keeps its task and a Dispatch timer until its time. A server that
/// starts a 30-second timeout for each view would collect thousands of them; a cancelled `Deadline`
/// is freed at once.
struct Deadline: Sendable {
  private let timer: Scheduled<Void>

  /// - Parameters:
  ///   - pause: the delay; more than 68 years counts as 68 years.
  ///   - act: the action; it must not block.
  init(in pause: Duration, _ act: @escaping @Sendable () -> Void) {
    timer = Self.loop.scheduleTask(in: TimeAmount(min(pause, .seconds(Int32.max))), act)
  }

  /// Cancels the action; does nothing after it has run.
  func cancel() { timer.cancel() }

  /// Runs an action after each pause until the returned task is cancelled.
  static func each(_ pause: Duration, _ act: @escaping @Sendable () -> Void) -> RepeatedTask {
    let pause = TimeAmount(pause)
    return loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in act() }
  }

  private static var loop: any EventLoop { MultiThreadedEventLoopGroup.singleton.any() }
}
