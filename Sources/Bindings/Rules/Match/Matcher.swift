internal import CLua
internal import MixCore
internal import ScriptHost

/// Scores the candidates of a query and decides.
struct Matcher {
  private let call: HostCall
  private let rules: MatchRules
  /// The scores that the decision rests on.
  private(set) var scorer: MatchScorer
  private let candidates: Int32

  /// - Parameters:
  ///   - candidates: the stack index of the list.
  ///   - evaluatesAll: for explanations; else what cannot change the decision is left out.
  ///   - frequencies: how common terms are, if anybody knows.
  init(
    _ call: HostCall, _ rules: MatchRules, candidates: Int32, evaluatesAll: Bool = false,
    frequencies: TermFrequencies? = nil
  ) throws {
    self.call = call
    self.rules = rules
    self.candidates = candidates
    scorer = try MatchScorer(
      call, rules, evaluatesAll: evaluatesAll, frequencies: frequencies)
  }

  private var stack: LuaStack { call.stack }
  private var scores: MatchScores { scorer.scores }

  /// Scores the candidates against the query at a stack index, and decides.
  mutating func decide(query: Int32) throws -> MatchDecision {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    try scorer.pushPrepared(query: query)
    let prepared = stack.count
    let count = Int(lua_rawlen(stack.pointer, candidates))
    for position in stride(from: 1, through: count, by: 1) {
      lua_rawgeti(stack.pointer, candidates, Int64(position))
      guard stack.kind(-1) == .table else {
        throw call.badArgument(
          "candidates", "element \(position) is \(stack.typeName(-1)), a table expected")
      }
      try scorer.pushPrepared(candidate: stack.count)
      try scorer.score(query: prepared, candidate: stack.count)
      lua_settop(stack.pointer, prepared)
      if rules.model.pick == .first, !scorer.evaluatesAll, scores.isAccepted(position - 1) { break }
    }
    return try scores.decision(self)
  }

  /// The rows that passed their gates, the best first.
  func ranked() -> [Int] { scores.ranked(self) }
}

extension Matcher: MatchEvidence {
  func value(_ row: Int, of field: String) -> TieValue {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    lua_rawgeti(stack.pointer, candidates, Int64(row) + 1)
    stack.push(field)
    lua_rawget(stack.pointer, -2)
    if let number = stack.number(-1) { return .number(number) }
    return stack.string(-1).map(TieValue.text) ?? .missing
  }

  func areSameWork(_ first: Int, _ other: Int) throws -> Bool {
    try scorer.areSameWork(first, other)
  }

  func note(_ row: Int, gate: Int) -> String? { scorer.note(row, gate: gate) }
}
