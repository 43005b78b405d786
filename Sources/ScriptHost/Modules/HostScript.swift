internal import CLua

/// A Lua file of the host's own that does the work of functions which a ``Module`` declares.
///
/// The declaration stays in Swift: it checks arguments, and help, editor types and reference are made of it.
///
///     static let script = HostScript("mix/shop")
///     shop.function("price", "A price.", Parameter("name", "of the good", String.self)) { call, name in
///       try call.run(script, "price", [name])
///     }
///
/// The first call in a state loads the text that the engine has by this name (``LuaEngine/openScripts(_:)``). It
/// gets a table of functions that only host scripts have, and returns its own functions by name.
/// Tracebacks do not show it: an error is raised at the line that called the module.
public struct HostScript: Sendable {
  /// A function that the text finds in its table; it reads its arguments from 1 up and returns how many results
  /// it has pushed.
  public typealias Function = @Sendable (HostCall) throws -> Int32

  let name: String
  let functions: [(name: String, body: Function)]

  /// - Parameter functions: what the text needs besides `raise`, `error` and `now`.
  public init(_ name: String, _ functions: [(name: String, body: Function)] = []) {
    self.name = name
    self.functions = Self.common + functions
  }

  /// Marks errors that the host raised for the text: they pass through it as they are.
  private struct Raised: Error {
    let error: HostError
  }

  private static let common: [(name: String, body: Function)] = [
    // raise{kind, message, …}: raises an error.
    (
      "raise",
      { call in
        var raised = error(call)
        raised.delivery = .raised
        throw raised
      }
    ),
    // error(value): an error object of what was raised, or is to be returned as `nil, err`.
    (
      "error",
      { call in
        if call.state.errorBox(call.stack, 1) != nil {
          call.stack.pushCopy(1)
          return 1
        }
        return ErrorResult(error(call)).push(call)
      }
    ),
    // now(what, fn, …): calls a function that cannot wait; `what` names it in the error.
    (
      "now",
      { call in
        let count = call.stack.count
        try call.context.callNow(
          on: call.stack, arguments: count - 2, results: LUA_MULTRET, inside: call.stack.string(1))
        return call.stack.count - 1
      }
    ),
  ]

  private static func error(_ call: HostCall) -> HostError {
    let value = (try? LuaValue(call.stack, 1)) ?? .nil
    guard case .object(var fields) = value else {
      return HostError(kind: "error", message: value.shownText ?? call.stack.displayText(1))
    }
    let message = fields.removeValue(forKey: "message")?.shownText ?? "error"
    let kind = fields.removeValue(forKey: "kind")?.shownText ?? "error"
    return HostError(kind: kind, message: message, fields: fields)
  }

  /// Runs what the host does for the text.
  fileprivate static func marking(_ body: Function, _ call: HostCall) throws -> Int32 {
    do { return try body(call) } catch var error as HostError where error.delivery == .raised {
      error.underlying = Raised(error: error)
      throw error
    }
  }

  /// Runs the text; what the host raised for it is raised again.
  fileprivate static func passing<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw passed(error) }
  }

  fileprivate static func passed(_ error: any Error) -> any Error {
    ((error as? ScriptError)?.underlying as? Raised)?.error ?? error
  }
}

extension LuaEngine {
  /// Says where the texts of host scripts are found, by their names.
  public func openScripts(_ text: @escaping @Sendable (String) throws -> [UInt8]) {
    state.scriptText = text
  }
}

extension HostCall {
  /// Calls a function of a script at once: it cannot wait.
  /// - Parameter arguments: one value each.
  /// - Returns: its results, on top of the stack.
  /// - Throws: what the function raises, what stops the script.
  public func run(
    _ script: HostScript, _ function: String, _ arguments: [any LuaResult]
  ) throws -> Pushed {
    guard stack.reserve(Int32(clamping: arguments.count) + 16) else {
      throw HostError.usage("the Lua stack is full")
    }
    let base = stack.count
    try state.push(function, of: script, stack)
    for argument in arguments { _ = try argument.push(self) }
    try HostScript.passing {
      try context.callNow(
        on: stack, arguments: Int32(arguments.count), results: LUA_MULTRET)
    }
    return Pushed(stack.count - base)
  }
}

extension HostContext {
  /// Calls a function of a script, which may wait.
  /// - Returns: its first result.
  /// - Throws: what the function raises; `CancellationError`.
  public func run(
    _ script: HostScript, _ function: String, _ arguments: [any LuaResult]
  ) async throws -> LuaValue {
    let callable = try withStack { stack in
      guard stack.reserve(16) else { throw HostError.usage("the Lua stack is full") }
      try state.push(function, of: script, stack)
      return KeptValue(popping: stack, state: state)
    }
    do {
      return try await call(callable, arguments) { stack, count in
        count > 0 ? try LuaValue(stack, stack.count - count + 1) : .nil
      }
    } catch {
      throw HostScript.passed(error)
    }
  }
}

extension ScriptState {
  /// Pushes a function of a script.
  fileprivate func push(_ function: String, of script: HostScript, _ stack: LuaStack) throws {
    let key = "mix.script." + script.name
    lua_getfield(stack.pointer, LUA_REGISTRY, key)
    if stack.isNoneOrNil(-1) {
      stack.pop()
      try load(script, stack)
      lua_pushvalue(stack.pointer, -1)
      lua_setfield(stack.pointer, LUA_REGISTRY, key)
    }
    stack.pushRawField(-1, function)
    stack.remove(-2)
  }

  /// Pushes what a script's text returns.
  private func load(_ script: HostScript, _ stack: LuaStack) throws {
    guard let text = try scriptText?(script.name) else {
      throw HostError.usage("the engine has no text for the script '\(script.name)'")
    }
    try load(text, name: Traceback.hiddenSource, onto: stack)
    clua_newtable(stack.pointer)
    for (name, body) in script.functions {
      // No traceback shows functions of this name.
      push(host: "error", stack) { call in try HostScript.marking(body, call) }
      lua_setfield(stack.pointer, -2, name)
    }
    try HostContext(state: self, task: current).callNow(on: stack, arguments: 1, results: 1)
  }
}
