import Foundation
import Testing

@Suite("Command: one book, added, shown, changed, removed, looked for", .ownThreads)
struct BooksEditTests {
  /// Some ISBN-13 of the mock's books.
  private func number(_ rig: BooksRig) throws -> String {
    let export = try rig.program.run("mock", "--export-books", "40").output
    return String(try #require(export.firstMatch(of: /97[89][0-9]{10}/)).0)
  }

  @Test("add --isbn needs no title; run finds it")
  func addByNumber() throws {
    let rig = try BooksRig()
    let isbn = try number(rig)
    let added = try rig.run("add", "--isbn", isbn)
    #expect(added.status == 0 && added.output == "1 book added, 0 duplicates, 0 rejected\n")
    #expect(try rig.run("add", "--isbn", isbn).errors.contains("already in the library as work 1"))
    #expect(try rig.run("run", "--quiet").status == 0)
    let work = try rig.work(1)
    #expect(work.status == "enriched" && !work.title.hasPrefix("ISBN"), "\(work)")
    let wrong = try rig.run("add", "--isbn", "9780306406158")
    #expect(wrong.status == 2 && wrong.errors.contains("the check digit of ISBN 9780306406158"))
    #expect(try rig.run("add").status == 2)
  }

  @Test("show has every field and who said it; a number that nobody has is an error")
  func show() throws {
    let rig = try BooksRig(books: 3)
    try rig.run("run", "--quiet")
    let shown = try rig.run("show", "3")
    #expect(shown.output.contains("Status: "), "\(shown.output)")
    #expect(shown.output.contains("(goodreads, your file)"))
    #expect(shown.output.contains("(openlibrary)"))
    #expect(shown.output.contains("my rating"))
    let missing = try rig.run("show", "99")
    #expect(missing.status == 1)
    #expect(
      missing.errors == "mixhost: there is no book 99: mixhost books list shows the numbers\n")
  }

  @Test("edit outranks files and catalogues, clears, and is taken back by undo")
  func edit() throws {
    let rig = try BooksRig(books: 2)
    let before = try rig.work(1)
    let edited = try rig.run(
      "edit", "1", "--title", "Another Title", "--author", "A B", "--author", "C D", "--year",
      "1901",
      "--isbn", "9791003992256", "--set", "my_rating=5", "--clear", "publisher")
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(
      edited.output.hasPrefix("changed: ") && edited.output.contains("publisher")
        && edited.output.contains("identifiers.isbn13"), "\(edited.output)")
    let after = try rig.work(1)
    #expect(after.title == "Another Title" && after.creators == ["A B", "C D"])
    #expect(after.year == 1901 && after.identifiers?["isbn13"] == "9791003992256")
    #expect(after.identifiers?["isbn10"] == nil)
    try rig.run("run", "--quiet", "--refresh")
    #expect(try rig.work(1).title == "Another Title")
    #expect(try rig.run("undo").status == 0)
    #expect(try rig.run("undo").status == 0)
    let undone = try rig.work(1)
    #expect(undone.title == before.title && undone.year == before.year)
    #expect(undone.identifiers == before.identifiers && undone.creators == before.creators)
    #expect(try rig.run("edit", "1").status == 2)
    #expect(try rig.run("edit", "99", "--year", "5").status == 1)
  }

  @Test("A book that was not found is looked up again after its title was mended; --again forgets")
  func again() throws {
    let rig = try BooksRig(books: 2)
    let title = try rig.work(2).title
    try rig.run("edit", "2", "--title", "Nobody Wrote This", "--clear", "isbn")
    try rig.run("run", "--quiet")
    #expect(try rig.work(2).status == "not_found")
    let mended = try rig.run("edit", "2", "--title", title)
    #expect(mended.errors.contains("look it up with: mixhost books run"))
    #expect(try rig.work(2).status == "pending")
    try rig.run("run", "--quiet")
    let found = try rig.work(2)
    #expect(found.status == "enriched" && found.cover != nil)
    #expect(try rig.run("edit", "2", "--again").status == 0)
    let forgotten = try rig.work(2)
    #expect(forgotten.status == "pending" && forgotten.cover == nil && forgotten.title == title)
  }

  @Test("remove asks on a terminal, wants --yes elsewhere, and takes all numbers or none")
  func remove() throws {
    let rig = try BooksRig(books: 3)
    let asked = try rig.run("remove", "1")
    #expect(asked.status == 2 && asked.errors.contains("say --yes"))
    #expect(try rig.run("remove", "1", "99", "--yes").status == 1)
    #expect(try rig.works().count == 3)
    #expect(try rig.run("remove", "1", "2", "--yes").output == "2 books removed\n")
    #expect(try rig.works().map(\.id) == [3])
    #expect(try rig.run("run", "--json").output.contains("\"processed\":1"))
  }

  @Test("search looks into library and catalogues, by title or ISBN, and adds one")
  func search() throws {
    let rig = try BooksRig(books: 4)
    let title = try rig.work(2).title
    let own = try rig.run("search", title, "--library")
    #expect(own.status == 0 && own.output.contains(title), "\(own.output)")
    let isbn = try number(rig)
    try rig.run("reset", "--yes")
    let found = try rig.run("search", isbn)
    #expect(found.status == 0 && found.errors.contains("not in the library"), "\(found.errors)")
    #expect(found.errors.contains("in the catalogues:"))
    let added = try rig.run("search", isbn, "--add", "1", "--json")
    #expect(added.status == 0 && added.output.contains("\"added\":{\"added\":1"), "\(added)")
    #expect(try rig.run("search", isbn, "--add", "1").errors.contains("already in the library"))
    try rig.run("run", "--quiet")
    #expect(try rig.works().map(\.status) == ["enriched"])
    let none = try rig.run("search", "zzzz", "qqqq")
    #expect(none.status == 1 && none.errors.contains("no catalogue lists such a book"))
  }
}
