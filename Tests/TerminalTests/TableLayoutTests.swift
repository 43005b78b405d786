import Testing

@testable import Terminal

@Suite("Tables on the terminal")
struct TableLayoutTests {
  private static func cells(_ texts: [String]) -> [TableCell] {
    texts.map { TableCell($0, isNumber: Double($0) != nil) }
  }

  private static let columns = ["#", "artist", "title"].map { TableColumn(title: $0) }
  private static let rows = [
    cells(["1", "Beyoncé", "Halo"]), cells(["12", "宇多田ヒカル", "First Love"]),
  ]

  @Test("Titles are underlined, numbers stand on the right, no line ends in spaces")
  func layout() {
    let text = TableLayout.render(Self.rows, columns: Self.columns)
    #expect(
      text == """
         #  artist        title
        ──  ────────────  ──────────
         1  Beyoncé       Halo
        12  宇多田ヒカル  First Love

        """)
  }

  @Test("Columns without titles have no underline")
  func untitled() {
    let columns = [TableColumn(title: ""), TableColumn(title: "")]
    let text = TableLayout.render([Self.cells(["a", "1"]), Self.cells(["bb"])], columns: columns)
    #expect(text == "a   1\nbb\n")
  }

  @Test("Long texts are cut, numbers are not")
  func cut() {
    let rows = [Self.cells(["123456789", "a long artist name", "a title"])]
    let text = TableLayout.render(rows, columns: Self.columns, width: 33)
    #expect(text.split(separator: "\n").last == "123456789  a long artis…  a title")
  }

  @Test("Columns give way evenly, the widest first")
  func even() {
    let cells = Self.cells([30, 30, 9].map { String(repeating: "x", count: $0) })
    let text = TableLayout.render([cells], columns: Self.columns, width: 50)
    let widths = text.split(separator: "\n")[1].split(separator: " ").map(\.count)
    #expect(widths == [18, 19, 9])
  }

  @Test("No line is wider than the terminal", arguments: 7...60)
  func fits(width: Int) {
    let rows = Self.rows + [Self.cells(["3", String(repeating: "宇a", count: 40), "🇫🇷🇫🇷🇫🇷"])]
    let text = TableLayout.render(rows, columns: Self.columns, width: width)
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= width) }
  }

  @Test(
    "Narrow terminals leave columns out in their turns, the last one last",
    arguments: [
      (60, "#|title|year|genres|key"), (40, "#|title|year|key"), (33, "#|title|key"),
      (28, "title|key"), (20, "title"),
    ])
  func dropped(width: Int, left: String) {
    let columns = [
      TableColumn(title: "#", drop: 3), TableColumn(title: "title", least: 12),
      TableColumn(title: "year", drop: 2), TableColumn(title: "genres", least: 10, drop: 1),
      TableColumn(title: "key", least: 20, drop: 4),
    ]
    let rows = [
      ["1", "A title that is rather long", "2024", "Adventure, Drama, War", "movie/157336"]
    ].map(Self.cells)
    let lines = TableLayout.render(rows, columns: columns, width: width).split(separator: "\n")
    #expect(lines[0].split(separator: " ").joined(separator: "|") == left)
    for line in lines { #expect(DisplayWidth.of(line) <= width) }
    // The rest of a key is the whole key.
    if left.hasSuffix("key") { #expect(lines[2].hasSuffix("movie/157336")) }
  }

  @Test("Prose is broken at its spaces; an address stays whole")
  func wrapped() {
    let text = "one two\n  three four five https://example.com/long"
    #expect(
      WrappedText.lines(text, width: 12)
        == "one two\n  three four\n  five\n  https://example.com/long")
    #expect(
      WrappedText.lines("\u{1B}[1mone\u{1B}[22m two", width: 7) == "\u{1B}[1mone\u{1B}[22m two")
    #expect(WrappedText.lines("", width: 5).isEmpty)
  }

  @Test("A column's own width and side count on a terminal; a pipe gets everything")
  func given() {
    let columns = [TableColumn(title: "a", alignment: .right, width: 4), TableColumn(title: "b")]
    let rows = [Self.cells(["abcdefgh", "x"]), Self.cells(["a", "y"])]
    #expect(
      TableLayout.render(rows, columns: columns, width: 80) == """
           a  b
        ────  ─
        abc…  x
           a  y

        """)
    #expect(TableLayout.render(rows, columns: columns).contains("abcdefgh"))
  }

  @Test("Control characters are shown, not obeyed")
  func control() {
    let rows = [Self.cells(["a\u{1B}[31mred", "b\u{9B}2J\u{202E}", "c\nd\u{7F}"])]
    let text = TableLayout.render(rows, columns: Self.columns.map { _ in TableColumn(title: "") })
    #expect(text == "a␛[31mred  b\\u{9b}2J\\u{202e}  c␊d␡\n")
  }

  @Test("Messages keep their lines and the styles that mix.ui.color gives, nothing else")
  func messages() {
    let text = TextStyle.red.apply("a") + "\n\u{1B}[2Jb\u{1B}[8m"
    #expect(
      VisibleText.lines(text, styled: true) == "\u{1B}[31ma\u{1B}[39m\n␛[2Jb␛[8m")
    #expect(VisibleText.lines(text, styled: false) == "a\n␛[2Jb␛[8m")
  }

  @Test("Titles are bold where colours are shown")
  func color() {
    let text = TableLayout.render(
      [Self.cells(["x"])], columns: [TableColumn(title: "t")], color: true)
    #expect(text == "\u{1B}[1mt\u{1B}[22m\n─\nx\n")
  }

  @Test(
    "Widths are those of a terminal",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ﾊﾝ", 2), ("한국", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("❤\u{FE0F}", 2), ("❤", 1),
      ("👍🏽", 2), ("1", 1), ("…", 1), ("a\u{200B}b", 2), ("Ｗ", 2), ("", 0),
    ])
  func width(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test("A text is cut between characters, never within a wide one")
  func cutWide() {
    #expect(DisplayWidth.cut("日本語", to: 6) == "日本語")
    #expect(DisplayWidth.cut("日本語", to: 5) == "日本…")
    #expect(DisplayWidth.cut("日本語", to: 4) == "日…")
    #expect(DisplayWidth.cut("abc", to: 1) == "…")
  }

  // MARK: Narrow terminals

  /// As the columns of a list whose next command takes the id.
  private static let dropping = [
    TableColumn(title: "Published", least: 16, drop: 2), TableColumn(title: "Title", least: 20),
    TableColumn(title: "Length", drop: 1), TableColumn(title: "ID", least: 11),
  ]
  private static let video = cells([
    "2026-11-22 20:58", "A title of forty columns, cut where needed", "12:10", "WQ7a9P9us_4",
  ])

  @Test(
    "Columns are left out in their order; what the next command needs stays whole",
    arguments: [
      (200, "Published Title Length ID"), (60, "Published Title Length ID"),
      (52, "Published Title ID"), (50, "Title ID"), (40, "Title ID"), (33, "Title ID"),
    ])
  func dropped(width: Int, names: String) {
    let text = TableLayout.render([Self.video], columns: Self.dropping, width: width)
    let head = text.split(separator: "\n").first?.split(separator: " ").joined(separator: " ")
    #expect(head == names)
    #expect(text.contains("WQ7a9P9us_4"))
  }

  @Test("Columns that may not be left out are narrowed, as those of scripts that say nothing")
  func kept() {
    let text = TableLayout.render(
      [Self.video], columns: Self.dropping.map { TableColumn(title: $0.title) }, width: 40)
    #expect(text.split(separator: "\n").first?.contains("Published  Title") == true)
  }

  // MARK: Styles

  private static let bold = "\u{1B}[1m宇宙 of it\u{1B}[22m"

  @Test("Styles take no columns, and end where a text is cut")
  func styled() {
    let rows = [[TableCell(Self.bold, isStyled: true), TableCell("b")]]
    let columns = [TableColumn(title: "first"), TableColumn(title: "x")]
    #expect(
      TableLayout.render(rows, columns: columns).split(separator: "\n").last == "\(Self.bold)  b")
    let cut = TableLayout.render(rows, columns: columns, width: 9).split(separator: "\n")
    #expect(cut.last?.contains("\u{1B}[1m宇") == true && cut.last?.contains("…\u{1B}[22m") == true)
    #expect(cut.last.map { StyledText.width(String($0)) } == 9)
  }

  @Test(
    "Only styles count; everything else is visible, and nothing outlasts its cell",
    arguments: [
      ("\u{1B}[31mred", "\u{1B}[31mred\u{1B}[22m\u{1B}[39m"),
      ("\u{1B}[8mhidden\u{1B}]0;title\u{7}", "␛[8mhidden␛]0;title␇"),
      ("\u{1B}[2J\u{1B}[1mx\u{1B}[22m", "␛[2J\u{1B}[1mx\u{1B}[22m"), ("a\nb", "a␊b"),
    ])
  func sequences(text: String, line: String) {
    #expect(StyledText.line(text) == line)
    #expect(TableCell(text).text.contains("\u{1B}") == false)
  }

  @Test("Every width of a styled line fits", arguments: 1...14)
  func everyCut(width: Int) {
    let line = "ab" + TextStyle.red.apply("宇宙") + "cd" + TextStyle.bold.apply("efg") + "h"
    let cut = StyledText.cut(line, to: width)
    #expect(StyledText.width(cut) <= width)
    #expect(cut.contains("…") == (width < 12))
    #expect(cut.hasSuffix("\u{1B}[22m") || width >= 12)
  }
}
