internal import ScriptHost

// The table of a filter rule file as the reference and the editor types show it.
extension FilterRules {
  static let shapes = [
    TableShape(
      "filter.rule", "What a rule file of the kind `filters` returns.",
      [
        .init("kind", "\"filters\"", "which kind of rules this is"),
        .init("doc", "string?", "what the rules do, in a line"),
        .init("fields", "filter.field[]", "what may be chosen"),
        .init("invariants", "filter.invariant[]?", "what must change where, applied in this order"),
        .init(
          "always", "filter.statement[]?",
          "what holds of every state; mixhost rules check goes through all of them"),
      ]), fieldShape, invariantShape, statementShape,
  ]

  static let fieldShape = TableShape(
    "filter.field", "A field of a filter.",
    [
      .init("name", "string", "letters, digits and _"),
      .init("keys", "string[]?", "other names that may be written for it"),
      .init("values", "string[]?", "the values that are known; may be left out of an open field"),
      .init("aliases", "table<string, string>?", "other words for values"),
      .init("open", "boolean?", "whether it takes other values as well (default false)"),
      .init("default", "string?", "its value to begin with (default: none)"),
      .init("filter", "boolean?", "whether it narrows the view when it is not at its default"),
      .init("doc", "string?", "what it is, in a line"),
    ])

  static let invariantShape = TableShape(
    "filter.invariant", "What must change where.",
    [
      .init("name", "string", "as reports name it"),
      .init("doc", "string?", "why, in a line; shown to whom it changes the filter"),
      .init("when", "fun(state: table<string, string>): boolean?", "whether it applies to a state"),
      .init(
        "set", "table<string, string|false>|fun(state: table<string, string>): table",
        "the values that it sets, false for none; or a function that gives them"),
    ])

  static let statementShape = TableShape(
    "filter.statement", "What holds of every state.",
    [
      .init("name", "string", "as reports name it"),
      .init("holds", "fun(state: table<string, string>): boolean?", "whether it holds of a state"),
    ])
}
