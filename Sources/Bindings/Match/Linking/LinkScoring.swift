internal import CLua
internal import MixCore
internal import ScriptHost

/// The result of comparing some rows of a table.
struct LinkOutcome: Sendable {
  /// A pair on which a rule raised.
  struct Problem: Sendable {
    let left: Int
    let right: Int
    let message: String
  }

  var decisions: [LinkDecision] = []
  var problems: [Problem] = []
  /// How many pairs were compared, and how many of them have one gold value.
  var pairs = 0
  var covered = 0

  mutating func add(_ other: LinkOutcome) {
    decisions += other.decisions
    problems += other.problems
    pairs += other.pairs
    covered += other.covered
  }
}

/// Decides about rows and their candidates by match rules, in the engine that the call belongs to.
struct LinkScoring {
  /// The most alternatives of a row that are kept.
  private static let mostAlternatives = 9

  private let call: HostCall
  private let rules: MatchRules
  private let frequencies: TermFrequencies?
  private var outcome = LinkOutcome()

  private init(_ call: HostCall, _ rules: MatchRules, _ frequencies: TermFrequencies?) {
    (self.call, self.rules, self.frequencies) = (call, rules, frequencies)
  }

  /// - Parameter within: whether candidates are rows of the same table, each of which may be the same work.
  static func outcome(
    of queries: [LinkQuery], within: Bool, _ call: HostCall, _ rules: MatchRules,
    _ frequencies: TermFrequencies?
  ) throws -> LinkOutcome {
    guard call.stack.reserve(60) else { throw HostError.usage("the Lua stack is full") }
    var scoring = LinkScoring(call, rules, frequencies)
    for query in queries {
      try Task.checkCancellation()
      try scoring.take(query, within: within)
    }
    return scoring.outcome
  }

  private var stack: LuaStack { call.stack }

  private mutating func take(_ query: LinkQuery, within: Bool) throws {
    outcome.pairs += query.candidates.count
    if let gold = query.gold {
      outcome.covered += query.candidates.count { $0.gold == gold }
    }
    guard !query.candidates.isEmpty else { return }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    try LinkRecord.push(query.record, stack)
    if within {
      try compare(query)
    } else {
      try link(query)
    }
  }

  /// One table against another: the best candidate, with the margin to the next.
  private mutating func link(_ query: LinkQuery) throws {
    do {
      try keep(query, query.candidates)
    } catch let error where LinkRecord.isOfRules(error) {
      // Those on which a rule raises are named and left out.
      var fine: [LinkQuery.Candidate] = []
      for candidate in query.candidates {
        if try attempt(query, candidate, { _ in }) { fine.append(candidate) }
      }
      guard !fine.isEmpty else { return }
      do { try keep(query, fine) } catch let error where LinkRecord.isOfRules(error) {
        note(query, fine[0], error)
      }
    }
  }

  private mutating func keep(_ query: LinkQuery, _ candidates: [LinkQuery.Candidate]) throws {
    let (decision, scores) = try decide(candidates)
    guard let row = decision.row else { return }
    keep(query, candidates[row], decision, scores.score(of: row))
    guard decision.verdict == .matched else { return }
    for other in scores.alternatives(to: row).prefix(Self.mostAlternatives) {
      outcome.decisions.append(
        LinkDecision(
          left: query.row, right: candidates[other].row, score: scores.score(of: other),
          state: .alternative, reason: "score \(rules.model.text(scores.score(of: other)))"))
    }
  }

  /// Within one table each candidate may be the same: no margin.
  private mutating func compare(_ query: LinkQuery) throws {
    for candidate in query.candidates {
      var found: (MatchDecision, Double)?
      _ = try attempt(query, candidate) { found = $0 }
      if let found { keep(query, candidate, found.0, found.1) }
    }
  }

  /// Decides about one pair.
  /// - Returns: false when a rule raised, which is noted.
  private mutating func attempt(
    _ query: LinkQuery, _ candidate: LinkQuery.Candidate, _ use: ((MatchDecision, Double)) -> Void
  ) throws -> Bool {
    do {
      let (decision, scores) = try decide([candidate])
      if let row = decision.row { use((decision, scores.score(of: row))) }
      return true
    } catch let error where LinkRecord.isOfRules(error) {
      note(query, candidate, error)
      return false
    }
  }

  private mutating func keep(
    _ query: LinkQuery, _ candidate: LinkQuery.Candidate, _ decision: MatchDecision, _ score: Double
  ) {
    guard decision.verdict != .none else { return }
    outcome.decisions.append(
      LinkDecision(
        left: query.row, right: candidate.row, score: score,
        state: decision.verdict == .matched ? .matched : .uncertain, reason: decision.reason))
  }

  /// Decides about the record on top of the stack, which stays there.
  private func decide(
    _ candidates: [LinkQuery.Candidate]
  ) throws -> (MatchDecision, MatchScores) {
    let query = stack.count
    defer { lua_settop(stack.pointer, query) }
    lua_createtable(stack.pointer, Int32(clamping: candidates.count), 0)
    for (place, candidate) in candidates.enumerated() {
      try LinkRecord.push(candidate.record, stack)
      lua_rawseti(stack.pointer, query + 1, Int64(place) + 1)
    }
    var matcher = try Matcher(call, rules, candidates: query + 1, frequencies: frequencies)
    let decision = try matcher.decide(query: query)
    return (decision, matcher.scorer.scores)
  }

  private mutating func note(
    _ query: LinkQuery, _ candidate: LinkQuery.Candidate, _ error: any Error
  ) {
    outcome.problems.append(
      LinkOutcome.Problem(
        left: query.row, right: candidate.row, message: HostError(error).message))
  }
}

/// A row as a file keeps it, for rules.
enum LinkRecord {
  /// Pushes the table of a record in JSON.
  static func push(_ record: String, _ stack: LuaStack) throws {
    var record = record
    var options = clua_json_decode_options()
    var failure = clua_json_error()
    let status = record.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        clua_json_decode(stack.pointer, $0.baseAddress, $0.count, &options, &failure)
      }
    }
    guard status == 0 else { throw HostError.usage("a record of the file is not JSON") }
    guard stack.kind(-1) == .table else {
      throw HostError.usage("a record of the file is \(stack.typeName(-1)) in JSON, no object")
    }
  }

  /// Whether an error is one of a rule about this row; limits of memory and a cancellation end the run.
  static func isOfRules(_ error: any Error) -> Bool {
    error is ScriptError || error is HostError
  }
}
