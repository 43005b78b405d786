/// Lua threads of ended tasks, for the next ones.
///
/// In memory of its own: an array that is changed in place is checked for exclusive access at each task.
final class IdleThreads {
  private static let most = 64

  private let threads = UnsafeMutablePointer<TaskThread>.allocate(capacity: most)
  private var count = 0

  deinit { threads.deallocate() }

  var isFull: Bool { count == Self.most }

  /// Keeps a thread; not when it is full.
  func put(_ thread: TaskThread) {
    precondition(!isFull)
    (threads + count).initialize(to: thread)
    count += 1
  }

  /// The thread that was put last, which is no longer kept.
  func take() -> TaskThread? {
    guard count > 0 else { return nil }
    count -= 1
    return threads[count]
  }
}
