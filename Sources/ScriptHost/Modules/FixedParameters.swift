/// Host functions by their number of parameters.
///
/// These take the place of the forms with a parameter pack (Module.swift), which serve any number but
/// build the types of the pack anew in every call: 600 ns. They are `@inlinable`, so that the compiler
/// makes a copy for the types of each registration.
extension Module {
  /// Adds a function of no parameter that returns at once.
  @inlinable
  public mutating func function<R: LuaResult>(
    _ name: String, _ doc: String,
    returns: String = "", example: String = "",
    _ body: @escaping (HostCall) throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, returns: returns, example: example, waits: false,
      returnsNothing: R.self == Nothing.self)
    addImmediate(signature) { call in
      .results(try body(call).push(call))
    }
  }

  /// Adds a function of one parameter that returns at once.
  @inlinable
  public mutating func function<A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ a: Parameter<A>,
    returns: String = "", example: String = "",
    _ body: @escaping (HostCall, A) throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, a, returns: returns, example: example, waits: false,
      returnsNothing: R.self == Nothing.self)
    addImmediate(signature) { call in
      .results(try body(call, try a.value(call, 1)).push(call))
    }
  }

  /// Adds a function of two parameters that returns at once.
  @inlinable
  public mutating func function<A: LuaArgument, B: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ a: Parameter<A>, _ b: Parameter<B>,
    returns: String = "", example: String = "",
    _ body: @escaping (HostCall, A, B) throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, a, b, returns: returns, example: example, waits: false,
      returnsNothing: R.self == Nothing.self)
    addImmediate(signature) { call in
      .results(try body(call, try a.value(call, 1), try b.value(call, 2)).push(call))
    }
  }

  /// Adds a function of three parameters that returns at once.
  @inlinable
  public mutating func function<A: LuaArgument, B: LuaArgument, C: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    returns: String = "", example: String = "",
    _ body: @escaping (HostCall, A, B, C) throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, a, b, c, returns: returns, example: example, waits: false,
      returnsNothing: R.self == Nothing.self)
    addImmediate(signature) { call in
      .results(
        try body(call, try a.value(call, 1), try b.value(call, 2), try c.value(call, 3)).push(call))
    }
  }

  /// Adds a function of no parameter that may wait.
  @inlinable
  public mutating func asyncFunction<R: LuaResult>(
    _ name: String, _ doc: String,
    returns: String = "", example: String = "",
    _ body:
      nonisolated(nonsending) @escaping (HostContext) async throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, returns: returns, example: example, waits: true,
      returnsNothing: R.self == Nothing.self)
    addWaiting(signature) { _ in
      return { context in context.end(try await body(context)) }
    }
  }

  /// Adds a function of one parameter that may wait.
  @inlinable
  public mutating func asyncFunction<A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ a: Parameter<A>,
    returns: String = "", example: String = "",
    _ body:
      nonisolated(nonsending) @escaping (HostContext, A) async throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, a, returns: returns, example: example, waits: true,
      returnsNothing: R.self == Nothing.self)
    addWaiting(signature) { call in
      let a = try a.value(call, 1)
      return { context in context.end(try await body(context, a)) }
    }
  }

  /// Adds a function of two parameters that may wait.
  @inlinable
  public mutating func asyncFunction<A: LuaArgument, B: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ a: Parameter<A>, _ b: Parameter<B>,
    returns: String = "", example: String = "",
    _ body:
      nonisolated(nonsending) @escaping (HostContext, A, B) async throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, a, b, returns: returns, example: example, waits: true,
      returnsNothing: R.self == Nothing.self)
    addWaiting(signature) { call in
      let a = try a.value(call, 1)
      let b = try b.value(call, 2)
      return { context in context.end(try await body(context, a, b)) }
    }
  }

  /// Adds a function of three parameters that may wait.
  @inlinable
  public mutating func asyncFunction<A: LuaArgument, B: LuaArgument, C: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ a: Parameter<A>, _ b: Parameter<B>, _ c: Parameter<C>,
    returns: String = "", example: String = "",
    _ body:
      nonisolated(nonsending) @escaping (HostContext, A, B, C) async throws -> R
  ) {
    let signature = FunctionEntry.sign(
      name, doc, a, b, c, returns: returns, example: example, waits: true,
      returnsNothing: R.self == Nothing.self)
    addWaiting(signature) { call in
      let a = try a.value(call, 1)
      let b = try b.value(call, 2)
      let c = try c.value(call, 3)
      return { context in context.end(try await body(context, a, b, c)) }
    }
  }

  @usableFromInline
  mutating func addImmediate(
    _ signature: FunctionSignature, _ body: @escaping (HostCall) throws -> HostReturn
  ) {
    add(FunctionEntry(signature: signature, body: body))
  }

  /// - Parameter start: reads the arguments.
  @usableFromInline
  mutating func addWaiting(
    _ signature: FunctionSignature, _ start: @escaping (HostCall) throws -> WaitingBody
  ) {
    add(
      FunctionEntry(signature: signature) { call in
        let body = try start(call)
        try call.state.checkpoint(call)
        try call.state.checkMayWait(call)
        return .wait(.body(body))
      })
  }
}

extension Parameter {
  /// Reads the argument at an index; the common case without a call.
  @inlinable
  func value(_ call: HostCall, _ index: Int32) throws -> Value {
    // An error here comes again below, with the argument's name.
    if isPlain, let value = try? Value.read(call, index) { return value }
    return try read(call, index)
  }
}
