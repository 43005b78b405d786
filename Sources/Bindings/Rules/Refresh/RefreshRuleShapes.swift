internal import ScriptHost

// The table of a refresh rule file as the reference and the editor types show it.
extension RefreshRules {
  static let shapes = [
    TableShape(
      "refresh.rule", "What a rule file of the kind `refresh` returns.",
      [
        .init("kind", "\"refresh\"", "which kind of rules this is"),
        .init("name", "string?", "what mixhost rules list shows"),
        .init("doc", "string?", "what the rules do, in a line"),
        .init(
          "minimum", "number", "seconds between two tries that nobody asked for, 0 to 31,536,000"),
        .init("decide", "fun(facts: refresh.facts): refresh.decision", "whether it is time"),
      ]),
    TableShape(
      "refresh.facts", "What refresh rules decide about.",
      [
        .init("now", "number", "seconds since 1970"),
        .init("last_success", "number?", "when it was last fetched; seconds since 1970"),
        .init("last_failure", "number?", "when fetching it last failed; seconds since 1970"),
        .init("failures", "integer", "failures since the last success"),
        .init("every", "number?", "the interval that the user asked for, in seconds"),
        .init("forced", "boolean", "whether the user wants it now"),
      ]),
    TableShape(
      "refresh.decision", "What refresh rules decide.",
      [
        .init("due", "boolean", "whether to fetch now"),
        .init("next_at", "number", "when to fetch; seconds since 1970"),
        .init("reason", "string", "why, in words"),
      ]),
  ]
}
