import Foundation
import Testing

@testable import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of Open Library")
struct OpenLibraryMockTests {
  struct Search: Decodable {
    struct Document: Decodable {
      let key: String
      let title: String
      let author_name: [String]?
      let isbn: [String]?
      let cover_i: Int?
      let edition_count: Int?
    }
    let numFound: Int
    let start: Int
    let docs: [Document]
  }

  private let catalogue = BookCatalogue(seed: 1, size: 5000)

  /// A book that both services list, with a cover that can be seen.
  private func wellKnown() throws -> (book: Book, listing: BookListing) {
    for index in 0..<200 {
      let book = catalogue.book(index)
      guard let listing = catalogue.listing(.work, of: book, at: .openLibrary),
        case .picture? = listing.cover, listing.description != nil,
        catalogue.isListed(catalogue.edition(0, of: book), at: .openLibrary)
      else { continue }
      return (book, listing)
    }
    throw CancellationError()
  }

  private func search(_ mock: RunningMock, _ query: [String: String]) async throws -> Search {
    let (response, body) = try await mock.get("openlibrary/search.json", query)
    #expect(response.statusCode == 200)
    return try JSONDecoder().decode(Search.self, from: body)
  }

  @Test("A search by title and author, by words, by ISBN")
  func searches() async throws {
    let (book, listing) = try wellKnown()
    let key = "/works/" + OpenLibraryID.work(listing)
    let isbn = catalogue.edition(0, of: book).isbn
    try await RunningMock.with("books=5000") { mock in
      for query in [
        ["title": book.title, "author": book.authors[0]],
        ["q": "\(book.title) \(book.authors[0])"], ["isbn": isbn.isbn13], ["isbn": isbn.isbn10],
        ["q": "isbn:\(isbn.isbn13)"],
      ] {
        let found = try await search(mock, query)
        #expect(found.docs.contains { $0.key == key }, "\(query)")
        #expect(found.numFound >= found.docs.count)
      }
    }
  }

  @Test("A search for several ISBNs gives each work once")
  func severalNumbers() async throws {
    let (book, listing) = try wellKnown()
    let isbn = catalogue.edition(0, of: book).isbn
    try await RunningMock.with("books=5000") { mock in
      let term = "isbn:(\(isbn.isbn13) OR 9781234567890 OR \(isbn.isbn10))"
      let found = try await search(mock, ["q": term])
      #expect(found.docs.map(\.key) == ["/works/" + OpenLibraryID.work(listing)])
      #expect(found.numFound == 1)
    }
  }

  @Test("A series mark or an unknown word finds nothing; so does a wrong number")
  func misses() async throws {
    let (book, _) = try wellKnown()
    try await RunningMock.with("books=5000") { mock in
      let marked = ["title": "\(book.title) (Some Other Saga, #1)", "author": book.authors[0]]
      let withMark = try await search(mock, marked)
      #expect(withMark.numFound == 0)
      let unknown = try await search(mock, ["isbn": "9781234567890"])
      #expect(unknown.docs.isEmpty)
      let (response, _) = try await mock.get("openlibrary/search.json")
      #expect(response.statusCode == 422)
    }
  }

  @Test("fields and limit")
  func fields() async throws {
    let (book, _) = try wellKnown()
    try await RunningMock.with("books=5000") { mock in
      let author = ["author": book.authors[0]]
      let all = try await search(mock, author)
      #expect(all.numFound >= 4)
      #expect(all.docs.allSatisfy { $0.author_name != nil && $0.isbn == nil })
      let two = try await search(mock, author.merging(["limit": "2", "offset": "1"]) { $1 })
      #expect(two.docs.map(\.key) == Array(all.docs.map(\.key)[1..<3]))
      let few = try await search(mock, author.merging(["fields": "key,title,isbn"]) { $1 })
      #expect(few.docs.allSatisfy { $0.author_name == nil })
      #expect(few.docs.contains { $0.isbn != nil })
    }
  }

  @Test("An ISBN leads to its edition, the edition to its work and author")
  func pages() async throws {
    struct Reference: Decodable { let key: String }
    struct Edition: Decodable {
      let title: String
      let isbn_13: [String]
      let works: [Reference]
      let authors: [Reference]
    }
    struct Work: Decodable { let title: String }
    struct Author: Decodable { let name: String }
    let (book, listing) = try wellKnown()
    let edition = catalogue.edition(0, of: book)
    try await RunningMock.with("books=5000") { mock in
      let redirect = try await mock.raw("openlibrary/isbn/\(edition.isbn.isbn13).json")
      #expect(redirect.status == 302)
      let target = "/books/\(OpenLibraryID.edition(edition)).json"
      let head = String(decoding: redirect.bytes, as: UTF8.self).lowercased()
      #expect(head.contains("location: \(target.lowercased())\r\n"))
      let page = try JSONDecoder().decode(
        Edition.self, from: try await mock.get("openlibrary" + target).1)
      #expect(page.isbn_13 == [edition.isbn.isbn13])
      let work = try await mock.get("openlibrary\(try #require(page.works.first).key).json")
      #expect(try JSONDecoder().decode(Work.self, from: work.1).title == listing.title)
      let author = try await mock.get("openlibrary\(try #require(page.authors.first).key).json")
      #expect(try JSONDecoder().decode(Author.self, from: author.1).name == book.authors[0])
      for missing in ["isbn/9780000000000.json", "works/OL1W.json", "books/x.json"] {
        #expect(try await mock.get("openlibrary/" + missing).0.statusCode == 404)
      }
    }
  }

  @Test("Covers are pictures; without one there is a point, or 404 where that is asked for")
  func covers() async throws {
    let (book, _) = try wellKnown()
    let number = OpenLibraryID.cover(book)
    try await RunningMock.with("books=5000") { mock in
      let (response, image) = try await mock.get("covers/b/id/\(number)-L.jpg")
      #expect(response.value(forHTTPHeaderField: "Content-Type") == "image/png")
      #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]) && image.count > 1_000)
      let (_, blank) = try await mock.get("covers/b/isbn/9780000000000-L.jpg")
      #expect(Array(blank) == CoverImage.blank)
      let strict = try await mock.get("covers/b/isbn/9780000000000-L.jpg", ["default": "false"])
      #expect(strict.0.statusCode == 404)
    }
  }

  @Test("A book is the same in a catalogue of any size; near misses are listed beside it")
  func catalogues() throws {
    let larger = BookCatalogue(seed: 1, size: 1_000_000)
    for index in 0..<300 {
      #expect(larger.book(index).title == catalogue.book(index).title)
      #expect(larger.edition(0, of: larger.book(index)).isbn == BookNumber(book: index, edition: 0))
    }
    let kinds = (0..<300).flatMap {
      catalogue.listings(of: catalogue.book($0), at: .openLibrary).map(\.kind)
    }
    #expect(Set(kinds) == Set(Book.Kind.allCases))
    #expect(BookCatalogue(seed: 2, size: 5000).book(7).title != catalogue.book(7).title)
  }

  @Test("Calls over the rate get 429; faults hit books, too")
  func limits() async throws {
    try await RunningMock.with("rate=2/h") { mock in
      for status in [200, 200, 429] {
        let (response, _) = try await mock.get("openlibrary/search.json", ["q": "harbour"])
        #expect(response.statusCode == status)
      }
    }
    try await RunningMock.with("fault=503:100%,fault-path=/openlibrary") { mock in
      let (response, _) = try await mock.get("openlibrary/search.json", ["q": "harbour"])
      #expect(response.statusCode == 503)
    }
  }
}
