internal import CLua
internal import ScriptHost

/// Rules for filters: fields, the values that they take, and what goes together.
struct FilterRules: ScriptedRules {
  static let kind = "filters"
  static let script = HostScript(rules: "mix/filter")

  static let shape = Shape.file(
    "filter.rule", kind: kind,
    [
      .init("fields", .list(.record(field)), "what may be chosen", required: true),
      .init(
        "invariants", .list(.record(invariant)), "what must change where, applied in this order"),
      .init(
        "always", .list(.record(statement)),
        "what holds of every state; mixhost rules check goes through all of them"),
    ])

  private static let field = Shape(
    "filter.field", "A field of a filter.",
    [
      .init("name", .filled, "letters, digits and _", required: true),
      .init("keys", .texts, "other names that may be written for it"),
      .init("values", .texts, "the values that are known; may be left out of an open field"),
      .init("aliases", .map(.filled), "other words for values"),
      .init("open", .flag, "whether it takes other values as well (default false)"),
      .init("default", .filled, "its value to begin with (default: none)"),
      .init("filter", .flag, "whether it narrows the view when it is not at its default"),
      .init("doc", .filled, "what it is, in one line"),
    ])

  private static let invariant = Shape(
    "filter.invariant", "A change that must follow.",
    [
      .init("name", .filled, "as reports name it", required: true),
      .init(
        "doc", .filled, "why, in one line; shown to whom it changes the filter"),
      .init(
        "when", .function("fun(state: table<string, string>): boolean?"),
        "whether it applies to a state", required: true),
      .init(
        "set",
        .kept("table<string, string|false>|fun(state: table<string, string>): table"),
        "the values that it sets, false for none; or a function that gives them", required: true),
    ], naming: .owner("invariant"))

  private static let statement = Shape(
    "filter.statement", "A statement about every state.",
    [
      .init("name", .filled, "as reports name it", required: true),
      .init(
        "holds", .function("fun(state: table<string, string>): boolean?"),
        "whether it holds of a state", required: true),
    ], naming: .owner("statement"))

  static let findingShapes = [
    Shape(
      "rules.findings", "The findings of mix.rules.check about rules of the kind filters.",
      [
        .init("states", "integer", "states that can be reached"),
        .init("changes", "integer", "changes of one field that were tried"),
        .init("statements", "string[]", "what was found to hold of every state"),
        .init(
          "transitions", "rules.transition[]", "the changes that lead elsewhere than asked for"),
      ]),
    Shape(
      "rules.transition", "The side effects of setting a field.",
      [
        .init("field", "string", "the field that is set"),
        .init("values", "any[]", "to one of these; false: no value"),
        .init("sets", "table<string, string|false>", "what the rules set then"),
        .init("rules", "string[]", "the invariants that do it, in their order"),
        .init("states", "integer", "how many states it happens in, for each of the values"),
      ]),
  ]

  static var objectTypes: [any LuaObjectType] { [FilterSet.luaType] }

  static func object(_ rules: RuleFollower<FilterRules>) -> any LuaResult {
    ObjectResult(FilterSet(rules, values: .nil))
  }

  let origin: RuleOrigin
  let table: KeptValue

  /// - Throws: ``HostError`` for fields that do not go together, too.
  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.init(origin: origin, table: try Self.table(of: record, origin, call))
    _ = try run("read", call)
  }

  init(origin: RuleOrigin, table: KeptValue) {
    self.origin = origin
    self.table = table
  }

  func findings(_ call: HostCall) throws -> LuaValue {
    let base = call.stack.count
    defer { lua_settop(call.stack.pointer, base) }
    _ = try run("findings", call)
    return try LuaValue(call.stack, -1)
  }
}
