internal import CLua

/// One call from Lua: the stack, the function called, and the state it belongs to.
///
/// Contract: valid while the host function runs; asynchronous bodies get a ``HostContext`` instead.
public struct HostCall {
  /// The calling thread's stack; the arguments are at 1 and up.
  public let stack: LuaStack
  let state: ScriptState
  let function: HostFunctionBox

  /// `mix.http.get`, for messages.
  public var functionName: String { function.fullName }

  /// The engine's context, to keep beyond the call.
  public var context: HostContext { HostContext(state: state, task: state.current) }

  /// An argument error that names the argument and the function.
  public func badArgument(_ name: String, _ message: String) -> HostError {
    HostError.badArgument(name, functionName, message)
  }
}

/// The parts that an asynchronous host function may hold on to: the engine and the calling task.
public struct HostContext: Sendable {
  let state: ScriptState
  let task: ScriptTask?

  /// The actor that owns the state.
  public var engine: LuaEngine { state.engine }

  /// Whether the calling task, or one that it is part of, is a call with that mark.
  public func isMarked(_ mark: String) -> Bool {
    guard let task, task.hasMarks else { return false }
    return task.marks.contains(mark)
  }

  /// The marks of the calls that the calling task is part of, the outermost first.
  public var marks: [String] { task?.marks ?? [] }

  /// Calls a Lua function as part of the calling task; it may wait.
  /// - Parameter mark: what ``isMarked(_:)`` finds in whatever the function calls.
  /// - Throws: what the function raises; `CancellationError`.
  public func call(
    _ function: LuaFunction, _ arguments: [LuaValue] = [], mark: String? = nil
  ) async throws -> [LuaValue] {
    try await state.engine.call(function, arguments, parent: task, mark: mark)
  }

  /// As ``call(_:_:mark:)``, for functions that report failures as host functions do: `nil, err` with an
  /// error object throws it.
  public func callThrowing(
    _ function: LuaFunction, _ arguments: [LuaValue] = [], mark: String? = nil
  ) async throws -> [LuaValue] {
    try await state.engine.call(
      function, arguments, parent: task, mark: mark, raisesReturned: true)
  }
}

extension HostContext {
  /// Lends the state's own stack, for conversions; only on the engine's reactor.
  /// The body leaves the stack as it found it.
  public func withStack<R>(_ body: (LuaStack) throws -> R) rethrows -> R {
    try state.copying { try body(state.main) }
  }

  /// Lends a call of its own to what follows a wait and waits no more, such as asking a rule; only on
  /// the engine's reactor. The body leaves the stack as it found it.
  /// - Parameter name: as messages name the function.
  public func withCall<R>(_ name: String, _ body: (HostCall) throws -> R) rethrows -> R {
    let before = state.current
    state.current = task
    defer { state.current = before }
    return try state.withCall(name, body)
  }
}

extension LuaEngine {
  /// Lends a call to a program that has no script: for loading and asking rules. Nothing in it may
  /// wait; the body leaves the stack as it found it.
  /// - Parameter name: as messages name what is done.
  public func withCall<R: Sendable>(
    _ name: String, _ body: @Sendable (HostCall) throws -> R
  ) rethrows -> R {
    state.beginSlice()
    return try state.withCall(name, body)
  }
}

extension ScriptState {
  fileprivate func withCall<R>(_ name: String, _ body: (HostCall) throws -> R) rethrows -> R {
    let function = HostFunctionBox(
      fullName: name, signature: Self.internalSignature(name), body: { _ in .results(0) })
    return try copying { try body(HostCall(stack: main, state: self, function: function)) }
  }
}

/// How a host function's body ended.
@usableFromInline
enum HostReturn {
  case results(Int32)
  case wait(HostWait)
}

/// A task's work while it waits.
@usableFromInline
enum HostWait {
  case body(WaitingBody)
  /// Starts what ends the call.
  case begin((SuspendedCall) -> Void)
}

/// Runs on the engine's actor once a call's task is suspended. It pushes its results, and returns
/// what ``HostContext/end(_:)`` does.
@usableFromInline
typealias WaitingBody = nonisolated(nonsending) (HostContext) async throws -> Int32

extension HostContext {
  /// Pushes the results of the call that the task waits for.
  /// - Returns: how many values the task is to be resumed with.
  @usableFromInline
  func end(_ result: some LuaResult) -> Int32 {
    guard let task else { preconditionFailure("a wait outside of a task") }
    return state.pushEnd(task) { try result.push($0) }
  }
}

/// A registered host function as Lua reaches it: by an unretained pointer, kept alive by the state.
final class HostFunctionBox {
  let fullName: String
  let signature: FunctionSignature
  let body: (HostCall) throws -> HostReturn

  init(
    fullName: String, signature: FunctionSignature, body: @escaping (HostCall) throws -> HostReturn
  ) {
    self.fullName = fullName
    self.signature = signature
    self.body = body
  }
}
