import Bindings
import Foundation
import ScriptHost
import Testing

@Suite("mix.match.evaluate")
struct MatchEvaluateTests {
  private let setup = """
    local rules = mix.match.rules{accept = 0.75, review = 0.5, margin = 0,
      gates = {{name = "g", check = function(q, c) return not c.bad end}},
      features = {{name = "f", weight = 1, score = function(q, c) return c.v end}}}
    local function pair(v, label, bad) return {left = {}, right = {v = v, bad = bad}, label = label} end

    """

  @Test func countsAndListsWhatIsWrong() async throws {
    let test = await TestHost()
    let values = try await test.run(
      setup + """
        local e = mix.match.evaluate({pair(0.9, true), pair(0.8, true), pair(0.6, true),
          pair(1, true, true), pair(0.8, false), pair(0.6, false), pair(0.1, 0)}, rules)
        assert(e.pairs == 7 and e.positives == 4 and e.wrong_count == 3)
        assert(e.confusion.matched.same == 2 and e.confusion.matched.different == 1)
        assert(e.confusion.uncertain.same == 1 and e.confusion.uncertain.different == 1)
        assert(e.confusion.none.same == 1 and e.confusion.none.different == 1)
        assert(e.wrong[2].index == 4 and e.wrong[2].gates[1].passed == false)
        assert(e.wrong[2].decision == "none" and e.wrong[2].breakdown[1].value == 1)
        assert(e.f1_low <= e.f1 and e.f1 <= e.f1_high)
        return e.precision, e.recall, e.f1, e.wrong[1].index, e.wrong[3].index
        """)
    let (precision, f1) = (2.0 / 3, 4.0 / 7)
    #expect(values == [.number(precision), .number(0.5), .number(f1), .int(3), .int(5)])
  }

  @Test func repeatsWithItsSeed() async throws {
    let test = await TestHost()
    let values = try await test.run(
      setup + """
        local list = {}
        for i = 1, 60 do list[i] = pair((i * 7 % 60) / 60, i * 7 % 60 + i % 9 * 3 > 40) end
        local function text(seed)
          local e = mix.match.evaluate(list, rules, {seed = seed, folds = 5, sweep = true, wrong = 2})
          return mix.json.encode(e), e
        end
        local first, e = text(7)
        assert(first == text(7) and first ~= text(8))
        assert(#e.folds == 5 and #e.sweep == 20 and #e.wrong == 2 and e.wrong_count > 2)
        assert(e.sweep[20].accept == 1 and e.sweep[1].recall == 1)
        return e.cross_validated_f1 > e.f1
        """)
    #expect(values == [.bool(true)], "tuning helps where accept is set badly")
  }

  @Test func recordsThatOccurAgainArePreparedOnce() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local calls = {0, 0}
      local rules = mix.match.rules{accept = 0.5, review = 0.5, margin = 0,
        prepare = function(q) calls[1] = calls[1] + 1 return q.v end,
        prepare_candidate = function(c) calls[2] = calls[2] + 1 return c.v end,
        features = {{name = "f", weight = 1, score = function(q, c) return q == c and 1 or 0 end}}}
      local left, pairs = {v = true}, {}
      for i = 1, 4 do pairs[i] = {left = left, right = {v = i > 2}, label = i > 2} end
      local e = mix.match.evaluate(pairs, rules)
      return e.f1, calls[1], calls[2]
      """)
    #expect(values == [.number(1), .int(1), .int(4)])
  }

  @Test("Pairs of one row share their certainty where the rules give odds")
  func rowsShare() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local rules = mix.match.rules{combine = "odds", prior = 0, accept = 0.5, review = 0.1,
        margin = 0, features = {{name = "f", weight = 1, score = function(_, c) return c.v end}}}
      local function pair(row, odds, label)
        return {left = {}, right = {v = math.log(odds)}, label = label, row = row}
      end
      local list = {pair(7, 9, true), pair(7, 3, false), pair(1 << 60, 3, true)}
      local e = mix.match.evaluate(list, rules)
      assert(e.f1 == 1 and #e.wrong == 0)
      list[2].label = true
      local wrong = mix.match.evaluate(list, rules).wrong[1]
      assert(wrong.index == 2 and wrong.decision == "uncertain" and math.abs(wrong.score - 87 / 446) < 1e-9)
      assert(wrong.reason:find("beside the row's other pairs", 1, true), wrong.reason)
      list[3].row = nil
      return mix.match.evaluate(list, rules).wrong_count
      """)
    #expect(values == [.int(0)], "a pair without a row leaves all as they are")
  }

  @Test(arguments: [
    ("{}", "there are none"),
    ("{{left = {}, right = {}}}", "pair 1: 'label' is nil, true or false expected"),
    ("{{left = {}, right = {}, label = 'yes'}}", "pair 1: 'label' is string"),
    ("{{right = {}, label = true}}", "pair 1: 'left' is nil, a table expected"),
    ("{1}", "pair 1 is integer, a table expected"),
  ])
  func namesThePairThatIsNone(pairs: String, message: String) async {
    let test = await TestHost()
    #expect(await test.message(setup + "mix.match.evaluate(\(pairs), rules)").contains(message))
  }

  @Test func refusesOptionsOutOfTheirRange() async {
    let test = await TestHost()
    let message = await test.message(
      setup + "mix.match.evaluate({pair(1, true)}, rules, {folds = 1})")
    #expect(
      message.contains("bad argument 'folds'") && message.contains("from 2 to 100 expected, got 1"))
  }
}
