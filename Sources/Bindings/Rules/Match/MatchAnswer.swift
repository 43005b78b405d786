internal import CLua
internal import MixCore
internal import ScriptHost

/// Pushes decisions as tables.
struct MatchAnswer {
  let call: HostCall
  let rules: MatchRules
  let scorer: MatchScorer

  private var stack: LuaStack { call.stack }
  private var scores: MatchScores { scorer.scores }

  /// Pushes `{decision, reason, score, index, candidate, breakdown, runner_up}`.
  func push(_ decision: MatchDecision, candidates: Int32) {
    lua_createtable(stack.pointer, 0, 9)
    set("decision", decision.verdict.rawValue)
    set("reason", decision.reason)
    set("score", decision.row.map(scores.score(of:)) ?? 0)
    guard let row = decision.row else { return }
    pushProbability(row)
    set("index", Int64(row) + 1)
    lua_rawgeti(stack.pointer, candidates, Int64(row) + 1)
    lua_setfield(stack.pointer, -2, "candidate")
    pushBreakdown(row)
    lua_setfield(stack.pointer, -2, "breakdown")
    if let rival = decision.rival {
      lua_createtable(stack.pointer, 0, 2)
      set("score", scores.score(of: rival))
      set("index", Int64(rival) + 1)
      lua_setfield(stack.pointer, -2, "runner_up")
    }
  }

  /// Sets `probability` and `rarity` of a row, where they are known, in the table on top.
  func pushProbability(_ row: Int) {
    if let probability = scores.probability(row) { set("probability", probability) }
    guard let rarity = scores.rarity(row) else { return }
    lua_createtable(stack.pointer, 0, 4)
    set("term", rarity.term)
    set("rows", Int64(rarity.rows))
    set("total", Int64(rarity.total))
    set("factor", rarity.factor)
    lua_setfield(stack.pointer, -2, "rarity")
  }

  /// Pushes the features that had something to compare, what contributed most first.
  func pushBreakdown(_ row: Int) {
    let order = scores.contributions(row)
    lua_createtable(stack.pointer, Int32(order.count), 0)
    for (position, item) in order.enumerated() {
      pushFeature(row, item.feature, item.amount)
      lua_rawseti(stack.pointer, -2, Int64(position) + 1)
    }
    ArrayMark.mark(stack)
  }

  private func pushFeature(_ row: Int, _ index: Int, _ contribution: Double) {
    let feature = rules.model.features[index]
    lua_createtable(stack.pointer, 0, 5)
    set("feature", feature.name)
    set(feature.isPenalty ? "penalty" : "weight", feature.amount)
    set("value", scores.value(row, index) ?? 0)
    set("contribution", contribution)
    if let note = scorer.note(row, feature: index) { set("note", note) }
  }

  /// Pushes the gates of a row: `{name, passed, note, doc}`; `passed` is missing for those that
  /// were not evaluated.
  func pushGates(_ row: Int) {
    lua_createtable(stack.pointer, Int32(rules.gates.count), 0)
    for index in rules.gates.indices {
      lua_createtable(stack.pointer, 0, 4)
      set("name", rules.gates[index].name)
      if let doc = rules.gates[index].doc { set("doc", doc) }
      let result = scores.gate(row, index)
      if result != .open {
        stack.push(result == .passed)
        lua_setfield(stack.pointer, -2, "passed")
      }
      if let note = scorer.note(row, gate: index) { set("note", note) }
      lua_rawseti(stack.pointer, -2, Int64(index) + 1)
    }
    ArrayMark.mark(stack)
  }

  private func set(_ key: String, _ value: String) {
    stack.push(value)
    lua_setfield(stack.pointer, -2, key)
  }

  private func set(_ key: String, _ value: Double) {
    stack.push(value)
    lua_setfield(stack.pointer, -2, key)
  }

  private func set(_ key: String, _ value: Int64) {
    stack.push(value)
    lua_setfield(stack.pointer, -2, key)
  }
}
