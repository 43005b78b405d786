internal import CLua
internal import MixCore
internal import ScriptHost

/// Scores labelled pairs.
struct MatchEvaluator {
  private let call: HostCall
  private let rules: MatchRules
  private let pairs: Int32
  private var scorer: MatchScorer
  /// By left and right record: whether it occurs again; then what it was prepared to.
  private let repeated: (left: Int32, right: Int32)
  private var outcomes: [PairOutcome] = []
  /// Whether the pairs of a row share their certainty.
  private var isShared = false

  /// - Parameter pairs: the stack index of the list.
  init(_ call: HostCall, _ rules: MatchRules, pairs: Int32) throws {
    self.call = call
    self.rules = rules
    self.pairs = pairs
    scorer = try MatchScorer(
      call, rules, evaluatesAll: rules.model.calibration?.readsRefused ?? false)
    clua_newtable(call.stack.pointer)
    clua_newtable(call.stack.pointer)
    repeated = (call.stack.count - 1, call.stack.count)
  }

  private var stack: LuaStack { call.stack }

  /// Scores every pair.
  /// - Throws: what a rule raises; ``HostError`` for a malformed pair.
  mutating func run() throws {
    let count = Int(lua_rawlen(stack.pointer, pairs))
    guard count > 0 else { throw call.badArgument("pairs", "there are none") }
    for index in 1...count {
      try visit(index) { evaluator, left, right in
        evaluator.noteOccurrence(left, evaluator.repeated.left)
        evaluator.noteOccurrence(right, evaluator.repeated.right)
      }
    }
    outcomes.reserveCapacity(count)
    var rows: [Int64] = []
    for index in 1...count {
      let label = try label(index)
      if let row = row(index) { rows.append(row) }
      try visit(index) { try $0.score($1, $2) }
      let scores = scorer.scores
      outcomes.append(
        PairOutcome(
          label: label, score: scores.passes(0) ? scores.score(of: 0) : -1,
          probability: scores.probability(0)))
    }
    if rows.count == count, rules.model.combine == .odds { share(rows) }
  }

  /// Gives each pair its probability beside the other pairs of its row.
  private mutating func share(_ rows: [Int64]) {
    isShared = true
    var numbers: [Int64: Int] = [:]
    let left = rows.map { row in
      let number = numbers[row] ?? numbers.count
      numbers[row] = number
      return number
    }
    let shared = PairRivals(left: left).shared(outcomes.map { max(0, $0.score) })
    outcomes = zip(outcomes, shared).map { outcome, chance in
      outcome.score < 0
        ? outcome : PairOutcome(label: outcome.label, score: chance, probability: chance)
    }
  }

  private mutating func score(_ left: Int32, _ right: Int32) throws {
    scorer.removeAll()
    let base = stack.count
    try pushCached(left, repeated.left) { scorer, index in try scorer.pushPrepared(query: index) }
    try pushCached(right, repeated.right) { scorer, index in
      try scorer.pushPrepared(candidate: index)
    }
    try scorer.score(query: base + 1, candidate: base + 2)
  }

  // MARK: Pairs

  /// Calls `body` with the places of a pair's records.
  private mutating func visit(
    _ index: Int, _ body: (inout MatchEvaluator, Int32, Int32) throws -> Void
  ) throws {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    pushPair(index)
    guard stack.kind(-1) == .table else {
      throw call.badArgument("pairs", "pair \(index) is \(stack.typeName(-1)), a table expected")
    }
    for name in ["left", "right"] {
      stack.push(name)
      lua_rawget(stack.pointer, base + 1)
      guard stack.kind(-1) == .table else {
        throw call.badArgument(
          "pairs", "pair \(index): '\(name)' is \(stack.typeName(-1)), a table expected")
      }
    }
    try body(&self, base + 2, base + 3)
  }

  private func pushPair(_ index: Int) { lua_rawgeti(stack.pointer, pairs, Int64(index)) }

  private func row(_ index: Int) -> Int64? {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    pushPair(index)
    stack.push("row")
    lua_rawget(stack.pointer, base + 1)
    return stack.integer(-1)
  }

  private func label(_ index: Int) throws -> Bool {
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    pushPair(index)
    stack.push("label")
    lua_rawget(stack.pointer, base + 1)
    if let label = stack.boolean(-1) { return label }
    switch stack.integer(-1) {
    case 1: return true
    case 0: return false
    default:
      let found = stack.typeName(-1)
      throw call.badArgument(
        "pairs", "pair \(index): 'label' is \(found), true or false expected")
    }
  }

  // MARK: Records that occur again are prepared once

  private func noteOccurrence(_ record: Int32, _ table: Int32) {
    lua_pushvalue(stack.pointer, record)
    lua_pushvalue(stack.pointer, record)
    lua_rawget(stack.pointer, table)
    let known = stack.kind(-1) == .boolean
    stack.pop()
    stack.push(known)
    lua_rawset(stack.pointer, table)  // allowed: the key is a table
  }

  private func pushCached(
    _ record: Int32, _ table: Int32, _ make: (MatchScorer, Int32) throws -> Void
  ) throws {
    lua_pushvalue(stack.pointer, record)
    lua_rawget(stack.pointer, table)
    let again = stack.boolean(-1)
    if again == nil { return unwrap() }
    stack.pop()
    try make(scorer, record)
    guard again == true else { return }
    lua_pushvalue(stack.pointer, record)
    clua_newtable(stack.pointer)
    lua_pushvalue(stack.pointer, -3)
    lua_rawseti(stack.pointer, -2, 1)
    lua_rawset(stack.pointer, table)  // allowed: the key is a table
  }

