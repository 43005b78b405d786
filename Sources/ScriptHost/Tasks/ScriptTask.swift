internal import CLua

/// A Lua thread with the registry reference that keeps it alive.
struct TaskThread {
  let pointer: OpaquePointer
  let reference: Int32
}

// @unchecked Sendable: confined to the engine's reactor, like the state.
/// A task: a coroutine that the engine drives.
///
/// Children belong to the task that started them: cancellation passes down, a failure passes up.
final class ScriptTask: @unchecked Sendable {  // confined: see above
  /// The host's approximate memory for a task without its Lua thread: its driver and the driver's
  /// frames.
  static let ownBytes = 2_048

  // With a hundred thousand tasks each word counts: numbers of 4 bytes are adjacent.
  let thread: TaskThread
  /// The position among the tasks of the same call; -1 for a single task.
  let number: Int32
  private let name: String
  private let count: Int32
  /// Number of tasks around this one.
  private(set) var depth: Int32 = 0
  /// Bytes of arguments that the call it waits in holds, charged to the engine's ledger.
  var heldBytes = 0
  /// The function that the task waits in; the state keeps its functions while it lives.
  unowned(unsafe) var waitingFunction: HostFunctionBox!
  /// The coroutine that made the waiting call: the task's own, or one the script made inside it.
  var waitingThread: OpaquePointer?
  /// Called when the task is cancelled, to end its wait in a suspended call.
  var onCancel: (() -> Void)?
  /// Whether ``cancel()`` was called or the time of a `mix.task.timeout` around the task is over.
  /// It stays true, and every later checkpoint throws.
  var isCancelled: Bool { wasCancelled || timeScope?.isOver ?? false }
  private var wasCancelled = false
  /// Whether the task runs a function for its parent, which called a host function.
  var isCallback = false
  /// Whether ``marks`` is not empty; most tasks have none.
  private(set) var hasMarks = false
  /// Changes whenever a host function calls back into the script for this task or starts children;
  /// only the change matters, not the number.
  var callbacks: UInt32 = 0
  /// The task that started this one and waits for its end.
  private(set) var parent: ScriptTask?
  /// The innermost time-out around the task.
  var timeScope: TimeScope?
  /// Why the run whose root this task is has ended; see ``ScriptEnd``.
  var end: (any Error)?
  /// The marks of the calls around the task: see ``HostContext/isMarked(_:)``.
  var marks: [String] = [] {
    didSet { hasMarks = !marks.isEmpty }
  }
  /// The task whose end this one awaits, for finding cycles.
  weak var awaited: ScriptTask?
  /// The Swift task that drives this one, if it is driven separately.
  var driver: Task<Void, Never>?
  /// The next older child of its nursery, which maintains the list.
  var next: ScriptTask?
  /// The next newer child, which keeps this one in the list.
  unowned(unsafe) var previous: ScriptTask?

  /// Makes a task.
  /// - Parameters:
  ///   - name: the function that made it, or the script's name.
  ///   - number: its position among the tasks of that call.
  ///   - count: the number of those tasks, when known.
  init(thread: TaskThread, name: String, number: Int? = nil, of count: Int? = nil) {
    self.thread = thread
    self.name = name
    self.number = number.map { Int32(clamping: $0) } ?? -1
    self.count = count.map { Int32(clamping: $0) } ?? -1
  }

  /// `task.map #12`, or the script's name.
  var label: String { number < 0 ? name : "\(name) #\(number)" }

  /// The task's name in tracebacks: `task 3 of 10 of mix.task.map`.
  var place: String {
    if number < 0 { return "the function of mix.\(name)" }
    return "task \(number)\(count < 0 ? "" : " of \(count)") of mix.\(name)"
  }

  var stack: LuaStack { LuaStack(thread.pointer) }

  /// Makes this task a child of another, whose marks and time-out then also apply to it.
  func join(_ parent: ScriptTask) {
    self.parent = parent
    if parent.hasMarks { marks = parent.marks }
    timeScope = parent.timeScope
    depth = parent.depth + 1
  }

  /// Whether this task is `other` or a descendant of it.
  func isWithin(_ other: ScriptTask) -> Bool {
    var task: ScriptTask? = self
    while let current = task {
      if current === other { return true }
      task = current.parent
    }
    return false
  }

  /// Most tasks around a task, equal to Lua's limit of nested C calls.
  private static let mostDepth = 200

  /// Checks the nesting of tasks, because each level costs memory of the host.
  /// - Throws: ``HostError`` when `parent` is too deep for a child.
  static func checkDepth(below parent: ScriptTask?) throws {
    guard let parent, parent.depth >= mostDepth else { return }
    throw HostError.usage(
      "stack overflow: functions that host functions call, and tasks, are nested more than "
        + "\(mostDepth) deep")
  }

  /// The task that the run began with.
  var root: ScriptTask {
    var task = self
    while let parent = task.parent { task = parent }
    return task
  }

  /// Cancels the task for good. The host cancels a callback whose result it no longer needs without
  /// cancelling the task for which it runs.
  func cancel() {
    // The first call ended the task's wait, and no other wait begins afterwards.
    guard !wasCancelled else { return }
    wasCancelled = true
    driver?.cancel()
    onCancel?()
  }

  /// Cancels the task on behalf of its own code: in a callback also the task for which it runs.
  func cancelItself() {
    cancel()
    if isCallback { parent?.cancelItself() }
  }
}
