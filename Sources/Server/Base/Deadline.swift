internal import NIOCore
internal import NIOPosix

/// Something that is done after a while, unless it is cancelled before; on a thread of NIO's.
///
/// A `Task.sleep` that is cancelled keeps its task, and a timer of Dispatch, until its time has come: a server that
/// begins one of 30 seconds for each view has thousands of them. This goes at once when it is cancelled.
struct Deadline: Sendable {
  private let timer: Scheduled<Void>

  /// - Parameters:
  ///   - pause: at most 68 years, which stand for more.
  ///   - act: must not block.
  init(in pause: Duration, _ act: @escaping @Sendable () -> Void) {
    timer = Self.loop.scheduleTask(in: TimeAmount(min(pause, .seconds(Int32.max))), act)
  }

  /// No effect when it is past.
  func cancel() { timer.cancel() }

  /// Does something after each pause until the returned task is cancelled.
  static func each(_ pause: Duration, _ act: @escaping @Sendable () -> Void) -> RepeatedTask {
    let pause = TimeAmount(pause)
    return loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in act() }
  }

  private static var loop: any EventLoop { MultiThreadedEventLoopGroup.singleton.any() }
}
