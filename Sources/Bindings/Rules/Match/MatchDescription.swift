internal import CLua
internal import MixCore
internal import ScriptHost

// Fields of match rules in Lua, beside their decisions.
extension MatchRules {
  static let objectName = "rules"
  static let objectType: ObjectType<RulesObject<MatchRules>> = objectType(
    "Checked rules.", example: "match/tracks"
  ) { type in
    type.method(
      "describe", "The rules' own description.", returns: "match.description  as it is now",
      example: "print(rules:describe().doc)"
    ) { call, rules in rules.follower.current(call).described() }
    type.method(
      "search", "The searches for a service, the best first; none when the rules do not say.",
      Parameter("query", "what is looked for", TablePosition.self),
      returns: "any[]  texts or tables",
      example: "for _, words in ipairs(rules:search(book)) do print(words) end"
    ) { call, rules, query in
      try rules.follower.current(call).pushSearch(query.index, call)
    }
    type.method(
      "term", "The text that a record's frequency is counted by, such as its title.",
      Parameter("record", "a query", TablePosition.self),
      returns: "string?  nil when the rules have no term, or the record has none",
      example: "local term = rules:term({title = \"Home\"})"
    ) { call, rules, record -> Pushed in
      if try rules.follower.current(call).pushTerm(record.index, call) { return Pushed(1) }
      call.stack.pushNil()
      return Pushed(1)
    }
    type.method(
      "set_frequencies",
      "Sets how common terms are: matches on a common one become uncertain, doubts about a rare one end. "
        + "Only calibrated rules can weigh it.",
      Parameter(
        "counts", "how many rows have each term", TablePosition.self, as: "table<string, integer>"),
      example: "rules:set_frequencies({home = 50, tubthumping = 1})"
    ) { call, rules, counts -> Nothing in
      let counts = try readCounts(counts.index, call)
      rules.frequencies = counts.isEmpty ? nil : TermFrequencies(counts)
      return Nothing()
    }
  }

  private static func readCounts(_ index: Int32, _ call: HostCall) throws -> [String: Int] {
    let stack = call.stack
    var counts: [String: Int] = [:]
    try stack.forEachPair(index) {
      guard stack.kind(-2) == .string, let term = stack.string(-2) else {
        throw call.badArgument("counts", "terms are strings, not \(stack.typeName(-2))")
      }
      guard let count = stack.integer(-1), count >= 1 else {
        throw call.badArgument("counts", "the count of \"\(term)\" is an integer from 1 on")
      }
      counts[term] = Int(clamping: count)
    }
    return counts
  }

  /// The rules' own description.
  func described() -> LuaValue {
    func texts(_ list: [String]) -> LuaValue { .array(list.map(LuaValue.string)) }
    func entry(_ name: String, _ doc: String?, _ rest: [String: LuaValue] = [:]) -> LuaValue {
      var fields = rest
      fields["name"] = .string(name)
      fields["doc"] = doc.map(LuaValue.string)
      return .object(fields)
    }
    var fields: [String: LuaValue] = [
      "accept": .number(model.accept), "review": .number(model.review),
      "margin": .number(model.margin), "combine": .string(model.combine.rawValue),
      "prior": .number(model.prior), "pick": .string(model.pick.rawValue),
      "features": .array(
        zip(model.features, features).map { feature, own in
          entry(
            feature.name, own.doc,
            [feature.isPenalty ? "penalty" : "weight": .number(feature.amount)])
        }),
      "bounds": .object(bounds.mapValues(LuaValue.number)),
      "gates": .array(gates.map { entry($0.name, $0.doc) }),
      "fields": .object([
        "query": texts(fields.query), "candidate": texts(fields.candidate),
        "aliases": .object(fields.aliases.mapValues(texts)),
      ]),
    ]
    fields["doc"] = doc.map(LuaValue.string)
    fields["calibration"] = calibrationDescribed
    return .object(fields)
  }

  private var calibrationDescribed: LuaValue? {
    guard let calibration = model.calibration else { return nil }
    return .object([
      "source": .string(calibration.source), "pairs": .int(Int64(calibration.pairs)),
      "refused": .number(calibration.refused),
      "accept": .number(calibration.probability(model.accept)),
      "review": .number(calibration.probability(model.review)),
      "points": .array(
        calibration.points.map {
          .object(["score": .number($0.score), "probability": .number($0.probability)])
        }),
    ])
  }

  /// Pushes the term of a record as it is counted, or nothing.
  func pushTerm(_ record: Int32, _ call: HostCall) throws -> Bool {
    guard let term else { return false }
    let stack = call.stack
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    clua_push_frozen(stack.pointer, record, "query")
    if let prepare { try caller.run(prepare, arguments: 1, results: 1) }
    try caller.run(term, arguments: 1, results: 1)
    guard stack.kind(-1) == .string || stack.isNoneOrNil(-1) else {
      throw caller.wrong(term, "returned \(stack.typeName(-1)), a string or nil expected")
    }
    return true
  }

  /// Pushes what to ask a service for.
  func pushSearch(_ query: Int32, _ call: HostCall) throws -> Pushed {
    let stack = call.stack
    guard let search else {
      clua_newtable(stack.pointer)
      ArrayMark.mark(stack)
      return Pushed(1)
    }
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    clua_push_frozen(stack.pointer, query, "query")
    try caller.run(search, arguments: 1, results: 1)
    guard stack.kind(-1) == .table else {
      throw caller.wrong(search, "returned \(stack.typeName(-1)), a list expected")
    }
    return Pushed(1)
  }
}
