internal import CLua
internal import ScriptHost

/// Rules of the kind `match`.
enum MatchRuleKind: RuleKind {
  static func object(_ rules: RuleFollower<MatchRules>) -> any LuaResult {
    ObjectResult(MatchRulesObject(rules))
  }

  /// Matches a full record with itself and with an empty one, then an empty one with both.
  static func dryRun(_ rules: MatchRules, _ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let fields = Set(rules.fields.query + rules.fields.candidate)
    let full = LuaValue.object(
      Dictionary(uniqueKeysWithValues: fields.map { ($0, .string("2001 \($0)")) }))
    for query in [full, .object([:])] {
      lua_settop(stack.pointer, base)
      stack.push(query)
      stack.push(.array([full, .object([:]), full]))
      var matcher = try Matcher(call, rules, candidates: base + 2, evaluatesAll: true)
      _ = try matcher.decide(query: base + 1)
    }
  }
}

/// Match rules as scripts hold them.
final class MatchRulesObject: RuleObject {
  let follower: RuleFollower<MatchRules>

  init(_ follower: RuleFollower<MatchRules>) { self.follower = follower }

  static let luaTypeName = "rules"
  static let luaType: ObjectType<MatchRulesObject> = {
    var type = ObjectType<MatchRulesObject>.rules("Checked rules.", example: "match/tracks")
    type.method(
      "describe", "What the rules say of themselves.", returns: "match.description  as it is now",
      example: "print(rules:describe().doc)"
    ) { call, rules in describe(rules.follower.current(call)) }
    type.method(
      "search", "What to ask a service for, the best first; nothing when the rules do not say.",
      Parameter("query", "what is looked for", TablePosition.self),
      returns: "any[]  texts or tables",
      example: "for _, words in ipairs(rules:search(book)) do print(words) end"
    ) { call, rules, query in
      try search(rules.follower.current(call), query.index, call)
    }
    return type
  }()

  private static func describe(_ rules: MatchRules) -> LuaValue {
    func texts(_ list: [String]) -> LuaValue { .array(list.map(LuaValue.string)) }
    func entry(_ name: String, _ doc: String?, _ rest: [String: LuaValue] = [:]) -> LuaValue {
      var fields = rest
      fields["name"] = .string(name)
      fields["doc"] = doc.map(LuaValue.string)
      return .object(fields)
    }
    var fields: [String: LuaValue] = [
      "accept": .number(rules.accept), "review": .number(rules.review),
      "margin": .number(rules.margin), "combine": .string(rules.combine.rawValue),
      "pick": .string(rules.pick.rawValue),
      "features": .array(
        rules.features.map {
          entry($0.name, $0.doc, [$0.isPenalty ? "penalty" : "weight": .number($0.amount)])
        }),
      "gates": .array(rules.gates.map { entry($0.name, $0.doc) }),
      "fields": .object([
        "query": texts(rules.fields.query), "candidate": texts(rules.fields.candidate),
        "aliases": .object(rules.fields.aliases.mapValues(texts)),
      ]),
    ]
    fields["doc"] = rules.doc.map(LuaValue.string)
    return .object(fields)
  }

  private static func search(_ rules: MatchRules, _ query: Int32, _ call: HostCall) throws -> Pushed
  {
    let stack = call.stack
    guard let search = rules.search else {
      clua_newtable(stack.pointer)
      ArrayMark.mark(stack)
      return Pushed(1)
    }
    let caller = RuleCaller(call, name: rules.origin.name, path: rules.origin.path)
    clua_push_frozen(stack.pointer, query, "query")
    try caller.run(search, arguments: 1, results: 1)
    guard stack.kind(-1) == .table else {
      throw caller.wrong(search, "returned \(stack.typeName(-1)), a list expected")
    }
    return Pushed(1)
  }
}
