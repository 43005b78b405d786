import Bindings
import FoundationEssentials
import ScriptHost
import Testing

@Suite("mix.match and mix.rules")
struct MatchTests {
  private static let rules = """
    mix.match.rules{
      features = {
        {name = "title", weight = 3, score = function(q, c) return q.title == c.title and 1 or 0, "titles" end},
        {name = "year", weight = 1, score = function(q, c) if not c.year then return nil end return q.year == c.year and 1 or 0 end},
      },
      gates = {{name = "artist", check = function(q, c) return q.artist == c.artist, "another artist" end}},
      accept = 0.8, review = 0.5, margin = 0.1, tie_order = {"-rank"},
    }
    """

  private func best(_ query: String, _ candidates: String) async throws -> [String: LuaValue] {
    let test = await TestHost()
    let values = try await test.run("return mix.match.best(\(query), \(candidates), \(Self.rules))")
    guard case .object(let fields) = values[0] else { throw UnexpectedValue() }
    return fields
  }

  @Test func decidesAndExplains() async throws {
    let match = try await best(
      "{title = 'a', artist = 'x', year = 1}",
      "{{title = 'b', artist = 'x'}, {title = 'a', artist = 'x', year = 1}, {title = 'a', artist = 'y', year = 1}}"
    )
    #expect(match["decision"] == .string("matched"))
    #expect(match["index"] == .int(2))
    #expect(match["score"] == .number(1))
    guard case .array(let rows)? = match["breakdown"], case .object(let first) = rows[0] else {
      throw UnexpectedValue()
    }
    #expect(first["feature"] == .string("title"))
    #expect(first["contribution"] == .number(0.75))
    #expect(first["note"] == .string("titles"))
  }

  @Test func saysWhyNothingFits() async throws {
    let vetoed = try await best("{title = 'a', artist = 'x'}", "{{title = 'a', artist = 'y'}}")
    #expect(vetoed["decision"] == .string("none"))
    #expect(vetoed["reason"] == .string("another artist"))
    let empty = try await best("{title = 'a'}", "{}")
    #expect(empty["reason"] == .string("no candidates"))
    let weak = try await best("{title = 'a', artist = 'x'}", "{{title = 'b', artist = 'x'}}")
    #expect(weak["decision"] == .string("none"))
  }

  @Test func flagsAmbiguityAndBreaksTiesByDeclaredOrder() async throws {
    let match = try await best(
      "{title = 'a', artist = 'x'}",
      "{{title = 'a', artist = 'x', rank = 1}, {title = 'a', artist = 'x', rank = 2}}")
    #expect(match["decision"] == .string("uncertain"))
    #expect(match["index"] == .int(2))
  }

  @Test(arguments: [
    ("score = function() return 'high' end", "feature 'f' returned string"),
    ("score = function() return 2 end", "feature 'f' returned 2.0"),
    ("score = function() return 0/0 end", "feature 'f' returned"),
    ("score = function() error('broken') end", "broken"),
    (
      "score = function() while true do end end", "rule feature 'f': "
    ),
    (
      "score = function() local t = {} for i = 1, 1e9 do t[i] = {} end end",
      "rule feature 'f'"
    ),
    ("score = function() mix.task.sleep(0) end", "cannot wait"),
  ])
  func namesTheFeatureThatMisbehaves(score: String, message: String) async {
    let test = await TestHost()
    let text = await test.message(
      """
      local rules = mix.match.rules{features = {{name = 'f', weight = 1, \(score)}}, accept = 1, review = 0, margin = 0}
      mix.match.best({}, {{}}, rules)
      """)
    #expect(text.contains(message), "\(text)")
    #expect((try? await test.run("return 1")) == [.int(1)], "the host lives")
  }

  @Test(arguments: [
    ("return 1", "it must return a table, not integer"),
    ("return {accept = 1}", "field 'kind' is \"match\", not nil"),
    ("return {", "rules/match/t/standard.lua:1:"),
    ("return {kind = 'match', accept = 2}", "field 'accept' is a number from 0 to 1, not 2.0"),
    (
      "return {kind = 'match', accept = 1, review = 0, margin = 0, features = {{name = 'a', weight = -1}}}",
      "field 'features[1].weight'"
    ),
    (
      "return {kind = 'match', accept = 1, review = 0, margin = 0, features = {{name = 'a', weight = 0/0}}}",
      "field 'features[1].weight'"
    ),
    (
      "return {kind = 'match', accept = 1, review = 0, margin = 0, featurs = {}}",
      "field 'featurs' is not known (did you mean 'features'?)"
    ),
    (
      "return {kind = 'match', accept = 1, review = 0, margin = 0, features = {}}",
      "field 'features' needs at least one"
    ),
    ("while true do end", "rules/match/t/standard.lua: "),
    ("mix.http.get('x')", "mix.http cannot be used in a rule: it asks the network"),
    ("return require('../x')", "is not allowed"),
  ])
  func namesFileAndFieldOfABadRuleFile(text: String, message: String) async throws {
    let folder = try TemporaryFiles()
    let rules = folder.path + "/rules"
    try FileManager.default.createDirectory(
      atPath: rules + "/match/t", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: rules + "/match/t/standard.lua"))
    let test = await TestHost(configure: { $0.rulesFolders = [rules] })
    let found = await test.message("mix.rules.load('match/t')")
    #expect(found.contains(message), "\(found)")
  }

  @Test func theUsersRulesComeFirstAndSeePureFunctionsOnly() async throws {
    let folder = try TemporaryFiles()
    for (place, accept) in [("user/match", "0.25"), ("own/match", "0.75")] {
      let path = folder.path + "/" + place
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let source = """
        local names = {}
        for name in pairs(_G) do names[#names + 1] = name end
        assert(os == nil and io == nil and rawget(mix, 'http') == nil and load == nil and math.random == nil)
        return {kind = 'match', accept = \(accept), review = 0, margin = 0, features = {{name = 'f', weight = 1,
          score = function(q, c) return text.ratio(text.fold(q.t), text.fold(c.t)) end}}}
        """
      try Data(source.utf8).write(to: URL(filePath: path + "/t.lua"))
    }
    let folders = [folder.path + "/user", folder.path + "/own"]
    let test = await TestHost(configure: { $0.rulesFolders = folders })
    let values = try await test.run(
      """
      string.upper = nil
      local rules = mix.rules.load('match/t')
      return rules:path(), mix.match.best({t = 'Beyoncé'}, {{t = 'BEYONCE'}}, rules).decision
      """)
    #expect(values == [.string(folders[0] + "/match/t.lua"), .string("matched")])
    #expect(
      await test.message("mix.rules.load('match/none')").contains("were not found; looked for"))
    #expect(await test.message("mix.rules.load('../t')").contains("is not allowed"))
  }
}
