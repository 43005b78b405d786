import Foundation
import Testing

@Suite("Command: books import, files as spreadsheets save them", .ownThreads)
struct BooksFileTests {
  private func imported(_ bytes: Data, _ arguments: String...) throws -> (Outcome, BooksRig) {
    let rig = try BooksRig()
    try bytes.write(to: rig.program.folder.appending(path: "a.csv"))
    return (try rig.program.run(["--mock", "books", "import", "a.csv"] + arguments), rig)
  }

  private static let german =
    "sep=;\r\nTitel;Autor;Erscheinungsjahr\r\n„Die Tür“ – 5 €;Zoë Weiß;01.05.2003\r\n"

  @Test("Windows-1252 is found by its bytes, or said; ISO-8859-1 and UTF-16, too")
  func encodings() throws {
    let bytes = try #require(Self.german.data(using: .windowsCP1252))
    for arguments in [[], ["--encoding", "windows-1252"]] {
      let rig = try BooksRig()
      try bytes.write(to: rig.program.folder.appending(path: "a.csv"))
      let done = try rig.program.run(["--mock", "books", "import", "a.csv"] + arguments)
      #expect(done.output.hasPrefix("a.csv (csv, windows-1252): 1 book added"), "\(done)")
      let work = try rig.work(1)
      #expect(work.title == "„Die Tür“ – 5 €" && work.creators == ["Zoë Weiß"])
      #expect(work.year == 2003)
    }
    let latin = try #require("title,author\nÉté,Zoë\n".data(using: .isoLatin1))
    let (_, other) = try imported(latin, "--encoding", "iso-8859-1")
    #expect(try other.work(1).title == "Été")
    let (wide, last) = try imported(try #require(Self.german.data(using: .utf16)))
    #expect(wide.output.hasPrefix("a.csv (csv, utf-16): 1 book added"), "\(wide)")
    #expect(try last.work(1).creators == ["Zoë Weiß"])
    let (plain, _) = try imported(Data(("\u{FEFF}" + Self.german).utf8))
    #expect(plain.output.hasPrefix("a.csv (csv): 1 book added"), "\(plain)")
  }

  @Test("A file without a header has its columns named")
  func columns() throws {
    let text = Data("Dune;Frank Herbert;1965\nEmma;Jane Austen;1815\n".utf8)
    let (refused, _) = try imported(text)
    #expect(refused.status == 1 && refused.errors.contains("--columns title,author,"))
    let (done, rig) = try imported(text, "--columns", "title, author, year")
    #expect(done.status == 0, "\(done.errors)")
    #expect(try rig.works().map(\.year) == [1965, 1815])
  }

  @Test(
    "Nothing accepted is a failure",
    arguments: [
      ("title,author\n,A\n,B\n", "no row of it is a book"),
      ("title,author\n", "it has no rows below its header"),
      ("", "the file is empty"),
    ])
  func nothing(text: String, reason: String) throws {
    let (done, _) = try imported(Data(text.utf8))
    #expect(done.status == 1)
    #expect(done.errors.contains("mixhost: a.csv: \(reason)"), "\(done.errors)")
  }

  @Test("A second import of a file adds nothing")
  func twice() throws {
    let rig = try BooksRig(books: 3)
    let again = try rig.run("import", "books.csv")
    #expect(again.status == 0 && again.output.contains("0 books added, 3 duplicates"))
  }

  @Test("5,000 rows")
  func large() throws {
    var text = "Title,Author,Year\n"
    for row in 0..<5_000 { text += "\"Book \(row), the \(row * 7)\",Author \(row % 700),1999\n" }
    let (done, rig) = try imported(Data(text.utf8))
    #expect(done.output.hasPrefix("a.csv (csv): 5000 books added, 0 duplicates, 0 rejected"))
    let status = try rig.run("status", "--json")
    #expect(status.output.contains("\"pending\":5000"))
  }
}
