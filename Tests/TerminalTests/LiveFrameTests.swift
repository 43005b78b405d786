import Reactor
import Testing

@testable import Terminal

@Suite("A table that fills in place")
struct LiveFrameTests {
  private static let size = TerminalSize(columns: 40, rows: 10)

  private static func content(_ count: Int) -> LiveFrame.Content {
    var content = LiveFrame.Content()
    content.head = ["Title", "─────"]
    content.rows = (1...count).map { "row \($0)" }
    content.isDone = content.rows.map { _ in false }
    return content
  }

  @Test("Rows change where they stand", arguments: [3, 5, 6, 40])
  func inPlace(count: Int) {
    var screen = VirtualScreen(rows: Self.size.rows)
    screen.write("$ before\n")
    var frame = LiveFrame()
    var content = Self.content(count)
    // Out of order, as answers come: the second half first.
    for position in Array((count / 2)..<count) + Array(0..<(count / 2)) {
      content.status = "at work on \(position)"
      screen.write(frame.draw(content, Self.size, typed: 0))
      content.rows[position] = "row \(position + 1) done"
      content.isDone[position] = true
    }
    screen.write(frame.draw(content, Self.size, typed: 0))
    screen.write(frame.end(content, Self.size, typed: 0))
    screen.write("$ after\n")
    let rows = (1...count).map { "row \($0) done" }
    #expect(screen.text == ["$ before", "Title", "─────"] + rows + ["$ after"])
    #expect(screen.unknown.isEmpty)
  }

  @Test("Typed text does not move the table")
  func typing() {
    var screen = VirtualScreen(rows: Self.size.rows)
    var frame = LiveFrame()
    var content = Self.content(4)
    screen.write(frame.draw(content, Self.size, typed: 0))
    // The terminal shows the letter and the line's end.
    screen.write("p\n")
    content.rows[0] = "row 1 done"
    screen.write(frame.draw(content, Self.size, typed: 1))
    screen.write(frame.end(content, Self.size, typed: 0))
    #expect(screen.text == ["Title", "─────", "row 1 done", "row 2", "row 3", "row 4"])
  }

  @Test("Others may write in between")
  func interruption() {
    var screen = VirtualScreen(rows: Self.size.rows)
    var frame = LiveFrame()
    let content = Self.content(2)
    screen.write(frame.draw(content, Self.size, typed: 0))
    screen.write(frame.erase(Self.size, typed: 0))
    screen.write("a warning\n")
    screen.write(frame.draw(content, Self.size, typed: 0))
    screen.write(frame.end(content, Self.size, typed: 0))
    #expect(screen.text == ["Title", "─────", "a warning", "row 1", "row 2"])
  }

  @Test("A narrower terminal breaks the lines that were drawn")
  func resize() {
    var frame = LiveFrame()
    var content = Self.content(2)
    content.rows = [String(repeating: "x", count: 30), "short"]
    _ = frame.draw(content, Self.size, typed: 0)
    let text = frame.draw(content, TerminalSize(columns: 20, rows: 10), typed: 0)
    #expect(text.hasPrefix("\r\u{1B}[3A"), "the long line takes two now")
    #expect(text.contains(String(repeating: "x", count: 18) + "…\n"))
  }

  @Test("Columns keep room for what is to come, and cut what is too wide")
  func layout() {
    let columns = [
      TableColumn(title: "Title"), TableColumn(title: "Album", expected: 12),
    ]
    let rows = [[TableCell("서울의 밤"), TableCell("")]]
    let layout = TableLayout(rows, columns, 24)
    #expect(layout.head(color: false)[1] == "─────────  ────────────")
    #expect(
      layout.line([TableCell("서울의 밤"), TableCell("Guns N’ Roses Live")])
        == "서울의 밤  Guns N’ Ros…")
    #expect(layout.line([TableCell("a\u{1B}[2J"), TableCell("x")]) == "a␛[2J      x")
  }
}
