internal import CLua
internal import Notation
internal import ScriptHost

/// Reads the fields of a rule's table without metamethods and names what is wrong.
struct FieldReader {
  private let call: HostCall
  private let path: String

  init(_ call: HostCall, path: String) {
    self.call = call
    self.path = path
  }

  private var stack: LuaStack { call.stack }

  /// - Parameter field: with its place, such as `features[2].weight`.
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

  func has(_ table: Int32, _ name: String) -> Bool {
    push(table, name)
    defer { stack.pop() }
    return !stack.isNoneOrNil(-1)
  }

  func number(
    _ table: Int32, _ name: String, in range: ClosedRange<Double>, _ place: String
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
    guard let value = try optionalString(table, name, place) else {
      throw wrong(place + name, "is a text, not nil")
    }
    return value
  }

  func optionalString(_ table: Int32, _ name: String, _ place: String = "") throws -> String? {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return nil }
    guard let value = stack.string(-1) else {
      throw wrong(place + name, "is a text, not \(stack.typeName(-1))")
    }
    guard !value.isEmpty else { throw wrong(place + name, "is an empty text") }
    return value
  }

  /// A word out of a fixed set; the first when there is none.
  func word(_ table: Int32, _ name: String, _ words: [String], _ place: String) throws -> String {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return words[0] }
    if let word = stack.string(-1), words.contains(word) { return word }
    let known = words.map { "\"\($0)\"" }.joined(separator: " or ")
    throw wrong(place + name, "is \(known), not \(stack.string(-1) ?? stack.typeName(-1))")
  }

  /// The type of a field.
  func kind(_ table: Int32, _ name: String) -> LuaStack.Kind {
    push(table, name)
    defer { stack.pop() }
    return stack.kind(-1)
  }

  /// A value as it is; nil for none.
  func keptValue(_ table: Int32, _ name: String) -> KeptValue? {
    push(table, name)
    defer { stack.pop() }
    return stack.isNoneOrNil(-1) ? nil : call.context.keep(stack, at: -1)
  }

  /// A boolean; false when there is none.
  func flag(_ table: Int32, _ name: String, _ place: String) throws -> Bool {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return false }
    guard stack.kind(-1) == .boolean else {
      throw wrong(place + name, "is true or false, not \(stack.typeName(-1))")
    }
    return lua_toboolean(stack.pointer, -1) != 0
  }

  func strings(_ table: Int32, _ name: String, _ place: String) throws -> [String] {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return [] }
    guard stack.kind(-1) == .table, let value = try? [String].read(call, stack.count) else {
      throw wrong(place + name, "is a list of texts, not \(stack.typeName(-1))")
    }
    return value
  }

  func function(_ table: Int32, _ name: String, _ place: String, label: String) throws
    -> RuleFunction
  {
    guard let function = try optionalFunction(table, name, place, label: label) else {
      throw wrong(place + name, "is a function, not nil")
    }
    return function
  }

  /// - Parameter label: how messages name it.
  func optionalFunction(
    _ table: Int32, _ name: String, _ place: String, label: String
  ) throws -> RuleFunction? {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) { return nil }
    guard let function = LuaFunction.read(call, stack.count) else {
      throw wrong(place + name, "is a function, not \(stack.typeName(-1))")
    }
    return RuleFunction(
      function: function, label: label, field: place + name,
      line: Int(clua_function_line(stack.pointer, -1)))
  }

  /// - Parameter read: gets each table's stack index, and what its fields' names begin with.
  func list<Item>(
    _ table: Int32, _ name: String, _ place: String, optional: Bool,
    _ read: (Int32, String) throws -> Item
  ) throws -> [Item] {
    push(table, name)
    defer { stack.pop() }
    if optional, stack.isNoneOrNil(-1) { return [] }
    let field = place + name
    guard stack.kind(-1) == .table else {
      throw wrong(field, "is a list, not \(stack.typeName(-1))")
    }
    let list = stack.count
    let count = Int(lua_rawlen(stack.pointer, list))
    if count == 0 { try checkKeys(list, field + ".", []) }
    return try stride(from: 1, through: count, by: 1).map { position in
      lua_rawgeti(stack.pointer, list, Int64(position))
      defer { stack.pop() }
      guard stack.kind(-1) == .table else {
        throw wrong("\(field)[\(position)]", "is a table, not \(stack.typeName(-1))")
      }
      return try read(stack.count, "\(field)[\(position)].")
    }
  }

  /// Visits a table by its stack index.
  /// - Parameter needed: how messages call one that may not be absent; nil: it may.
  func table(
    _ table: Int32, _ name: String, _ place: String, needed: String?, _ read: (Int32) throws -> Void
  ) throws {
    push(table, name)
    defer { stack.pop() }
    if stack.isNoneOrNil(-1) {
      guard let needed else { return }
      throw wrong(place + name, "is \(needed), not nil")
    }
    guard stack.kind(-1) == .table else {
      throw wrong(place + name, "is a table, not \(stack.typeName(-1))")
    }
    try read(stack.count)
  }

  /// The string keys of a table in byte order.
  func keys(_ table: Int32) throws -> [String] {
    var keys: [String] = []
    try stack.forEachPair(table) { if let key = stack.string(-2) { keys.append(key) } }
    return keys.sorted()
  }

  /// Pushes a raw field.
  private func push(_ table: Int32, _ name: String) {
    stack.push(name)
    lua_rawget(stack.pointer, table)
  }

  private func short(_ value: Double) -> String {
    value > 1000 ? "1,000,000" : String(Int(clamping: value))
  }
}
