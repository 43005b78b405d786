internal import MixCore
internal import ScriptHost

// The table of a match rule file.
extension MatchRules {
  static let kind = "match"

  static let shape = Shape.file(
    "match.rule", kind: kind,
    [
      .init(
        "features", .list(.record(feature)), "evidence, at least one with a weight above 0",
        required: true),
      .init("gates", .list(.record(gate)), "conditions that a candidate must meet"),
      .init("accept", .real(scores), "the score from which a candidate is matched", required: true),
      .init(
        "review", .real(scores), "the score from which it is uncertain; at most accept",
        required: true),
      .init(
        "margin", .real(scores), "how far the best must be ahead of the next other work",
        required: true),
      .init(
        "combine", .choice(MatchModel.Combination.allCases.map(\.rawValue)),
        "weighted mean, 0 to 1 (default), sum in points, or odds: the probability by the sum of log odds"
      ),
      .init(
        "prior", .number(in: -1e6...1e6),
        "with odds: the log odds before anything is compared (default 0)"),
      .init(
        "pick", .choice(MatchModel.Choice.allCases.map(\.rawValue)),
        "the highest score (default), or the first to reach accept"),
      .init(
        "prepare", .function("fun(query: table): any"),
        "run once; gives what the others get as query"),
      .init(
        "prepare_candidate", .function("fun(candidate: table): any"),
        "run once a candidate; gives what the others get"),
      .init(
        "compare", .function("fun(query: any, candidate: any): any"),
        "run once a pair; gives the third argument of gates and features"),
      .init(
        "same_work", .function("fun(a: any, b: any): boolean"),
        "whether two candidates are releases of one work, which are not rivals"),
      .init(
        "search", .function("fun(query: table): any[]"),
        "what to ask a service for, the best first"),
      .init(
        "term", .function("fun(record: any, other: any): string?"),
        "the evidence of an agreement with another record where little is known, such as the title; "
          + "nil when there is more to go by. Without `other`: what frequencies are counted of"),
      .init("calibration", .record(calibration), "what scores are worth"),
      .init(
        "tie_order", .texts, "candidates' fields that break ties; \"-field\" is descending"),
      .init("fields", .record(fields), "the fields that the rules read"),
      .init(
        "bounds", .map(.number(in: -1e6...1e6)),
        "numbers that the functions read from this table and that learning may move"),
    ], check: check)

  private static let feature = Shape(
    "match.feature", "A piece of evidence, or a penalty.",
    [
      .init("name", .filled, "as breakdowns call it", required: true),
      .init(
        "weight", .number(in: 0...1e6),
        "how much it counts, 0 or more; a feature has this or a penalty"),
      .init(
        "penalty", .real { $0.outer.map(scores) ?? 0...1 },
        "what it takes off the score at most, 0 or more"),
      .init(
        "score",
        .function("fun(query: any, candidate: any, comparison: any): number?, string?"),
        "0 to 1 (with odds: log odds) and a note; nil when there is nothing to compare",
        required: true),
      .init("doc", .filled, "what it looks at, in one line"),
    ], naming: .owner("feature")
  ) { feature in
    switch (feature.number("weight"), feature.number("penalty")) {
    case (.some, .some):
      throw feature.wrong("penalty", "excludes weight: a feature has one of the two")
    case (nil, nil):
      throw feature.wrong("weight", "is a number from 0 to 1,000,000, not nil")
    default: break
    }
  }

  private static let gate = Shape(
    "match.gate", "A condition that a candidate must meet.",
    [
      .init("name", .filled, "as explanations call it", required: true),
      .init(
        "check", .function("fun(query: any, candidate: any, comparison: any): boolean, string?"),
        "whether it is met, and the reason of a refusal", required: true),
      .init("doc", .filled, "what it asks for, in one line"),
    ], naming: .owner("gate"))

  private static let calibration = Shape(
    "match.calibration", "How often pairs of a score were the same, as labelled pairs showed.",
    [
      .init("source", .filled, "the name of the labelled data", required: true),
      .init("pairs", .number(in: 1...1e9), "how many pairs it has", required: true),
      .init(
        "refused", .number(in: 0...1), "the share of the same among what gates refuse",
        required: true),
      .init(
        "points", .list(.record(point)),
        "scores in ascending order; between two of them the probability is on the line between theirs",
        required: true),
      .init(
        "refused_by_one", .list(.record(point)),
        "the same for pairs that one gate refuses, by the scores that they would have"),
      .init("refused_by_several", .list(.record(point)), "and for those that several refuse"),
      .init(
        "share", .number(in: 0...1),
        "the share of the same among the labelled pairs, so that sets with another can be judged"),
    ]
  ) { record in
    guard !record.records("points").isEmpty else {
      throw record.wrong("points", "needs at least one")
    }
    for name in ["points", "refused_by_one", "refused_by_several"] {
      try checkOrder(record, name)
    }
  }

  @Sendable private static func checkOrder(_ record: Fields, _ name: String) throws {
    let points = record.records(name)
    for (low, high) in zip(points, points.dropFirst()) {
      guard let first = low.number("score"), let second = high.number("score"), first < second
      else { throw record.wrong(name, "must be in order of their scores") }
      guard let one = low.number("probability"), let other = high.number("probability"),
        one <= other
      else { throw record.wrong(name, "must not have a probability that falls") }
    }
  }

  private static let point = Shape(
    "match.calibration_point", "A score and what it is worth.",
    [
      .init("score", .number(in: 0...1e6), "the score", required: true),
      .init("probability", .number(in: 0...1), "how often such a pair is the same", required: true),
    ])

  private static let fields = Shape(
    "match.fields", "The fields that rules read, and the columns of labelled files.",
    [
      .init("query", .texts, "fields of what is looked for"),
      .init("candidate", .texts, "fields of what was found"),
      .init("aliases", .map(.texts), "columns' other names, by field"),
    ]
  ) { fields in
    let known = fields.texts("query") + fields.texts("candidate")
    for field in fields.map("aliases", \.texts).keys.sorted() where !known.contains(field) {
      throw fields.wrong("aliases.\(field)", "is not a field of query or candidate")
    }
  }

  /// Scales of scores: shares of 1, or points.
  @Sendable private static func scores(_ rules: Fields) -> ClosedRange<Double> {
    rules.string("combine") == MatchModel.Combination.sum.rawValue ? 0...1e6 : 0...1
  }

  @Sendable private static func check(_ rules: Fields) throws {
    if let review = rules.number("review"), let accept = rules.number("accept"), review > accept {
      throw rules.wrong("review", "must not be above accept")
    }
    guard
      rules.records("features").contains(where: { ($0.number("weight") ?? 0) > 0 })
    else { throw rules.wrong("features", "needs at least one with a weight above 0") }
  }
}
