/// What is known of a parameter: the single source for argument errors, `:help` and editor types.
public struct ParameterInfo: Sendable {
  /// As it is called in messages and documentation.
  public let name: String
  /// `string`, `integer?`, `function`, …
  public let type: String
  /// One line; units and ranges included.
  public let doc: String
  /// The fields of an options table.
  public let fields: [OptionField]
}

/// The public face of a host function.
public struct FunctionSignature: Sendable {
  /// The name within its module.
  public let name: String
  /// What it does, in a line.
  public let doc: String
  /// In their order.
  public let parameters: [ParameterInfo]
  /// What it returns, as `type  meaning`.
  public let returns: String
  /// A line of Lua that uses it; empty when the name says it all.
  public let example: String
  /// Whether a call may suspend the calling task.
  public let waits: Bool
}

/// One typed parameter of a host function.
public struct Parameter<Value: LuaArgument>: Sendable {
  let info: ParameterInfo
  let schema: OptionSchema?
  /// Whether the type alone says how to read it.
  @usableFromInline let isPlain: Bool

  /// A parameter: a missing value is an error unless the type is optional.
  public init(_ name: String, _ doc: String, _ type: Value.Type = Value.self) {
    info = ParameterInfo(name: name, type: Value.luaTypeName, doc: doc, fields: [])
    schema = nil
    isPlain = true
  }

  fileprivate init(info: ParameterInfo, options: OptionSchema) {
    self.info = info
    schema = options
    isPlain = false
  }

  /// Reads the argument at `index`, or throws an error that names it.
  @usableFromInline
  func read(_ call: HostCall, _ index: Int32) throws -> Value {
    if let schema { return try schema.read(call, index, info.name) as! Value }
    do {
      if let value = try Value.read(call, index) { return value }
    } catch let error as HostError where error.kind == "usage" {
      throw call.badArgument(info.name, error.message)
    }
    throw call.badArgument(
      info.name, "\(info.type.replacing("?", with: "")) expected, got \(call.stack.typeName(index))"
    )
  }
}

extension Parameter where Value == Options {
  /// The table of options at the end of a parameter list: unknown keys and wrong types are errors.
  public static func options(_ fields: OptionField...) -> Parameter<Options> {
    options(fields)
  }

  /// As ``options(_:)-(OptionField...)``, from a list.
  public static func options(_ fields: [OptionField]) -> Parameter<Options> {
    Parameter(
      info: ParameterInfo(name: "options", type: "table?", doc: "options", fields: fields),
      options: OptionSchema(fields))
  }
}
