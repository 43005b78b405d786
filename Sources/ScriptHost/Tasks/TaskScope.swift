internal import CLua
internal import Reactor

/// The object that `mix.task.scope` passes to its function.
final class TaskScope: LuaObject {
  /// Nil after the scope's end: the nursery keeps the state, which keeps this object.
  private var nursery: Nursery?
  private var spawned = 0

  init(_ nursery: Nursery) { self.nursery = nursery }

  /// Ends the scope; a later `spawn` is an error.
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
      Parameter("...", "its arguments", Rest.self),
      returns: "task  with await() and cancel()", example: "local t = s:spawn(work, 1)"
    ) { _, scope, fn, rest in
      ObjectResult(try scope.spawn(fn, rest.values))
    }
    type.method("cancel", "Cancels every task of the scope.", example: "s:cancel()") { _, scope in
      scope.nursery?.cancelAll()
      return Nothing()
    }
    return type
  }()

  private func spawn(_ fn: LuaFunction, _ arguments: [KeptValue]) throws -> TaskHandle {
    guard let nursery else {
      throw HostError.usage("the scope has ended: nothing can be started in it")
    }
    spawned += 1
    let child = nursery.makeChild("task.scope", spawned)
    fn.push(child.stack)
    guard child.stack.reserve(Int32(clamping: arguments.count) + 4) else {
      throw HostError.usage("too many arguments")
    }
    for argument in arguments { argument.push(child.stack) }
    let handle = TaskHandle(child, spawned)
    nursery.start(child, arguments: Int32(clamping: arguments.count)) { child, state, result in
      handle.ended(result, child.stack, state)
    }
    return handle
  }
}

/// A task that a scope started.
final class TaskHandle: LuaObject {
  private var task: ScriptTask?
  private var waiters: [Ticket] = []
  private var selects = WaitLine()
  private var outcome: Result<[any LuaResult], any Error>?
  // A number, because a text for each handle would take 64 bytes more.
  private let number: Int32

  /// Makes a handle.
  /// - Parameter number: the task's position in its scope.
  init(_ task: ScriptTask, _ number: Int) {
    self.task = task
    self.number = Int32(clamping: number)
  }

  private var label: String { "task.scope #\(number)" }

  static let luaTypeName = "task"
  static let luaType: ObjectType<TaskHandle> = {
    var type = ObjectType<TaskHandle>("A running or ended task.")
    type.description { "task: \($0.label)" }
    type.asyncMethod(
      "await", "Waits for the task.",
      returns: "any…  its results; nil, err (kind \"cancelled\") when it was cancelled",
      example: "local page, err = t:await()"
    ) { context, handle in
      Several(try await handle.value(for: context))
    }
    type.method("cancel", "Cancels the task for good.", example: "t:cancel()") { _, handle in
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
    for waiter in waiters { waiter.end(.success(())) }
    waiters = []
    selects.endAll([])
  }

  private func value(for caller: HostContext) async throws -> [any LuaResult] {
    if outcome == nil { try await wait(caller) }
    return try ready() ?? []
  }

  private func wait(_ caller: HostContext) async throws {
    var next = task
    while let waiting = next {
      if waiting === caller.task {
        throw HostError.usage("\(label) would wait for itself for ever")
      }
      next = waiting.awaited
    }
    caller.task?.awaited = task
    defer { caller.task?.awaited = nil }
    let ticket = Ticket(caller.state.waits)
    waiters.append(ticket)
    try await caller.state.reactor.suspend { continuation in
      ticket.wait(continuation)
    } onCancel: {
      ticket.end(.failure(CancellationError()))
    }
  }

  /// A waiting caller.
  private final class Ticket {
    private var continuation: UnsafeContinuation<Void, any Error>?
    private var result: Result<Void, any Error>?
    private let waits: TaskWaits

    init(_ waits: TaskWaits) { self.waits = waits }

    func wait(_ continuation: UnsafeContinuation<Void, any Error>) {
      // The task may have ended before the suspension.
      if let result { return continuation.resume(with: result) }
      self.continuation = continuation
      waits.hold()
    }

    func end(_ result: Result<Void, any Error>) {
      guard self.result == nil else { return }
      self.result = result
      guard let continuation = continuation.take() else { return }
      waits.release()
      continuation.resume(with: result)
    }
  }
}

extension TaskHandle: SelectSource {
  /// The task's results; nil while it runs.
  /// - Throws: its failure; ``HostError`` of kind `cancelled`.
  func ready() throws -> [any LuaResult]? {
    switch outcome {
    case .success(let values)?: return values
    case .failure(let error)? where error is CancellationError:
      throw HostError(kind: "cancelled", message: "\(label) was cancelled")
    case .failure(let error)?: throw error
    case nil: return nil
    }
  }

  func add(_ wait: SignalWait, _ position: Int) { selects.append(wait, position) }
}
