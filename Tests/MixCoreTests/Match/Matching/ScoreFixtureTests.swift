import Foundation
import Testing

@testable import Match

/// Scores that CPython's difflib and RapidFuzz gave (tools/generate-text-fixtures.py).
@Suite("Scores of difflib and RapidFuzz")
struct ScoreFixtureTests {
  private struct Row {
    let first: String
    let second: String
    let scores: [String: Double]
  }

  private static func rows() throws -> [Row] {
    let tests = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let file = tests.appending(path: "Fixtures/text/scores.json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let scorers = try #require(document["scorers"] as? [String])
    return try #require(document["rows"] as? [[Any]]).map { row in
      let values = try #require(row[2] as? [NSNumber]).map(\.doubleValue)
      return Row(
        first: try #require(row[0] as? String), second: try #require(row[1] as? String),
        scores: Dictionary(uniqueKeysWithValues: zip(scorers, values)))
    }
  }

  @Test("Every scorer gives the same to 1e-9", arguments: TextScorer.allCases)
  func similarities(scorer: TextScorer) throws {
    let rows = try Self.rows()
    #expect(rows.count > 200)
    for row in rows {
      let expected = try #require(row.scores[scorer.rawValue])
      let score = try TextSimilarity.similarity(scorer, row.first, row.second)
      #expect(
        abs(score - expected) < 1e-9,
        "\(row.first.debugDescription), \(row.second.debugDescription)")
    }
  }

  @Test("A list has the same scores in it", arguments: TextScorer.allCases)
  func lists(scorer: TextScorer) throws {
    let rows = try Self.rows()
    for start in stride(from: 0, to: rows.count, by: 5) {
      let part = Array(rows[start..<min(rows.count, start + 5)])
      for (place, row) in part.enumerated() {
        let scores = try TextSearchTests.scores(scorer, row.first, part.map(\.second))
        let expected = try #require(row.scores[scorer.rawValue])
        #expect(
          abs(scores[place] - expected) < 1e-9,
          "\(row.first.debugDescription), \(row.second.debugDescription)")
      }
    }
  }

  @Test("Distances are the same", arguments: [("levenshtein", false), ("damerau", true)])
  func distances(name: String, transposing: Bool) throws {
    for row in try Self.rows() {
      let memory = TextMemory([row.first, row.second])
      var work = TextWork()
      let distance = try TextSimilarity.distance(
        utf8: memory.buffers[0], memory.buffers[1], transposing: transposing, &work)
      #expect(Double(distance) == row.scores[name], "\(row.first), \(row.second)")
    }
  }
}
