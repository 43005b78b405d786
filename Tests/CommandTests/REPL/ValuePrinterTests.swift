import Testing

@testable import mixhost
import Terminal

@Suite("REPL: values, names, history")
struct ValuePrinterTests {
  private func text(_ value: ShownValue, width: Int = 40) -> String {
    ValuePrinter(width: width, color: false).text(value)
  }

  private func table(
    _ elements: [ShownValue] = [], _ fields: [(String, ShownValue)] = []
  ) -> ShownValue {
    .table(
      ShownTable(
        elements: elements, elementCount: elements.count,
        fields: fields.map { ShownTable.Field(key: $0.0, value: $0.1) }, fieldCount: fields.count))
  }

  private func number(_ value: Int) -> ShownValue { .plain("\(value)", .number) }

  private func string(_ text: String) -> ShownValue { .string(text, bytes: text.utf8.count) }

  @Test("A value that fits stands on one line, else each field on its own")
  func lines() {
    #expect(text(table([number(1)], [("a", string("x\n"))])) == "{1, a = \"x\\n\"}\n")
    let long = table(
      [], [("first", string("some text here")), ("second", table([number(1), number(2)]))])
    #expect(
      text(long, width: 24) == "{\n  first = \"some text …\",\n  second = {1, 2},\n}\n"
        || text(long, width: 24) == "{\n  first = \"some text h…,\n  second = {1, 2},\n}\n")
  }

  @Test("No line is wider than the terminal, wide characters included", arguments: [20, 33, 80])
  func width(columns: Int) {
    let value = table(
      (1...50).map(number),
      [
        ("title", string(String(repeating: "東京 ", count: 40))),
        ("deep", table([table([table([.deep])])])),
      ])
    for line in text(value, width: columns).split(separator: "\n") {
      #expect(StyledText(String(line)).width <= columns, "\(line)")
    }
  }

  @Test("An array of records is a table; on a narrow terminal a list")
  func records() {
    let rows = table([
      table([], [("n", number(1)), ("title", string("Dune"))]),
      table([], [("n", number(22)), ("title", string("Emma"))]),
    ])
    #expect(text(rows) == "#   n  title\n─  ──  ─────\n1   1  Dune\n2  22  Emma\n")
    #expect(text(rows, width: 12).hasPrefix("{\n"))
  }

  @Test("Cycles and what is left out are marked")
  func marks() {
    #expect(text(table([], [("me", .cycle)])) == "{me = <cycle>}\n")
    let cut = ShownValue.table(ShownTable(elements: [number(1)], elementCount: 5))
    #expect(text(cut) == "{\n  1,\n  … 4 more\n}\n")
  }

  @Test(
    "Where nothing is completed",
    arguments: ["-- mix.js", "f().na", "1.", "a..b.", "f(\"x\"):na", "x = \"y\":na"])
  func noTarget(text: String) { #expect(CompletionTarget(text, isContinued: false) == nil) }

  @Test("Paths stand in quotes and after :load, keys in brackets")
  func targets() {
    func target(_ text: String) -> CompletionTarget? { CompletionTarget(text, isContinued: false) }
    #expect(target("x = \"a/b c") == .file("a/b c", end: "\""))
    #expect(target("f('a\\'b") == .file("a\\'b", end: "'"))
    #expect(target(":load a b") == .file("a b", end: ""))
    #expect(target(":lo") == .command)
    #expect(CompletionTarget(":load a", isContinued: true) != .file("a", end: ""))
    let key = Completer.Place(path: [.field("t"), .field("x y")], separator: "[", prefix: "a b")
    #expect(target("print(t[\"x y\"]['a b") == .key(key, quote: "'"))
    let method = Completer.Place(path: [.field("string")], separator: ":", prefix: "re")
    #expect(target("x = (\"a)b\"):re") == .name(method))
  }

  @Test("The path before a name")
  func places() {
    #expect(
      Completer.Place(before: "print(a.b[2].c:na")
        == Completer.Place(
          path: [.field("a"), .field("b"), .position(2), .field("c")], separator: ":", prefix: "na")
    )
    #expect(
      Completer.Place(before: "x = ma") == Completer.Place(path: [], separator: nil, prefix: "ma"))
    let place = Completer.Place(path: [], separator: nil, prefix: "to")
    #expect(
      Completer.complete(place.prefix, among: ["tostring(", "tonumber(", "type("]).candidates
        == ["tonumber(", "tostring("])
    #expect(Completer.complete(place.prefix, among: ["tostring("]).insert == "string(")
  }

  @Test("A local of a line of its own gets a hint")
  func hints() {
    #expect(LocalHint.text(for: "local x = 1")?.contains("x = …") == true)
    #expect(LocalHint.text(for: "local function f() end")?.contains("function f(…)") == true)
    #expect(LocalHint.text(for: "local x = 1 print(x)") == nil)
    #expect(LocalHint.text(for: "localx = 1") == nil)
  }

  @Test("History entries survive as they were", arguments: ["a\nb", "s = \"\\n\"", "\\\\n\n"])
  func history(entry: String) {
    let line = History.escaped(entry)
    #expect(!line.contains("\n"))
    #expect(History.unescaped(line) == entry)
  }
}
