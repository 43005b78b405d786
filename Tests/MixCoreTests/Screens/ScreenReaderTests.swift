import MixCore
import Testing

@Suite("The tree of a view is checked against the kinds")
struct ScreenReaderTests {
  private func node(
    _ kind: String, _ rest: [ScreenInput] = [], _ fields: [String: ScreenInput] = [:]
  )
    -> ScreenInput
  {
    .table(list: [.text(kind)] + rest, fields: fields)
  }

  private func record(_ fields: [String: ScreenInput]) -> ScreenInput {
    .table(list: [], fields: fields)
  }

  private func list(_ items: [ScreenInput]) -> ScreenInput { .table(list: items, fields: [:]) }

  private func table(_ fields: [String: ScreenInput]) -> ScreenInput {
    let columns = list([record(["key": .text("rank")])])
    return node("table", [], ["columns": columns, "rows": list([])].merging(fields) { $1 })
  }

  @Test("Nodes get kinds and ids; holes, false and nodes without their text are left out")
  func tree() throws {
    let view = node(
      "page",
      [
        .none, node("text", [.text("One")]), .flag(false), node("message", [.none]),
        node("message", [.text("Two")]), node("text", [.integer(3)], ["id": .text("own")]),
      ], ["title": .text("T")])
    let tree = try ScreenReader.tree(view)
    guard case .list(let children)? = tree["children"] else {
      Issue.record("no children")
      return
    }
    #expect(children.map { $0["text"] } == [.text("One"), .text("Two"), .text("3")])
    #expect(children.map { $0["id"] } == [.text("text"), .text("message 2"), .text("own")])
    #expect(tree["kind"] == .text("page") && tree["title"] == .text("T"))
  }

  @Test("A form keeps its id while others come and go")
  func idsOfForms() throws {
    func form(_ submit: String) -> ScreenInput {
      node("form", [], ["submit": .text(submit), "fields": list([])])
    }
    func ids(_ nodes: [ScreenInput]) throws -> [ScreenValue?] {
      guard case .list(let children)? = try ScreenReader.tree(node("page", nodes))["children"]
      else { return [] }
      return children.map { $0["id"] }
    }
    #expect(try ids([form("plan")]) == [.text("form plan")])
    #expect(
      try ids([form("set"), form("plan"), form("plan")])
        == [.text("form set"), .text("form plan"), .text("form plan 2")])
  }

  @Test("An error names the place in the tree")
  func errors() {
    let rows = list([record(["rank": .integer(1)]), record(["rank": .integer(1)])])
    let cases: [(ScreenInput, String)] = [
      (.none, "view: returned nothing"),
      (.text("x"), "view: a node is a table, not a text"),
      (node("tabel"), "view: there is no kind 'tabel' (did you mean 'table'?)"),
      (list([]), "view: a node begins with its kind"),
      (
        node("page", [.none, table(["columns": list([record(["title": .text("#")])])])]),
        "page[2].table.columns[1].key: a text is missing"
      ),
      (node("page", [table(["row": list([])])]), "page[1].table.row: the field is not known"),
      (node("page", [node("txt", [.text("a")])]), "page[1]: there is no kind 'txt'"),
      (
        table(["key": .text("rank"), "rows": rows]),
        "table.rows[2].rank: number 1 of the list has the same one"
      ),
      (
        table(["key": .text("id"), "rows": rows]), "table.rows[1].id: the row's key is missing"
      ),
      (table(["rows": list([.text("a")])]), "table.rows[1]: a row is a table of cells"),
      (table(["on_select": .text("opn")]), "table.on_select: the screen has no action 'opn'"),
      (
        node("image", [], ["src": .text("javascript:alert(1)"), "alt": .text("")]), "image.src: an"
      ),
      (node("image", [], ["src": .text("//evil.example/x"), "alt": .text("")]), "image.src: an"),
      (node("link", [.text("a")]), "link: a link has either href or action"),
      (node("text", [.text("a"), .text("b")]), "text[2]: only one value follows"),
      (
        node("progress", [.text("a")], ["done": .number(.nan)]),
        "progress.done: a finite number expected"
      ),
      (node("embed", [], ["service": .text("vimeo")]), "embed.service: one of youtube expected"),
      (
        node(
          "embed", [],
          ["service": .text("youtube"), "video": .text("a\"b"), "title": .text("t")]),
        "embed.video: letters"
      ),
      (
        node("page", [node("page", [], ["id": .text("a")]), node("page", [], ["id": .text("a")])]),
        "page[2].page.id: another node"
      ),
      (node("page", [.other("function")]), "page[1]: a node is a table, not a function"),
    ]
    for (view, expected) in cases {
      let error = #expect(throws: ScreenError.self) {
        _ = try ScreenReader.tree(view, actions: ["open"])
      }
      #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "")")
    }
  }

  @Test("An address that no browser should follow is left out where it may be missing")
  func addresses() throws {
    for text in ["javascript:alert(1)", "http://example.com/", "//example.com", "data:,a", "a b"] {
      let item = record(["key": .integer(1), "title": .text("T"), "image": .text(text)])
      let cards = try ScreenReader.tree(node("cards", [], ["items": list([item])]))
      let columns = list([record(["key": .text("cover"), "format": .text("image")])])
      let rows = list([record(["rank": .integer(1), "cover": .text(text)])])
      let shown = try ScreenReader.tree(table(["columns": columns, "rows": rows]))
      #expect(
        cards["items"]
          == .list([.record(["key": .integer(1), "title": .text("T")])]))
      #expect(shown["rows"] == .list([.record(["rank": .integer(1)])]))
    }
  }

  @Test("More nodes than a page can hold are refused; rows are not nodes")
  func size() throws {
    let texts = [ScreenInput](
      repeating: node("text", [.text("a")]), count: ScreenLimits.nodes)
    let error = #expect(throws: ScreenError.self) {
      _ = try ScreenReader.tree(node("page", texts))
    }
    #expect(error?.message.contains("more than 10000 nodes") == true)
    let rows = (0..<20_000).map { record(["rank": .integer($0)]) }
    _ = try ScreenReader.tree(table(["key": .text("rank"), "rows": list(rows)]))
  }

  @Test("Every kind has fields with names of their own, and a list's key is one of its record's")
  func schema() {
    for kind in ScreenKind.all {
      #expect(Set(kind.fields.map(\.name)).count == kind.fields.count, "\(kind.name)")
      #expect(!kind.fields.contains { ["id", "kind", "children"].contains($0.name) })
      if case .field(let name, _) = kind.content {
        #expect(kind.fields.contains { $0.name == name })
      }
      for field in kind.fields {
        guard case .list(.record(let record)) = field.type, let identity = record.identity else {
          continue
        }
        #expect(record.fields.contains { $0.name == identity && $0.isRequired })
      }
    }
  }
}
