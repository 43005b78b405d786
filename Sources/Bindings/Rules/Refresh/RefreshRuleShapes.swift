internal import ScriptHost

// Questions to refresh rules, and their answers and those of `mix.policy`.
extension RefreshRules {
  static let otherShapes = [
    Shape(
      "refresh.facts",
      "What refresh rules decide about. Times are seconds since 1970, none of history after now.",
      [
        .init("now", "number", "the time"),
        .init("since", "number?", "when it was fetched for the first time"),
        .init("last_success", "number?", "when it was last fetched"),
        .init("last_failure", "number?", "when fetching it last failed"),
        .init("last_attempt", "number?", "the later of the two"),
        .init("failures", "integer", "failures since the last success"),
        .init("error", "string?", "what the last failure was; nil after a success"),
        .init(
          "not_before", "number?",
          "until when the source asked to be left alone (Retry-After, freshness); at most a day"),
        .init(
          "changes", "number[]",
          "when new content came, oldest first, at most 100: its own times, else when it was found"),
        .init("every", "number?", "the interval that the user asked for, in seconds"),
        .init("forced", "boolean", "whether the user wants it now"),
        .init("visible", "boolean", "whether somebody looks at it now"),
      ]),
    Shape(
      "refresh.decision", "The decision of refresh rules.",
      [
        .init(
          "action", "\"refresh\"|\"wait\"|\"serve_stale\"",
          "fetch now; what is there is good; or it is old, but the source is not to be asked yet"),
        .init("next_at", "number?", "when to fetch; may be left out with refresh"),
        .init("reason", "string", "why, in words"),
      ]),
    Shape(
      "refresh.answer", "The result of mix.policy.due and decide.",
      [
        .init("due", "boolean", "whether to fetch now"),
        .init("action", "\"refresh\"|\"wait\"|\"serve_stale\"", "as the rule decided"),
        .init("next_at", "number", "when to fetch; seconds since 1970"),
        .init("reason", "string", "why, in words"),
      ]),
    Shape(
      "refresh.refresher", "Something that a program fetches regularly.",
      [
        .init("name", "string", "as its program names it, such as chart"),
        .init("doc", "string", "what it fetches"),
        .init("rule", "string", "its refresh rule, such as adaptive"),
        .init("key", "string", "what its history is about, such as an address"),
        .init("every", "number?", "the interval in seconds; nil: off"),
        .init("script", "string", "the script that fetches it, below scripts"),
      ]),
  ]
}
