internal import CLua
internal import MixCore
internal import ScriptHost

/// Pushes a decision with every candidate, and what put the first before the second.
struct MatchExplanation {
  private let call: HostCall
  private let rules: MatchRules
  private let matcher: Matcher
  private let candidates: Int32
  private let answer: MatchAnswer

  init(_ call: HostCall, _ rules: MatchRules, _ matcher: Matcher, candidates: Int32) {
    self.call = call
    self.rules = rules
    self.matcher = matcher
    self.candidates = candidates
    answer = MatchAnswer(call: call, rules: rules, scorer: matcher.scorer)
  }

  private var stack: LuaStack { call.stack }
  private var scores: MatchScores { matcher.scorer.scores }

  func push(_ decision: MatchDecision) {
    answer.push(decision, candidates: candidates)
    let order = matcher.ranked()
    pushCandidates(order)
    lua_setfield(stack.pointer, -2, "candidates")
    guard let first = decision.row,
      let other = decision.rival ?? order.first(where: { $0 != first })
    else { return }
    stack.push(versus(first, other))
    lua_setfield(stack.pointer, -2, "versus")
  }

  /// Every candidate in the source's order.
  private func pushCandidates(_ order: [Int]) {
    var ranks = [Int](repeating: 0, count: scores.count)
    for (position, row) in order.enumerated() { ranks[row] = position + 1 }
    lua_createtable(stack.pointer, Int32(clamping: scores.count), 0)
    for row in 0..<scores.count {
      lua_createtable(stack.pointer, 0, 9)
      set("index", .int(Int64(row) + 1))
      set("score", .number(scores.score(of: row)))
      answer.pushProbability(row)
      set("refused", .bool(!scores.passes(row)))
      if ranks[row] > 0 { set("rank", .int(Int64(ranks[row]))) }
      lua_rawgeti(stack.pointer, candidates, Int64(row) + 1)
      lua_setfield(stack.pointer, -2, "candidate")
      answer.pushGates(row)
      lua_setfield(stack.pointer, -2, "gates")
      answer.pushBreakdown(row)
      lua_setfield(stack.pointer, -2, "breakdown")
      lua_rawseti(stack.pointer, -2, Int64(row) + 1)
    }
    ArrayMark.mark(stack)
  }

  /// Each feature's part in the lead of one row over another, the largest part first.
  private func versus(_ first: Int, _ other: Int) -> LuaValue {
    let features = scores.differences(first, other).map { index, difference in
      LuaValue.object([
        "feature": .string(rules.model.features[index].name), "difference": .number(difference),
      ])
    }
    return .object([
      "index": .int(Int64(other) + 1), "score": .number(scores.score(of: other)),
      "difference": .number(scores.score(of: first) - scores.score(of: other)),
      "decided_by": .string(scores.lead(first, other, matcher)), "features": .array(features),
    ])
  }

  private func set(_ key: String, _ value: LuaValue) {
    stack.push(value)
    lua_setfield(stack.pointer, -2, key)
  }
}
