import Bindings
import Terminal

/// Lays out an array of records as a table: one column for each field.
struct RecordLayout {
  private static let mostColumns = 12
  private static let leastColumnWidth = 8

  private let titles: [String]
  private let rows: [[RecordTable.Cell]]
  private let hidden: Int

  /// Makes the layout; nil unless the table is an array of two or more flat records.
  init?(_ table: ShownTable) {
    guard table.fieldCount == 0, table.elements.count >= 2 else { return nil }
    var titles: [String] = []
    var records: [[String: RecordTable.Cell]] = []
    for element in table.elements {
      guard case .table(let record) = element, record.elementCount == 0, record.hidden == 0,
        record.fieldCount > 0
      else { return nil }
      var cells: [String: RecordTable.Cell] = [:]
      for field in record.fields {
        guard LuaText.isName(field.key), let cell = Self.cell(field.value) else { return nil }
        if !titles.contains(field.key) { titles.append(field.key) }
        cells[field.key] = cell
      }
      records.append(cells)
    }
    guard titles.count <= Self.mostColumns else { return nil }
    self.titles = titles
    rows = records.map { record in titles.map { record[$0] ?? RecordTable.Cell("") } }
    hidden = table.hidden
  }

  private static func cell(_ value: ShownValue) -> RecordTable.Cell? {
    switch value {
    case .plain(let text, let kind): RecordTable.Cell(text, isNumber: kind == .number)
    case .string(let text, _): RecordTable.Cell(text)
    case .table(let table) where table.isEmpty: RecordTable.Cell("{}")
    case .table, .cycle, .deep: nil
    }
  }

  /// Whether the columns are readable at that width.
  func fits(_ width: Int) -> Bool { titles.count * Self.leastColumnWidth <= width }

  /// The table as text; each line ends with a line break.
  func text(width: Int, color: Bool, rows most: Int) -> String {
    let shown = rows.prefix(most)
    var numbered: [[RecordTable.Cell]] = []
    for (position, row) in shown.enumerated() {
      numbered.append([RecordTable.Cell("\(position + 1)", isNumber: true)] + row)
    }
    let text = RecordTable.render(
      titles: ["#"] + titles, rows: numbered, width: width, color: color)
    let left = hidden + rows.count - shown.count
    return left > 0 ? text + "… \(left) more\n" : text
  }
}
