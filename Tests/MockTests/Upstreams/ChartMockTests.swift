import Foundation
import MockUpstreams
import Testing

@Suite("Mock of the chart")
struct ChartMockTests {
  @Test("Ranks run from 1, the known songs lead, no song comes twice")
  func ranks() async throws {
    try await RunningMock.with("size=1000,chart-size=100") { mock in
      let chart = try await mock.chart()
      #expect(chart.map(\.rank) == Array(1...100))
      #expect(chart[0] == Entry(rank: 1, title: "Blinding Lights", artist: "The Weeknd"))
      #expect(chart[9] == Entry(rank: 10, title: "Bad Guy", artist: "Billie Eilish"))
      #expect(Set(chart.map { "\($0.title)|\($0.artist)".lowercased() }).count == 100)
    }
  }

  @Test("At iTunes all but one of a hundred have a release by their artist")
  func releases() async throws {
    try await RunningMock.with("size=1000,chart-size=100") { mock in
      var missing: [Int] = []
      for entry in try await mock.chart() {
        let tracks = try await mock.tracks(
          "itunes/search", ["term": "\(entry.artist) \(entry.title)", "limit": "10"])
        let artist = entry.artist.lowercased().prefix(5)
        if !tracks.contains(where: { $0.artistName.lowercased().hasPrefix(artist) }) {
          missing.append(entry.rank)
          // The songs found are other people's: a match must refuse them.
          #expect(!tracks.isEmpty)
        }
      }
      #expect(missing == [73])
    }
  }

  @Test("The same options give the same bytes, another seed another chart")
  func determinism() async throws {
    var bodies: [Data] = []
    for options in ["size=500", "size=500", "size=500,seed=2"] {
      try await RunningMock.with(options) { mock in
        bodies.append(try await mock.get("chart/kworb.json").1)
      }
    }
    #expect(bodies[0] == bodies[1])
    #expect(bodies[0] != bodies[2])
  }

  @Test("A chart as large as its catalogue", arguments: [1, 9, 10, 11, 150])
  func sizes(size: Int) async throws {
    try await RunningMock.with("size=\(size),chart-size=\(size)") { mock in
      let chart = try await mock.chart()
      #expect(chart.count == size)
    }
  }
}
