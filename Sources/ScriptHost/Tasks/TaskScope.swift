internal import CLua

// @unchecked Sendable: confined to the engine's reactor.
/// The object that `mix.task.scope` hands to its function.
final class TaskScope: LuaObject, @unchecked Sendable {
  /// Only while the scope lasts: the nursery keeps the state, which keeps this object.
  private var nursery: Nursery?
  private var spawned = 0

  init(_ nursery: Nursery) { self.nursery = nursery }

  /// The scope's end: a late `spawn` is an error.
  func close() { nursery = nil }

  /// Stands in for the host function where none is running.
  var function: HostFunctionBox {
    HostFunctionBox(
      fullName: "mix.task.scope",
      signature: FunctionSignature(
        name: "scope", doc: "", parameters: [], returns: "", example: "", waits: true),
      body: { _ in .results(0) })
  }

  static let luaTypeName = "task.scope"
  static let luaType: ObjectType<TaskScope> = {
    var type = ObjectType<TaskScope>("Starts tasks that end with it.")
    type.method(
      "spawn", "Starts a task.", Parameter("fn", "what to run", LuaFunction.self),
      Parameter("...", "its arguments (copied)", Rest.self),
      returns: "task  with await() and cancel()", example: "local t = s:spawn(work, 1)"
    ) { _, scope, fn, rest in
      ObjectResult(try scope.spawn(fn, rest.values))
    }
    type.method("cancel", "Cancels every task of the scope.") { _, scope in
      scope.nursery?.cancelAll()
      return Nothing()
    }
    return type
  }()

  private func spawn(_ fn: LuaFunction, _ arguments: [LuaValue]) throws -> TaskHandle {
    guard let nursery else {
      throw HostError.usage("the scope has ended: nothing can be started in it")
    }
    spawned += 1
    let child = nursery.makeChild("task.scope #\(spawned)")
    fn.push(child.stack)
    guard child.stack.reserve(Int32(clamping: arguments.count) + 4) else {
      throw HostError.usage("too many arguments")
    }
    for argument in arguments { child.stack.push(argument) }
    let handle = TaskHandle(child)
    nursery.start(child, arguments: Int32(clamping: arguments.count)) {
      [state = nursery.state] result in
      handle.ended(result, child.stack, state)
    }
    return handle
  }
}

// @unchecked Sendable: confined to the engine's reactor.
/// A task that a scope started.
final class TaskHandle: LuaObject, @unchecked Sendable {
  private var task: ScriptTask?
  private let label: String
  private var outcome: Result<[any LuaResult], any Error>?
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  init(_ task: ScriptTask) {
    self.task = task
    label = task.label
  }

  static let luaTypeName = "task"
  static let luaType: ObjectType<TaskHandle> = {
    var type = ObjectType<TaskHandle>("A running or ended task.")
    type.description { "task: \($0.label)" }
    type.asyncMethod(
      "await", "Waits for the task.",
      returns: "any…  its results; nil, err (kind \"cancelled\") when it was cancelled"
    ) { _, handle in
      Several(try await handle.value())
    }
    type.method("cancel", "Cancels the task for good.") { _, handle in
      handle.cancel()
      return Nothing()
    }
    return type
  }()

  func cancel() { task?.cancel() }

  func ended(_ result: Result<Int32, any Error>, _ stack: LuaStack, _ state: ScriptState) {
    outcome = result.map { count in
      (0..<count).map { offset in
        KeptValue(popping: LuaReference.copy(stack, stack.count - count + 1 + offset), state: state)
      }
    }
    task = nil
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  private func value() async throws -> [any LuaResult] {
    // The scope cancels its tasks with the caller, so this wait ends with the awaited task.
    if outcome == nil { await withUnsafeContinuation { waiters.append($0) } }
    try Task.checkCancellation()
    switch outcome! {
    case .success(let values): return values
    case .failure(let error) where error is CancellationError:
      throw HostError(kind: "cancelled", message: "\(label) was cancelled")
    case .failure(let error): throw error
    }
  }
}
