/// How a call of a function that decodes its own arguments continues.
public enum StartedCall {
  /// Runs on the engine's actor for a waiting call.
  public typealias Rest = nonisolated(nonsending) () async throws -> any LuaResult

  /// It is done: the task is not suspended.
  case done(any LuaResult)
  /// The task waits until the rest has run.
  case waits(Rest)
  /// The task waits for the end of what this starts. It is called once the task is suspended.
  case suspends((SuspendedCall) -> Void)
}

// The generic registration builds the types of its argument pack anew in every call, which costs as
// much as a tenth of a request on loopback. Functions that scripts call that often read their own arguments.
extension Module {
  /// Adds a function that may wait and decodes its own arguments.
  ///
  /// - Parameters:
  ///   - parameters: as in ``asyncFunction(_:_:_:returns:example:_:)``, for the reference; `start`
  ///     reads them by ``Parameter/text(_:_:)`` and ``Parameter/options(_:_:)``.
  ///   - returnsNothing: whether it has no results, for the reference.
  ///   - start: runs on the engine's thread.
  public mutating func asyncFunction<each A: LuaArgument>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", returnsNothing: Bool = false, example: String = "",
    start: @escaping (HostCall) throws -> StartedCall
  ) {
    add(
      .started(
        FunctionEntry.sign(
          name, doc, repeat each parameters, returns: returns, example: example, waits: true,
          returnsNothing: returnsNothing),
        start))
  }
}

extension ObjectType {
  /// Adds a method that may wait and decodes its own arguments, which begin at 2.
  public mutating func asyncMethod<each A: LuaArgument>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    start: @escaping @Sendable (HostCall, Object) throws -> StartedCall
  ) {
    let own = Parameter<ObjectArgument<Object>>("self", "the \(self.name)")
    add(
      .started(
        FunctionEntry.sign(
          name, doc, own, repeat each parameters, returns: returns, example: example, waits: true)
      ) { call in
        try start(call, ObjectArgument<Object>.object(call, 1) ?? own.read(call, 1).object)
      })
  }
}

extension FunctionEntry {
  fileprivate static func started(
    _ signature: FunctionSignature, _ start: @escaping (HostCall) throws -> StartedCall
  ) -> FunctionEntry {
    FunctionEntry(signature: signature) { call in
      try call.state.checkpoint(call)
      switch try start(call) {
      case .done(let result): return .results(try result.push(call))
      case .waits(let run):
        try call.state.checkMayWait(call)
        return .wait(
          .body { context in
            let result = try await run()
            return context.end(result)
          })
      case .suspends(let begin):
        try call.state.checkMayWait(call)
        return .wait(.begin(begin))
      }
    }
  }
}

extension Parameter<String> {
  /// Reads the argument at an index.
  /// - Throws: ``HostError`` that names it, when it is not a string or not in UTF-8.
  public func text(_ call: HostCall, _ index: Int32) throws -> String {
    try call.stack.text(index) ?? read(call, index)
  }
}

extension Parameter<Fields> {
  /// Reads the table of options at an index.
  /// - Throws: ``HostError`` that names the argument or the option.
  public func options(_ call: HostCall, _ index: Int32) throws -> Fields {
    try shape?.readOptions(call, index, info.name) ?? read(call, index)
  }
}
