/// The bytes that a table that fills in place writes to the terminal (ECMA-48: CUU, EL, ED).
///
/// The block that is drawn again and again has the rows that fit, a status line, and the cursor in the
/// line below. A list longer than the screen moves through it: rows at its top that are complete stay
/// behind for good, above the block, and further rows come in at its end. So nothing is ever written
/// twice to the scrollback, and in the end the whole table stands there in order.
package struct LiveFrame {
  /// The visible part.
  package struct Content {
    /// The lines above the rows, which do not change.
    package var head: [String] = []
    /// All rows.
    package var rows: [String] = []
    /// The rows that are complete.
    package var isDone: [Bool] = []
    /// The line below the rows.
    package var status = ""

    /// Nothing to be seen.
    package init() {}
  }

  /// Lines below the rows: how many more there are, the status, the cursor's, and two for what a user
  /// types between two drawings.
  private static let reserved = 5
  private static let eraseLine = "\u{1B}[2K"
  private static let eraseBelow = "\u{1B}[J"

  private var hasHead = false
  /// Rows that stand above the block for good.
  private var settled = 0
  /// The widths of the block's lines on the terminal.
  private var drawn: [Int] = []

  /// A frame that nothing was drawn in.
  package init() {}

  /// Draws the block over its last state.
  /// - Parameter typed: how often the user typed Enter since the last drawing: each moved the cursor
  ///   down a line.
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

  /// Draws every row and leaves them.
  package mutating func end(_ content: Content, _ size: TerminalSize, typed: Int) -> String {
    var text = goBack(size, typed: typed)
    text += head(content, size)
    for row in content.rows[settled...] { text += put(row, size, keep: false) }
    settled = content.rows.count
    return text + Self.eraseBelow
  }

  /// Takes the block away, for others to write; the next drawing begins where the cursor is then.
  package mutating func erase(_ size: TerminalSize, typed: Int) -> String {
    goBack(size, typed: typed) + Self.eraseBelow
  }

  private func room(_ size: TerminalSize) -> Int { max(1, size.rows - Self.reserved) }

  /// To the block's first line. A terminal that became narrower has broken long lines into several;
  /// what has left the screen at the top cannot be reached.
  private mutating func goBack(_ size: TerminalSize, typed: Int) -> String {
    let lines = drawn.reduce(typed) { $0 + max(1, ($1 + size.columns - 1) / size.columns) }
    drawn = []
    let up = min(lines, size.rows - 1)
    return up > 0 ? "\r\u{1B}[\(up)A" : "\r"
  }

  /// Leaves complete rows behind, as long as later ones need the room.
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
    // One column stays free: what follows a full line differs between terminals.
    let line = StyledText.cut(line, to: max(1, size.columns - 1))
    if keep { drawn.append(StyledText.width(line)) }
    return Self.eraseLine + line + "\n"
  }
}
