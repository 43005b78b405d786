/// Lua threads of ended tasks, for the next ones.
///
/// In memory of their own: a change of an array that the state holds would be checked for exclusive access with
/// the beginning and the end of each task.
final class IdleThreads {
  /// How many are kept.
  private static let most = 64

  private let places = UnsafeMutablePointer<TaskThread>.allocate(capacity: most)
  private var count = 0

  deinit { places.deallocate() }

  /// Whether another one is kept.
  var hasRoom: Bool { count < Self.most }

  /// Keeps a thread; there must be room for it.
  func keep(_ thread: TaskThread) {
    precondition(hasRoom, "no more than \(Self.most) idle threads are kept")
    (places + count).initialize(to: thread)
    count += 1
  }

  /// The thread that was kept last, if there is any.
  func take() -> TaskThread? {
    guard count > 0 else { return nil }
    count -= 1
    return (places + count).move()
  }
}
