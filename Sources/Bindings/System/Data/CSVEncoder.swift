internal import MixCore
internal import ScriptHost

/// Writes rows of Lua values as CSV.
struct CSVEncoder {
  private let call: HostCall
  private let columns: [String]?
  private let header: Bool
  private let safe: Bool
  private var writer: CSVWriter

  /// - Throws: ``HostError`` of kind `usage` for options out of range.
  init(_ call: HostCall, _ options: Fields) throws {
    self.call = call
    columns = options.has("columns") ? options.texts("columns") : nil
    if columns == [] { throw options.wrong("columns", "a list of names expected") }
    header = options.bool("header") ?? true
    safe = options.bool("safe") ?? true
    writer = CSVWriter(
      delimiter: options.delimiter ?? .comma,
      lineEnding: options.string("newline") == "\r\n" ? .crlf : .lf)
  }

  /// The text of all rows.
  /// - Throws: ``HostError`` of kind `usage` for a row or a field that has no place in CSV.
  mutating func encode(_ rows: [LuaValue]) throws -> [UInt8] {
    let names = columns ?? Self.names(of: rows)
    if header, !names.isEmpty { writer.append(names.map(neutral)) }
    for (position, row) in rows.enumerated() { try append(row, position + 1, names) }
    return writer.takeBytes()
  }

  private mutating func append(_ row: LuaValue, _ number: Int, _ names: [String]) throws {
    switch row {
    case .object(let fields):
      writer.append(try names.map { try cell(fields[$0] ?? .nil, "row \(number), \($0)") })
    case .array(let values) where !values.isEmpty:
      writer.append(
        try values.enumerated().map { try cell($1, "row \(number), field \($0 + 1)") })
    default:
      throw call.badArgument("rows", "row \(number) is neither a record nor a list of fields")
    }
  }

  private func cell(_ value: LuaValue, _ place: String) throws -> String {
    if case .bytes = value {
      throw call.badArgument("rows", "\(place): CSV is written in UTF-8, which this text is not")
    }
    guard let text = ScalarText.text(value) else {
      throw call.badArgument("rows", "\(place): a table or function has no place in a field")
    }
    if case .string = value { return neutral(text) }
    return text
  }

  /// Texts only: a negative number is not a formula (OWASP, CSV injection).
  private func neutral(_ text: String) -> String {
    safe && CSVWriter.beginsFormula(text) ? "'" + text : text
  }

  /// The names of all records' fields, sorted.
  private static func names(of rows: [LuaValue]) -> [String] {
    var names: Set<String> = []
    for case .object(let fields) in rows { names.formUnion(fields.keys) }
    return names.sorted()
  }
}
