internal import Notation
internal import CLua
internal import ScriptHost

/// A decision about one query.
struct MatchDecision {
  enum Verdict: String {
    case matched, uncertain, none
  }

  let verdict: Verdict
  /// In words.
  let reason: String
  /// The row that was taken, or came nearest; nil when every candidate was refused.
  let row: Int?
  /// The best row of another work.
  let rival: Int?
}

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
  init(_ call: HostCall, _ rules: MatchRules, candidates: Int32, evaluatesAll: Bool = false) throws
  {
    self.call = call
    self.rules = rules
    self.candidates = candidates
    scorer = try MatchScorer(call, rules, evaluatesAll: evaluatesAll)
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
      if rules.pick == .first, !scorer.evaluatesAll, isAccepted(position - 1) { break }
    }
    return try decision()
  }

  private func isAccepted(_ row: Int) -> Bool {
    scores.passes(row) && scores.score(of: row) >= rules.accept
  }

  // MARK: Order

  /// The rows that passed their gates, the best first.
  func ranked() -> [Int] {
    (0..<scores.count).filter(scores.passes).sorted(by: precedes)
  }

  /// Score, then the declared fields (missing ones last), then the source's order.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (scores.rank(left), scores.rank(right))
    if a != b { return a > b }
    for field in rules.tieOrder {
      if let first = precedes(left, right, field) { return first }
    }
    return left < right
  }

  /// nil when the field does not tell the candidates apart.
  private func precedes(_ left: Int, _ right: Int, _ field: MatchRules.TieField) -> Bool? {
    switch (value(left, field.name), value(right, field.name)) {
    case (.nil, .nil): nil
    case (.nil, _): false
    case (_, .nil): true
    case (.number(let x), .number(let y)): x == y ? nil : (x < y) != field.descending
    case (.string(let x), .string(let y)): x == y ? nil : (x < y) != field.descending
    default: nil
    }
  }

  private func value(_ row: Int, _ field: String) -> LuaValue {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    lua_rawgeti(stack.pointer, candidates, Int64(row) + 1)
    stack.push(field)
    lua_rawget(stack.pointer, -2)
    if let number = stack.number(-1) { return .number(number) }
    return stack.string(-1).map(LuaValue.string) ?? .nil
  }

  /// The field that puts one row before another of the same score; nil: the source's order does.
  func tieBreaker(_ left: Int, _ right: Int) -> String? {
    rules.tieOrder.first { precedes(left, right, $0) != nil }?.name
  }

  // MARK: Decision

  private func decision() throws -> MatchDecision {
    if rules.pick == .first, let first = (0..<scores.count).first(where: isAccepted) {
      let rival = ranked().first { $0 != first }
      return MatchDecision(
        verdict: .matched, reason: "the first to reach \(shown(rules.accept)): \(shown(first))",
        row: first, rival: rival)
    }
    let ranked = ranked()
    guard let first = ranked.first else {
      return MatchDecision(verdict: .none, reason: refusal(), row: nil, rival: nil)
    }
    // Several releases of one work are no rivals.
    let rival = try ranked.dropFirst().first { try !scorer.areSameWork(first, $0) }
    let (verdict, reason) = judge(first, rival)
    return MatchDecision(verdict: verdict, reason: reason, row: first, rival: rival)
  }

  private func judge(_ first: Int, _ rival: Int?) -> (MatchDecision.Verdict, String) {
    let score = scores.score(of: first)
    if score < rules.review {
      guard scores.hasEvidence(first) else { return (.none, "there was nothing to compare") }
      return (.none, "best score \(shown(first)) is below \(shown(rules.review))")
    }
    if score < rules.accept {
      return (.uncertain, "score \(shown(first)) is below \(shown(rules.accept))")
    }
    if rules.pick == .best, let rival, score - scores.score(of: rival) < rules.margin {
      return (.uncertain, "score \(shown(first)), but another work scores \(shown(rival))")
    }
    return (.matched, "score \(shown(first))")
  }

  private func refusal() -> String {
    guard scores.count > 0, let gate = scores.failedGate(0) else { return "no candidates" }
    let reason = scorer.note(0, gate: gate) ?? rules.gates[gate].name
    return scores.count == 1 ? reason : "\(reason) (and \(scores.count - 1) more refused)"
  }

  private func shown(_ row: Int) -> String { shown(scores.score(of: row)) }
  private func shown(_ score: Double) -> String { ScoreText.text(score, rules.combine) }
}

/// Scores in words.
enum ScoreText {
  /// `87 %`, or `115 points`.
  static func text(_ score: Double, _ combine: MatchRules.Combination) -> String {
    switch combine {
    case .mean: "\(Int(clamping: (score * 100).rounded())) %"
    case .sum: "\(number(score)) points"
    }
  }

  /// With one decimal where it is needed.
  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0
      ? "\(Int(clamping: tenths / 10))" : "\(tenths / 10)"
  }
}