  /// Takes a kept value out of the table that tells it from the marks.
  private func unwrap() {
    lua_rawgeti(stack.pointer, -1, 1)
    clua_remove(stack.pointer, -2)
  }

  // MARK: The answer

  /// Pushes the measurements and the wrong pairs.
  func push(_ request: EvaluationRequest) throws {
    let statistics = PairStatistics(
      outcomes: outcomes, accept: rules.model.accept, seed: request.seed)
    stack.push(.object(summary(statistics, request)))
    let wrong = statistics.wrong
    stack.push(Int64(wrong.count))
    lua_setfield(stack.pointer, -2, "wrong_count")
    try pushWrong(Array(wrong.prefix(request.wrong)))
    lua_setfield(stack.pointer, -2, "wrong")
  }

  private func summary(_ statistics: PairStatistics, _ request: EvaluationRequest) -> [String:
    LuaValue]
  {
    let interval = statistics.interval(resamples: request.resamples)
    var fields = Self.values(statistics.measures)
    fields["f1_low"] = .number(interval.low)
    fields["f1_high"] = .number(interval.high)
    fields["accept"] = .number(statistics.accept)
    fields["pairs"] = .int(Int64(outcomes.count))
    fields["positives"] = .int(Int64(outcomes.count { $0.label }))
    fields["confusion"] = confusion(statistics)
    if let calibrated = statistics.calibrated(rules.model) {
      fields["calibration_error"] = .number(calibrated.error)
      fields["calibrated"] = .array(calibrated.bins.map(Self.bin))
    }
    if request.sweep {
      let highest = outcomes.map(\.score).max() ?? 0
      let top = rules.model.combine == .sum ? max(highest, rules.model.accept) : 1
      fields["sweep"] = .array(statistics.sweep(top: top).map { Self.row($0, $1) })
    }
    if let count = request.folds {
      let folds = statistics.crossValidate(count)
      fields["folds"] = .array(folds.map { Self.row($0.accept, $0.measures) })
      fields["cross_validated_f1"] = .number(MatchMeasures(pooling: folds.map(\.measures)).f1)
    }
    return fields
  }

  /// How many pairs of either label were matched, uncertain and refused.
  private func confusion(_ statistics: PairStatistics) -> LuaValue {
    let counts = statistics.confusion(rules.model.verdict)
    return .object(
      Dictionary(
        uniqueKeysWithValues: MatchVerdict.allCases.map { verdict in
          let count = counts[verdict] ?? (0, 0)
          return (
            verdict.rawValue,
            .object(["same": .int(Int64(count.same)), "different": .int(Int64(count.different))])
          )
        }))
  }

  private static func values(_ measures: MatchMeasures) -> [String: LuaValue] {
    [
      "precision": .number(measures.precision), "recall": .number(measures.recall),
      "f1": .number(measures.f1),
    ]
  }

  private static func bin(_ bin: PairStatistics.Bin) -> LuaValue {
    .object([
      "low": .number(bin.low), "high": .number(bin.high), "pairs": .int(Int64(bin.pairs)),
      "predicted": .number(bin.predicted), "observed": .number(bin.observed),
    ])
  }

  private static func row(_ accept: Double, _ measures: MatchMeasures) -> LuaValue {
    .object(values(measures).merging(["accept": .number(accept)]) { $1 })
  }

  /// Pushes `{index, label, decision, score, left, right, gates, breakdown}` of each pair, all gates
  /// and features evaluated.
  private func pushWrong(_ indices: [Int]) throws {
    lua_createtable(stack.pointer, Int32(clamping: indices.count), 0)
    let list = stack.count
    for (position, index) in indices.enumerated() {
      pushPair(index + 1)
      let pair = stack.count
      var matcher = try pushSides(pair)
      let decision = try matcher.decide(query: pair + 1)
      var (verdict, reason) = (decision.verdict, decision.reason)
      var score = matcher.scorer.scores.score(of: 0)
      if isShared, outcomes[index].score >= 0 {
        score = outcomes[index].score
        verdict = rules.model.verdict(score)
        if verdict != decision.verdict {
          reason = "score \(rules.model.text(score)) beside the row's other pairs"
        }
      }
      let answer = MatchAnswer(call: call, rules: rules, scorer: matcher.scorer)
      lua_createtable(stack.pointer, 0, 9)
      set("index") { $0.push(Int64(index) + 1) }
      set("label") { $0.push(outcomes[index].label) }
      set("decision") { $0.push(verdict.rawValue) }
      set("reason") { $0.push(reason) }
      set("score") { $0.push(score) }
      set("left") { lua_pushvalue($0.pointer, pair + 1) }
      set("right") { lua_rawgeti($0.pointer, pair + 2, 1) }
      set("gates") { _ in answer.pushGates(0) }
      set("breakdown") { _ in answer.pushBreakdown(0) }
      lua_rawseti(stack.pointer, list, Int64(position) + 1)
      lua_settop(stack.pointer, list)
    }
    ArrayMark.mark(stack)
  }

  /// Pushes a pair's left record and a list of its right one, and a matcher of the two.
  private func pushSides(_ pair: Int32) throws -> Matcher {
    stack.push("left")
    lua_rawget(stack.pointer, pair)
    lua_createtable(stack.pointer, 1, 0)
    stack.push("right")
    lua_rawget(stack.pointer, pair)
    lua_rawseti(stack.pointer, pair + 2, 1)
    return try Matcher(call, rules, candidates: pair + 2, evaluatesAll: true)
  }

  private func set(_ key: String, _ push: (LuaStack) -> Void) {
    push(stack)
    lua_setfield(stack.pointer, -2, key)
  }
}
