import Foundation
import Testing

import MockUpstreams

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

  /// Book 2 of seed 1, which the service lists, with a cover that can be seen.
  private static let title = "A Island for the Fire"
  private static let author = "Oscar Bright"
  private static let isbn13 = "9781000000160"
  private static let isbn10 = "1000000168"
  private static let work = "OL10000016W"

  private func search(_ mock: RunningMock, _ query: [String: String]) async throws -> Search {
    let (response, body) = try await mock.get("openlibrary/search.json", query)
    #expect(response.statusCode == 200)
    return try JSONDecoder().decode(Search.self, from: body)
  }

  @Test("A search by title and author, by words, by ISBN")
  func searches() async throws {
    let key = "/works/" + Self.work
    try await RunningMock.with("books=5000") { mock in
      for query in [
        ["title": Self.title, "author": Self.author], ["q": "\(Self.title) \(Self.author)"],
        ["isbn": Self.isbn13], ["isbn": Self.isbn10], ["q": "isbn:\(Self.isbn13)"],
      ] {
        let found = try await search(mock, query)
        #expect(found.docs.contains { $0.key == key }, "\(query)")
        #expect(found.numFound >= found.docs.count)
      }
    }
  }

  @Test("A search for several ISBNs gives each work once")
  func severalNumbers() async throws {
    try await RunningMock.with("books=5000") { mock in
      let term = "isbn:(\(Self.isbn13) OR 9781234567890 OR \(Self.isbn10))"
      let found = try await search(mock, ["q": term])
      #expect(found.docs.map(\.key) == ["/works/" + Self.work])
      #expect(found.numFound == 1)
    }
  }

  @Test("A series mark or an unknown word finds nothing; so does a wrong number")
  func misses() async throws {
    try await RunningMock.with("books=5000") { mock in
      let marked = ["title": "\(Self.title) (Some Other Saga, #1)", "author": Self.author]
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
    try await RunningMock.with("books=5000") { mock in
      let author = ["author": Self.author]
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
    try await RunningMock.with("books=5000") { mock in
      let redirect = try await mock.raw("openlibrary/isbn/\(Self.isbn13).json")
      #expect(redirect.status == 302)
      let target = "/books/OL20000016M.json"
      let head = String(decoding: redirect.bytes, as: UTF8.self).lowercased()
      #expect(head.contains("location: \(target.lowercased())\r\n"))
      let page = try JSONDecoder().decode(
        Edition.self, from: try await mock.get("openlibrary" + target).1)
      #expect(page.isbn_13 == [Self.isbn13])
      let work = try await mock.get("openlibrary\(try #require(page.works.first).key).json")
      #expect(try JSONDecoder().decode(Work.self, from: work.1).title.hasPrefix(Self.title))
      let author = try await mock.get("openlibrary\(try #require(page.authors.first).key).json")
      #expect(try JSONDecoder().decode(Author.self, from: author.1).name == Self.author)
      for missing in ["isbn/9780000000000.json", "works/OL1W.json", "books/x.json"] {
        #expect(try await mock.get("openlibrary/" + missing).0.statusCode == 404)
      }
    }
  }

  @Test("Covers are pictures; without one there is a point, or 404 where that is asked for")
  func covers() async throws {
    try await RunningMock.with("books=5000") { mock in
      let (response, image) = try await mock.get("covers/b/id/8000002-L.jpg")
      #expect(response.value(forHTTPHeaderField: "Content-Type") == "image/png")
      #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]) && image.count > 1_000)
      #expect(try await mock.get("covers/b/isbn/\(Self.isbn13)-M.jpg").1.count < image.count)
      let (point, blank) = try await mock.get("covers/b/isbn/9780000000000-L.jpg")
      #expect(point.value(forHTTPHeaderField: "Content-Type") == "image/gif")
      #expect(Array(blank.prefix(10)) == Array("GIF89a".utf8) + [1, 0, 1, 0])
      let strict = try await mock.get("covers/b/isbn/9780000000000-L.jpg", ["default": "false"])
      #expect(strict.0.statusCode == 404)
    }
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
