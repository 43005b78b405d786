internal import CLua
internal import ScriptHost

/// Rules of the kind `trailers`.
enum TrailerRuleKind: RuleKind {
  static func object(_ rules: RuleFollower<TrailerRules>) -> any LuaResult {
    ObjectResult(TrailerRulesObject(rules))
  }

  /// Ranks a full video, one of the old form and an empty one, with and without wishes.
  static func dryRun(_ rules: TrailerRules, _ call: HostCall) throws {
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    let old: [String: LuaValue] = [
      "id": .string("5cf81bfb"), "key": .string("abc"), "name": .string("Official Trailer"),
      "site": .string("YouTube"), "size": .int(1080), "type": .string("Trailer"),
      "iso_639_1": .string("en"), "iso_3166_1": .string("US"),
    ]
    let new = old.merging(
      ["official": .bool(true), "published_at": .string("2024-01-23T16:00:19.000Z")]
    ) { $1 }
    let site: LuaValue = .object(["site": .string("YouTube")])
    let videos: LuaValue = .array([.object(new), .object(old), site, .object([:])])
    for wish: [String: LuaValue] in [
      [:], ["language": .string("de"), "original_language": .string("en")],
    ] {
      lua_settop(stack.pointer, base)
      stack.push(videos)
      stack.push(.object(wish))
      _ = try rules.rank(base + 1, base + 2, call)
    }
  }
}

/// Rules for trailers as scripts hold them.
final class TrailerRulesObject: RuleObject {
  let follower: RuleFollower<TrailerRules>

  init(_ follower: RuleFollower<TrailerRules>) { self.follower = follower }

  static let luaTypeName = "rules.trailers"
  static let luaType: ObjectType<TrailerRulesObject> = {
    var type = ObjectType<TrailerRulesObject>.rules(
      "Checked rules for trailers.", example: "trailers/standard")
    type.method(
      "rank", "Orders videos, the best first; those that cannot be used are left out.",
      Parameter("videos", "a list as the service gives it", TablePosition.self),
      Parameter("wish", "what the user would like", TablePosition.self, as: "trailers.wish"),
      returns: "trailers.ranked[]  equal ones in the order given",
      example: "local best = rules:rank(videos, {language = \"en\"})[1]"
    ) { call, rules, videos, wish in
      try rank(rules.follower.current(call), videos.index, wish.index, call)
    }
    return type
  }()

  private static func rank(
    _ rules: TrailerRules, _ videos: Int32, _ wish: Int32, _ call: HostCall
  ) throws -> Pushed {
    let ranked = try rules.rank(videos, wish, call)
    let stack = call.stack
    guard stack.reserve(10) else { throw HostError.usage("the Lua stack is full") }
    clua_newtable(stack.pointer)
    ArrayMark.mark(stack)
    for (place, entry) in ranked.enumerated() {
      clua_newtable(stack.pointer)
      lua_rawgeti(stack.pointer, videos, Int64(entry.index + 1))
      lua_setfield(stack.pointer, -2, "video")
      stack.push(Int64(entry.index + 1))
      lua_setfield(stack.pointer, -2, "index")
      if let name = entry.decidedBy {
        stack.push(name)
        lua_setfield(stack.pointer, -2, "decided_by")
      }
      lua_rawseti(stack.pointer, -2, Int64(place + 1))
    }
    return Pushed(1)
  }
}
