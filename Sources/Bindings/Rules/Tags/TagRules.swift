internal import ScriptHost

/// Rules for tags: which fields of a file a plan may change, and which changes are wanted.
///
/// docs/tags.md describes them. No rules let a write know less afterwards.
struct TagRules: ScriptedRules, ObjectRules {
  static let kind = "tags"
  static let script = HostScript(rules: "programs/tags/lib/rule_kind")

  static let shape = Shape.file(
    "tags.rule", kind: kind,
    [
      .init("keep", .list(.filled), "fields of which only missing ones are filled"),
      .init(
        "prefer", .list(.filled),
        "fields that get the catalogue's spelling of the same words, though it has fewer signs"),
      .init("never", .list(.filled), "fields that are never changed"),
      .init(
        "change", .function("fun(change: tags.change): boolean"),
        "whether a change is wanted (default: each)"),
    ])

  static let otherShapes = [
    Shape(
      "tags.change", "A change of one field of a file.",
      [
        .init("field", "string", "such as title, see --fields"),
        .init("old", "string[]", "what the file has; empty: nothing"),
        .init("new", "string[]", "what it would have"),
        .init("why", "string", "in words, such as a misprint"),
        .init("service", "string", "the catalogue that says so"),
        .init("format", "string?", "the file's, such as flac"),
      ])
  ]

  static let objectName = "rules.tags"
  static let objectType: ObjectType<RulesObject<TagRules>> = objectType(
    "Checked rules for tags.", example: "tags/standard"
  ) { type in
    type.method(
      "wishes", "How fields may be changed.",
      returns: "table<string, string>  keep, prefer or never by the name of a field",
      example: "local wishes = rules:wishes()"
    ) { call, rules in try rules.follower.current(call).run("wishes", call) }
    type.method(
      "wants", "Whether a change is wanted.",
      Parameter("change", "what would change", LuaTable.self, as: "tags.change"),
      returns: "boolean  whether it is",
      example: "if rules:wants(change) then changes[#changes + 1] = change end"
    ) { call, rules, change in try rules.follower.current(call).run("wants", call, [change]) }
  }

  let origin: RuleOrigin
  let table: KeptValue
}
