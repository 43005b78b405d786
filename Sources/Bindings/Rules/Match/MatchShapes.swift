internal import ScriptHost

/// Parameters and results of `mix.match`, for the reference and the editor types.
enum MatchShapes {
  static let all = [
    decision, rarity, rival, evidence, explanation, candidate, gate, lead, difference, description,
    pair,
    evaluation, bin, measure, wrong,
  ]

  private static let verdict = "\"matched\"|\"uncertain\"|\"none\""

  private static let decision = Shape("match.decision", "The rules' decision.", decisionFields)

  private static let decisionFields: [Shape.Field] = [
    .init("decision", verdict, "whether the candidate is the one"),
    .init("reason", "string", "why, in words"),
    .init("score", "number", "the candidate's score; 0 without one"),
    .init("probability", "number?", "how likely it is the one, 0 to 1, by the rules' calibration"),
    .init("rarity", "match.rarity?", "how common it is what both agree on"),
    .init("index", "integer?", "its place among the candidates, from 1"),
    .init("candidate", "table?", "the candidate itself"),
    .init("breakdown", "match.evidence[]?", "what made the score, the most first"),
    .init("runner_up", "match.rival?", "the next other work"),
  ]

  private static let rarity = Shape(
    "match.rarity", "How common it is what two records agree on.",
    [
      .init("term", "string", "what they agree on"),
      .init("rows", "integer", "how many rows have it"),
      .init("total", "integer", "how many rows there are"),
      .init("factor", "number", "what the odds are multiplied by"),
    ])

  private static let rival = Shape(
    "match.rival", "The next other work.",
    [
      .init("index", "integer", "its place among the candidates, from 1"),
      .init("score", "number", "its score"),
    ])

  private static let evidence = Shape(
    "match.evidence", "The part of one feature in a score.",
    [
      .init("feature", "string", "the feature's name"),
      .init("weight", "number?", "its weight"),
      .init("penalty", "number?", "its penalty"),
      .init("value", "number", "what it found, 0 to 1"),
      .init("contribution", "number", "its part of the score; below 0 for penalties"),
      .init("note", "string?", "what it says"),
    ])

  private static let explanation = Shape(
    "match.explanation", "A decision with all that led to it.",
    decisionFields + [
      .init("candidates", "match.candidate[]", "all, in the source's order"),
      .init("versus", "match.lead?", "the candidate against the next"),
    ])

  private static let candidate = Shape(
    "match.candidate", "How a candidate did.",
    [
      .init("index", "integer", "its place in the source's order, from 1"),
      .init("rank", "integer?", "its place by score, from 1; nil when it was refused"),
      .init("score", "number", "its score"),
      .init("probability", "number?", "how likely it is the one, by the rules' calibration"),
      .init("rarity", "match.rarity?", "how common it is what both agree on"),
      .init("refused", "boolean", "whether a gate refused it"),
      .init("candidate", "table", "the candidate itself"),
      .init("gates", "match.gate_result[]", "every gate"),
      .init("breakdown", "match.evidence[]", "what made the score, the most first"),
    ])

  private static let gate = Shape(
    "match.gate_result", "A gate's verdict.",
    [
      .init("name", "string", "the gate's name"),
      .init("passed", "boolean?", "nil when it was not evaluated"),
      .init("note", "string?", "the reason of a refusal"),
      .init("doc", "string?", "what it asks for"),
    ])

  private static let lead = Shape(
    "match.lead", "Why the first candidate is ahead of another.",
    [
      .init("index", "integer", "the other's place, from 1"),
      .init("score", "number", "its score"),
      .init("difference", "number", "how far it is behind"),
      .init("decided_by", "string", "score, order, or the field that broke the tie"),
      .init("features", "match.difference[]", "what made the lead, the most first"),
    ])

  private static let difference = Shape(
    "match.difference", "The part of a feature in a lead.",
    [
      .init("feature", "string", "the feature's name"),
      .init("difference", "number", "its part of the lead"),
    ])

  private static let description = Shape(
    "match.description", "The rules' own description.",
    [
      .init("doc", "string?", "what they do"),
      .init("accept", "number", "the score from which a candidate is matched"),
      .init("review", "number", "the score from which it is uncertain"),
      .init("margin", "number", "how far the best must be ahead"),
      .init("combine", "\"mean\"|\"sum\"|\"odds\"", "how features become a score"),
      .init("prior", "number", "with odds: the log odds before anything is compared"),
      .init("pick", "\"best\"|\"first\"", "which candidate is taken"),
      .init("features", "table[]", "{name, doc, weight or penalty}"),
      .init("gates", "table[]", "{name, doc}"),
      .init(
        "calibration", "table?",
        "{source, pairs, refused, points, accept, review}: what scores are worth, and of the two "
          + "thresholds"),
      .init("fields", "match.fields", "the fields that they read"),
    ])

  private static let pair = Shape(
    "match.pair", "Two records, and whether they are the same.",
    [
      .init("left", "table", "as a query"),
      .init("right", "table", "as a candidate"),
      .init("label", "boolean", "whether they are the same"),
      .init(
        "row", "integer?",
        "the number of the left record, where it is the same as one right record at most: rules that "
          + "give odds then share the certainty among its pairs"),
    ])

  private static let measureFields: [Shape.Field] = [
    .init("precision", "number", "how many of the matched are the same, 0 to 1"),
    .init("recall", "number", "how many of the same are matched, 0 to 1"),
    .init("f1", "number", "the harmonic mean of the two"),
    .init("accept", "number", "the threshold that was used"),
  ]

  private static let evaluation = Shape(
    "match.evaluation", "How good rules are on labelled pairs.",
    measureFields + [
      .init("f1_low", "number", "the lower end of the 95 % interval of F1"),
      .init("f1_high", "number", "its upper end"),
      .init("pairs", "integer", "how many pairs"),
      .init("positives", "integer", "how many of them are the same"),
      .init("confusion", "table<string, {same: integer, different: integer}>", "pairs by decision"),
      .init("calibrated", "match.bin[]?", "the counts of predicted and true labels"),
      .init("calibration_error", "number?", "the mean distance of the two, 0 to 1"),
      .init("wrong", "match.wrong[]", "the pairs that were decided wrongly"),
      .init("sweep", "match.measure[]?", "with other thresholds"),
      .init("folds", "match.measure[]?", "of the cross-validation"),
      .init("cross_validated_f1", "number?", "F1 over all folds"),
    ])

  private static let measure = Shape(
    "match.measure", "Figures at a threshold.", measureFields)

  private static let bin = Shape(
    "match.bin", "Pairs of like probability.",
    [
      .init("low", "number", "the lowest probability"),
      .init("high", "number", "the highest"),
      .init("pairs", "integer", "how many pairs"),
      .init("predicted", "number", "their mean probability"),
      .init("observed", "number", "the share of them that is the same"),
    ])

  private static let wrong = Shape(
    "match.wrong", "A pair that was decided wrongly.",
    [
      .init("index", "integer", "its place among the pairs, from 1"),
      .init("label", "boolean", "whether the two are the same"),
      .init("decision", verdict, "what the rules said"),
      .init("reason", "string", "why"),
      .init("score", "number", "the score"),
      .init("left", "table", "the query"),
      .init("right", "table", "the candidate"),
      .init("gates", "match.gate_result[]", "every gate"),
      .init("breakdown", "match.evidence[]", "what made the score"),
    ])
}
