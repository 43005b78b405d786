import Foundation
import Testing

@Suite("Command: scripts/enrich.lua import", .ownThreads)
struct EnrichImportTests {
  private struct Work: Decodable {
    let title: String
    let creators: [String]?
    let year: Int?
    let publisher: String?
    let pages: Int?
    let language: String?
    let series: String?
    let series_position: Double?
    let identifiers: [String: String]?
    let status: String
  }

  private let script = Program.script("scripts/enrich.lua")

  /// The works that a file becomes.
  private func imported(_ file: String, _ bytes: Data) throws -> [Work] {
    let program = try Program()
    try bytes.write(to: program.folder.appending(path: file))
    let outcome = try program.run(script, "import", file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let list = try program.run(script, "list", "--json")
    return try JSONDecoder().decode([Work].self, from: Data(list.output.utf8))
  }

  @Test(
    "Whole exports, field by field",
    arguments: ["goodreads.csv", "storygraph.csv", "librarything.tsv", "calibre.csv"])
  func wholeExports(file: String) throws {
    let folder = Program.repository.appending(path: "Tests/Fixtures/books")
    let program = try Program()
    try Data(contentsOf: folder.appending(path: file)).write(
      to: program.folder.appending(path: file))
    let outcome = try program.run(script, "import", "--strict", file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let list = try program.run(script, "list", "--json")
    var works = try #require(
      JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [NSDictionary])
    // Additions by the library.
    works = works.map { work in
      let own: Set = ["id", "kind", "status", "sources", "added", "updated"]
      return (work as? [String: Any] ?? [:]).filter { !own.contains($0.key) } as NSDictionary
    }
    let name = file.prefix { $0 != "." } + ".json"
    let expected = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appending(path: String(name))))
    #expect(works as NSArray == expected as? NSArray)
  }

  @Test("Goodreads: numbers unwrapped, series read, authors in order")
  func goodreads() throws {
    let text = #"""
      Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,\#
      Publisher,Number of Pages,Year Published,Original Publication Year,Exclusive Shelf,My Review
      11,"Salt Roads (Tides, #2)","Lune, Ada","Lune, Ada",Bo Mar,"=""0306406152""\#
      ","=""9780306406157""\#
      ",0,4.1,Penwith,300,2019,2003,read,"A
      ""review""<br/>"
      12,Plain,Cleo Ray,"Ray, Cleo",,"=""""","=""""",5,3.9,,,2020,,to-read,
      """#
    let works = try imported("g.csv", Data(("\u{FEFF}" + text).utf8))
    #expect(works.map(\.title) == ["Salt Roads (Tides, #2)", "Plain"])
    #expect(works[0].creators == ["Ada Lune", "Bo Mar"])
    #expect(works[0].identifiers?["isbn13"] == "9780306406157")
    #expect(works[0].identifiers?["goodreads"] == "11")
    #expect(works[0].year == 2003 && works[0].pages == 300 && works[0].publisher == "Penwith")
    #expect(works[0].series == "Tides" && works[0].series_position == 2)
    #expect(works[1].year == 2020 && works[1].identifiers?["isbn13"] == nil)
  }

  @Test("StoryGraph: an ISBN, an ASIN or its own number")
  func storygraph() throws {
    let text = """
      Title,Authors,ISBN/UID,Read Status,Star Rating
      One,"Ada Lune, Bo Mar",9780306406157,read,4.5
      Two,Ada Lune,B07XJ8C8F5,read,
      Three,Ada Lune,3f2b7f0e-1111-4c3a-9d55-2a9b0c1d2e3f,to-read,
      """
    let works = try imported("s.csv", Data(text.utf8))
    #expect(works[0].creators == ["Ada Lune", "Bo Mar"])
    #expect(works[0].identifiers?["isbn13"] == "9780306406157")
    #expect(works[1].identifiers?["asin"] == "B07XJ8C8F5")
    #expect(works[2].identifiers?["storygraph"]?.hasPrefix("3f2b7f0e") == true)
  }

  @Test("LibraryThing: tabs, brackets, ISO-8859-1 or UTF-16", arguments: [true, false])
  func librarything(isUTF16: Bool) throws {
    let text = """
      Book Id\tTitle\tPrimary Author\tPublication\tDate\tPage Count\tLanguages\tISBN\tISBNs
      7\tRécit d'été\tMarée, Zoé\tGallimard (1979), Poche\t1979\t590 \tFrench\t[0306406152]\t
      """
    let encoding: String.Encoding = isUTF16 ? .utf16 : .isoLatin1
    let works = try imported("l.tsv", try #require(text.data(using: encoding)))
    #expect(works.first?.title == "Récit d'été")
    #expect(works.first?.creators == ["Zoé Marée"])
    #expect(works.first?.publisher == "Gallimard" && works.first?.language == "fr")
    #expect(works.first?.year == 1979 && works.first?.pages == 590)
    #expect(works.first?.identifiers?["isbn10"] == "0306406152")
  }

  @Test("Calibre, and a table with semicolons")
  func others() throws {
    let calibre = """
      author_sort,authors,id,identifiers,isbn,languages,pubdate,publisher,series,series_index,title
      "Lune, Ada",Ada Lune & Bo Mar,3,"isbn:9780306406157,goodreads:5",,eng,\
      2003-05-01T00:00:00+00:00,Penwith,Tides,2.0,Salt Roads
      """
    let work = try #require(try imported("c.csv", Data(calibre.utf8)).first)
    #expect(work.creators == ["Ada Lune", "Bo Mar"] && work.year == 2003 && work.series == "Tides")
    #expect(work.identifiers?["isbn13"] == "9780306406157" && work.identifiers?["goodreads"] == "5")
    let plain = try imported("p.csv", Data("Book Title;Author;Year\nSalt;Ada Lune;2003\n".utf8))
    #expect(plain.first?.title == "Salt" && plain.first?.year == 2003)
  }

  @Test("Bad rows are named with their reason, and the others imported; --strict imports none")
  func badRows() throws {
    let long = String(repeating: "x", count: 2000)
    let rows = [
      "title,author,isbn,year", "Good,Ada Lune,,2001", ",Ada Lune,,", "\(long),Bo,,",
      "Digit,Bo Mar,9780306406158,20255", "Nul\u{0},Bo,,", "Good,Ada Lune,,2001",
    ]
    let program = try Program(["b.csv": rows.joined(separator: "\r\n") + "\r\n"])
    let strict = try program.run(script, "import", "--strict", "b.csv")
    #expect(strict.status == 1 && strict.errors.contains("--strict"))
    let outcome = try program.run(script, "import", "b.csv")
    #expect(outcome.status == 0)
    #expect(outcome.output == "b.csv (csv): 2 books added, 1 duplicate, 3 rejected, 2 remarks\n")
    for text in [
      "row 3: the title is empty", "row 4: the title has 2000 characters",
      "row 5: the check digit of ISBN 9780306406158 is wrong", "row 5: year \"20255\"",
      "row 7: already in this file",
    ] {
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }
    let again = try program.run(script, "import", "--dry-run", "--json", "b.csv")
    #expect(again.output.contains("\"duplicates\":3") || again.output.contains("\"added\":0"))
  }

  @Test(
    "A file that is not a table of books is refused with its reason",
    arguments: ["a;b\n1;2\n", "", "\u{0}"])
  func noTable(text: String) throws {
    let program = try Program(["x.csv": text])
    let outcome = try program.run(script, "import", "x.csv")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("x.csv: "))
  }
}
