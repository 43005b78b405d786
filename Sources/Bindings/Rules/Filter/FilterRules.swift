internal import CLua
internal import ScriptHost

/// Rules for filters: fields, the values that they take, and what goes together.
struct FilterRules: ScriptedRules {
  static let kind = "filters"
  static let script = HostScript(rules: "mix/filter")

  static let shape = RuleShape.file(
    "filter.rule", kind: kind,
    [
      .init("fields", .list(field), "what may be chosen"),
      .init(
        "invariants", .list(invariant), "what must change where, applied in this order",
        optional: true),
      .init(
        "always", .list(statement),
        "what holds of every state; mixhost rules check goes through all of them", optional: true),
    ])

  private static let field = RuleShape(
    "filter.field", "A field of a filter.",
    [
      .init("name", .text, "letters, digits and _"),
      .init("keys", .texts, "other names that may be written for it"),
      .init("values", .texts, "the values that are known; may be left out of an open field"),
      .init("aliases", .textsByName, "other words for values"),
      .init("open", .flag, "whether it takes other values as well (default false)"),
      .init("default", .text, "its value to begin with (default: none)", optional: true),
      .init("filter", .flag, "whether it narrows the view when it is not at its default"),
      .init("doc", .text, "what it is, in one line", optional: true),
    ])

  private static let invariant = RuleShape(
    "filter.invariant", "A change that must follow.",
    [
      .init("name", .text, "as reports name it"),
      .init(
        "doc", .text, "why, in one line; shown to whom it changes the filter", optional: true),
      .init(
        "when", .function("fun(state: table<string, string>): boolean?"),
        "whether it applies to a state"),
      .init(
        "set",
        .any("table<string, string|false>|fun(state: table<string, string>): table"),
        "the values that it sets, false for none; or a function that gives them"),
    ], naming: .owner("invariant"))

  private static let statement = RuleShape(
    "filter.statement", "A statement about every state.",
    [
      .init("name", .text, "as reports name it"),
      .init(
        "holds", .function("fun(state: table<string, string>): boolean?"),
        "whether it holds of a state"),
    ], naming: .owner("statement"))

  static let findingShapes = [
    TableShape(
      "rules.findings", "The findings of mix.rules.check about rules of the kind filters.",
      [
        .init("states", "integer", "states that can be reached"),
        .init("changes", "integer", "changes of one field that were tried"),
        .init("statements", "string[]", "what was found to hold of every state"),
        .init(
          "transitions", "rules.transition[]", "the changes that lead elsewhere than asked for"),
      ]),
    TableShape(
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
  init(_ record: RuleRecord, _ origin: RuleOrigin, _ call: HostCall) throws {
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
