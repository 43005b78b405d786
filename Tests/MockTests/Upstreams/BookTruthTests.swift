import Foundation
import Testing

@testable import MockUpstreams

@Suite("The truth about the mock's books")
struct BookTruthTests {
  private let catalogue = BookCatalogue(seed: 1, size: 100_000)
  private var exports: ExportedBooks { ExportedBooks(catalogue: catalogue) }

  @Test("Rows are different books, spelled as exports spell them")
  func rows() throws {
    let rows = (0..<3000).map(exports.fields)
    #expect(Set(rows.map { $0[0] }).count == 3000)
    #expect(Set(rows.map { "\($0[1])|\($0[3])" }).count >= 2980)
    let titles = rows.map { $0[1] }
    #expect(titles.contains { $0.hasSuffix("#1)") })
    #expect(titles.contains { $0.contains(": ") })
    #expect(titles.contains { $0.hasSuffix(", The") })
    #expect(rows.contains { $0[2].contains(", ") && $0[2] == $0[3] })
    let numberless = rows.count { $0[6] == "=\"\"" }
    #expect((1300...1800).contains(numberless))
    #expect(rows.allSatisfy { $0.count == ExportedBooks.header.count })
  }

  @Test("An export begins with the header and quotes what needs it")
  func text() throws {
    var text = ""
    exports.writeGoodreads(count: 40) { text += $0 }
    #expect(text.hasPrefix("Book Id,Title,Author,Author l-f,"))
    #expect(text.contains("\"=\"\"978"))
  }

  @Test("Check digits are right", arguments: 0..<40)
  func numbers(book: Int) throws {
    let number = BookNumber(book: book * 997, edition: book % 4)
    #expect(BookNumber(number.isbn13) == number)
    #expect(BookNumber(number.isbn10) == number)
    let wrong = number.isbn13.dropLast() + (number.isbn13.last == "0" ? "1" : "0")
    #expect(BookNumber(String(wrong)) == nil)
  }

  @Test("A score: right, another work, uncertain, missed, rightly not found")
  func score() throws {
    let known = try #require((0..<100).first { !catalogue.lacks($0, at: .openLibrary) })
    let lacking = try #require(
      (0..<100_000).first {
        catalogue.lacks($0, at: .openLibrary) && catalogue.lacks($0, at: .googleBooks)
      })
    func work(_ index: Int, _ status: String, from listing: Int? = nil) -> String {
      let olid = listing.map { ",\"olid\":\"OL\(10_000_000 + $0)W\"" } ?? ""
      let id = ExportedBooks.goodreadsID(index)
      return "{\"status\":\"\(status)\",\"identifiers\":{\"goodreads\":\"\(id)\"\(olid)}}"
    }
    let works = [
      work(known, "enriched", from: known * BookListing.perBook),
      work(known, "enriched", from: known * BookListing.perBook + 1),
      work(known, "enriched"), work(known, "uncertain"), work(known, "failed"),
      work(known, "not_found"), work(lacking, "not_found"),
      "{\"status\":\"enriched\",\"title\":\"somebody else's\"}",
    ]
    let score = try BookScore(export: Array("[\(works.joined(separator: ","))]".utf8))
    #expect(score.json == #"{"right":2,"wrong_matched":2,"uncertain":1,"missed":2}"#)
    #expect(score.foreign == 1)
    #expect(throws: BookScoreError.self) { try BookScore(export: Array("<html>".utf8)) }
  }
}
