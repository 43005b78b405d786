import Bindings
import Foundation
import ScriptHost
import Testing

@Suite("Rule files: what misbehaves is named")
struct RuleMisuseTests {
  /// Mistakes on line 3 of a file; the message has the file's path in front.
  @Test(arguments: [
    ("function(q, c) return q.a.b end", ":3: attempt to index a nil value"),
    ("function() return 'high' end", ":3: feature 'f' returned string, a number from 0 to 1"),
    ("function() return -0.1 end", ":3: feature 'f' returned -0.1, a number from 0 to 1"),
    ("function() while true do end end", ":3: rule feature 'f': "),
    ("function() local t = {} while true do t[#t + 1] = {} end end", ":3: rule feature 'f': "),
    (
      "function() local s = 'x' while true do s = s .. s end end",
      ":3: rule feature 'f': needed more than 32 MB"
    ),
    (
      "function() return mix.http.get('https://a.invalid') end",
      ":3: mix.http cannot be used in a rule: it asks the network"
    ),
    (
      "function() return mix.time.now() end",
      ":3: mix.time.now cannot be used in a rule: it tells the time"
    ),
    (
      "function() return mix.time.iso() end",
      ":3: bad argument 'time' to mix.time.iso: expected in a rule"
    ),
    (
      "function(q) mix.json.array(q.list) return 1 end",
      ":3: bad argument 'table' to mix.json.array"
    ),
    ("function(q, c) c.title = 'x' return 1 end", ":3: candidate.title cannot be changed"),
    ("function(q, c) q.list[1] = nil return 1 end", ":3: query.list[1] cannot be changed"),
    ("function(q, c) q.list[2].name = 1 return 1 end", ":3: query.list[2].name cannot be changed"),
    ("function(q, c) table.insert(q.list, 4) return 1 end", ":3: query.list[3] cannot be changed"),
    ("function(q, c) rawset(q, 'title', 1) return 1 end", ":3: query.title cannot be changed"),
    ("function(q, c) setmetatable(q, {}) return 1 end", ":3: cannot change a protected metatable"),
  ])
  func namesFileLineAndField(score: String, message: String) async throws {
    let folder = try await RuleFolder(["match/t.lua": RuleFolder.file(score)])
    let source = """
      local query, candidate = {title = 'a', list = {1, {name = 'n'}}}, {title = 'a'}
      local ok, err = pcall(mix.match.best, query, {candidate}, mix.rules.load('match/t'))
      assert(not ok and query.title == 'a' and #query.list == 2 and candidate.title == 'a')
      return tostring(err), err.field, err.path
      """
    let values = try await folder.test.run(source)
    guard case .string(let text) = values[0] else { throw UnexpectedValue() }
    // Lua shortens long paths at their start.
    #expect(text.contains("/match/t.lua\(message)"), "\(text)")
    #expect(text.contains("feature 'f'"), "\(text)")
    #expect(values[1] == .string("features[1].score"))
    #expect(values[2] == .string(folder.path + "/match/t.lua"))
  }

