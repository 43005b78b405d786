internal import MixCore
internal import Notation
internal import ScriptHost

/// Reads records as scripts write them.
enum RecordReader {
  /// Why a value is not a record.
  struct Rejection: Error {
    let reason: String
  }

  /// - Parameter requiresTitle: whether it is to be a work of its own.
  /// - Throws: ``Rejection``.
  static func read(_ value: LuaValue, requiresTitle: Bool) throws -> WorkRecord {
    guard case .object(let members) = value else {
      throw Rejection(reason: "a record is a table with field names as keys")
    }
    // Room for some identifiers, too: imports ask this of every row.
    var fields = [String: FieldValue](minimumCapacity: members.count + 4)
    var standsIn = false
    for (name, value) in members where name != "row" {
      switch name {
      case "identifiers":
        for (key, value) in try table(name, value) {
          let name = "identifiers.\(key)"
          guard let text = try scalarText(name, value) else { throw wrong(name, "a text") }
          if !text.isEmpty { fields[WorkField.identifierPrefix + key] = .text(text) }
        }
      case "extra":
        for (key, value) in try table(name, value) {
          fields[WorkField.extraPrefix + key] = try extra(key, value)
        }
      case "placeholder":
        guard case .bool(let flag) = value else { throw wrong(name, "a boolean") }
        standsIn = flag
      default: fields[name] = try field(name, value)
      }
    }
    var record = WorkRecord(fields)
    record.hasPlaceholderTitle = standsIn
    if requiresTitle, record.title.allSatisfy(\.isWhitespace) {
      throw Rejection(reason: "the title is missing")
    }
    return record
  }

  /// A field's value; nil for an empty one.
  private static func field(_ name: String, _ value: LuaValue) throws -> FieldValue? {
    if value == .nil || value == .null { return nil }
    switch WorkField.kind(of: name) {
    case .text?:
      guard let text = try scalarText(name, value) else { throw wrong(name, "a text") }
      return text.isEmpty ? nil : .text(text)
    case .list?: return try list(name, value)
    case .integer?:
      guard let number = integer(value) else { throw wrong(name, "a whole number") }
      if name == "year", !WorkField.years.contains(number) {
        throw Rejection(reason: "year \(number) is not between -3000 and 2200")
      }
      if name != "year", number < 0 { throw Rejection(reason: "\(name) is negative: \(number)") }
      return .integer(number)
    case .number?:
      switch value {
      case .int(let number): return .real(Double(number))
      case .number(let number) where number.isFinite: return .real(number)
      default: throw wrong(name, "a number")
      }
    case nil:
      let known = WorkField.all.map(\.name) + ["identifiers", "extra", "placeholder"]
      let hint = Suggestion.hint(for: name, in: known)
      throw Rejection(reason: "unknown field '\(name)'\(hint); other columns go into extra")
    }
  }

  private static func list(_ name: String, _ value: LuaValue) throws -> FieldValue? {
    let values: [LuaValue]
    switch value {
    case .array(let list): values = list
    case .object(let fields) where fields.isEmpty: values = []
    default: throw wrong(name, "a list of texts")
    }
    let texts = try values.map { value in
      guard let text = try scalarText(name, value) else {
        throw wrong(name, "a list of texts")
      }
      return text
    }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : .list(texts)
  }

  private static func extra(_ name: String, _ value: LuaValue) throws -> FieldValue? {
    switch value {
    case .nil, .null: return nil
    case .int(let number): return .integer(number)
    case .number(let number): return .real(number)
    case .bool(let flag): return .text(flag ? "true" : "false")
    default:
      guard let text = try scalarText("extra.\(name)", value) else {
        throw wrong("extra.\(name)", "a text, number or boolean")
      }
      return text.isEmpty ? nil : .text(text)
    }
  }

  private static func table(_ name: String, _ value: LuaValue) throws -> [String: LuaValue] {
    switch value {
    case .object(let fields): return fields
    case .array(let list) where list.isEmpty: return [:]
    case .nil, .null: return [:]
    default: throw wrong(name, "a table of names and values")
    }
  }

  private static func integer(_ value: LuaValue) -> Int64? {
    switch value {
    case .int(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// A text; numbers in decimal; nil for other values.
  /// - Throws: ``Rejection`` for bytes that are not UTF-8.
  private static func scalarText(_ name: String, _ value: LuaValue) throws -> String? {
    switch value {
    case .string(let text): return text
    case .bytes: throw wrong(name, "text in UTF-8")
    case .int(let number): return String(number)
    default: return nil
    }
  }

  private static func wrong(_ name: String, _ expected: String) -> Rejection {
    Rejection(reason: "\(name): \(expected) expected")
  }
}

extension RecordReader.Rejection: ScriptVisibleError {
  /// As scripts see it: raised where a script gives a record of its own making.
  var hostError: HostError { HostError.usage("bad record: \(reason)") }
}
