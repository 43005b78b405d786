internal import ScriptHost

// The table of a rule file for trailers as the reference and the editor types show it; the keys are
// those that the checks know.
extension TrailerRules {
  static let shapes = [ruleShape, criterionShape, wishShape, rankedShape]

  static let ruleShape = TableShape(
    "trailers.rule", "What a rule file of the kind `trailers` returns.",
    [
      .init("kind", "\"trailers\"", "which kind of rules this is"),
      .init("name", "string?", "what mixhost rules list shows"),
      .init("doc", "string?", "what the rules do, in a line"),
      .init(
        "usable", "(fun(video: table, wish: trailers.wish): boolean)?",
        "whether a video may be shown at all (default: all)"),
      .init(
        "order", "trailers.criterion[]", "what the others are compared by, the first thing first"),
    ])

  static let criterionShape = TableShape(
    "trailers.criterion", "One thing that videos are compared by.",
    [
      .init("name", "string", "as answers call it"),
      .init(
        "key", "fun(video: table, wish: trailers.wish): number|string|boolean|nil",
        "less is better, true is better than false; nil is always last"),
      .init("descending", "boolean?", "whether more is better (default false)"),
      .init("doc", "string?", "what it looks at, in a line"),
    ])

  static let wishShape = TableShape(
    "trailers.wish", "What the user would like.",
    [
      .init("language", "string?", "the user's, two letters"),
      .init("original_language", "string?", "that of the film or series"),
    ])

  static let rankedShape = TableShape(
    "trailers.ranked", "A video and its place.",
    [
      .init("video", "table", "as it was given"),
      .init("index", "integer", "its place in the list that was given, from 1"),
      .init("decided_by", "string?", "the criterion that puts it before the next; nil: none"),
    ])
}
