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
  ///   - columns: as ``columnShape`` has them; empty: all fields.
  ///   - isStyled: whether what `mix.ui.color` made of a cell's text counts.
  /// - Throws: ``HostError`` of kind `usage`.
  init(_ call: HostCall, _ rows: [LuaValue], columns: [Fields], isStyled: Bool) throws {
    let specs = columns.isEmpty ? Self.specs(of: rows) : columns.map(Self.spec)
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

  /// Without columns: the names of all fields, sorted, or untitled columns for lists.
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

  /// A column as scripts declare it, or its key alone.
  static let columnShape = Shape(
    "ui.column", "How a column is shown.",
    [
      .init("key", .text, "the field that it shows", required: true),
      .init("title", .text, "its head (default: the key)"),
      .init(
        "align", .choice(of: TableColumn.Alignment.self), "default: numbers on the right"),
      .init("width", count, "columns at most, 1 to 1000 (default: as wide as its cells)"),
      .init("expected", count, "the width that cells to come will need, 1 to 1000"),
      .init(
        "least", count,
        "what it is not narrowed below while others can be left out, 1 to 1000 (default: 8)"),
      .init(
        "drop", count,
        "1 to 1000: where not all fit, the lowest is left out first (default: it always stays)"),
    ], shorthand: "key")

  private static let count = Shape.Kind.integer(in: 1...1_000)

  private static func spec(_ fields: Fields) -> Spec {
    let key = fields.string("key") ?? ""
    var column = TableColumn(title: fields.string("title") ?? key)
    if let side: TableColumn.Alignment = fields.choice("align") { column.alignment = side }
    column.width = fields.int("width")
    column.expected = fields.int("expected") ?? 0
    column.least = fields.int("least")
    column.drop = fields.int("drop")
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
