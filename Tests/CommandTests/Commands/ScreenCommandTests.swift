import Foundation
import Testing

@Suite("mixhost screen", .ownThreads)
struct ScreenCommandTests {
  /// The podcasts of docs/programs.md with what docs/screens.md adds.
  private static func podcasts() throws -> [String: String] {
    var files = try ProgramsCommandTests.podcasts()
    let added = try ProgramsCommandTests.podcasts(of: "screens.md")
    let screen = try #require(added["podcasts/screens/episodes.lua"])
    #expect(screen.split(separator: "\n").count + 1 <= 10, "a line of the manifest, and the file")
    files.merge(added) { $1 }
    files["podcasts/program.lua"] = try #require(files["podcasts/program.lua"])
      .replacing("  refreshers =", with: "  screens = { \"episodes\" },\n  refreshers =")
    return files
  }

  private struct Node: Decodable {
    let kind: String
    let children: [Node]?
    let rows: [[String: String]]?
  }

  @Test("The podcasts' screen of docs/screens.md: tested, added, shown, printed")
  func podcasts() throws {
    let program = try Program(try Self.podcasts())
    let spec = try program.run("test", "podcasts")
    #expect(spec.status == 0 && spec.output.contains("3 passed"), "\(spec.output)\(spec.errors)")
    #expect(try program.run("programs", "add", "podcasts", "--yes").status == 0)
    try FileManager.default.removeItem(at: program.folder.appending(path: "podcasts"))
    #expect(try program.run("screen").output.contains("episodes"))
    let shown = try program.run("--mock", "screen", "episodes")
    #expect(
      shown.status == 0 && shown.output.contains("Episode 20: tea & stars"), "\(shown.errors)")
    let json = try program.run("--mock", "screen", "podcasts/episodes", "--json")
    let tree = try JSONDecoder().decode(Node.self, from: Data(json.output.utf8))
    #expect(tree.kind == "page" && tree.children?.map(\.kind) == ["table"])
    #expect((tree.children?.first?.rows?.count ?? 0) >= 20)
    let unset = try program.run("screen", "episodes")
    #expect(unset.status == 0 && unset.output.contains("upstream.podcasts"), "\(unset)")
  }

  @Test("The screen of playlists signs in at the mock, builds, and signs out")
  func playlists() throws {
    let program = try Program()
    func screen(_ steps: String...) throws -> String {
      let outcome = try program.run(["--mock", "screen", "playlist"] + steps)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    #expect(try screen().contains("Not signed in"))
    let account = try screen("--do", "sign_in", "--do", "show_account")
    #expect(account.contains("Signed in as Mock Listener") && account.contains("yes"), "\(account)")
    let built = try screen(
      "--do", "plan", "manual_artist_queries=The Weeknd", "limit_per_artist=2", "--do", "build")
    #expect(built.contains("is ready: 2 tracks") && built.contains("open.spotify.com"), "\(built)")
    // Another run has the draft and the history.
    let later = try screen()
    #expect(later.contains("The Weeknd") && later.contains("+2 -0"), "\(later)")
    let out = try screen("--do", "show_account", "--do", "sign_out", "--yes")
    #expect(out.contains("Signed out.") && out.contains("Not signed in"), "\(out)")
  }

  @Test("A screen that is not there, or has no such action, is named with the nearest")
  func unknown() throws {
    let program = try Program()
    for (arguments, message) in [
      (["chrats"], "did you mean charts?"), (["x/y"], "mixhost screen lists them"),
      (["charts", "--do", "refrsh"], "did you mean refresh?"),
      (["charts", "--do", "open", "99"], "there is no place '99' now"),
      (["charts", "--do", "open"], "a key is missing"), (["charts", "3"], "--do ACTION"),
    ] {
      let outcome = try program.run(["screen"] + arguments)
      #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test(
    "A screen of the user's runs under the program's grants; what is wrong with it has its place")
  func wrong() throws {
    func screen(_ body: String) throws -> (status: Int32, errors: String) {
      let program = try Program([
        "p/program.lua": """
        return { name = "p", entry = "p.lua", summary = "S", screens = { "s" } }
        """,
        "p/p.lua": "", "p/screens/s.lua": body, "secret": "s",
      ])
      #expect(try program.run("programs", "add", "p", "--yes").status == 0)
      let outcome = try program.run("screen", "s")
      return (outcome.status, outcome.errors)
    }
    for (body, message) in [
      ("return { view = function() return { 'tabel' } end }", "did you mean 'table'"),
      (
        "return {\n view = function(state) return state.a.b end }",
        "screens/s.lua:2: "
      ),
      ("return {", "screens/s.lua:1: "),
      ("return 7", "screen p/s: a screen's file returns a table"),
      ("return {}", "field 'view' is missing"),
      ("return { veiw = 'S' }", "did you mean 'view'"),
      ("return { title = 'S' }", "field 'title' belongs in the manifest"),
      (
        "return { view = function() return { 'text', mix.fs.read('secret') } end }",
        "denied"
      ),
      (
        "local t = { 'page' }\nt[2] = t\nreturn { view = function() return t end }",
        "screen p/s: page[1]: the table contains itself"
      ),
    ] {
      let outcome = try screen(body)
      #expect(outcome.status == 1 && outcome.errors.contains(message), "\(outcome.errors)")
    }
    let missing = try Program([
      "p/program.lua": "return { name = 'p', entry = 'p.lua', summary = 'S', screens = { 's' } }",
      "p/p.lua": "",
    ])
    #expect(
      try missing.run("programs", "check", "p").errors.contains("there is no screens/s.lua"))
  }

  @Test("Several steps are done in a row, and what can be done next says all that it needs")
  func steps() throws {
    let program = try Program(["books.csv": "title,author\nDune,Frank Herbert\n"])
    #expect(try program.run("books", "import", "books.csv").status == 0)
    let opened = try program.run("screen", "books", "--do", "open", "1")
    #expect(opened.output.contains("[Save] --do open 1 --do edit NAME=VALUE"), "\(opened)")
    #expect(opened.output.contains("[open] --do open KEY"))
    let edited = try program.run(
      "screen", "books", "--do", "open", "1", "--do", "edit", "year=1965", "title=Dune, again")
    #expect(edited.status == 0 && edited.output.contains("Saved."), "\(edited.errors)")
    #expect(try program.run("books", "show", "1").output.contains("Dune, again"))
    let refused = try program.run("screen", "books", "--do", "edit", "year=1965")
    #expect(refused.status == 2 && refused.errors.contains("'edit' is not offered now"))
    let wrong = try program.run(
      "screen", "books", "--do", "open", "1", "--do", "edit", "year=soon")
    #expect(wrong.status == 2 && wrong.errors.contains("Year: 'soon' is not a whole number"))
  }

  @Test("Files are dropped by their names, and what cannot be undone is asked first")
  func filesAndQuestions() throws {
    let program = try Program(["books.csv": "title,author\nDune,Frank Herbert\n,Nobody\n"])
    let imported = try program.run("screen", "books", "--do", "import", "file=@books.csv")
    #expect(imported.status == 0, "\(imported)")
    #expect(imported.output.contains("1 book added, 0 duplicates, 1 rejected"), "\(imported)")
    let missing = try program.run("screen", "books", "--do", "import", "file=@none.csv")
    #expect(missing.status == 1 && missing.errors.contains("none.csv"), "\(missing)")
    let unasked = try program.run("screen", "books", "--do", "reset")
    #expect(unasked.status == 2 && unasked.errors.contains("say so with --yes"), "\(unasked)")
    #expect(try program.run("books", "list").output.contains("Dune"))
    let reset = try program.run("screen", "books", "--do", "reset", "--yes")
    #expect(reset.status == 0 && reset.output.contains("1 book removed"), "\(reset)")
  }

  @Test("Settings and rules are changed on their screens as by their commands")
  func settingsAndRules() throws {
    let program = try Program(["mine.lua": "return { kind = \"refresh\", x = = 1 }\n"])
    let saved = try program.run(
      "screen", "programs", "--do", "open", "chart", "--do", "save", "chart.every=6h")
    #expect(saved.output.contains("Saved."), "\(saved)")
    #expect(try program.run("config", "get", "chart.every").output == "6h\n")
    let wrong = try program.run(
      "screen", "settings", "--do", "filter", "text=http.concurrency", "--do", "save",
      "http.concurrency=many")
    #expect(wrong.output.contains("must be a whole number"), "\(wrong)")
    let tried = try program.run(
      "screen", "rules", "--do", "open", "refresh/fixed", "--do", "try", "text=@mine.lua")
    #expect(tried.output.contains("Rules, line 1: unexpected symbol"), "\(tried)")
  }

  @Test("The charts fill in by refresh, and what was found is there the next time")
  func charts() throws {
    let program = try Program()
    let refreshed = try program.run("--mock", "screen", "charts", "--do", "refresh")
    #expect(refreshed.status == 0 && refreshed.output.contains("[Refresh now] --do refresh"))
    let again = try program.run("--mock", "--offline", "screen", "charts", "--json")
    let tree = try JSONDecoder().decode(ChartPage.self, from: Data(again.output.utf8))
    let rows = try #require(tree.children.first { $0.kind == "table" }?.rows)
    #expect(rows.count >= 10 && rows.contains { $0.match != nil }, "\(again.output)")
  }

  private struct ChartPage: Decodable {
    struct Child: Decodable {
      struct Row: Decodable { let match: String? }
      let kind: String
      let rows: [Row]?
    }
    let children: [Child]
  }
}
