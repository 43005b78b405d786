internal import ScriptHost

/// Rules for trailers: which of a film's or series' videos to show, and in which order.
///
/// Videos that are not usable are left out; the others are compared by the keys of each criterion in turn.
struct TrailerRules: ScriptedRules, ObjectRules {
  static let kind = "trailers"
  static let script = HostScript(rules: "programs/trailers/lib/rule_kind")

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
      Parameter("videos", "a list as the service gives it", LuaTable.self),
      Parameter("wish", "what the user would like", LuaTable.self, as: "trailers.wish"),
      returns: "trailers.ranked[]  equal ones in the order given",
      example: "local best = rules:rank(videos, {language = \"en\"})[1]"
    ) { call, rules, videos, wish in
      try rules.follower.current(call).run("rank", call, [videos, wish])
    }
  }

  let origin: RuleOrigin
  let table: KeptValue
}
