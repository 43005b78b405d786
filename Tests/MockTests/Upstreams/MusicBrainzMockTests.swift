import Foundation
import Testing

import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The mocked MusicBrainz")
struct MusicBrainzMockTests {
  private struct Answer: Decodable {
    struct Item: Decodable {
      struct Credit: Decodable {
        let name: String
        let joinphrase: String
      }
      struct Alias: Decodable { let name: String }

      let id: String
      let score: Int?
      let title: String?
      let name: String?
      let length: Int?
      let firstReleaseDate: String?
      let artistCredit: [Credit]?
      let releases: [Item]?
      let aliases: [Alias]?
      let iswcs: [String]?
      let trackCount: Int?

      enum CodingKeys: String, CodingKey {
        case id, score, title, name, length, releases, aliases, iswcs
        case firstReleaseDate = "first-release-date"
        case artistCredit = "artist-credit"
        case trackCount = "track-count"
      }
    }
    let count: Int
    let recordings: [Item]?
    let releases: [Item]?
    let works: [Item]?
    let artists: [Item]?
  }

  private struct Refusal: Decodable { let error: String }

  private static let agent = ["User-Agent": "mixhost/1 (me@example.org)"]

  private func search(
    _ mock: RunningMock, _ entity: String, _ query: String, limit: Int = 25, offset: Int = 0
  ) async throws -> Answer {
    let (response, body) = try await mock.get(
      "musicbrainz/" + entity,
      ["query": query, "fmt": "json", "limit": "\(limit)", "offset": "\(offset)"],
      headers: Self.agent)
    #expect(response.statusCode == 200)
    return try JSONDecoder().decode(Answer.self, from: body)
  }

  private func lookUp(_ mock: RunningMock, _ path: String) async throws -> (Int, Data) {
    let (response, body) = try await mock.get(
      "musicbrainz/" + path, ["fmt": "json"], headers: Self.agent)
    return (response.statusCode, body)
  }

  @Test("Recordings are found by title and artist, with their release, and looked up by identifier")
  func recordings() async throws {
    try await RunningMock.with("") { mock in
      let found = try await search(
        mock, "recording", "recording:\"Blinding Lights\" AND artist:\"The Weeknd\"")
      let first = try #require(found.recordings?.first)
      #expect(first.title == "Blinding Lights" && first.score == 100)
      #expect(first.artistCredit?.map(\.name) == ["The Weeknd"])
      #expect(first.firstReleaseDate?.count == 10 && (first.length ?? 0) > 100_000)
      #expect(first.releases?.first?.trackCount ?? 0 > 1)
      let (status, body) = try await lookUp(mock, "recording/" + first.id)
      let alone = try JSONDecoder().decode(Answer.Item.self, from: body)
      #expect(status == 200 && alone.title == "Blinding Lights")
    }
  }

