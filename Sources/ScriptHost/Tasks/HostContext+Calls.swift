internal import CLua

// Calls of Lua functions whose values stay in Lua.
extension HostContext {
  /// Calls a function, or an object that can be called, as part of the calling task; it may wait.
  /// - Parameter body: reads the results, which lie on top of the stack that it is lent, so many of
  ///   them; what it pushes is dropped.
  /// - Throws: what the function raises, what `body` throws; `CancellationError`.
  public func call<Value: Sendable>(
    _ callable: LuaReference, _ arguments: [LuaValue],
    reading body: @Sendable (LuaStack, Int32) throws -> Value
  ) async throws -> Value {
    try await state.engine.call(callable, arguments, parent: task, reading: body)
  }

  /// Calls the function below the `arguments` on top of a stack at once: it cannot wait. Leaves
  /// `results` values. Only on the engine's reactor.
  /// - Throws: what the function raises, what stops the script.
  public func callNow(on stack: LuaStack, arguments: Int32, results: Int32) throws {
    let before = state.current
    state.current = task
    defer { state.current = before }
    guard clua_pcall(stack.pointer, arguments, results) != LUA_OK else { return }
    if let fatal = state.takeFatal() { throw fatal }
    defer { stack.pop() }
    throw state.scriptError(on: stack)
  }

  /// Whether an error stops the script, so that nothing may pass over it.
  public static func stopsScript(_ error: any Error) -> Bool {
    error is CancellationError || error is ScriptExit || error is LimitExceeded
  }

  /// The error object that lies at an index of a stack: the second of `nil, err`. Nil for other values.
  public func error(_ stack: LuaStack, at index: Int32) -> HostError? {
    state.errorBox(stack, index)?.error
  }
}

extension LuaEngine {
  fileprivate func call<Value: Sendable>(
    _ callable: LuaReference, _ arguments: [LuaValue], parent: ScriptTask?,
    reading body: @Sendable (LuaStack, Int32) throws -> Value
  ) async throws -> Value {
    let task = state.makeTask(parent?.label ?? "callback")
    task.parent = parent
    defer { state.recycle(task) }
    callable.push(task.stack)
    guard task.stack.reserve(Int32(clamping: arguments.count) + 16) else {
      throw HostError.usage("too many arguments")
    }
    for argument in arguments { task.stack.push(argument) }
    let count = try await drive(task, arguments: Int32(arguments.count))
    return try body(task.stack, count)
  }
}
