internal import CLua
internal import Notation
internal import ScriptHost

// @unchecked Sendable: confined to the engine's reactor.
/// Checked rules for matching: features, gates, thresholds.
///
/// The table a rule file returns:
/// `{kind = "match", name, features = {{name, weight, score}, …}, gates = {{name, check}, …}, accept,
/// review, margin, prepare, prepare_candidate, same_work, tie_order, fields}`.
final class MatchRules: LuaObject, @unchecked Sendable {  // confined: see above
  /// One piece of evidence.
  struct Feature {
    let name: String
    let weight: Double
    let score: LuaFunction
  }

  /// A condition that a candidate must meet.
  struct Gate {
    let name: String
    let check: LuaFunction
  }

  /// A field that breaks ties, ascending or descending.
  struct TieField {
    let name: String
    let descending: Bool
  }

  let name: String
  let path: String
  let features: [Feature]
  let gates: [Gate]
  let accept: Double
  let review: Double
  let margin: Double
  let prepare: LuaFunction?
  let prepareCandidate: LuaFunction?
  let sameWork: LuaFunction?
  let tieOrder: [TieField]

  static let luaTypeName = "rules"
  static let luaType: ObjectType<MatchRules> = {
    var type = ObjectType<MatchRules>("Checked rules.")
    type.description { "rules: \($0.name)" }
    type.method("name", "The name they were loaded by.", returns: "string") { _, rules in rules.name
    }
    type.method("path", "The file they come from.", returns: "string") { _, rules in rules.path }
    return type
  }()

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, name: String, path: String, _ call: HostCall) throws {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let reader = FieldReader(call, path: path)
    try reader.checkKeys(
      base + 1, "",
      [
        "kind", "name", "doc", "features", "gates", "accept", "review", "margin", "prepare",
        "prepare_candidate", "same_work", "tie_order", "fields",
      ])
    self.name = name
    self.path = path
    accept = try reader.number(base + 1, "accept", in: 0...1)
    review = try reader.number(base + 1, "review", in: 0...1)
    margin = try reader.number(base + 1, "margin", in: 0...1)
    guard review <= accept else { throw reader.wrong("review", "must not be above accept") }
    features = try reader.list(base + 1, "features") { index, place in
      try reader.checkKeys(index, place, ["name", "weight", "score", "doc"])
      return Feature(
        name: try reader.string(index, "name", place),
        weight: try reader.number(index, "weight", in: 0...1e6, place),
        score: try reader.function(index, "score", place))
    }
    guard !features.isEmpty, features.contains(where: { $0.weight > 0 }) else {
      throw reader.wrong("features", "needs at least one with a weight above 0")
    }
    gates = try reader.list(base + 1, "gates", optional: true) { index, place in
      try reader.checkKeys(index, place, ["name", "check", "doc"])
      return Gate(
        name: try reader.string(index, "name", place),
        check: try reader.function(index, "check", place))
    }
    prepare = try reader.optionalFunction(base + 1, "prepare")
    prepareCandidate = try reader.optionalFunction(base + 1, "prepare_candidate")
    sameWork = try reader.optionalFunction(base + 1, "same_work")
    tieOrder = try reader.strings(base + 1, "tie_order").map { field in
      TieField(
        name: field.hasPrefix("-") ? String(field.dropFirst()) : field,
        descending: field.hasPrefix("-"))
    }
  }
}

/// Reads the fields of a rule's table without metamethods and names what is wrong.
struct FieldReader {
  private let call: HostCall
  private let path: String

  init(_ call: HostCall, path: String) {
    self.call = call
    self.path = path
  }

  private var stack: LuaStack { call.stack }

  func wrong(_ field: String, _ message: String) -> HostError {
    HostError(
      kind: "rule", message: "\(path): field '\(field)' \(message)",
      fields: ["path": .string(path), "field": .string(field)], delivery: .raised)
  }

  func checkKeys(_ index: Int32, _ place: String, _ known: [String]) throws {
    try stack.forEachPair(index) {
      let key = stack.string(-2) ?? stack.typeName(-2)
      guard !known.contains(key) else { return }
      let hint = Suggestion.closest(to: key, in: known).map { " (did you mean '\($0)'?)" } ?? ""
      throw wrong(place + key, "is not known" + hint)
    }
  }

  func number(
    _ table: Int32, _ name: String, in range: ClosedRange<Double>, _ place: String = ""
  ) throws -> Double {
    push(table, name)
    defer { stack.pop() }
    guard let value = stack.number(-1), range.contains(value) else {
      let found = stack.number(-1).map { "\($0)" } ?? stack.typeName(-1)
      throw wrong(
        place + name,
        "is a number from \(short(range.lowerBound)) to \(short(range.upperBound)), not \(found)")
    }
    return value
  }

  func string(_ table: Int32, _ name: String, _ place: String) throws -> String {
    push(table, name)
    defer { stack.pop() }
    guard let value = stack.string(-1), !value.isEmpty else {
      throw wrong(place + name, "is a text, not \(stack.typeName(-1))")
    }
    return value
  }

  func strings(_ table: Int32, _ name: String) throws -> [String] {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return [] }
    guard let value = try [String].read(call, stack.count) else {
      throw wrong(name, "is a list of texts, not \(stack.typeName(-1))")
    }
    return value
  }

  func function(_ table: Int32, _ name: String, _ place: String) throws -> LuaFunction {
    guard let function = try optionalFunction(table, name, place) else {
      throw wrong(place + name, "is a function, not nil")
    }
    return function
  }

  func optionalFunction(_ table: Int32, _ name: String, _ place: String = "") throws -> LuaFunction?
  {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return nil }
    guard let function = LuaFunction.read(call, stack.count) else {
      throw wrong(place + name, "is a function, not \(stack.typeName(-1))")
    }
    return function
  }

  func list<Item>(
    _ table: Int32, _ name: String, optional: Bool = false,
    _ read: (Int32, String) throws -> Item
  ) throws -> [Item] {
    push(table, name)
    defer { stack.pop() }
    if optional, stack.isNoneOrNil(-1) { return [] }
    guard stack.kind(-1) == .table else {
      throw wrong(name, "is a list, not \(stack.typeName(-1))")
    }
    let list = stack.count
    let count = Int(lua_rawlen(stack.pointer, list))
    guard count > 0 else { return [] }
    return try (1...count).map { position in
      lua_rawgeti(stack.pointer, list, Int64(position))
      defer { stack.pop() }
      guard stack.kind(-1) == .table else {
        throw wrong("\(name)[\(position)]", "is a table, not \(stack.typeName(-1))")
      }
      return try read(stack.count, "\(name)[\(position)].")
    }
  }

  /// Pushes a raw field.
  private func push(_ table: Int32, _ name: String) {
    stack.push(name)
    lua_rawget(stack.pointer, table)
  }

  private func short(_ value: Double) -> String { value > 1000 ? "1,000,000" : String(Int(value)) }
}
