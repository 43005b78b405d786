import Foundation
import ScriptHost
import Testing

@Suite("Rule files: their format")
struct RuleFormatTests {
  @Test(arguments: [
    ("weight = 1, penalty = 1", "field 'features[1].penalty' excludes weight"),
    ("penalty = -0.5", "field 'features[1].penalty' is a number from 0 to 1, not -0.5"),
    ("penalty = 0/0", "field 'features[1].penalty'"),
    ("penalty = 30", "field 'features[1].penalty' is a number from 0 to 1, not 30.0"),
    ("penalty = 1", "field 'features' needs at least one with a weight above 0"),
    ("weight = 1, wieght = 2", "field 'features[1].wieght' is not known (did you mean 'weight'?)"),
    ("weight = 1, doc = 3", "field 'features[1].doc' is a text, not integer"),
    ("weight = '1'", "field 'features[1].weight'"),
  ])
  func namesWhatIsWrongWithAFeature(fields: String, message: String) async throws {
    try await expect(
      "features = {{name = 'f', \(fields), score = function() return 1 end}}", message)
  }

  @Test(arguments: [
    ("combine = 'max'", "field 'combine' is \"mean\", \"sum\" or \"odds\", not \"max\""),
    ("pick = true", "field 'pick' is \"best\" or \"first\", not boolean"),
    ("compare = 1", "field 'compare' is a function, not integer"),
    ("gates = {{name = 'g'}}", "field 'gates[1].check' is missing: a function"),
    ("gates = {{check = print}}", "field 'gates[1].name' is missing: a text"),
    ("gates = {name = 'g'}", "field 'gates.name' is not known"),
    ("fields = {querry = {}}", "field 'fields.querry' is not known (did you mean 'query'?)"),
    (
      "fields = {query = {'title'}, aliases = {titel = {'Song'}}}",
      "field 'fields.aliases.titel' is not a field of query or candidate"
    ),
    (
      "fields = {query = {'title'}, aliases = {title = 'Song'}}",
      "field 'fields.aliases.title' is a list of texts, not string"
    ),
    ("kind = 'playlist'", "field 'kind' is \"match\", not \"playlist\""),
    ("review = 0.9", "field 'review' must not be above accept"),
    ("accept = 60", "field 'accept' is a number from 0 to 1, not 60.0"),
  ])
  func namesWhatIsWrongWithAField(field: String, message: String) async throws {
    let features = "features = {{name = 'f', weight = 1, score = function() return 1 end}}"
    try await expect("\(features), \(field)", message)
  }

  private func expect(_ fields: String, _ message: String) async throws {
    let folder = try await RuleFolder([
      "match/t.lua":
        "local t = {kind = 'match', accept = 0.8, review = 0.5, margin = 0}\n"
        + "for k, v in pairs({\(fields)}) do t[k] = v end\nreturn t"
    ])
    let error = await folder.test.failure("mix.rules.load('match/t')")
    #expect("\(error)".contains("\(folder.path)/match/t.lua: \(message)"), "\(error)")
  }

  @Test func pointsHaveThresholdsInPoints() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": """
      return {kind = "match", combine = "sum", accept = 60, review = 40, margin = 5,
        features = {{name = "f", weight = 100, score = function(q, c) return c.v end},
          {name = "p", penalty = 30, score = function(q, c) return c.p end}}}
      """
    ])
    let values = try await folder.test.run(
      """
      local rules = mix.rules.load("match/t")
      local m = mix.match.best({}, {{v = 0.5, p = 1}, {v = 0.9, p = 0.5}, {v = 0.1, p = 1}}, rules)
      return m.decision, m.score, m.index, m.breakdown[2].contribution, m.breakdown[2].penalty,
        m.runner_up.score, mix.match.best({}, {{v = 0.1, p = 1}}, rules).score
      """)
    #expect(
      values == [
        .string("matched"), .number(75), .int(2), .number(-15), .number(30), .number(20),
        .number(0),
      ])
  }

  @Test func aPenaltyTakesOffTheMean() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local rules = mix.match.rules{accept = 0.8, review = 0.5, margin = 0, features = {
        {name = "a", weight = 3, score = function() return 1 end},
        {name = "b", weight = 1, score = function() return nil end},
        {name = "p", penalty = 0.5, score = function() return 0.5 end}}}
      local m = mix.match.best({}, {{}}, rules)
      return m.decision, m.score, #m.breakdown
      """)
    #expect(values == [.string("uncertain"), .number(0.75), .int(2)])
  }

  @Test func theFirstThatReachesAcceptEndsTheSearch() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local seen = 0
      local rules = mix.match.rules{pick = "first", accept = 0.5, review = 0.25, margin = 1,
        features = {{name = "f", weight = 1, score = function(_, c) seen = seen + 1 return c.v end}}}
      local m = mix.match.best({}, {{v = 0.4}, {v = 0.6}, {v = 1}}, rules)
      local near = mix.match.best({}, {{v = 0.3}, {v = 0.4}}, rules)
      return m.index, m.decision, seen - 2, near.index, near.decision
      """)
    #expect(values == [.int(2), .string("matched"), .int(2), .int(2), .string("uncertain")])
  }

  @Test func comparesAPairOnce() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local calls = 0
      local rules = mix.match.rules{accept = 0.5, review = 0.5, margin = 0,
        prepare = function(q) return {n = q.n * 2} end,
        compare = function(q, c) calls = calls + 1 return {apart = c.n - q.n} end,
        gates = {{name = "near", check = function(_, _, both) return both.apart < 10, "far" end}},
        features = {
          {name = "a", weight = 1, score = function(q, c, both) return both.apart / 10 end},
          {name = "b", weight = 1, score = function(q, c, both) return both.apart / 5 end}}}
      local m = mix.match.best({n = 1}, {{n = 6}, {n = 50}}, rules)
      return calls, m.score, m.index
      """)
    #expect(values[0] == .int(2))
    let mean = (0.4 + 0.8) / 2
    #expect(values[1] == .number(mean))
  }
}
