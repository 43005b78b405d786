import Bindings
import Terminal

/// Lays out values for a terminal: on one line where they fit, else one entry on each line; arrays
/// of records as a table.
struct ValuePrinter {
  /// The terminal's width in columns.
  let width: Int
  let color: Bool

  private static let mostRows = 100
  private static let mostEntries = 100
  /// Most lines of a single string.
  private static let mostStringLines = 12

  /// The value as text; each line ends with a line break.
  func text(_ value: ShownValue) -> String {
    if case .table(let table) = value {
      if let records = RecordLayout(table), records.fits(width) {
        return records.text(width: width, color: color, rows: Self.mostRows)
      }
    }
    return lines(value, indent: 0, prefix: StyledText(), suffix: "")
      .map { $0.text(color: color) + "\n" }.joined()
  }

  // MARK: Layout

  /// Lays out a value.
  /// - Parameters:
  ///   - prefix: the text before the value on its first line, indented.
  ///   - suffix: the text after it on its last line.
  private func lines(
    _ value: ShownValue, indent: Int, prefix: StyledText, suffix: String
  ) -> [StyledText] {
    let room = max(8, width - prefix.width - suffix.count)
    if let short = oneLine(value, room) { return [prefix + short + StyledText(suffix)] }
    guard case .table(let table) = value else {
      return [
        prefix + long(value, indent == 0 ? room * Self.mostStringLines : room) + StyledText(suffix)
      ]
    }
    var result = [prefix + StyledText("{")]
    let inner = indent + 2
    let margin = StyledText(String(repeating: " ", count: inner))
    if table.elements.allSatisfy(isScalar) {
      result += packed(table.elements, margin)
    } else {
      for element in table.elements.prefix(Self.mostEntries) {
        result += lines(element, indent: inner, prefix: margin, suffix: ",")
      }
    }
    for field in table.fields.prefix(Self.mostEntries) {
      let start = margin + StyledText(shortened(field.key) + " = ")
      result += lines(field.value, indent: inner, prefix: start, suffix: ",")
    }
    let hidden = table.hidden + unshown(table)
    if hidden > 0 { result.append(margin + StyledText("… \(hidden) more", .dim)) }
    return result + [StyledText(String(repeating: " ", count: indent) + "}" + suffix)]
  }

  private func unshown(_ table: ShownTable) -> Int {
    let elements = table.elements.allSatisfy(isScalar) ? 0 : table.elements.count - Self.mostEntries
    return max(0, elements) + max(0, table.fields.count - Self.mostEntries)
  }

  private func isScalar(_ value: ShownValue) -> Bool {
    if case .table(let table) = value { return table.isEmpty }
    return true
  }

  /// Puts as many short elements on a line as fit.
  private func packed(_ elements: [ShownValue], _ margin: StyledText) -> [StyledText] {
    var result: [StyledText] = []
    var line = margin
    for element in elements {
      let room = max(8, width - margin.width - 1)
      let piece = (oneLine(element, room) ?? long(element, room)) + StyledText(",")
      if line.width > margin.width, line.width + 1 + piece.width > width {
        result.append(line)
        line = margin
      }
      line += (line.width > margin.width ? StyledText(" ") : StyledText()) + piece
    }
    if line.width > margin.width { result.append(line) }
    return result
  }

  // MARK: One line

  /// The value on one line; nil when it needs more than `room` columns.
  private func oneLine(_ value: ShownValue, _ room: Int) -> StyledText? {
    let text: StyledText
    switch value {
    case .plain(let plain, let kind): text = StyledText(VisibleText.line(plain), style(kind))
    case .string(let string, let bytes):
      guard string.utf8.count == bytes, string.utf8.count <= room * 4 else { return nil }
      text = StyledText(LuaText.quoted(string), .green)
    case .cycle: text = StyledText("<cycle>", .magenta)
    case .deep: text = StyledText("{…}", .dim)
    case .table(let table): return oneLine(table, room)
    }
    return text.width <= room ? text : nil
  }

  private func oneLine(_ table: ShownTable, _ room: Int) -> StyledText? {
    if table.hidden > 0 { return nil }
    var text = StyledText("{")
    var first = true
    let entries =
      table.elements.map { (StyledText(), $0) }
      + table.fields.map { (StyledText($0.key + " = "), $0.value) }
    for (key, value) in entries {
      if !first { text += StyledText(", ") }
      first = false
      guard let piece = oneLine(value, room - text.width - key.width - 1) else { return nil }
      text += key + piece
    }
    text += StyledText("}")
    return text.width <= room ? text : nil
  }

  /// A shortened form of a value that does not fit.
  private func long(_ value: ShownValue, _ room: Int) -> StyledText {
    switch value {
    case .string(let string, let bytes):
      let quoted = LuaText.quoted(string)
      let whole = string.utf8.count >= bytes
      if whole, DisplayWidth.of(quoted) <= room { return StyledText(quoted, .green) }
      let note = " (\(bytes) bytes)"
      let cut = DisplayWidth.cut(quoted + (whole ? "" : "…"), to: max(2, room - note.count))
      return room < 24
        ? StyledText(DisplayWidth.cut(quoted, to: room), .green)
        : StyledText(cut, .green) + StyledText(note, .dim)
    case .plain(let plain, let kind):
      return StyledText(DisplayWidth.cut(VisibleText.line(plain), to: room), style(kind))
    case .cycle, .deep, .table: return oneLine(value, .max) ?? StyledText("{…}", .dim)
    }
  }

  private func shortened(_ key: String) -> String {
    DisplayWidth.cut(VisibleText.line(key), to: max(6, width / 2))
  }

  private func style(_ kind: ShownValue.Kind) -> TextStyle? {
    switch kind {
    case .number: .yellow
    case .boolean, .nil: .magenta
    case .function, .object: .cyan
    case .error: .red
    }
  }
}

/// A text in pieces, each with a style.
struct StyledText {
  private var pieces: [(text: String, style: TextStyle?)] = []
  /// Width in the terminal's columns.
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: TextStyle? = nil) {
    pieces = [(text, style)]
    width = DisplayWidth.of(text)
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result += right
    return result
  }

  static func += (left: inout StyledText, right: StyledText) {
    left.pieces += right.pieces
    left.width += right.width
  }

  func text(color: Bool) -> String {
    pieces.map { piece in
      guard color, let style = piece.style else { return piece.text }
      return style.apply(piece.text)
    }.joined()
  }
}
