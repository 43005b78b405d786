internal import ScriptHost
internal import Terminal

/// A script's rows and columns as the layout takes them.
struct TableRows {
  /// The columns, in order.
  let columns: [TableColumn]
  /// The cells, row by row.
  let rows: [[TableCell]]

  /// - Parameters:
  ///   - rows: records, or lists.
  ///   - columns: the option of that name: keys, or columns as ``columnShape`` has them.
  ///   - isStyled: whether what `mix.ui.color` made of a cell's text counts.
  /// - Throws: ``HostError`` of kind `usage`.
  init(_ call: HostCall, _ rows: [LuaValue], columns: LuaValue?, isStyled: Bool) throws {
    let specs = try columns.map { try Self.specs(call, $0) } ?? Self.specs(of: rows)
    self.columns = specs.map(\.column)
    self.rows = try rows.enumerated().map { position, row in
      switch row {
      case .object(let fields): specs.map { Self.cell(fields[$0.key] ?? .nil, isStyled) }
      case .array(let values): values.map { Self.cell($0, isStyled) }
      default:
        throw call.badArgument("rows", "row \(position + 1) is neither a record nor a list")
      }
    }
  }

  private struct Spec {
    let key: String
    let column: TableColumn
  }

  // MARK: Columns

  /// Without the option: the names of all fields, sorted, or untitled columns for lists.
  private static func specs(of rows: [LuaValue]) -> [Spec] {
    var names: Set<String> = []
    var count = 0
    for row in rows {
      switch row {
      case .object(let fields): names.formUnion(fields.keys)
      case .array(let values): count = max(count, values.count)
      default: break
      }
    }
    let named = names.sorted().map { Spec(key: $0, column: TableColumn(title: $0)) }
    let untitled = Spec(key: "", column: TableColumn(title: ""))
    return named + Array(repeating: untitled, count: max(0, count - named.count))
  }

  private static func specs(_ call: HostCall, _ value: LuaValue) throws -> [Spec] {
    guard case .array(let values) = value, !values.isEmpty else {
      throw call.badArgument(
        "columns", "a list of keys or of {key, title, align, width, …} expected")
    }
    return try values.enumerated().map { position, value in
      switch value {
      case .string(let key): Spec(key: key, column: TableColumn(title: key))
      case .object(let fields): try spec(call, fields, position + 1)
      default:
        throw call.badArgument(
          "columns", "column \(position + 1) is neither a key nor {key, title, align, width, …}")
      }
    }
  }

  /// A column as scripts declare it.
  static let columnShape = TableShape(
    "ui.column", "How a column is shown.",
    [
      .init("key", "string", "the field that it shows"),
      .init("title", "string?", "its head (default: the key)"),
      .init("align", "(\"left\"|\"right\")?", "default: numbers on the right"),
      .init("width", "integer?", "columns at most, 1 to 1000 (default: as wide as its cells)"),
      .init("expected", "integer?", "the width that cells to come will need, 1 to 1000"),
      .init(
        "least", "integer?",
        "what it is not narrowed below while others can be left out, 1 to 1000 (default: 8)"),
      .init(
        "drop", "integer?",
        "1 to 1000: where not all fit, the lowest is left out first (default: it always stays)"),
    ])

  private static func spec(
    _ call: HostCall, _ fields: [String: LuaValue], _ position: Int
  ) throws -> Spec {
    func wrong(_ message: String) -> HostError {
      call.badArgument("columns", "column \(position): \(message)")
    }
    let known = columnShape.fields.map(\.name)
    if let other = fields.keys.sorted().first(where: { !known.contains($0) }) {
      throw wrong("unknown field '\(other)'; known: " + known.joined(separator: ", "))
    }
    guard case .string(let key)? = fields["key"] else { throw wrong("`key` must be a string") }
    var column = TableColumn(title: key)
    if let title = fields["title"] {
      guard case .string(let text) = title else { throw wrong("`title` must be a string") }
      column.title = text
    }
    if let align = fields["align"] {
      guard case .string(let name) = align, let side = TableColumn.Alignment(rawValue: name) else {
        throw wrong("`align` must be \"left\" or \"right\"")
      }
      column.alignment = side
    }
    func columns(_ name: String) throws -> Int? {
      guard let value = fields[name] else { return nil }
      guard case .int(let number) = value, (1...1_000).contains(number) else {
        throw wrong("`\(name)` must be an integer from 1 to 1000")
      }
      return Int(number)
    }
    column.width = try columns("width")
    column.expected = try columns("expected") ?? 0
    column.least = try columns("least")
    column.drop = try columns("drop")
    return Spec(key: key, column: column)
  }

  // MARK: Cells

  private static func cell(_ value: LuaValue, _ isStyled: Bool) -> TableCell {
    switch value {
    case .int, .number: TableCell(ScalarText.text(value) ?? "", isNumber: true)
    default: TableCell(text(value), isStyled: isStyled)
    }
  }

  private static func text(_ value: LuaValue) -> String {
    switch value {
    case .array(let values): values.map(text).joined(separator: ", ")
    case .object: "{…}"
    case .opaque(let type): type
    default: ScalarText.text(value) ?? ""
    }
  }
}
