/// Makes the control sequences of a table that fills in place (ECMA-48: CUU, EL, ED).
///
/// The redrawn block has the rows that fit, a status line, and the cursor on the line below. A list
/// longer than the screen moves through the block: complete rows at its top stay above it for good,
/// and further rows enter at its end. So no row is written to the scrollback twice, and finally the
/// whole table is there in order.
package struct LiveFrame {
  /// The content to draw.
  package struct Content {
    /// The lines above the rows, which do not change.
    package var head: [String] = []
    /// All rows.
    package var rows: [String] = []
    /// Whether each row is complete.
    package var isDone: [Bool] = []
    /// The line below the rows.
    package var status = ""

    /// Makes empty content.
    package init() {}
  }

  /// The lines kept free below the rows: the count of further rows, the status, the cursor, and two
  /// for input typed between drawings.
  private static let reserved = 5
  private static let eraseLine = "\u{1B}[2K"
  private static let eraseBelow = "\u{1B}[J"

  private var hasHead = false
  /// The number of rows that stay above the block for good.
  private var settled = 0
  /// The widths of the block's lines on the terminal.
  private var drawn: [Int] = []

  /// Makes a frame that has drawn nothing.
  package init() {}

  /// Draws the block over its last state.
  /// - Parameter typed: how often the user has typed Enter since the last drawing; each moved the
  ///   cursor down a line.
  package mutating func draw(_ content: Content, _ size: TerminalSize, typed: Int) -> String {
    var text = goBack(size, typed: typed)
    text += settle(content, upTo: content.rows.count - room(size), size)
    let last = min(content.rows.count, settled + room(size))
    var block = Array(content.rows[settled..<last])
    if last < content.rows.count { block.append("… \(content.rows.count - last) more") }
    if !content.status.isEmpty { block.append(content.status) }
    for line in block { text += put(line, size, keep: true) }
    return text + Self.eraseBelow
  }

  /// Draws all remaining rows and leaves them on the terminal.
  package mutating func end(_ content: Content, _ size: TerminalSize, typed: Int) -> String {
    var text = goBack(size, typed: typed)
    text += head(content, size)
    for row in content.rows[settled...] { text += put(row, size, keep: false) }
    settled = content.rows.count
    return text + Self.eraseBelow
  }

  /// Removes the block so that others can write; the next drawing begins at the cursor.
  package mutating func erase(_ size: TerminalSize, typed: Int) -> String {
    goBack(size, typed: typed) + Self.eraseBelow
  }

  private func room(_ size: TerminalSize) -> Int { max(1, size.rows - Self.reserved) }

  /// Moves to the block's first line. A terminal that became narrower has wrapped long lines; lines
  /// that left the screen at the top cannot be reached.
  private mutating func goBack(_ size: TerminalSize, typed: Int) -> String {
    let lines = drawn.reduce(typed) { $0 + max(1, ($1 + size.columns - 1) / size.columns) }
    drawn = []
    let up = min(lines, size.rows - 1)
    return up > 0 ? "\r\u{1B}[\(up)A" : "\r"
  }

  /// Leaves complete rows above the block when later ones need the space.
  private mutating func settle(
    _ content: Content, upTo limit: Int, _ size: TerminalSize
  ) -> String {
    var text = head(content, size)
    while settled < limit, content.isDone[settled] {
      text += put(content.rows[settled], size, keep: false)
      settled += 1
    }
    return text
  }

  private mutating func head(_ content: Content, _ size: TerminalSize) -> String {
    guard !hasHead else { return "" }
    hasHead = true
    return content.head.map { Self.eraseLine + $0 + "\n" }.joined()
  }

  private mutating func put(_ line: String, _ size: TerminalSize, keep: Bool) -> String {
    // One column stays free, because terminals differ in what follows a full line.
    let line = StyledText.cut(line, to: max(1, size.columns - 1))
    if keep { drawn.append(StyledText.width(line)) }
    return Self.eraseLine + line + "\n"
  }
}
