internal import CLua
internal import MixCore
internal import ScriptHost

// What match rules tell scripts, beside their decisions.
extension MatchRules {
  static let objectName = "rules"
  static let objectType: ObjectType<RulesObject<MatchRules>> = objectType(
    "Checked rules.", example: "match/tracks"
  ) { type in
    type.method(
      "describe", "What the rules say of themselves.", returns: "match.description  as it is now",
      example: "print(rules:describe().doc)"
    ) { call, rules in rules.follower.current(call).described() }
    type.method(
      "search", "What to ask a service for, the best first; nothing when the rules do not say.",
      Parameter("query", "what is looked for", TablePosition.self),
      returns: "any[]  texts or tables",
      example: "for _, words in ipairs(rules:search(book)) do print(words) end"
    ) { call, rules, query in
      try rules.follower.current(call).pushSearch(query.index, call)
    }
  }

  /// What the rules say of themselves.
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
      "pick": .string(model.pick.rawValue),
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
    return .object(fields)
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
