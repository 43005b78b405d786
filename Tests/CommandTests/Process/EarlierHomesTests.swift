import Foundation
import Testing

/// Homes that earlier releases made (Tests/Fixtures/homes), opened, and given back to them.
@Suite("Homes of earlier releases", .ownThreads)
struct EarlierHomesTests {
  private static let fixtures = Program.repository.appending(path: "Tests/Fixtures/homes")
  private static let data = "home/data/mixhost.sqlite"

  private func home(_ version: String) throws -> Program {
    let program = try Program(["home/data/.keep": ""])
    let sql = try String(
      contentsOf: Self.fixtures.appending(path: version + ".sql"), encoding: .utf8)
    let script = "import sqlite3,sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
    let made = try Foreign.python(script, [path(program), sql])
    #expect(made.status == 0, "\(made.errors)")
    return program
  }

  private func path(_ program: Program, _ ending: String = "") -> String {
    program.folder.appending(path: Self.data).path + ending
  }

  /// All of a data file, as statements.
  private func dump(_ path: String) throws -> String {
    let script = "import sqlite3,sys; print('\\n'.join(sqlite3.connect(sys.argv[1]).iterdump()))"
    return try Foreign.python(script, [path]).output
  }

  /// The copies that stand beside the data file.
  private func copies(_ program: Program, _ word: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.path + "/home/data")
      .filter { $0.contains(".\(word)-") }
  }

  /// That books, their sources and the feed are those of the fixture.
  private func expectWhole(_ program: Program) throws {
    let books = try program.run("books", "export", "--format", "csv")
    #expect(books.status == 0, "\(books.errors)")
    for part in ["Sabriel", "Garth Nix", "9780064471831", "1995", "The Unwritten Book"] {
      #expect(books.output.contains(part), "\(part): \(books.output)")
    }
    #expect(try program.run("books", "show", "1").output.contains("openlibrary"))
    let feed = try program.run("feed", "list", "--json").output
    #expect(feed.contains("BupLZ1r1mCn") && feed.contains("Finn Tigers"), "\(feed)")
  }

  @Test(
    "A home opens whole, a copy of older tables stands beside it, and restore leads back",
    arguments: [("0.1.0", "before-step-8"), ("0.2.0", nil)])
  func upgraded(_ version: String, _ copy: String?) throws {
    let program = try home(version)
    let before = try dump(path(program))
    try expectWhole(program)
    try expectWhole(program)
    let kept = copy.map { ["mixhost.sqlite." + $0] } ?? []
    #expect(try copies(program, "before") == kept)
    #expect(try program.run("books", "edit", "2", "--title", "Written Now").status == 0)
    guard let copy else { return }
    let mode = try FileManager.default.attributesOfItem(atPath: path(program, "." + copy))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let refused = try program.run("restore", Self.data + "." + copy)
    #expect(refused.status == 1 && refused.errors.contains("--force"), "\(refused.errors)")
    let back = try program.run("restore", "--force", Self.data + "." + copy)
    #expect(back.output.hasPrefix("restored 2 works"), "\(back.errors)")
    #expect(try dump(path(program)) == before, "the earlier release finds its own tables")
    #expect(try copies(program, "replaced").count == 1)
    // It may come back later.
    try expectWhole(program)
  }

  @Test("A job of an earlier release is undone by this one", arguments: ["0.1.0", "0.2.0"])
  func undone(_ version: String) throws {
    let program = try home(version)
    let undo = try program.run("books", "undo")
    #expect(undo.status == 0, "\(undo.errors)")
    let books = try program.run("books", "export", "--format", "csv").output
    #expect(books.contains("Sabriel") && !books.contains("9780064471831"), "\(books)")
  }

  @Test("A home of a later release is refused by name, and stays as it is")
  func later() throws {
    let program = try home("0.2.0")
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as data:
        data.execute("INSERT INTO grdb_migrations VALUES ('works 99')")
        data.execute("ALTER TABLE work ADD COLUMN shelf TEXT")
      """
    #expect(try Foreign.python(script, [path(program)]).status == 0)
    let before = try dump(path(program))
    try FileManager.default.copyItem(atPath: path(program), toPath: path(program, ".copy"))
    for words in [
      ["books", "list"], ["books", "edit", "2", "--title", "No"], ["feed", "list"],
      ["backup", "copy.sqlite"], ["restore", "--force", Self.data + ".copy"],
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 1, "\(words): \(outcome.output)")
      #expect(
        outcome.errors.contains("was written by a later mixhost (it has \"works 99\")"),
        "\(words): \(outcome.errors)")
    }
    #expect(try dump(path(program)) == before)
    #expect(try copies(program, "before").isEmpty)
  }
}
