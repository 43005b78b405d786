/// A column of a table on the terminal.
struct TableColumn: Equatable {
  /// On which side of its column a cell stands.
  enum Alignment: String {
    case left, right
  }

  /// The name above it; empty: none.
  var title: String
  /// Nil: right when all its cells are numbers, else left.
  var alignment: Alignment?
  /// Its width in columns of the terminal, 1 or more; nil: as its cells need.
  var width: Int?
  /// The width that cells still to come are expected to need.
  var expected = 0
  /// The width that it is not cut below as long as others can be left out; nil: 8, numbers whole.
  var least: Int?
  /// Its turn to be left out where the terminal is too narrow, the lowest first; nil: never.
  var drop: Int?
}

/// A cell of a table on the terminal.
struct TableCell: Equatable {
  /// One line without control characters.
  let text: String
  /// Whether it is a number, which stands on the right.
  let isNumber: Bool

  /// - Parameter text: control characters in it are made visible.
  init(_ text: String, isNumber: Bool = false) {
    self.text = VisibleText.line(text)
    self.isNumber = isNumber
  }
}

/// Lays a table out without boxes: columns two spaces apart, titles underlined.
struct TableLayout {
  private static let gap = 2

  private let columns: [TableColumn]
  private let rows: [[TableCell]]
  /// The places of the columns that are shown.
  private let shown: [Int]
  /// By place; those of columns that are left out mean nothing.
  private let widths: [Int]
  private let alignments: [TableColumn.Alignment]

  /// The whole table, each line ended.
  /// - Parameters:
  ///   - rows: short ones are filled with empty cells.
  ///   - width: the most columns of the terminal that a line may take; nil: nothing is cut.
  ///   - color: whether titles may be bold.
  static func render(
    _ rows: [[TableCell]], columns: [TableColumn], width: Int? = nil, color: Bool = false
  ) -> String {
    TableLayout(rows, columns, width).text(color: color)
  }

  /// - Parameters:
  ///   - rows: those that are known; they decide the widths.
  ///   - limit: the most columns of the terminal that a line may take; nil: nothing is cut.
  init(_ rows: [[TableCell]], _ columns: [TableColumn], _ limit: Int?) {
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
    let leasts = columns.indices.map { index in
      // Text can be shortened and still be read, a number cannot.
      let isWhole = numeric[index] || columns[index].width != nil
      return min(wanted[index], columns[index].least ?? (isWhole ? wanted[index] : 8))
    }
    shown = Self.shown(columns, leasts, limit)
    let room = max(0, limit - Self.gap * (shown.count - 1))
    let shortened = Self.fit(wanted, shown, into: room, leasts: leasts)
    widths = Self.fit(shortened, shown, into: room, leasts: columns.map { _ in 1 })
  }

  /// The columns that have room at their least widths, after those that may be left out are.
  private static func shown(_ columns: [TableColumn], _ leasts: [Int], _ limit: Int) -> [Int] {
    var shown = Array(columns.indices)
    func excess() -> Int {
      shown.reduce(0) { $0 + leasts[$1] } + gap * (shown.count - 1) - limit
    }
    let turns = shown.filter { columns[$0].drop != nil }
      .sorted { (columns[$0].drop ?? 0, $0) < (columns[$1].drop ?? 0, $1) }
    for index in turns where excess() > 0 && shown.count > 1 { shown.removeAll { $0 == index } }
    return shown
  }

  private static func naturalWidths(_ rows: [[TableCell]], _ columns: [TableColumn]) -> [Int] {
    var widths = columns.map { max(1, $0.expected, DisplayWidth.of($0.title)) }
    for row in rows {
      for (index, cell) in row.prefix(columns.count).enumerated() {
        widths[index] = max(widths[index], DisplayWidth.of(cell.text))
      }
    }
    return widths
  }

  /// Takes from the widest of the shown columns, evenly, until the row fits or each is at its least.
  private static func fit(
    _ widths: [Int], _ shown: [Int], into room: Int, leasts: [Int]
  ) -> [Int] {
    var widths = widths
    var excess = shown.reduce(0) { $0 + widths[$1] } - room
    while excess > 0 {
      let candidates = shown.filter { widths[$0] > leasts[$0] }
      guard let widest = candidates.map({ widths[$0] }).max() else { break }
      let group = candidates.filter { widths[$0] == widest }
      // Down to the next narrower ones at once, so that huge cells cost nothing.
      let narrower = candidates.map { widths[$0] }.filter { $0 < widest }.max() ?? 1
      let level = max(narrower, group.map { leasts[$0] }.max() ?? 1)
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
  func head(color: Bool) -> [String] {
    guard shown.contains(where: { !columns[$0].title.isEmpty }) else { return [] }
    let titles = columns.map { TableCell($0.title) }
    return [
      line(titles) { color ? TextStyle.bold.apply($0) : $0 },
      shown.map { String(repeating: "─", count: widths[$0]) }.joined(separator: "  "),
    ]
  }

  /// A row, cut where it is too wide.
  func line(_ cells: [TableCell]) -> String { line(cells) { $0 } }

  private func line(_ cells: [TableCell], _ style: (String) -> String) -> String {
    var text = ""
    // Spaces are written before the next cell: no line ends in them.
    var pending = 0
    for index in shown {
      let width = widths[index]
      let cell = index < cells.count ? DisplayWidth.cut(cells[index].text, to: width) : ""
      let free = width - DisplayWidth.of(cell)
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
