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
  /// The host's memory for a task beside its Lua thread, roughly: its driver and their frames.
  static let ownBytes = 2_048

  // Of a hundred thousand tasks each word counts: numbers of 4 bytes lie side by side.
  let thread: TaskThread
  /// Its position among those that the same call made; -1: the only one.
  let number: Int32
  private let name: String
  private let count: Int32
  /// How many tasks are around this one.
  private(set) var depth: Int32 = 0
  /// Bytes that the call it waits in holds of its arguments, charged to the engine's ledger.
  var heldBytes = 0
  /// The function that it waits in; the state keeps its functions as long as it lives.
  unowned(unsafe) var waitingFunction: HostFunctionBox!
  /// The coroutine that made the waiting call: the task's own, or one the script made inside it.
  var waitingThread: OpaquePointer?
  /// Ends the call that it waits for without a Swift task.
  var onCancel: (() -> Void)?
  /// Whether ``cancel()`` was called or the time of a `mix.task.timeout` around it is over. It stays so;
  /// every later checkpoint raises.
  var isCancelled: Bool { wasCancelled || timeScope?.isOver ?? false }
  private var wasCancelled = false
  /// Whether it runs a function on behalf of its parent, which called a host function.
  var isCallback = false
  /// Whether there are ``marks``: most tasks have none.
  private(set) var hasMarks = false
  /// How often host functions called back into the script on behalf of this task, and started children;
  /// only whether it changes counts.
  var callbacks: UInt32 = 0
  /// The task that started this one and waits for its end.
  private(set) var parent: ScriptTask?
  /// The innermost time-out around it.
  var timeScope: TimeScope?
  /// How the run that this task is the root of has ended for good; see ``ScriptEnd``.
  var end: (any Error)?
  /// The calls around it: see ``HostContext/isMarked(_:)``.
  var marks: [String] = [] {
    didSet { hasMarks = !marks.isEmpty }
  }
  /// The task whose end this one awaits, for finding circles.
  weak var awaited: ScriptTask?
  /// The Swift task that drives this one, when it has one of its own.
  var driver: Task<Void, Never>?
  /// The one after it among the running children of its nursery; kept by ``Nursery``.
  var next: ScriptTask?
  /// The one before it, whose list keeps it; kept by ``Nursery``.
  unowned(unsafe) var previous: ScriptTask?

  /// - Parameters:
  ///   - name: what made it, or the script's name.
  ///   - number: which one of those it is.
  ///   - count: of how many, when that is known.
  init(thread: TaskThread, name: String, number: Int? = nil, of count: Int? = nil) {
    self.thread = thread
    self.name = name
    self.number = number.map { Int32(clamping: $0) } ?? -1
    self.count = count.map { Int32(clamping: $0) } ?? -1
  }

  /// `task.map #12`, or the script's name.
  var label: String { number < 0 ? name : "\(name) #\(number)" }

  /// `task 3 of 10 of mix.task.map`, for tracebacks.
  var place: String {
    if number < 0 { return "the function of mix.\(name)" }
    return "task \(number)\(count < 0 ? "" : " of \(count)") of mix.\(name)"
  }

  var stack: LuaStack { LuaStack(thread.pointer) }

  /// Makes it a child of another task, whose marks and time-out hold for it as well.
  func join(_ parent: ScriptTask) {
    self.parent = parent
    if parent.hasMarks { marks = parent.marks }
    timeScope = parent.timeScope
    depth = parent.depth + 1
  }

  /// Whether this task is `other` or was started by it, at whatever remove.
  func isWithin(_ other: ScriptTask) -> Bool {
    var task: ScriptTask? = self
    while let current = task {
      if current === other { return true }
      task = current.parent
    }
    return false
  }

  /// The most tasks around a task, as Lua's limit of nested C calls.
  private static let mostDepth = 200

  /// - Throws: ``HostError`` when there is no room for a child: each level costs memory of the host.
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

  /// Cancels the task for good. The host cancels a callback whose result it no longer wants without the
  /// task on whose behalf it runs.
  func cancel() {
    // The first time ended its wait, and no other wait begins afterwards.
    guard !wasCancelled else { return }
    wasCancelled = true
    driver?.cancel()
    onCancel?()
  }

  /// Cancels the task for its own code: in a callback also the task on whose behalf that runs.
  func cancelItself() {
    cancel()
    if isCallback { parent?.cancelItself() }
  }
}
