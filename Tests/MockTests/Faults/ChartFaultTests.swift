import Foundation
import MockUpstreams
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock charts with mistakes")
struct ChartFaultTests {
  private func document(_ name: String, _ mock: RunningMock, _ query: [String: String] = [:])
    async throws -> Any
  {
    let (response, body) = try await mock.get("chart/fault/\(name).json", query)
    #expect(response.statusCode == 200)
    return try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
  }

  private func isSound(_ row: Any) -> Bool {
    guard let row = row as? [String: Any], let rank = row["rank"] as? Double, rank >= 1,
      rank == rank.rounded(), let title = row["title"] as? String, row["title"] is String,
      let artist = row["artist"] as? String
    else { return false }
    return !title.isEmpty && title.utf8.count < 1000 && !artist.allSatisfy(\.isWhitespace)
      && title.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && !"=+-@".contains(title.prefix(1)) && !title.contains("\"")
  }

  @Test(
    "Rows 2, 5, 8, … have the mistake, or all of them",
    arguments: [
      "bad-rank", "negative-rank", "zero-rank", "fractional-rank", "missing-rank",
      "missing-artist", "blank-artist", "missing-title", "empty-title", "null-title",
      "number-title", "not-objects", "control-characters", "formulas",
    ])
  func rows(name: String) async throws {
    try await RunningMock.with("size=100,chart-size=10", logged: true) { mock in
      let rows = try #require(try await document(name, mock) as? [Any])
      let places = rows.indices.filter { !isSound(rows[$0]) }
      #expect(rows.count == 10)
      #expect(places == [1, 4, 7])
      let all = try #require(try await document(name, mock, ["all": "1"]) as? [Any])
      #expect(all.count == 10)
      #expect(!all.contains(where: isSound))
      #expect(try mock.log().map(\.fault) == [name, name])
    }
  }

  @Test("A rank beyond every number is sent as it is spelled")
  func hugeRank() async throws {
    try await RunningMock.with("size=100,chart-size=10") { mock in
      let body = try #require(try await mock.raw("chart/fault/huge-rank.json").body)
      #expect(String(decoding: body, as: UTF8.self).contains(#""rank":1e400,"#))
    }
  }

  @Test("A title of a megabyte stands first, or alone")
  func hugeTitle() async throws {
    try await RunningMock.with("size=100,chart-size=10") { mock in
      let rows = try #require(try await document("huge-titles", mock) as? [[String: Any]])
      #expect((rows[0]["title"] as? String)?.utf8.count == 1_000_002)
      #expect(rows.dropFirst().filter(isSound).count == 9)
      let alone = try await document("huge-titles", mock, ["all": "1"]) as? [Any]
      #expect(alone?.count == 1)
    }
  }

  @Test("Charts that are odd as a whole")
  func documents() async throws {
    try await RunningMock.with("size=500,chart-size=100") { mock in
      #expect((try await document("empty-array", mock) as? [Any])?.isEmpty == true)
      #expect((try await document("empty-object", mock) as? [String: Any])?.isEmpty == true)
      #expect(try await document("string", mock) as? String == "a chart")
      #expect((try await document("ten-thousand", mock) as? [Any])?.filter(isSound).count == 10_000)
      #expect(try await ranks("duplicates", mock).prefix(4) == [1, 1, 2, 2])
      #expect(try await ranks("gaps", mock).prefix(4) == [1, 2, 4, 5])
      #expect(try await ranks("shuffled", mock).prefix(2) == [100, 99])
      let (response, body) = try await mock.get("chart/fault/html.json")
      #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
      #expect(String(decoding: body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    }
  }

  private func ranks(_ name: String, _ mock: RunningMock) async throws -> [Int] {
    try #require(try await document(name, mock) as? [[String: Any]]).compactMap {
      $0["rank"] as? Int
    }
  }

  @Test("Numbers as strings with commas")
  func strings() async throws {
    try await RunningMock.with("size=500,chart-size=100") { mock in
      let rows = try #require(try await document("kworb-strings", mock) as? [[String: String]])
      #expect(rows.count == 100)
      #expect(rows[0]["rank"] == "1")
      #expect(rows[0]["streams"] == "7,000,000")
      #expect(rows[90]["rank"] == "1,001")
    }
  }

  @Test("Artist and title in one string, in rows and in the mirrors' tables")
  func joined() async throws {
    try await RunningMock.with("size=500,chart-size=100") { mock in
      let rows = try #require(try await document("artist-title", mock) as? [[String: Any]])
      #expect(rows[0]["title"] as? String == "Oasis - Wonderwall - Remastered")
      #expect(rows[1]["title"] as? String == "HUGEL - Jamaican (Bam Bam) (w/ SOLTO (FR))")
      #expect(rows[2]["title"] as? String == "The Weeknd - Blinding Lights")
      #expect(rows.allSatisfy { $0["artist"] == nil })
      let (_, body) = try await mock.get("chart/mirror.json")
      let mirror = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
      let chart = try #require(mirror["chart"] as? [[String: String]])
      #expect(chart.count == 100)
      #expect(chart[0]["Artist and Title"] == "The Weeknd - Blinding Lights")
      #expect(chart[99]["Pos"] == "100")
      #expect(chart[0]["Streams"]?.wholeMatch(of: /\d,\d{3},\d{3}/) != nil)
    }
  }
}