  @Test func aGateReturnsABoolean() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": RuleFolder.file(
        "function() return 1 end",
        more: "gates = {{name = 'g', check = function() return 1 end}},")
    ])
    let message = await folder.test.message(
      "mix.match.best({}, {{}}, mix.rules.load('match/t'))")
    #expect(message.contains("match/t.lua:1: gate 'g' returned integer, a boolean expected"))
  }

  @Test func argumentsReadLikeTables() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": RuleFolder.file(
        """
        function(q, c)
          local keys = {}
          for key, value in pairs(q) do keys[#keys + 1] = key end
          table.sort(keys)
          assert(table.concat(keys, " ") == "list n title")
          assert(#q.list == 2 and rawlen(q.list) == 2 and next(q.list) == 1 and q.list == q.list)
          local sum = 0
          for _, n in ipairs(q.list) do sum = sum + n end
          assert(sum == 5 and table.concat(q.list, "+") == "2+3" and select("#", table.unpack(q.list)) == 2)
          assert(rawget(q, "n") == 7 and next(c) == nil and getmetatable(q) == false)
          return 1, "fine"
        end
        """)
    ])
    let note = try await folder.test.value(
      "mix.match.best({title = 'a', n = 7, list = {2, 3}}, {{}}, mix.rules.load('match/t')).breakdown[1].note"
    )
    #expect(note == .string("fine"))
  }

  /// A module that uses up its budget ends the rule that requires it, and never the script.
  @Test func aModuleWithoutEndIsTheRulesError() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": "local list = require('lib.endless')\n"
        + RuleFolder.file("function() return 1 end"),
      "match/u.lua": "pcall(require, 'lib.endless')\n" + RuleFolder.file("function() return 1 end"),
      "lib/endless.lua": "local n = 0 while true do n = n + 1 end return {}",
    ])
    for name in ["t", "u"] {
      let values = try await folder.test.run(
        """
        local ok, err = pcall(mix.rules.load, "match/\(name)")
        return ok, err.kind, err.message
        """)
      #expect(values.prefix(2) == [.bool(false), .string("limit")])
      #expect("\(values[2])".contains("match/\(name).lua: "), "\(values)")
    }
    #expect(try await folder.test.value("1 + 1") == .int(2), "the host lives")
  }

  @Test func aLargeTableOfDataHasTimeToLoad() async throws {
    let folder = try await RuleFolder([
      "match/t.lua": "local data = require('lib.large')\n"
        + RuleFolder.file("function() return data.share end"),
      "lib/large.lua": """
      local seen = {}
      for n = 1, 3000000 do seen[n % 1000] = n end
      return {share = 1, seen = seen}
      """,
    ])
    let decision = try await folder.test.value(
      "mix.match.best({title = 'a'}, {{}}, mix.rules.load('match/t')).decision")
    #expect(decision == .string("matched"))
  }

  /// Any pair of records gets a decision, or the budget ends the rule.
  @Test(arguments: ["tracks/standard", "tracks/classic", "books/classic"])
  func oddRecordsGetADecision(name: String) async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    let values = try await folder.test.run(
      """
      local rules = mix.rules.load("match/\(name)")
      local odd = {"", " ", "\\xff\\xfe", mix.json.decode('"\\\\ud800"'), ("(feat."):rep(50), "\\0", "日本"}
      local known = {matched = true, uncertain = true, none = true}
      local count = 0
      for _, a in ipairs(odd) do
        local candidates = {{}}
        for i, b in ipairs(odd) do candidates[i + 1] = {title = b, artist = a, author = a} end
        for _, query in ipairs({{}, {title = a}, {title = a, artist = a, author = a}}) do
          local ok, result = pcall(mix.match.best, query, candidates, rules)
          assert(ok and known[result.decision] or result.kind == "limit", tostring(result))
          count = count + 1
        end
      end
      return count
      """)
    #expect(values == [.int(21)])
  }

  @Test(arguments: ["tracks/standard", "tracks/classic", "books/classic"])
  func aMegabyteOfTitleIsDecidedOrRefused(name: String) async throws {
    let folder = try await RuleFolder(then: [RuleFolder.shipped])
    let values = try await folder.test.run(
      """
      local long = ("word "):rep(200000)
      local ok, result = pcall(mix.match.best, {title = long, artist = "a", author = "a"},
        {{title = long .. "x", artist = "a", author = "a"}}, mix.rules.load("match/\(name)"))
      return ok and result.decision or result.kind
      """)
    let answers = ["matched", "uncertain", "none", "limit"].map(LuaValue.string)
    #expect(answers.contains(values[0]), "\(values)")
  }

  @Test func tenThousandCandidatesAreOrdered() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local candidates = {}
      for i = 1, 10000 do candidates[i] = {id = 10001 - i} end
      local rules = mix.match.rules{accept = 0.5, review = 0.5, margin = 0, tie_order = {"id"},
        features = {{name = "f", weight = 1, score = function() return 1 end}}}
      local m = mix.match.best({}, candidates, rules)
      return m.decision, m.candidate.id
      """)
    #expect(values == [.string("matched"), .int(1)])
  }
}
