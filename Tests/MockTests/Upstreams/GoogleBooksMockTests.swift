import Foundation
import Testing

import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of Google Books")
struct GoogleBooksMockTests {
  struct Volumes: Decodable {
    struct Volume: Decodable {
      struct Info: Decodable {
        struct Identifier: Decodable {
          let type: String
          let identifier: String
        }
        let title: String
        let authors: [String]?
        let publishedDate: String
        let industryIdentifiers: [Identifier]?
        let imageLinks: [String: String]?
      }
      let id: String
      let volumeInfo: Info
    }
    let kind: String
    let totalItems: Int
    let items: [Volume]?
  }

  private func volumes(_ mock: RunningMock, _ term: String) async throws -> Volumes {
    let (response, body) = try await mock.get("google_books/volumes", ["q": term, "key": "k"])
    #expect(response.statusCode == 200)
    return try JSONDecoder().decode(Volumes.self, from: body)
  }

  @Test("A search by title and author, or by ISBN; a volume by its identifier")
  func searches() async throws {
    try await RunningMock.with("books=5000") { mock in
      // Book 0 of seed 1.
      let term = "intitle:\"The Perfect Window\" inauthor:\"Oscar Bright\""
      let found = try await volumes(mock, term)
      #expect(found.kind == "books#volumes")
      let volume = try #require(
        found.items?.first { $0.volumeInfo.title == "The Perfect Window" })
      #expect(volume.id == "AAAAAAEACAAJ")
      #expect(volume.volumeInfo.authors == ["Oscar Bright"])
      #expect(volume.volumeInfo.imageLinks?["thumbnail"]?.hasPrefix("http://") != false)
      let (response, _) = try await mock.get("google_books/volumes/\(volume.id)", ["key": "k"])
      #expect(response.statusCode == 200)
      if let number = volume.volumeInfo.industryIdentifiers?.last?.identifier {
        #expect(try await volumes(mock, "isbn:\(number)").items?.first?.id == volume.id)
      }
    }
  }

  @Test("Without a match there is no member items; without a key no answer")
  func refusals() async throws {
    try await RunningMock.with("books=5000") { mock in
      let none = try await volumes(mock, "intitle:\"no such book anywhere\"")
      #expect(none.totalItems == 0 && none.items == nil)
      for (query, status) in [
        (["q": "harbour"], 429), (["key": "k"], 400),
        (["key": "k", "q": "harbour", "maxResults": "41"], 400),
      ] {
        let (response, body) = try await mock.get("google_books/volumes", query)
        #expect(response.statusCode == status)
        #expect(String(decoding: body, as: UTF8.self).contains("\"error\""))
      }
      #expect(
        try await mock.get("google_books/volumes/x", ["key": "k"]).0.statusCode == 404)
    }
  }

  @Test("Keys that begin with refused are not known")
  func refusedKey() async throws {
    try await RunningMock.with("books=10") { mock in
      let (response, body) = try await mock.get(
        "google_books/volumes", ["q": "dune", "key": "refused-key"])
      #expect(response.statusCode == 400)
      #expect(String(decoding: body, as: UTF8.self).contains("API key not valid"))
    }
  }
}
