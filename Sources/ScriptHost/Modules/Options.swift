internal import CLua
internal import Notation

/// One key that an options table may have.
public struct OptionField: Sendable {
  /// The values of a key.
  public enum Kind: Sendable, Equatable {
    case string, integer, number, boolean, table, function, any
    /// A string of any bytes.
    case bytes
    /// Seconds as a number, or text such as `"15m"`.
    case duration
    /// Bytes as an integer, or text such as `"2MB"`.
    case size

    /// As editor types name it.
    var luaTypeName: String {
      switch self {
      case .string, .bytes: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .table: "table"
      case .function: "function"
      case .any: "any"
      case .duration: DurationArgument.luaTypeName
      case .size: SizeArgument.luaTypeName
      }
    }

    /// As messages name it.
    var text: String {
      switch self {
      case .string, .bytes: "a string"
      case .integer: "an integer"
      case .number: "a number"
      case .boolean: "a boolean"
      case .table: "a table"
      case .function: "a function"
      case .any: "a value"
      case .duration: "seconds or a text such as \"15m\""
      case .size: "bytes or a text such as \"2MB\""
      }
    }
  }

  /// As scripts write it.
  public let name: String
  /// Its values.
  public let kind: Kind
  /// One line; unit, range and default included.
  public let doc: String
  /// The type as the reference writes it, where it says more than the kind: `string[]`.
  public let type: String

  /// Declares a key.
  public init(_ name: String, _ kind: Kind, _ doc: String, as type: String? = nil) {
    self.name = name
    self.kind = kind
    self.doc = doc
    self.type = type ?? kind.luaTypeName
  }
}

/// The options of one call, checked against their declaration.
public struct Options: LuaArgument, Sendable {
  /// As messages and editor types name it.
  public static var luaTypeName: String { "table?" }

  /// Tables of options are small: a walk costs less than hashing a name.
  /// The first stands apart: many calls give one, which then needs no list.
  private var first: (name: String, value: LuaValue)?
  private var others: [(name: String, value: LuaValue)] = []
  private var functions: [(name: String, function: LuaFunction)] = []

  mutating func add(_ name: String, _ value: LuaValue) {
    if first == nil { first = (name, value) } else { others.append((name, value)) }
  }

  mutating func add(_ name: String, _ function: LuaFunction) { functions.append((name, function)) }

  /// Reads the argument at an index; nil when it is of another type.
  public static func read(_ call: HostCall, _ index: Int32) throws -> Options? {
    preconditionFailure("options are read by their schema")
  }

  /// Whether no key was given.
  public var isEmpty: Bool { first == nil && functions.isEmpty }

  /// Whether the key was given.
  public func has(_ name: String) -> Bool { value(name) != nil || function(name) != nil }

  /// A text; nil when it was not given.
  public func string(_ name: String) -> String? {
    if case .string(let value)? = value(name) { return value }
    return nil
  }

  /// An integer; sizes in bytes. Nil when it was not given.
  public func int(_ name: String) -> Int? {
    if case .int(let value)? = value(name) { return Int(value) }
    return nil
  }

  /// A number; durations in seconds, sizes in bytes.
  public func number(_ name: String) -> Double? {
    switch value(name) {
    case .number(let value)?: value
    case .int(let value)?: Double(value)
    default: nil
    }
  }

  /// A boolean; nil when it was not given.
  public func bool(_ name: String) -> Bool? {
    if case .bool(let value)? = value(name) { return value }
    return nil
  }

  /// Calls `body` with each value that was given.
  public func forEachValue(_ body: (_ name: String, _ value: LuaValue) throws -> Void) rethrows {
    if let first { try body(first.name, first.value) }
    for item in others { try body(item.name, item.value) }
  }

  /// Any value, tables among them, copied.
  public func value(_ name: String) -> LuaValue? {
    if let first, first.name == name { return first.value }
    for item in others where item.name == name { return item.value }
    return nil
  }

  /// A function; nil when it was not given.
  public func function(_ name: String) -> LuaFunction? {
    for item in functions where item.name == name { return item.function }
    return nil
  }
}

/// The declared keys of an options table.
struct OptionSchema: Sendable {
  let fields: [OptionField]

  init(_ fields: [OptionField]) { self.fields = fields }

  func read(_ call: HostCall, _ index: Int32, _ parameter: String) throws -> Options {
    let stack = call.stack
    var options = Options()
    if stack.isNoneOrNil(index) { return options }
    guard stack.kind(index) == .table, stack.reserve(8) else {
      throw call.badArgument(parameter, "table expected, got \(stack.typeName(index))")
    }
    try stack.forEachPair(index) {
      guard let name = stack.string(-2) else {
        throw call.badArgument(parameter, "option names are strings, got \(stack.typeName(-2))")
      }
      // A walk past a dozen short names costs less than hashing one.
      guard let place = fields.firstIndex(where: { $0.name == name }) else {
        throw unknown(name, call)
      }
      // Its kind alone: a copy of the field would hold its texts, for every option of every call.
      let kind = fields[place].kind
      let position = lua_absindex(stack.pointer, -1)
      switch kind {
      case .function:
        if let function = LuaFunction.read(call, position) { return options.add(name, function) }
      default:
        if let value = try scalar(kind, name, call, position) { return options.add(name, value) }
      }
      throw call.badArgument(name, "\(kind.text) expected, got \(stack.typeName(-1))")
    }
    return options
  }

  private func scalar(
    _ kind: OptionField.Kind, _ name: String, _ call: HostCall, _ index: Int32
  ) throws -> LuaValue? {
    let stack = call.stack
    switch kind {
    case .string:
      if let text = stack.text(index) { return .string(text) }
      do { try stack.refuseBytes(index) } catch { throw call.badArgument(name, "\(error)") }
      return nil
    case .bytes: return stack.kind(index) == .string ? try LuaValue(stack, index) : nil
    case .integer: return stack.integer(index).map(LuaValue.int)
    case .number: return stack.number(index).map(LuaValue.number)
    case .boolean: return stack.boolean(index).map(LuaValue.bool)
    case .duration:
      return try DurationArgument.read(call, index, option: name).map { .number($0) }
    case .table: return stack.kind(index) == .table ? try LuaValue(stack, index) : nil
    case .size:
      return try SizeArgument.read(call, index, option: name).map { .int(Int64($0)) }
    default: return try LuaValue(stack, index)
    }
  }

  private func unknown(_ name: String, _ call: HostCall) -> HostError {
    var message = "unknown option '\(LongText.cut(name, to: 100))'"
    if let closest = Suggestion.closest(to: name, in: fields.map(\.name)) {
      message += " (did you mean '\(closest)'?)"
    } else {
      message += "; known: " + fields.map(\.name).joined(separator: ", ")
    }
    return HostError.usage("\(message) in \(call.functionName)")
  }
}
