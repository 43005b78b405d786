/// Formats a table without boxes: columns two spaces apart, titles underlined.
package struct TableLayout {
  private static let gap = 2
  /// The width to which text columns may be narrowed while others can still be dropped.
  private static let readable = 8

  private let columns: [TableColumn]
  /// The indexes of the columns that are shown.
  private let shown: [Int]
  private let rows: [[TableCell]]
  private let widths: [Int]
  private let alignments: [TableColumn.Alignment]

  /// Formats the whole table; each line ends with a line break.
  /// - Parameters:
  ///   - rows: the rows; missing cells are empty.
  ///   - width: the most terminal columns of a line; nil for no limit.
  ///   - color: whether titles may be bold.
  package static func render(
    _ rows: [[TableCell]], columns: [TableColumn], width: Int? = nil, color: Bool = false
  ) -> String {
    TableLayout(rows, columns, width).text(color: color)
  }

  /// - Parameters:
  ///   - rows: the rows that are known; they determine the widths.
  ///   - limit: the most terminal columns of a line; nil for no limit.
  package init(_ rows: [[TableCell]], _ columns: [TableColumn], _ limit: Int?) {
    self.columns = columns.map { column in
      var column = column
      column.title = VisibleText.line(column.title)
      return column
    }
    self.rows = rows
    let numeric = columns.indices.map { index in
      let cells = rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }
      return cells.contains(where: \.isNumber)
        && cells.allSatisfy { $0.isNumber || $0.text.isEmpty }
    }
    alignments = zip(columns, numeric).map { $0.alignment ?? ($1 ? .right : .left) }
    let natural = Self.naturalWidths(rows, self.columns)
    guard let limit else {
      widths = natural
      shown = Array(columns.indices)
      return
    }
    let wanted = zip(columns, natural).map { $0.width ?? $1 }
    // A shortened text is still readable, a shortened number is not.
    let texts = zip(columns, numeric).map { $0.width == nil && !$1 }
    let least = columns.indices.map { index in
      texts[index] ? min(wanted[index], columns[index].least ?? Self.readable) : wanted[index]
    }
    let shown = Self.shown(columns, least, limit)
    let room = max(0, limit - Self.gap * (shown.count - 1))
    let shortened = Self.fit(shown.map { wanted[$0] }, into: room, least: shown.map { least[$0] })
    let fitted = Self.fit(shortened, into: room, least: shown.map { _ in 1 })
    var widths = wanted
    for (place, index) in shown.enumerated() { widths[index] = fitted[place] }
    self.widths = widths
    self.shown = shown
  }

  /// The columns to keep when not all fit, even narrowed.
  private static func shown(_ columns: [TableColumn], _ least: [Int], _ limit: Int) -> [Int] {
    var shown = Array(columns.indices)
    while shown.reduce(gap * (shown.count - 1), { $0 + least[$1] }) > limit {
      let candidates = shown.filter { columns[$0].drop != nil }
      guard let next = candidates.min(by: { columns[$0].drop! < columns[$1].drop! }) else { break }
      shown.removeAll { $0 == next }
    }
    return shown
  }

  private static func naturalWidths(_ rows: [[TableCell]], _ columns: [TableColumn]) -> [Int] {
    var widths = columns.map { max(1, $0.expected, DisplayWidth.of($0.title)) }
    for row in rows {
      for (index, cell) in row.prefix(columns.count).enumerated() {
        widths[index] = max(widths[index], StyledText.width(cell.text))
      }
    }
    return widths
  }

  /// Narrows the widest columns evenly until the row fits or all have their least width.
  private static func fit(_ widths: [Int], into room: Int, least: [Int]) -> [Int] {
    var widths = widths
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let candidates = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = candidates.map({ widths[$0] }).max() else { break }
      let group = candidates.filter { widths[$0] == widest }
      // Narrow to the next width in one step, so that huge cells cost nothing.
      let next = candidates.map { widths[$0] }.filter { $0 < widest }.max() ?? 1
      let level = max(next, group.map { least[$0] }.max() ?? 1)
      let step = min(widest - level, (excess + group.count - 1) / group.count)
      for index in group {
        let taken = min(step, excess)
        widths[index] -= taken
        excess -= taken
      }
    }
    return widths
  }

  // MARK: Lines

  private func text(color: Bool) -> String {
    (head(color: color) + rows.map(line)).map { $0 + "\n" }.joined()
  }

  /// The lines above the rows: titles, underlined; none if no column has a title.
  package func head(color: Bool) -> [String] {
    guard columns.contains(where: { !$0.title.isEmpty }) else { return [] }
    let titles = columns.map { TableCell($0.title) }
    return [
      line(titles) { color ? TextStyle.bold.apply($0) : $0 },
      shown.map { String(repeating: "─", count: widths[$0]) }.joined(separator: "  "),
    ]
  }

  /// Formats a row; cells that are too wide are cut.
  package func line(_ cells: [TableCell]) -> String { line(cells) { $0 } }

  private func line(_ cells: [TableCell], _ style: (String) -> String) -> String {
    var text = ""
    // Write spaces only before the next cell, so that no line ends with them.
    var pending = 0
    for index in shown {
      let width = widths[index]
      let cell = index < cells.count ? StyledText.cut(cells[index].text, to: width) : ""
      let free = width - StyledText.width(cell)
      let (before, after) = alignments[index] == .right ? (free, 0) : (0, free)
      if cell.isEmpty {
        pending += width
      } else {
        text += String(repeating: " ", count: pending + before) + style(cell)
        pending = after
      }
      pending += Self.gap
    }
    return text
  }
}
