internal import CLua
internal import ScriptHost

/// `mix.match`: which candidate is the one, and why.
enum MatchModule {
  static func make(_ host: Host) -> Module {
    var module = Module("match", "Explainable matching by rules.")
    module.function(
      "rules",
      "Checks rules that a script declares in place; rule files are loaded by mix.rules.load.",
      Parameter(
        "rules", "features, gates, accept, review, margin; see docs/rules.md", LuaTable.self),
      returns: "rules",
      example:
        "local rules = mix.match.rules{features = {…}, accept = 0.9, review = 0.6, margin = 0.02}"
    ) { call, table in
      ObjectResult(try MatchRules(table, name: "inline", path: host.settings.scriptName, call))
    }
    module.function(
      "best", "Scores candidates by rules and decides.",
      Parameter("query", "what is looked for", TablePosition.self),
      Parameter("candidates", "what was found, in the source's order", TablePosition.self),
      Parameter("rules", "from mix.rules.load or mix.match.rules", ObjectArgument<MatchRules>.self),
      returns:
        "table  {decision = matched|uncertain|none, score, candidate, index, runner_up, breakdown, reason}",
      example: "local m = mix.match.best(entry, results, mix.rules.load(\"match/tracks\"))"
    ) { call, query, candidates, rules in
      try Matcher(call, rules.object).best(query.index, candidates.index)
    }
    return module
  }
}

/// One decision.
struct Matcher {
  /// The evidence of one feature.
  private struct Evidence {
    let feature: String
    let weight: Double
    let value: Double
    let note: String?
  }

  /// A candidate with its score.
  private struct Scored {
    let index: Int
    let score: Double
    let evidence: [Evidence]
    let vetoes: [String]
    let tieKeys: [LuaValue]
  }

  private let call: HostCall
  private let rules: MatchRules
  private let budget = RuleBudget()

  init(_ call: HostCall, _ rules: MatchRules) {
    self.call = call
    self.rules = rules
  }

  private var stack: LuaStack { call.stack }

  /// Pushes the decision's table.
  func best(_ query: Int32, _ candidates: Int32) throws -> Pushed {
    guard stack.reserve(40) else { throw HostError.usage("the Lua stack is full") }
    let prepared = try prepare(rules.prepare, query, "prepare")
    let count = Int(lua_rawlen(stack.pointer, candidates))
    clua_newtable(stack.pointer)
    let preparedCandidates = stack.count
    var scored: [Scored] = []
    for index in stride(from: 1, through: count, by: 1) {
      lua_rawgeti(stack.pointer, candidates, Int64(index))
      guard stack.kind(-1) == .table else {
        throw call.badArgument(
          "candidates", "element \(index) is \(stack.typeName(-1)), a table expected")
      }
      let keys = tieKeys(stack.count)
      let candidate = try prepare(rules.prepareCandidate, stack.count, "prepare_candidate")
      scored.append(try score(index, prepared, candidate, keys))
      lua_pushvalue(stack.pointer, candidate)
      lua_rawseti(stack.pointer, preparedCandidates, Int64(index))
      lua_settop(stack.pointer, preparedCandidates)
    }
    let ranked = scored.filter(\.vetoes.isEmpty).sorted(by: precedes)
    let rival = try runnerUp(ranked, preparedCandidates)
    push(ranked.first, rival, vetoed: scored.filter { !$0.vetoes.isEmpty }, candidates)
    return Pushed(1)
  }

  // MARK: Scoring

  /// Leaves the prepared value (or the value itself) on top and returns its place.
  private func prepare(_ function: LuaFunction?, _ index: Int32, _ name: String) throws -> Int32 {
    guard let function else {
      lua_pushvalue(stack.pointer, index)
      return stack.count
    }
    function.push(stack)
    lua_pushvalue(stack.pointer, index)
    try call.callRule("\(rules.name): \(name)", arguments: 1, results: 1, budget: budget)
    return stack.count
  }

  private func score(
    _ index: Int, _ query: Int32, _ candidate: Int32, _ tieKeys: [LuaValue]
  ) throws -> Scored {
    var vetoes: [String] = []
    for gate in rules.gates {
      let base = stack.count
      try evaluate(gate.check, "gate '\(gate.name)'", query, candidate)
      guard let passed = stack.boolean(base + 1) else {
        throw ruleError(
          "gate '\(gate.name)' returned \(stack.typeName(base + 1)), a boolean expected")
      }
      if !passed { vetoes.append(stack.string(base + 2) ?? gate.name) }
      lua_settop(stack.pointer, base)
    }
    var evidence: [Evidence] = []
    for feature in rules.features {
      let base = stack.count
      try evaluate(feature.score, "feature '\(feature.name)'", query, candidate)
      defer { lua_settop(stack.pointer, base) }
      // nil: nothing to compare; the feature does not count.
      if stack.isNoneOrNil(base + 1) { continue }
      guard let value = stack.number(base + 1), (0...1).contains(value) else {
        let found = stack.number(base + 1).map { "\($0)" } ?? stack.typeName(base + 1)
        throw ruleError(
          "feature '\(feature.name)' returned \(found), a number from 0 to 1 expected")
      }
      evidence.append(
        Evidence(
          feature: feature.name, weight: feature.weight, value: value, note: stack.string(base + 2))
      )
    }
    let weights = evidence.reduce(0) { $0 + $1.weight }
    let sum = evidence.reduce(0) { $0 + $1.weight * $1.value }
    return Scored(
      index: index, score: weights > 0 ? sum / weights : 0, evidence: evidence, vetoes: vetoes,
      tieKeys: tieKeys)
  }

