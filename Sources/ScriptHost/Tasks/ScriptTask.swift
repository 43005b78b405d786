internal import CLua

/// A Lua thread with the registry reference that keeps it alive.
struct TaskThread {
  let pointer: OpaquePointer
  let reference: Int32
}

// @unchecked Sendable: confined to the engine's reactor, like the state.
/// One task: a coroutine that the engine drives.
///
/// Children belong to the task that started them: cancellation goes down, a failure goes up.
final class ScriptTask: @unchecked Sendable {  // confined: see above
  let thread: TaskThread
  /// `task.map at refresh.lua:12`, or the script's name.
  let label: String
  /// What waits, between the host function's return and the driver's await.
  var pending: PendingCall?
  /// The coroutine that made the waiting call: the task's own, or one the script made inside it.
  var waitingThread: OpaquePointer?
  /// Set once; every later checkpoint raises.
  private(set) var isCancelled = false
  /// The task whose end this one awaits, for finding circles.
  weak var awaited: ScriptTask?
  /// The Swift task that drives this one, when it has one of its own.
  var driver: Task<Void, Never>?

  init(thread: TaskThread, label: String) {
    self.thread = thread
    self.label = label
  }

  var stack: LuaStack { LuaStack(thread.pointer) }

  /// Cancels the task for good.
  func cancel() {
    isCancelled = true
    driver?.cancel()
  }
}
