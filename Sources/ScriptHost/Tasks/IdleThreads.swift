/// Lua threads of ended tasks, for reuse.
///
/// A separate object, because an array in the state would be checked for exclusive access at the
/// beginning and the end of each task.
final class IdleThreads {
  /// Most threads that are kept.
  private static let most = 64

  private let places = UnsafeMutablePointer<TaskThread>.allocate(capacity: most)
  private var count = 0

  deinit { places.deallocate() }

  /// Whether another thread can be kept.
  var hasRoom: Bool { count < Self.most }

  /// Keeps a thread; ``hasRoom`` must be true.
  func keep(_ thread: TaskThread) {
    precondition(hasRoom, "no more than \(Self.most) idle threads are kept")
    (places + count).initialize(to: thread)
    count += 1
  }

  /// The thread that was kept last; nil when there is none.
  func take() -> TaskThread? {
    guard count > 0 else { return nil }
    count -= 1
    return (places + count).move()
  }
}
