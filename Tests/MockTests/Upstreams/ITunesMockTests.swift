import Foundation
import MockUpstreams
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of the iTunes Search API")
struct ITunesMockTests {
  @Test("A search answers in the service's shape")
  func shape() async throws {
    try await RunningMock.with("size=1000") { mock in
      let (response, body) = try await mock.get(
        "itunes/search", ["term": "The Weeknd Blinding Lights", "entity": "song", "media": "music"])
      #expect(response.statusCode == 200)
      #expect(
        response.value(forHTTPHeaderField: "Content-Type") == "text/javascript; charset=utf-8")
      #expect(body.first == UInt8(ascii: "\n"))
      let answer = try JSONDecoder().decode(Answer.self, from: body)
      #expect(answer.resultCount == answer.results.count)
      #expect(answer.results.count >= 3)
      let track = try #require(answer.results.first { $0.collectionName == "After Hours" })
      #expect(track.trackName == "Blinding Lights")
      #expect(track.artistName == "The Weeknd")
      #expect(track.trackTimeMillis == 200_040)
      #expect(track.releaseDate == "2019-11-29T12:00:00Z")
      #expect(track.artworkUrl100?.hasSuffix("/100x100bb.jpg") == true)
      #expect(track.country == "USA")
      #expect(answer.results.contains { $0.trackName?.contains("Karaoke") == true })
    }
  }

  @Test("A plus is a space; the limit holds; another store has its currency")
  func parameters() async throws {
    try await RunningMock.with("size=1000") { mock in
      let address = try #require(
        URL(
          string: "itunes/search?term=ed+sheeran&attribute=artistTerm&limit=3&country=gb",
          relativeTo: mock.base))
      let answer = try JSONDecoder().decode(Answer.self, from: try Data(contentsOf: address))
      #expect(answer.results.count == 3)
      #expect(answer.results.allSatisfy { $0.currency == "GBP" && $0.country == "GBR" })
      #expect(try await mock.tracks("itunes/search", ["term": "no such song anywhere"]).isEmpty)
      #expect(try await mock.tracks("itunes/search", [:]).isEmpty)
      for bad in [["country": "zz"], ["entity": "shoe"], ["limit": "x"], ["attribute": "y"]] {
        let query = bad.merging(["term": "stay"]) { first, _ in first }
        #expect(try await mock.get("itunes/search", query).0.statusCode == 400)
      }
    }
  }

  @Test("A lookup finds what a search named, many at once, and artists and albums too")
  func lookup() async throws {
    try await RunningMock.with("size=1000") { mock in
      let found = try await mock.tracks("itunes/search", ["term": "bad guy billie eilish"])
      let ids = found.compactMap(\.trackId)
      #expect(ids.count >= 3)
      let query = ["id": (ids + [5]).map(String.init).joined(separator: ",")]
      #expect(try await mock.tracks("itunes/lookup", query) == found)
      let album = try #require(found.first { $0.collectionName != nil })
      let rest = try await mock.tracks(
        "itunes/lookup", ["id": "\(album.artistId),\(album.collectionId ?? 0)"])
      #expect(rest.map(\.wrapperType) == ["artist", "collection"])
      #expect(rest.last?.collectionName == album.collectionName)
    }
  }

  @Test("Over the limit: 403, no body, no Retry-After")
  func rateLimit() async throws {
    try await RunningMock.with("size=100,rate=3/h") { mock in
      for _ in 0..<3 {
        #expect(try await mock.get("itunes/search", ["term": "stay"]).0.statusCode == 200)
      }
      for path in ["itunes/search", "itunes/lookup"] {
        let (response, body) = try await mock.get(path, ["term": "stay", "id": "1"])
        #expect(response.statusCode == 403)
        #expect(body.isEmpty)
        #expect(response.value(forHTTPHeaderField: "Retry-After") == nil)
      }
      #expect(try await mock.get("chart/kworb.json").0.statusCode == 200)
    }
  }

  @Test("Names and previews are missing now and then, decoys come first now and then")
  func oddities() async throws {
    try await RunningMock.with("size=2000") { mock in
      var tracks: [[Track]] = []
      for entry in try await mock.chart() {
        tracks.append(
          try await mock.tracks("itunes/search", ["term": "\(entry.artist) \(entry.title)"]))
      }
      let all = tracks.flatMap(\.self)
      #expect(all.contains { $0.collectionName == nil })
      #expect(all.contains { $0.previewUrl == nil })
      #expect(tracks.contains { $0.first?.trackName?.contains("Karaoke") == true })
      #expect(tracks.contains { $0.first?.trackName?.contains(" Remix)") == true })
    }
  }
}

extension RunningMock {
  func chart() async throws -> [Entry] {
    try JSONDecoder().decode([Entry].self, from: try await get("chart/kworb.json").1)
  }
}
