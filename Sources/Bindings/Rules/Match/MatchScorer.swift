internal import CLua
internal import MixCore
internal import ScriptHost

/// Runs the functions of match rules on a query and its candidates.
///
/// Works on the stack of one call: what it keeps there lies at fixed places, and each step leaves the
/// stack as it found it.
struct MatchScorer {
  let call: HostCall
  let rules: MatchRules
  let caller: RuleCaller
  /// Whether gates and features are evaluated after a gate has failed.
  let evaluatesAll: Bool
  private(set) var scores: MatchScores
  private let frequencies: TermFrequencies?
  /// Notes by ``noteKey``, and the prepared candidates by row.
  private let notes: Int32
  private let prepared: Int32

  /// Reserves stack and two tables on it.
  init(
    _ call: HostCall, _ rules: MatchRules, evaluatesAll: Bool, frequencies: TermFrequencies? = nil
  ) throws {
    guard call.stack.reserve(40) else { throw HostError.usage("the Lua stack is full") }
    self.call = call
    self.rules = rules
    self.evaluatesAll = evaluatesAll
    self.frequencies = frequencies
    caller = RuleCaller(call, name: rules.origin.name, path: rules.origin.path)
    scores = MatchScores(rules.model)
    clua_newtable(call.stack.pointer)
    notes = call.stack.count
    clua_newtable(call.stack.pointer)
    prepared = call.stack.count
  }

  private var stack: LuaStack { call.stack }

  /// Forgets the rows of another query.
  mutating func removeAll() {
    scores.removeAll()
    for place in [notes, prepared] {
      clua_newtable(stack.pointer)
      lua_copy(stack.pointer, -1, place)
      stack.pop()
    }
  }

  // MARK: Preparing

  /// Pushes what the rules' functions get for a query.
  func pushPrepared(query index: Int32) throws {
    clua_push_frozen(stack.pointer, index, "query")
    if let prepare = rules.prepare { try caller.run(prepare, arguments: 1, results: 1) }
  }

  /// Pushes what the rules' functions get for a candidate.
  func pushPrepared(candidate index: Int32) throws {
    clua_push_frozen(stack.pointer, index, "candidate")
    if let prepare = rules.prepareCandidate { try caller.run(prepare, arguments: 1, results: 1) }
  }

  // MARK: Scoring

  /// Scores a pair of prepared values into a new row. The stack ends as it was.
  mutating func score(query: Int32, candidate: Int32) throws {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    scores.addRow()
    if rules.sameWork != nil {
      lua_pushvalue(stack.pointer, candidate)
      lua_rawseti(stack.pointer, prepared, Int64(scores.count))
    }
    var comparison: Int32 = 0
    if let compare = rules.compare {
      try push(query, candidate, 0, compare, results: 1)
      comparison = stack.count
    }
    for index in rules.gates.indices {
      try evaluate(gate: index, query, candidate, comparison)
      if !evaluatesAll, !scores.passes(scores.count - 1) { return }
    }
    for index in rules.features.indices {
      try evaluate(feature: index, query, candidate, comparison)
    }
    scores.finishRow()
    if let frequencies, let term = rules.term, scores.passes(scores.count - 1) {
      let base = stack.count
      try push(query, candidate, 0, term, results: 1)
      try push(candidate, query, 0, term, results: 1)
      // nil on one side: the agreement rests on more than the term.
      if let mine = stack.string(base + 1), let theirs = stack.string(base + 2) {
        scores.set(rarity: frequencies.rarity(mine, theirs))
      }
    }
  }

  private func push(
    _ query: Int32, _ candidate: Int32, _ comparison: Int32, _ function: RuleFunction,
    results: Int32
  ) throws {
    lua_pushvalue(stack.pointer, query)
    lua_pushvalue(stack.pointer, candidate)
    if comparison > 0 { lua_pushvalue(stack.pointer, comparison) }
    try caller.run(function, arguments: comparison > 0 ? 3 : 2, results: results)
  }

  private mutating func evaluate(
    gate index: Int, _ query: Int32, _ candidate: Int32, _ comparison: Int32
  ) throws {
    let check = rules.gates[index].check
    let base = stack.count
    try push(query, candidate, comparison, check, results: 2)
    guard let passed = stack.boolean(base + 1) else {
      throw caller.wrong(check, "returned \(stack.typeName(base + 1)), a boolean expected")
    }
    scores.set(gate: index, passed: passed)
    keepNote(noteKey(scores.count - 1, gate: index), wanted: !passed || evaluatesAll)
    lua_settop(stack.pointer, base)
  }

  private mutating func evaluate(
    feature index: Int, _ query: Int32, _ candidate: Int32, _ comparison: Int32
  ) throws {
    let score = rules.features[index].score
    let base = stack.count
    try push(query, candidate, comparison, score, results: 2)
    // nil: nothing to compare; the feature does not count.
    if !stack.isNoneOrNil(base + 1) {
      let range = rules.model.combine == .odds ? -1e6...1e6 : 0...1
      guard let value = stack.number(base + 1), range.contains(value) else {
        let found = stack.number(base + 1).map { "\($0)" } ?? stack.typeName(base + 1)
        let wanted = rules.model.combine == .odds ? "log odds" : "a number from 0 to 1"
        throw caller.wrong(score, "returned \(found), \(wanted) expected")
      }
      scores.set(feature: index, value)
    }
    keepNote(noteKey(scores.count - 1, feature: index), wanted: true)
    lua_settop(stack.pointer, base)
  }

  // MARK: Notes

  /// Keeps the text on top, a function's second result, in Lua: most notes nobody reads.
  private func keepNote(_ key: Int64, wanted: Bool) {
    guard wanted, stack.kind(-1) == .string else { return }
    lua_pushvalue(stack.pointer, -1)
    lua_rawseti(stack.pointer, notes, key)
  }

  private func noteKey(_ row: Int, gate: Int) -> Int64 {
    Int64(row * (rules.gates.count + rules.features.count) + gate) + 1
  }

  private func noteKey(_ row: Int, feature: Int) -> Int64 {
    noteKey(row, gate: rules.gates.count + feature)
  }

  /// A remark that a gate made.
  func note(_ row: Int, gate: Int) -> String? { note(noteKey(row, gate: gate)) }

  /// A remark that a feature made.
  func note(_ row: Int, feature: Int) -> String? { note(noteKey(row, feature: feature)) }

  private func note(_ key: Int64) -> String? {
    lua_rawgeti(stack.pointer, notes, key)
    defer { stack.pop() }
    return stack.string(-1)
  }

  // MARK: Works

  /// Whether two rows' candidates are releases of one work.
  func areSameWork(_ first: Int, _ other: Int) throws -> Bool {
    guard let sameWork = rules.sameWork else { return false }
    lua_rawgeti(stack.pointer, prepared, Int64(first) + 1)
    lua_rawgeti(stack.pointer, prepared, Int64(other) + 1)
    try caller.run(sameWork, arguments: 2, results: 1)
    defer { stack.pop() }
    return lua_toboolean(stack.pointer, -1) != 0
  }
}
