internal import CLua
internal import ScriptHost

/// Checked rules for trailers: which of a film's or series' videos to show, and in which order.
///
/// Videos that are not usable are left out; the others are compared by the keys of each criterion in turn.
final class TrailerRules: ObjectRules {
  /// One thing that videos are compared by.
  struct Criterion {
    let name: String
    let isDescending: Bool
    let key: RuleFunction
  }

  static let kind = "trailers"

  static let shape = Shape.file(
    "trailers.rule", kind: kind,
    [
      .init(
        "usable", .function("fun(video: table, wish: trailers.wish): boolean"),
        "whether a video may be shown at all (default: all)"),
      .init(
        "order", .list(.record(criterion)),
        "what the others are compared by, the first thing first", required: true),
    ]
  ) { rules in
    if rules.records("order").isEmpty {
      throw rules.wrong("order", "needs at least one criterion")
    }
  }

  private static let criterion = Shape(
    "trailers.criterion", "One thing that videos are compared by.",
    [
      .init("name", .filled, "as answers call it", required: true),
      .init(
        "key",
        .function("fun(video: table, wish: trailers.wish): number|string|boolean|nil"),
        "less is better, true is better than false; nil is always last", required: true),
      .init("descending", .flag, "whether more is better (default false)"),
      .init("doc", .filled, "what it looks at, in one line"),
    ], naming: .owner("criterion"))

  static let otherShapes = [
    Shape(
      "trailers.wish", "The user's wishes.",
      [
        .init("language", "string?", "the user's, two letters"),
        .init("original_language", "string?", "that of the film or series"),
      ]),
    Shape(
      "trailers.ranked", "A video and its place.",
      [
        .init("video", "table", "as it was given"),
        .init("index", "integer", "its place in the list that was given, from 1"),
        .init("decided_by", "string?", "the criterion that puts it before the next; nil: none"),
      ]),
  ]

  static let objectName = "rules.trailers"
  static let objectType: ObjectType<RulesObject<TrailerRules>> = objectType(
    "Checked rules for trailers.", example: "trailers/standard"
  ) { type in
    type.method(
      "rank", "Orders videos, the best first; those that cannot be used are left out.",
      Parameter("videos", "a list as the service gives it", TablePosition.self),
      Parameter("wish", "what the user would like", TablePosition.self, as: "trailers.wish"),
      returns: "trailers.ranked[]  equal ones in the order given",
      example: "local best = rules:rank(videos, {language = \"en\"})[1]"
    ) { call, rules, videos, wish in
      try rules.follower.current(call).pushRanked(videos.index, wish.index, call)
    }
  }

  let origin: RuleOrigin
  let usable: RuleFunction?
  let order: [Criterion]

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    usable = record.optionalRuleFunction("usable")
    order = record.records("order").map { criterion in
      Criterion(
        name: criterion.string("name") ?? "", isDescending: criterion.bool("descending") == true,
        key: criterion.ruleFunction("key"))
    }
  }

  /// Ranks a full video, one of the old form and an empty one, with and without wishes.
  func tryOut(_ call: HostCall) throws {
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
      _ = try rank(base + 1, base + 2, call)
    }
  }
}
