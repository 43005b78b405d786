internal import ScriptHost

// The table of a match rule file as the reference and the editor types show it; the keys are those
// that the checks know.
extension MatchRules {
  static let shapes = [ruleShape, featureShape, gateShape, fieldsShape]

  /// The keys that a table may have.
  static func keys(of shape: TableShape) -> [String] { shape.fields.map(\.name) }

  static let ruleShape = TableShape(
    "match.rule", "What a rule file of the kind `match` returns.",
    [
      .init("kind", "\"match\"", "which kind of rules this is"),
      .init("name", "string?", "what mixhost rules list shows"),
      .init("doc", "string?", "what the rules do, in a line"),
      .init("features", "match.feature[]", "evidence, at least one with a weight above 0"),
      .init("gates", "match.gate[]?", "conditions that a candidate must meet"),
      .init("accept", "number", "the score from which a candidate is matched"),
      .init("review", "number", "the score from which it is uncertain; at most accept"),
      .init("margin", "number", "how far the best must be ahead of the next other work"),
      .init("combine", "(\"mean\"|\"sum\")?", "weighted mean, 0 to 1 (default), or sum in points"),
      .init(
        "pick", "(\"best\"|\"first\")?", "the highest score (default), or the first to reach accept"
      ),
      .init("prepare", "(fun(query: table): any)?", "run once; gives what the others get as query"),
      .init(
        "prepare_candidate", "(fun(candidate: table): any)?",
        "run once a candidate; gives what the others get"),
      .init(
        "compare", "(fun(query: any, candidate: any): any)?",
        "run once a pair; gives the third argument of gates and features"),
      .init(
        "same_work", "(fun(a: any, b: any): boolean)?",
        "whether two candidates are releases of one work, which are no rivals"),
      .init(
        "search", "(fun(query: table): any[])?", "what to ask a service for, the best first"),
      .init(
        "tie_order", "string[]?", "candidates' fields that break ties; \"-field\" is descending"),
      .init("fields", "match.fields?", "the fields that the rules read"),
    ])

  static let featureShape = TableShape(
    "match.feature", "A piece of evidence, or a penalty.",
    [
      .init("name", "string", "as breakdowns call it"),
      .init("weight", "number?", "how much it counts, 0 or more; a feature has this or a penalty"),
      .init("penalty", "number?", "what it takes off the score at most, 0 or more"),
      .init(
        "score", "fun(query: any, candidate: any, comparison: any): number?, string?",
        "0 to 1 and a note; nil when there is nothing to compare"),
      .init("doc", "string?", "what it looks at, in a line"),
    ])

  static let gateShape = TableShape(
    "match.gate", "A condition that a candidate must meet.",
    [
      .init("name", "string", "as explanations call it"),
      .init(
        "check", "fun(query: any, candidate: any, comparison: any): boolean, string?",
        "whether it is met, and the reason of a refusal"),
      .init("doc", "string?", "what it asks for, in a line"),
    ])

  static let fieldsShape = TableShape(
    "match.fields", "The fields that rules read, and the columns of labelled files.",
    [
      .init("query", "string[]?", "fields of what is looked for"),
      .init("candidate", "string[]?", "fields of what was found"),
      .init("aliases", "table<string, string[]>?", "columns' other names, by field"),
    ])
}