  @Test("Releases, works and artists have identifiers of their own kind")
  func entities() async throws {
    try await RunningMock.with("") { mock in
      let recording = try #require(
        try await search(mock, "recording", "blinding lights the weeknd").recordings?.first)
      let release = try #require(recording.releases?.first)
      let work = try #require(
        try await search(mock, "work", "work:\"Blinding Lights\" AND artist:\"The Weeknd\"").works?
          .first)
      #expect(work.title == "Blinding Lights" && work.iswcs?.first?.hasPrefix("T-") == true)
      let paths = [
        ("release/" + release.id, 200), ("work/" + work.id, 200), ("work/" + recording.id, 404),
        ("work/none", 400),
      ]
      for (path, expected) in paths {
        let (status, _) = try await lookUp(mock, path)
        #expect(status == expected, "\(path)")
      }
    }
  }

  @Test("An artist is found by name and by alias")
  func aliases() async throws {
    try await RunningMock.with("") { mock in
      for query in ["artist:\"the weeknd\"", "alias:\"Weeknd, The\"", "THE WEEKND"] {
        let artist = try #require(try await search(mock, "artist", query).artists?.first)
        #expect(artist.name == "The Weeknd")
        #expect(artist.aliases?.map(\.name).contains("Weeknd, The") == true)
      }
      let nobody = try await search(mock, "artist", "artist:\"Nobody At All\"")
      #expect(nobody.count == 0)
    }
  }

  @Test("A search is cut into pages")
  func pages() async throws {
    try await RunningMock.with("") { mock in
      let all = try await search(mock, "recording", "artist:\"The Weeknd\"")
      let ids = all.recordings?.map(\.id) ?? []
      try #require(ids.count == all.count && ids.count > 1)
      let second = try await search(
        mock, "recording", "artist:\"The Weeknd\"", limit: 1, offset: 1)
      #expect(second.recordings?.map(\.id) == [ids[1]] && second.count == ids.count)
    }
  }

  @Test(
    "Operators are read as Lucene reads them",
    arguments: [
      ("blinding AND lights", 1), ("+blinding +lights", 1), ("\"blinding lights\"", 1),
      ("\"lights blinding\"", 0), ("blinding NOT lights", 0), ("blinding -weeknd lights", 0),
      ("recording:(blinding lights) AND artist:sheeran", 0), ("recording:(NOT LIKE US)", 0),
    ])
  func operators(query: String, count: Int) async throws {
    try await RunningMock.with("") { mock in
      let found = try await search(mock, "recording", query)
      #expect(found.count == count)
    }
  }

  @Test(
    "An operator without a word on one of its sides is refused",
    arguments: ["AND blinding", "recording:(OR blinding lights)", "blinding AND", "lights NOT"])
  func bareOperators(query: String) async throws {
    try await RunningMock.with("") { mock in
      let (response, body) = try await mock.get(
        "musicbrainz/recording", ["query": query, "fmt": "json"], headers: Self.agent)
      #expect(response.statusCode == 400)
      let refusal = try JSONDecoder().decode(Refusal.self, from: body)
      #expect(refusal.error == "Search server could not complete query: Bad request")
    }
  }

  @Test("Some recordings are on a compilation first, of some only the year is known")
  func releases() async throws {
    try await RunningMock.with("") { mock in
      var compiled = 0
      var yearly = 0
      for number in 10..<110 {
        let id = String(number, radix: 16)
        let digits = String(repeating: "0", count: 12 - id.count) + id
        let (_, body) = try await lookUp(mock, "recording/6d620001-7361-4b69-8d78-\(digits)")
        let recording = try JSONDecoder().decode(Answer.Item.self, from: body)
        if recording.releases?.first?.title?.hasPrefix("Now Playing") == true { compiled += 1 }
        if recording.firstReleaseDate?.count == 4 { yearly += 1 }
      }
      #expect(5...40 ~= compiled && 2...30 ~= yearly)
    }
  }

  @Test("A client that names no contact, asks too often or asks for XML is refused")
  func refusals() async throws {
    try await RunningMock.with("rate=2/min") { mock in
      let query = ["query": "x", "fmt": "json"]
      let (nameless, _) = try await mock.get("musicbrainz/recording", query)
      #expect(nameless.statusCode == 403)
      _ = try await search(mock, "recording", "x")
      let (busy, body) = try await mock.get(
        "musicbrainz/recording", query, headers: Self.agent)
      #expect(busy.statusCode == 503)
      let refusal = try JSONDecoder().decode(Refusal.self, from: body)
      #expect(refusal.error.contains("rate limit"))
    }
    try await RunningMock.with("") { mock in
      let (xml, _) = try await mock.get(
        "musicbrainz/recording", ["query": "x"], headers: Self.agent)
      #expect(xml.statusCode == 406)
      let (nothing, _) = try await mock.get(
        "musicbrainz/recording", ["fmt": "json"], headers: Self.agent)
      #expect(nothing.statusCode == 400)
    }
  }

  @Test(
    "Any text is a query", arguments: ["\"", "a:b:", ":", "((", "\\", "recording:\"\\\"", "日本"])
  func oddQueries(text: String) async throws {
    try await RunningMock.with("") { mock in
      let found = try await search(mock, "recording", text)
      #expect(found.recordings != nil)
    }
  }
}
