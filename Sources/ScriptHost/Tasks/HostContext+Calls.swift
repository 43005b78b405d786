internal import CLua
internal import Reactor

// Calls Lua functions whose values stay in Lua.
extension HostContext {
  /// Calls a function, or an object with `__call`, as part of the calling task; it may wait.
  /// - Parameters:
  ///   - arguments: pushed unchanged.
  ///   - body: reads the results: it gets the stack, and the number of results on top; values that
  ///     it pushes are dropped.
  /// - Throws: errors of the function and of `body`; `CancellationError`.
  public func call<Value: Sendable>(
    _ callable: LuaReference, _ arguments: [any LuaResult],
    reading body: @escaping (LuaStack, Int32) throws -> Value
  ) async throws -> Value {
    try await state.engine.call(
      callable, Confined((arguments, body), to: state.reactor), in: self)
  }

  /// Pushes an error object.
  public func push(_ error: any Error, _ stack: LuaStack) {
    state.push(ErrorBox(error: HostError(error), position: "", traceback: []), stack)
  }

  /// Calls the function below the `arguments` on top of a stack synchronously; it cannot wait.
  /// Leaves `results` values. On the engine's reactor only.
  /// - Parameter reason: names the function that forbids waits in errors; nil for the C function on
  ///   the stack.
  /// - Throws: errors of the function; errors that stop the script.
  public func callNow(
    on stack: LuaStack, arguments: Int32, results: Int32, inside reason: String? = nil
  ) throws {
    if let end = state.end(of: task) { throw end }
    let reasonBefore = state.forbidsWaits
    state.forbidsWaits = reason ?? reasonBefore
    defer { state.forbidsWaits = reasonBefore }
    task?.callbacks &+= 1
    let before = state.current
    state.current = task
    defer { state.current = before }
    guard clua_pcall(stack.pointer, arguments, results) != LUA_OK else { return }
    if let fatal = state.takeFatal(of: task) { throw fatal }
    defer { stack.pop() }
    throw state.scriptError(on: stack)
  }

  /// Throws when an interrupt or a time limit has to stop the script; long Swift code calls it
  /// regularly. Only while a host function runs.
  public func checkpoint() throws { try state.checkDue() }

  /// Begins a slice of the script's running time: for host functions that return one of a finite
  /// number of pieces of work, each of which may take as long as a script may.
  public func beginSlice() { state.beginSlice() }

  /// The error at an index of a stack: the second value of `nil, err`. A script's own errors count
  /// as well: a text, or a table with `message` and perhaps `kind`. Nil for other values.
  public func error(_ stack: LuaStack, at index: Int32) -> HostError? {
    if let error = state.errorBox(stack, index)?.error { return error }
    guard stack.isNoneOrNil(index - 1) else { return nil }
    if stack.kind(index) == .string {
      return HostError(kind: "error", message: stack.string(index) ?? "")
    }
    guard stack.kind(index) == .table, case .object(let fields)? = try? LuaValue(stack, index),
      case .string(let message)? = fields["message"]
    else { return nil }
    var kind = "error"
    if case .string(let given)? = fields["kind"] { kind = given }
    return HostError(kind: kind, message: message)
  }
}

extension LuaEngine {
  /// Stands in for the host function where none is running.
  private static var none: HostFunctionBox {
    HostFunctionBox(
      fullName: "callback",
      signature: FunctionSignature(
        name: "callback", doc: "", parameters: [], returns: "", example: "", waits: false),
      body: { _ in .results(0) })
  }

  fileprivate func call<Value: Sendable>(
    _ callable: LuaReference,
    _ confined: Confined<([any LuaResult], (LuaStack, Int32) throws -> Value)>,
    in context: HostContext
  ) async throws -> Value {
    let (arguments, body) = confined.value
    let task = try state.makeCallback(of: context.task)
    defer { state.recycle(task) }
    callable.push(task.stack)
    guard task.stack.reserve(Int32(clamping: arguments.count) + 16) else {
      throw HostError.usage("too many arguments")
    }
    let call = HostCall(stack: task.stack, state: state, function: Self.none)
    for argument in arguments { _ = try argument.push(call) }
    let count = try await drive(task, arguments: Int32(arguments.count))
    return try body(task.stack, count)
  }
}
