internal import CLua

/// A parameter's declaration: the single source for argument errors, `:help` and editor types.
public struct ParameterInfo: Sendable {
  /// As it is called in messages and documentation.
  public let name: String
  /// `string`, `integer?`, `function`, …
  public let type: String
  /// One line; units and ranges included.
  public let doc: String
  /// The fields of an options table.
  public let fields: [Shape.Field]
}

/// The public face of a host function.
public struct FunctionSignature: Sendable {
  /// The name within its module.
  public let name: String
  /// Its description, in one line.
  public let doc: String
  /// In their order.
  public let parameters: [ParameterInfo]
  /// Its results, as `type, type  meaning; nil, err when it fails`.
  public let returns: String
  /// A line of Lua that uses it; empty when the name says it all.
  public let example: String
  /// Whether a call may suspend the calling task.
  public let waits: Bool
  /// Whether a call never gives a value.
  public var returnsNothing = false
}

extension FunctionSignature {
  /// Separates the types of ``returns`` from their meaning.
  private static let separator = "  "

  /// The types of the results, in their order: `string?`, `number[]`, `http.response`, `any…`.
  public var resultTypes: [String] {
    guard let types = returns.split(separator: Self.separator, maxSplits: 1).first else {
      return []
    }
    var result: [String] = []
    // A comma within `table<string, any>` separates nothing.
    var depth = 0
    for part in types.split(separator: ", ").map(String.init) {
      if depth > 0 { result[result.count - 1] += ", " + part } else { result.append(part) }
      depth += part.count { "<{(".contains($0) } - part.count { ">})".contains($0) }
    }
    return result
  }

  /// The results, without the failure.
  public var resultMeaning: String {
    String(meaning.prefix(upTo: errorStart ?? meaning.endIndex))
  }

  /// When the call gives `nil, err` instead; nil when it does not.
  public var failure: String? {
    errorStart.map { String(meaning[$0...].drop { $0 == ";" || $0 == " " }) }
  }

  private var meaning: String {
    returns.firstRange(of: Self.separator).map { String(returns[$0.upperBound...]) } ?? ""
  }

  private var errorStart: String.Index? {
    if meaning.hasPrefix("nil, err") { return meaning.startIndex }
    return meaning.firstRange(of: "; nil, err")?.lowerBound
  }
}

/// One typed parameter of a host function.
public struct Parameter<Value: LuaArgument>: Sendable {
  let info: ParameterInfo
  let shape: Shape?
  /// Whether the type alone says how to read it.
  @usableFromInline let isPlain: Bool

  /// A parameter: a missing value is an error unless the type is optional.
  /// - Parameter shown: the type as the reference writes it, where it says more: `args.spec`.
  public init(
    _ name: String, _ doc: String, _ type: Value.Type = Value.self, as shown: String? = nil
  ) {
    info = ParameterInfo(name: name, type: shown ?? Value.luaTypeName, doc: doc, fields: [])
    shape = nil
    isPlain = true
  }

  /// A parameter that may be a table of options, among other things; the type reads it.
  public init(_ name: String, _ doc: String, _ type: Value.Type = Value.self, fields: [Shape.Field])
  {
    info = ParameterInfo(name: name, type: Value.luaTypeName, doc: doc, fields: fields)
    shape = nil
    isPlain = true
  }

  fileprivate init(info: ParameterInfo, shape: Shape) {
    self.info = info
    self.shape = shape
    isPlain = false
  }

  /// Reads the argument at `index`, or throws an error that names it.
  @usableFromInline
  func read(_ call: HostCall, _ index: Int32) throws -> Value {
    if let shape { return try shape.readOptions(call, index, info.name) as! Value }
    do {
      if let value = try Value.read(call, index) { return value }
    } catch let error as HostError
      where error.kind == "usage" && !error.message.contains(call.functionName)
    {
      throw call.badArgument(info.name, error.message)
    }
    let type = Value.luaTypeName.replacing("?", with: "")
    throw call.badArgument(
      info.name,
      "\(type) expected, got \(call.stack.typeName(index))\(advice(call, index))")
  }

  /// The usual cause of a wrong first argument: a dot in place of the colon, or the other way round.
  private func advice(_ call: HostCall, _ index: Int32) -> String {
    if info.name == "self" { return ": call it with a colon, as in object:method()" }
    guard index == 1, call.stack.kind(1) == .table, call.stack.reserve(8),
      let name = call.functionName.split(separator: ".").last
    else { return "" }
    let base = call.stack.count
    defer { lua_settop(call.stack.pointer, base) }
    lua_pushvalue(call.stack.pointer, 1)
    FieldHint.pushField(String(name), call.stack)
    return call.stack.kind(-1) == .function
      ? ": call it with a dot, as in \(call.functionName)(…)" : ""
  }
}

extension Parameter where Value == Fields {
  /// The table of options at the end of a parameter list: unknown keys and wrong types are errors.
  public static func options(_ fields: Shape.Field...) -> Parameter<Fields> {
    options(fields)
  }

  /// As ``options(_:)-(Shape.Field...)``, from a list.
  public static func options(_ fields: [Shape.Field]) -> Parameter<Fields> {
    Parameter(
      info: ParameterInfo(name: "options", type: "table?", doc: "what may be set", fields: fields),
      shape: Shape("options", "", fields))
  }
}