  private func evaluate(
    _ function: LuaFunction, _ name: @autoclosure () -> String, _ query: Int32,
    _ candidate: Int32
  ) throws {
    function.push(stack)
    lua_pushvalue(stack.pointer, query)
    lua_pushvalue(stack.pointer, candidate)
    try call.callRule("\(rules.name): \(name())", arguments: 2, results: 2, budget: budget)
  }

  private func ruleError(_ message: String) -> HostError {
    HostError(
      kind: "rule", message: "\(rules.path): \(message)", fields: ["path": .string(rules.path)],
      delivery: .raised)
  }

  // MARK: Order

  private func tieKeys(_ candidate: Int32) -> [LuaValue] {
    rules.tieOrder.map { field in
      stack.push(field.name)
      lua_rawget(stack.pointer, candidate)
      defer { stack.pop() }
      if let number = stack.number(-1) { return .number(number) }
      return stack.string(-1).map(LuaValue.string) ?? .nil
    }
  }

  /// Score, then the declared fields (missing ones last), then the source's order.
  private func precedes(_ left: Scored, _ right: Scored) -> Bool {
    if abs(left.score - right.score) > 1e-9 { return left.score > right.score }
    for (position, field) in rules.tieOrder.enumerated() {
      let (a, b) = (left.tieKeys[position], right.tieKeys[position])
      if a == b { continue }
      switch (a, b) {
      case (.nil, _): return false
      case (_, .nil): return true
      case (.number(let x), .number(let y)): return field.descending ? x > y : x < y
      case (.string(let x), .string(let y)): return field.descending ? x > y : x < y
      default: continue
      }
    }
    return left.index < right.index
  }

  /// The best candidate of another work than the first; several releases of one work are no rivals.
  private func runnerUp(_ ranked: [Scored], _ prepared: Int32) throws -> Scored? {
    guard let first = ranked.first else { return nil }
    guard let sameWork = rules.sameWork else { return ranked.dropFirst().first }
    return try ranked.dropFirst().first { other in
      sameWork.push(stack)
      lua_rawgeti(stack.pointer, prepared, Int64(first.index))
      lua_rawgeti(stack.pointer, prepared, Int64(other.index))
      try call.callRule("\(rules.name): same_work", arguments: 2, results: 1, budget: budget)
      defer { stack.pop() }
      return lua_toboolean(stack.pointer, -1) == 0
    }
  }

  // MARK: The answer

  private func decide(_ first: Scored?, _ rival: Scored?, _ vetoed: [Scored]) -> (String, String) {
    guard let first else {
      guard let reason = vetoed.first?.vetoes.first else { return ("none", "no candidates") }
      return (
        "none", vetoed.count == 1 ? reason : "\(reason) (and \(vetoed.count - 1) more refused)"
      )
    }
    let score = percent(first.score)
    if first.score < rules.review {
      return ("none", "best score \(score) is below \(percent(rules.review))")
    }
    if first.score < rules.accept {
      return ("uncertain", "score \(score) is below \(percent(rules.accept))")
    }
    if let rival, first.score - rival.score < rules.margin {
      return ("uncertain", "score \(score), but another work scores \(percent(rival.score))")
    }
    return ("matched", "score \(score)")
  }

  private func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

  private func push(_ first: Scored?, _ rival: Scored?, vetoed: [Scored], _ candidates: Int32) {
    let (decision, reason) = decide(first, rival, vetoed)
    clua_newtable(stack.pointer)
    set("decision") { $0.push(decision) }
    set("reason") { $0.push(reason) }
    set("score") { $0.push(first?.score ?? 0) }
    guard let first else { return }
    set("index") { $0.push(Int64(first.index)) }
    set("candidate") { lua_rawgeti($0.pointer, candidates, Int64(first.index)) }
    set("breakdown") { $0.push(breakdown(first)) }
    if let rival {
      set("runner_up") {
        $0.push(.object(["score": .number(rival.score), "index": .int(Int64(rival.index))]))
      }
    }
  }

  private func breakdown(_ scored: Scored) -> LuaValue {
    let weights = scored.evidence.reduce(0) { $0 + $1.weight }
    let sorted = scored.evidence.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let (x, y) = (a.weight * a.value, b.weight * b.value)
      return x != y ? x > y : left.offset < right.offset
    }
    return .array(
      sorted.map { _, item in
        var fields: [String: LuaValue] = [
          "feature": .string(item.feature), "weight": .number(item.weight),
          "value": .number(item.value),
          "contribution": .number(weights > 0 ? item.weight * item.value / weights : 0),
        ]
        if let note = item.note { fields["note"] = .string(note) }
        return .object(fields)
      })
  }

  private func set(_ key: String, _ push: (LuaStack) -> Void) {
    push(stack)
    lua_setfield(stack.pointer, -2, key)
  }
}
