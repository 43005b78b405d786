internal import CLua
internal import ScriptHost

/// A table of a rule file, read and checked by its ``RuleShape``.
final class RuleRecord {
  fileprivate enum Value {
    case text(String)
    case flag(Bool)
    case number(Double)
    case texts([String])
    case function(RuleFunction)
    case records([RuleRecord])
    case record(RuleRecord)
    case textsByName([String: String])
    case numbersByName([String: Double])
    case listsByName([String: [String]])
    case kept(KeptValue)
  }

  /// The table around it, while that is read: it holds this one.
  private(set) weak var outer: RuleRecord?
  /// Begins its fields' names in messages: `features[1].`; empty for the file's own table.
  let place: String
  private let reader: FieldReader
  private var values: [String: Value] = [:]

  /// Reads the table at a stack index.
  /// - Throws: ``HostError`` that names the file and the field.
  init(
    _ shape: RuleShape, _ index: Int32, _ reader: FieldReader, place: String = "",
    outer: RuleRecord? = nil
  ) throws {
    self.reader = reader
    self.place = place
    self.outer = outer
    try reader.checkKeys(index, place, shape.fields.map(\.name))
    // Fields that others depend on come first: words before the ranges of numbers, names before functions.
    for pass in [Self.isWord, Self.isNumber, Self.isMore] {
      for field in shape.fields where pass(field.form) {
        values[field.name] = try value(field, of: shape, index)
      }
    }
    try shape.check(self)
  }

  // MARK: Reading

  private static func isWord(_ form: RuleField.Form) -> Bool {
    switch form {
    case .text, .flag, .word: true
    default: false
    }
  }

  private static func isNumber(_ form: RuleField.Form) -> Bool {
    if case .number = form { return true }
    return false
  }

  private static func isMore(_ form: RuleField.Form) -> Bool { !isWord(form) && !isNumber(form) }

  private func value(_ field: RuleField, of shape: RuleShape, _ index: Int32) throws -> Value? {
    let name = field.name
    switch field.form {
    case .text:
      return field.isOptional
        ? try reader.optionalString(index, name, place).map(Value.text)
        : .text(try reader.string(index, name, place))
    case .flag: return .flag(try reader.flag(index, name, place))
    case .word(let words): return .text(try reader.word(index, name, words, place))
    case .texts: return .texts(try reader.strings(index, name, place))
    case .number(let range):
      if field.isOptional, !reader.has(index, name) { return nil }
      return .number(try reader.number(index, name, in: range(self), place))
    case .function:
      let label = label(of: name, shape)
      return field.isOptional
        ? try reader.optionalFunction(index, name, place, label: label).map(Value.function)
        : .function(try reader.function(index, name, place, label: label))
    case .list(let inner):
      return .records(
        try reader.list(index, name, place, optional: field.isOptional) {
          try RuleRecord(inner, $0, reader, place: $1, outer: self)
        })
    case .table(let inner):
      let needed =
        field.isOptional ? nil : inner.naming.isOfFunctions ? "a table of functions" : "a table"
      return try reader.optionalTable(index, name, place, needed: needed) {
        .record(try RuleRecord(inner, $0, reader, place: place + name + ".", outer: self))
      }
    case .textsByName:
      return try reader.optionalTable(index, name, place) { table in
        .textsByName(
          try reader.byName(table) { try reader.string(table, $0, "\(place)\(name).") })
      }
    case .numbersByName:
      return try reader.optionalTable(index, name, place) { table in
        .numbersByName(
          try reader.byName(table) {
            try reader.number(table, $0, in: -1e6...1e6, "\(place)\(name).")
          })
      }
    case .listsByName:
      return try reader.optionalTable(index, name, place) { table in
        .listsByName(
          try reader.byName(table) { try reader.strings(table, $0, "\(place)\(name).") })
      }
    case .any:
      // A function, or what the kind reads.
      if reader.kind(index, name) == .function {
        let label = label(of: name, shape)
        return .function(try reader.function(index, name, place, label: label))
      }
      return reader.keptValue(index, name).map(Value.kept)
    }
  }

  private func label(of field: String, _ shape: RuleShape) -> String {
    switch shape.naming {
    case .field: field
    case .owner(let word): "\(word) '\(text("name") ?? field)'"
    case .each(let word): "\(word) '\(field)'"
    }
  }

  // MARK: Results of reading

  /// A text, or a word; nil when it is absent.
  func text(_ name: String) -> String? {
    if case .text(let text)? = values[name] { return text }
    return nil
  }

  func flag(_ name: String) -> Bool {
    if case .flag(let flag)? = values[name] { return flag }
    return false
  }

  func number(_ name: String) -> Double? {
    if case .number(let number)? = values[name] { return number }
    return nil
  }

  func texts(_ name: String) -> [String] {
    if case .texts(let texts)? = values[name] { return texts }
    return []
  }

  /// A function that may be absent.
  func optionalFunction(_ name: String) -> RuleFunction? {
    if case .function(let function)? = values[name] { return function }
    return nil
  }

  /// A function that is declared as needed.
  func function(_ name: String) -> RuleFunction {
    guard let function = optionalFunction(name) else {
      preconditionFailure("the function \(name) is not declared as needed")
    }
    return function
  }

  func records(_ name: String) -> [RuleRecord] {
    if case .records(let records)? = values[name] { return records }
    return []
  }

  func record(_ name: String) -> RuleRecord? {
    if case .record(let record)? = values[name] { return record }
    return nil
  }

  func textsByName(_ name: String) -> [String: String] {
    if case .textsByName(let texts)? = values[name] { return texts }
    return [:]
  }

  func numbersByName(_ name: String) -> [String: Double] {
    if case .numbersByName(let numbers)? = values[name] { return numbers }
    return [:]
  }

  func listsByName(_ name: String) -> [String: [String]] {
    if case .listsByName(let lists)? = values[name] { return lists }
    return [:]
  }

  /// A value that the kind reads itself.
  func kept(_ name: String) -> KeptValue? {
    if case .kept(let value)? = values[name] { return value }
    return nil
  }

  /// The error for a field.
  func wrong(_ field: String, _ message: String) -> HostError {
    reader.wrong(place + field, message)
  }
}

extension FieldReader {
  /// A table within another, read by its stack index; nil when it may be absent and is.
  fileprivate func optionalTable<Value>(
    _ table: Int32, _ name: String, _ place: String, needed: String? = nil,
    _ read: (Int32) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try self.table(table, name, place, needed: needed) { value = try read($0) }
    return value
  }

  /// The values of a table by their keys, in byte order.
  fileprivate func byName<Value>(
    _ table: Int32, _ read: (String) throws -> Value
  ) throws -> [String: Value] {
    var values: [String: Value] = [:]
    for key in try keys(table) { values[key] = try read(key) }
    return values
  }
}
