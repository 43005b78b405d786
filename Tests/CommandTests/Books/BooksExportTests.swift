import Foundation
import Testing

@Suite("Command: books export, for other programs", .ownThreads)
struct BooksExportTests {
  private static let kept = ["id", "kind", "status", "sources", "added", "updated"]

  /// The works of a home without what the library adds of its own.
  private func facts(_ program: Program) throws -> NSArray {
    let list = try program.run("books", "list", "--json")
    let works = try #require(
      JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
    return works.map { $0.filter { !Self.kept.contains($0.key) } as NSDictionary } as NSArray
  }

  @Test(
    "An export of each service comes back from mixhost as it was",
    arguments: [("goodreads.csv", "goodreads"), ("storygraph.csv", "storygraph")])
  func roundTrip(file: String, format: String) throws {
    let (first, second) = (try Program(), try Program())
    let fixture = Program.repository.appending(path: "Tests/Fixtures/books/\(file)")
    try Data(contentsOf: fixture).write(to: first.folder.appending(path: file))
    #expect(try first.run("books", "import", "--quiet", file).status == 0)
    let export = try first.run("books", "export", "--format", format)
    #expect(export.status == 0, "\(export.errors)")
    try second.write("back.csv", export.output)
    let back = try second.run("books", "import", "back.csv")
    #expect(back.output.contains("back.csv (\(format)): "), "\(back.output) \(back.errors)")
    #expect(try facts(first) == facts(second))
  }

  @Test("A list is printed as its rows come, below one head, none of them cut")
  func longList() throws {
    let program = try Program()
    let wide = String(repeating: "long ", count: 20) + "title"
    let titles = (1...700).map { $0 == 650 ? wide : "Title \($0)" }
    try program.write("books.csv", "title,author\n" + titles.map { "\($0),Ann\n" }.joined())
    #expect(try program.run("books", "import", "books.csv").status == 0)
    let lines = try program.run("books", "list").output.split(separator: "\n")
    #expect(lines.count == 702)
    #expect(lines.filter { $0.contains("Author") }.count == 1)
    #expect(lines[651].contains(wide) && lines[701].contains("700  Title 700"))
  }

  @Test("No folder is made in one that is missing", arguments: ["--to", "--covers"])
  func missingFolder(option: String) throws {
    let program = try Program()
    let format = option == "--to" ? "opf" : "csv"
    let export = try program.run("books", "export", "--format", format, option, "no/such/")
    #expect(export.status == 1)
    #expect(export.errors.contains("cannot write no/such: there is no folder no; make it first"))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path + "/no"))
  }

  @Test("An enriched library goes to Calibre's catalogue and back")
  func calibre() throws {
    let rig = try BooksRig(books: 12)
    try rig.run("run", "--quiet")
    let export = try rig.run("export", "--format", "calibre")
    let other = try Program(["back.csv": export.output])
    #expect(try other.run("books", "import", "back.csv").output.contains("12 books added"))
    let list = try other.run("books", "list", "--json")
    let back = try JSONDecoder().decode([BooksRig.Work].self, from: Data(list.output.utf8))
    for (work, again) in zip(try rig.works(), back) {
      #expect(work.title == again.title && work.creators == again.creators)
      #expect(
        work.year == again.year && work.identifiers?["isbn13"] == again.identifiers?["isbn13"])
      #expect(work.identifiers?["olid"] == again.identifiers?["olid"])
    }
  }

  @Test("Covers are files of the type that they are; a second run brings the missing ones alone")
  func covers() throws {
    let rig = try BooksRig(books: 25)
    let run = try rig.run("run", "--covers", "covers", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let expected = try rig.works().filter { $0.cover != nil }
    #expect(run.output.contains("\"saved\":\(expected.count)"), "\(run.output)")
    let folder = rig.program.folder.appending(path: "covers")
    var names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count == expected.count)
    for name in names {
      let bytes = try Data(contentsOf: folder.appending(path: name))
      #expect(name.hasSuffix(".png") && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(name)")
    }
    try FileManager.default.removeItem(at: folder.appending(path: names.removeFirst()))
    let again = try rig.run("export", "--covers", "covers", mock: "log=log.ndjson")
    #expect(again.status == 0)
    #expect(again.errors.contains("1 covers saved in covers, \(names.count) there already"))
    #expect(try rig.program.read("log.ndjson").split(separator: "\n").count == 1)
  }

  @Test(
    "An answer that is not an image is not saved, whatever it is called, and the command says so")
  func noImages() throws {
    let rig = try BooksRig(books: 8)
    try rig.run("run", "--quiet")
    let expected = try rig.works().filter { $0.cover != nil }.count
    let saved = try rig.run("export", "--covers", "covers", mock: "fault=html:100%")
    #expect(saved.status == 1)
    #expect(saved.errors.contains("\(expected) covers could not be saved: no image"))
    let folder = rig.program.folder.appending(path: "covers")
    #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] == [])
  }

  @Test("A folder of Calibre: a metadata.opf a book, with its cover beside it")
  func opf() throws {
    let rig = try BooksRig(books: 6)
    try rig.run("run", "--quiet")
    let done = try rig.run(
      "export", "--format", "opf", "--to", "calibre", "--covers", "covers")
    #expect(done.status == 0 && done.output == "6 books written to calibre\n", "\(done)")
    let work = try #require(try rig.works().first { $0.cover != nil })
    let files = try #require(
      FileManager.default.enumerator(atPath: rig.program.folder.path + "/calibre"))
    let paths = files.compactMap { $0 as? String }
    #expect(paths.filter { $0.hasSuffix("/metadata.opf") }.count == 6)
    let own = try #require(paths.first { $0.hasSuffix(" (\(work.id))/metadata.opf") })
    #expect(paths.contains(own.replacing("metadata.opf", with: "cover.png")))
    let text = try rig.program.read("calibre/" + own)
    #expect(text.contains("<reference type=\"cover\" title=\"Cover\" href=\"cover.png\"/>"))
    #expect(try rig.run("export", "--format", "opf").status == 2)
    #expect(try rig.run("export", "--to", "x").status == 2)
  }
}
