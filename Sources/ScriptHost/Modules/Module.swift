/// A Lua module: functions, constants and object types, registered once.
///
/// From this one place come argument checks, help, editor types and the reference. A module is made on the
/// thread of the engine that it is registered with, and stays there with what its functions hold.
public struct Module {
  /// The name below `mix`: `http` for `mix.http`.
  public let name: String
  /// Its use, in one line.
  public let doc: String
  /// The part that rules may use.
  public let rules: RuleAccess
  private(set) var functions: [FunctionEntry] = []
  /// Its constants, in the order of registration.
  public private(set) var constants: [ConstantEntry] = []
  /// The objects that its functions return.
  public private(set) var types: [any LuaObjectType] = []
  /// The tables of a known form that its functions take and return.
  public private(set) var shapes: [Shape] = []

  /// An empty module.
  public init(
    _ name: String, _ doc: String, rules: RuleAccess = .refused("does more than compute")
  ) {
    self.name = name
    self.doc = doc
    self.rules = rules
  }

  /// The public faces of all functions, in the order of registration.
  public var signatures: [FunctionSignature] { functions.map(\.signature) }

  mutating func add(_ function: FunctionEntry) { functions.append(function) }

  /// Adds a constant.
  public mutating func constant(_ name: String, _ doc: String, _ value: LuaValue) {
    constants.append(ConstantEntry(name: name, doc: doc, value: value))
  }

  /// Adds tables that the module's functions take or return.
  public mutating func shapes(_ shapes: Shape...) {
    for shape in shapes.flatMap(\.withParts)
    where !self.shapes.contains(where: { $0.name == shape.name }) {
      self.shapes.append(shape)
    }
  }

  /// Adds a type whose objects the module's functions return.
  public mutating func type(_ type: any LuaObjectType) { types.append(type) }

  /// Adds a function that returns at once.
  ///
  /// - Parameters:
  ///   - parameters: typed; an argument of another type is an error that names it.
  ///   - returns: `type  meaning`, for the reference.
  ///   - body: runs on the engine's thread. An error that it throws with delivery `.returned` becomes
  ///     `nil, err`; anything else is raised.
  public mutating func function<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    _ body: @escaping (HostCall, repeat each A) throws -> R
  ) {
    functions.append(
      FunctionEntry.synchronous(
        name, doc, repeat each parameters, returns: returns, example: example, body: body))
  }

  /// Adds a function that may wait: the calling task is suspended until `body` returns.
  ///
  /// - Parameter body: runs on the engine's actor and sees copies, never the stack.
  public mutating func asyncFunction<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    _ body:
      nonisolated(nonsending) @escaping (HostContext, repeat each A) async throws -> R
  ) {
    functions.append(
      FunctionEntry.asynchronous(
        name, doc, repeat each parameters, returns: returns, example: example,
        ready: nil, body: body))
  }

  /// As ``asyncFunction``, with a first try that needs no wait: a result (a memory-cache hit) is
  /// returned without suspending.
  public mutating func asyncFunction<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String = "", example: String = "",
    ready: @escaping (HostCall, repeat each A) throws -> R?,
    _ body:
      nonisolated(nonsending) @escaping (HostContext, repeat each A) async throws -> R
  ) {
    functions.append(
      FunctionEntry.asynchronous(
        name, doc, repeat each parameters, returns: returns, example: example,
        ready: ready, body: body))
  }
}

/// A constant of a module.
public struct ConstantEntry: Sendable {
  /// The name within its module.
  public let name: String
  /// Its description, in one line.
  public let doc: String
  /// The value.
  public let value: LuaValue
}

/// A function of a module before it is bound to a state.
@usableFromInline
struct FunctionEntry {
  let signature: FunctionSignature
  let body: (HostCall) throws -> HostReturn
}

extension FunctionEntry {
  static func synchronous<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String, example: String,
    body: @escaping (HostCall, repeat each A) throws -> R
  ) -> FunctionEntry {
    let signature = Self.sign(
      name, doc, repeat each parameters, returns: returns, example: example, waits: false,
      returnsNothing: R.self == Nothing.self)
    let places = Places()
    let placed = (repeat (each parameters).placed(places))
    return FunctionEntry(signature: signature) { call in
      let result = try body(call, repeat try (each placed).read(call))
      return .results(try result.push(call))
    }
  }

  static func asynchronous<each A: LuaArgument, R: LuaResult>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>,
    returns: String, example: String,
    ready: ((HostCall, repeat each A) throws -> R?)?,
    body:
      nonisolated(nonsending) @escaping (HostContext, repeat each A) async throws -> R
  ) -> FunctionEntry {
    let signature = Self.sign(
      name, doc, repeat each parameters, returns: returns, example: example, waits: true,
      returnsNothing: R.self == Nothing.self)
    let places = Places()
    let placed = (repeat (each parameters).placed(places))
    return FunctionEntry(signature: signature) { call in
      let arguments = (repeat try (each placed).read(call))
      try call.state.checkpoint(call)
      if let ready, let result = try ready(call, repeat each arguments) {
        return .results(try result.push(call))
      }
      try call.state.checkMayWait(call)
      return .wait(
        .body { context in
          context.end(try await body(context, repeat each arguments))
        })
    }
  }

  @usableFromInline
  static func sign<each A: LuaArgument>(
    _ name: String, _ doc: String, _ parameters: repeat Parameter<each A>, returns: String,
    example: String, waits: Bool, returnsNothing: Bool = false
  ) -> FunctionSignature {
    var infos: [ParameterInfo] = []
    repeat infos.append((each parameters).info)
    return FunctionSignature(
      name: name, doc: doc, parameters: infos, returns: returns, example: example, waits: waits,
      returnsNothing: returnsNothing)
  }
}

/// Numbers the parameters of a function while it is registered.
private final class Places {
  private var last: Int32 = 0

  func next() -> Int32 {
    last += 1
    return last
  }
}

/// A parameter with its stack position.
private struct PlacedParameter<Value: LuaArgument> {
  let parameter: Parameter<Value>
  let index: Int32

  func read(_ call: HostCall) throws -> Value { try parameter.read(call, index) }
}

extension Parameter {
  fileprivate func placed(_ places: Places) -> PlacedParameter<Value> {
    PlacedParameter(parameter: self, index: places.next())
  }
}
