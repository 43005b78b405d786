import Foundation
import MockUpstreams
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of Apple's charts")
struct AppleChartsMockTests {
  private struct Answer: Decodable {
    struct Feed: Decodable {
      let title: String
      let id: String
      let country: String
      let updated: String
      let results: [Row]
    }

    struct Row: Decodable, Equatable {
      let artistName: String
      let id: String
      let name: String
      let releaseDate: String
      let kind: String
      let artistId: String
      let contentAdvisoryRating: String?
      let artworkUrl100: String
      let url: String
    }

    let feed: Feed
  }

  private func chart(_ country: String, _ limit: Int, _ mock: RunningMock) async throws
    -> Answer.Feed
  {
    let path = "apple_charts/\(country)/music/most-played/\(limit)/songs.json"
    let (response, body) = try await mock.get(path)
    #expect(response.statusCode == 200)
    return try JSONDecoder().decode(Answer.self, from: body).feed
  }

  @Test("A chart answers in the service's shape")
  func shape() async throws {
    try await RunningMock.with("size=1000") { mock in
      let feed = try await chart("us", 25, mock)
      #expect(feed.title == "Top Songs")
      #expect(feed.country == "us")
      #expect(feed.id.hasSuffix("/api/v2/us/music/most-played/25/songs.json"))
      #expect(feed.updated.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} 00:00:00 \+0000/) != nil)
      #expect(feed.results.count == 25)
      let first = try #require(feed.results.first)
      #expect(first.name == "Blinding Lights")
      #expect(first.artistName == "The Weeknd")
      #expect(first.kind == "songs")
      #expect(first.releaseDate.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
      #expect(first.artworkUrl100.hasSuffix("/100x100bb.jpg"))
      #expect(first.url.contains("?i=\(first.id)"))
      // With Apple's own spelling.
      #expect(feed.results.contains { $0.contentAdvisoryRating == "Explict" })
    }
  }

  @Test("Its ids are tracks of a lookup, all in one call", arguments: ["us", "gb"])
  func lookup(country: String) async throws {
    try await RunningMock.with("size=1000") { mock in
      let rows = try await chart(country, 100, mock).results
      #expect(rows.count == 100)
      let tracks = try await mock.tracks(
        "itunes/lookup", ["id": rows.map(\.id).joined(separator: ","), "country": country])
      #expect(tracks.compactMap { $0.trackId.map(String.init) } == rows.map(\.id))
      #expect(tracks.map(\.trackName) == rows.map(\.name))
      #expect(tracks.map(\.artistName) == rows.map(\.artistName))
      #expect(tracks.map { $0.releaseDate?.prefix(10) } == rows.map { Substring($0.releaseDate) })
    }
  }

  @Test("A lookup takes 200 ids and passes over the rest")
  func lookupLimit() async throws {
    try await RunningMock.with("size=2000") { mock in
      // The albums' tracks: every song has one.
      let ids = (0..<201).map { String(1_000_000_001 + $0 * 32) }
      let tracks = try await mock.tracks("itunes/lookup", ["id": ids.joined(separator: ",")])
      #expect(tracks.compactMap { $0.trackId.map(String.init) } == Array(ids.prefix(200)))
    }
  }

  @Test("The same options give the same chart, another store another order")
  func determinism() async throws {
    var charts: [[Answer.Row]] = []
    for (options, country) in [
      ("size=1000", "us"), ("size=100000,chart-size=100", "us"), ("size=1000", "de"),
      ("size=1000", "de"), ("size=1000,seed=2", "de"),
    ] {
      try await RunningMock.with(options) { mock in
        charts.append(try await chart(country, 10, mock).results)
      }
    }
    #expect(charts[0] == charts[1])
    #expect(charts[2] == charts[3])
    #expect(charts[0].map(\.name) != charts[2].map(\.name))
    #expect(charts[2] != charts[4])
  }

  @Test("A small catalogue gives a short chart")
  func small() async throws {
    try await RunningMock.with("size=7") { mock in
      let feed = try await chart("us", 100, mock)
      #expect(feed.results.count == 7)
    }
  }

  @Test(
    "Other stores and lengths are missing pages, not JSON",
    arguments: ["zz/music/most-played/10", "us/music/most-played/11", "US/music/most-played/10"])
  func missing(path: String) async throws {
    try await RunningMock.with("size=100") { mock in
      let (response, body) = try await mock.get("apple_charts/\(path)/songs.json")
      #expect(response.statusCode == 404)
      #expect(response.value(forHTTPHeaderField: "Content-Type")?.hasPrefix("text/html") == true)
      #expect(String(decoding: body, as: UTF8.self).contains("<h1>Not Found</h1>"))
    }
  }
}
