/// Lays a table out without boxes: columns two spaces apart, titles underlined.
package struct TableLayout {
  private static let gap = 2
  /// The most columns of the terminal for a text while other columns can be left out.
  private static let readable = 8

  private let columns: [TableColumn]
  /// The places of the columns that are shown.
  private let shown: [Int]
  private let rows: [[TableCell]]
  private let widths: [Int]
  private let alignments: [TableColumn.Alignment]

  /// The whole table, each line ended.
  /// - Parameters:
  ///   - rows: short ones are filled with empty cells.
  ///   - width: the most columns of the terminal that a line may take; nil: nothing is cut.
  ///   - color: whether titles may be bold.
  package static func render(
    _ rows: [[TableCell]], columns: [TableColumn], width: Int? = nil, color: Bool = false
  ) -> String {
    TableLayout(rows, columns, width).text(color: color)
  }

  /// - Parameters:
  ///   - rows: those that are known; they decide the widths.
  ///   - limit: the most columns of the terminal that a line may take; nil: nothing is cut.
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
    // Text can be shortened and still be read, a number cannot.
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

  /// The columns that stay where there is no room for all, even narrowed.
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

  /// Takes from the widest columns, evenly, until the row fits or no column is above its least width.
  private static func fit(_ widths: [Int], into room: Int, least: [Int]) -> [Int] {
    var widths = widths
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let candidates = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = candidates.map({ widths[$0] }).max() else { break }
      let group = candidates.filter { widths[$0] == widest }
      // Down to the next narrower ones at once, so that huge cells cost nothing.
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

  /// The lines above the rows: titles, underlined; none when no column has a title.
  package func head(color: Bool) -> [String] {
    guard columns.contains(where: { !$0.title.isEmpty }) else { return [] }
    let titles = columns.map { TableCell($0.title) }
    return [
      line(titles) { color ? TextStyle.bold.apply($0) : $0 },
      shown.map { String(repeating: "─", count: widths[$0]) }.joined(separator: "  "),
    ]
  }

  /// A row, cut where it is too wide.
  package func line(_ cells: [TableCell]) -> String { line(cells) { $0 } }

  private func line(_ cells: [TableCell], _ style: (String) -> String) -> String {
    var text = ""
    // Spaces are written before the next cell: no line ends in them.
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
