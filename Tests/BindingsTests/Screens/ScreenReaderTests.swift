import ScriptHost
import Testing

@testable import Bindings

@Suite("The tree of a view is checked against the kinds")
struct ScreenReaderTests {
  /// The tree that `mix.screen.tree` makes of a view.
  private func tree(_ view: String) async throws -> LuaValue {
    try await TestHost().value("assert(mix.screen.tree(\(view)))")
  }

  private func children(_ view: String) async throws -> [LuaValue] {
    guard case .array(let children)? = try await tree(view)["children"] else {
      Issue.record("no children")
      return []
    }
    return children
  }

  @Test("Nodes get kinds and ids; holes, false and nodes without their text are left out")
  func tree() async throws {
    let view = """
      { "page", nil, { "text", "One" }, false, { "message", nil }, { "message", "Two" },
        { "text", 3, id = "own" }, title = "T" }
      """
    let children = try await children(view)
    #expect(children.map { $0["text"] } == [.string("One"), .string("Two"), .string("3")])
    #expect(children.map { $0["id"] } == [.string("text"), .string("message 2"), .string("own")])
    let tree = try await tree(view)
    #expect(tree["kind"] == .string("page") && tree["title"] == .string("T"))
  }

  @Test("A form keeps its id while others come and go")
  func idsOfForms() async throws {
    func ids(_ submits: String...) async throws -> [LuaValue?] {
      let forms = submits.map { "{ \"form\", submit = \"\($0)\", fields = {} }" }
      return try await children("{ \"page\", \(forms.joined(separator: ", ")) }").map { $0["id"] }
    }
    #expect(try await ids("plan") == [.string("form plan")])
    #expect(
      try await ids("set", "plan", "plan")
        == [.string("form set"), .string("form plan"), .string("form plan 2")])
  }

  @Test(
    "An error names the place in the tree",
    arguments: [
      ("nil", "view: returned nothing"),
      ("'x'", "view: a node is a table, not a text"),
      ("{ 'tabel' }", "view: there is no kind 'tabel' (did you mean 'table'?)"),
      ("{}", "view: a node begins with its kind"),
      (
        "{ 'page', nil, { 'table', columns = { { title = '#' } }, rows = {} } }",
        "page[2].table.columns[1].key: a text is missing"
      ),
      (
        "{ 'page', { 'table', columns = {}, rows = {}, row = {} } }",
        "page[1].table.row: the field is not known"
      ),
      ("{ 'page', { 'txt', 'a' } }", "page[1]: there is no kind 'txt'"),
      (
        "{ 'table', key = 'rank', columns = {}, rows = { { rank = 1 }, { rank = 1 } } }",
        "table.rows[2].rank: number 1 of the list has the same one"
      ),
      (
        "{ 'table', key = 'id', columns = {}, rows = { { rank = 1 } } }",
        "table.rows[1].id: the row's key is missing"
      ),
      ("{ 'table', columns = {}, rows = { 'a' } }", "table.rows[1]: a row is a table of cells"),
      (
        "{ 'table', columns = {}, rows = {}, on_select = 'opn' }",
        "table.on_select: the screen has no action 'opn' (did you mean 'open'?)"
      ),
      ("{ 'image', src = 'javascript:alert(1)', alt = '' }", "image.src: an"),
      ("{ 'image', src = '//evil.example/x', alt = '' }", "image.src: an"),
      ("{ 'link', 'a' }", "link: a link has either href or action"),
      ("{ 'text', 'a', 'b' }", "text[2]: only one value follows"),
      ("{ 'progress', 'a', done = 0/0 }", "progress.done: a finite number expected"),
      (
        "{ 'embed', service = 'vimeo', video = 'a', title = 't' }",
        "embed.service: \"youtube\" expected, not \"vimeo\""
      ),
      (
        "{ 'embed', service = 'youtube', video = 'a\"b', title = 't' }", "embed.video: letters"
      ),
      (
        "{ 'page', { 'page', id = 'a' }, { 'page', id = 'a' } }", "page[2].page.id: another node"
      ),
      ("{ 'page', print }", "page[1]: a node is a table, not a function"),
      (
        "{ 'cards', items = { { key = 1, title = 'a' }, { key = 1, title = 'b' } } }",
        "cards.items[2].key: number 1 of the list has the same one"
      ),
      ("{ 'plot', series = { nil, {} } }", "plot.series[1]: a table is missing"),
    ])
  func errors(view: String, expected: String) async throws {
    let error = try await TestHost().run(
      "local _, err = mix.screen.tree(\(view), { actions = { 'open' } }) return err.kind, err.message"
    )
    guard error.first == .string("screen"), case .string(let message)? = error.last else {
      Issue.record("\(error)")
      return
    }
    #expect(message.hasPrefix(expected), "\(message)")
  }

  @Test("An address that no browser should follow is left out where it may be missing")
  func addresses() async throws {
    for text in ["javascript:alert(1)", "http://example.com/", "//example.com", "data:,a", "a b"] {
      let cards = try await tree(
        "{ 'cards', items = { { key = 1, title = 'T', image = '\(text)' } } }")
      let shown = try await tree(
        """
        { 'table', columns = { { key = 'cover', format = 'image' } },
          rows = { { rank = 1, cover = '\(text)' } } }
        """)
      #expect(
        cards["items"] == .array([.object(["key": .int(1), "title": .string("T")])]))
      #expect(shown["rows"] == .array([.object(["rank": .int(1)])]))
    }
  }

  @Test("More nodes than a page can hold are refused; rows are not nodes")
  func size() async throws {
    let test = await TestHost()
    let made = """
      local function list(count, item) local list = {} for i = 1, count do list[i] = item(i) end
        return list end

      """
    let error = try await test.run(
      made
        + """
        local view = list(\(ScreenLimits.nodes + 1), function(i)
          return i == 1 and "page" or { "text", "a" } end)
        return select(2, mix.screen.tree(view)).message
        """)
    #expect("\(error)".contains("more than 10000 nodes"), "\(error)")
    let rows = try await test.run(
      made
        + """
        local rows = list(20000, function(i) return { rank = i } end)
        return #mix.screen.tree({ "table", key = "rank", columns = {}, rows = rows }).rows
        """)
    #expect(rows == [.int(20_000)])
  }

  @Test("Every kind has fields with names of their own, and a list's key is one of its record's")
  func schema() {
    for kind in ScreenKind.all {
      let fields = kind.shape.fields
      #expect(Set(fields.map(\.name)).count == fields.count, "\(kind.name)")
      #expect(!fields.contains { ["kind", "children"].contains($0.name) })
      if case .field(let name, _) = kind.content {
        #expect(fields.contains { $0.name == name })
      }
      for field in fields {
        guard let part = field.kind.shape, let identity = part.identity else { continue }
        #expect(part.fields.contains { $0.name == identity && $0.isRequired })
      }
    }
  }
}
