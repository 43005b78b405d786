import Bindings
import Foundation
import ScriptHost
import Testing

@Suite("mix.match.explain")
struct MatchExplainTests {
  private let rules = """
    mix.match.rules{accept = 0.6, review = 0.3, margin = 0, tie_order = {"-year"},
      gates = {{name = "artist", doc = "the same artist", check = function(q, c) return c.artist == "x", "another artist" end},
        {name = "old", check = function(q, c) return (c.year or 0) < 2000 end}},
      features = {{name = "title", weight = 3, score = function(q, c) return c.title end},
        {name = "year", weight = 1, score = function(q, c) return c.year and 1 end},
        {name = "live", penalty = 0.2, score = function(q, c) return c.live and 1 or 0, "live" end}}}
    """

  @Test func showsEveryGateAndFeatureOfEveryCandidate() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local e = mix.match.explain({}, {
        {title = 1, artist = "y", year = 2001, live = true},
        {title = 0.5, artist = "x", year = 1990},
        {title = 1, artist = "x", live = true}}, \(rules))
      local refused = e.candidates[1]
      assert(refused.refused and not refused.rank and #refused.gates == 2 and #refused.breakdown == 3)
      assert(refused.gates[1].passed == false and refused.gates[1].note == "another artist")
      assert(refused.gates[1].doc == "the same artist" and refused.gates[2].passed == false)
      assert(refused.breakdown[3].feature == "live" and refused.breakdown[3].contribution == -0.2)
      return e.index, e.candidates[3].rank, e.candidates[2].rank, e.versus.index,
        e.versus.decided_by, e.versus.features[1].feature, e.versus.features[1].difference
      """)
    // 1 − 0.2 against (3 × 0.5 + 1) / 4.
    #expect(
      values == [
        .int(3), .int(1), .int(2), .int(2), .string("score"), .string("title"), .number(0.625),
      ])
  }

  @Test func namesTheTieBreaker() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local e = mix.match.explain({}, {{title = 1, artist = "x", year = 1980},
        {title = 1, artist = "x", year = 1990}}, \(rules))
      local same = mix.match.explain({}, {{title = 1, artist = "x"}, {title = 1, artist = "x"}}, \(rules))
      local none = mix.match.explain({}, {}, \(rules))
      return e.index, e.versus.decided_by, same.index, same.versus.decided_by, #none.candidates,
        none.versus
      """)
    #expect(
      values == [.int(2), .string("year"), .int(1), .string("order"), .int(0), .nil])
  }

  /// Gates after a failed one are run for explanations only.
  @Test func decidesWithoutWhatCannotMatter() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local calls = 0
      local function count(result) return function() calls = calls + 1 return result end end
      local rules = mix.match.rules{accept = 1, review = 1, margin = 0,
        gates = {{name = "a", check = count(false)}, {name = "b", check = count(true)}},
        features = {{name = "f", weight = 1, score = count(1)}}}
      mix.match.best({}, {{}}, rules)
      local short = calls
      mix.match.explain({}, {{}}, rules)
      return short, calls - short
      """)
    #expect(values == [.int(1), .int(3)])
  }
}
