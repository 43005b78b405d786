internal import CLua
internal import ScriptHost

/// `mix.match`: which candidate is the one, and why.
enum MatchModule {
  static func make(_ host: any RulesHost) -> Module {
    var module = Module("match", "Explainable matching by rules.")
    module.function(
      "rules",
      "Checks rules that a script declares in place; rule files are loaded by mix.rules.load.",
      Parameter(
        "rules", "as a rule file returns it; `kind` may be left out", LuaTable.self,
        as: "match.rule"),
      returns: "rules  for best, explain and evaluate",
      example:
        "local rules = mix.match.rules{features = features, accept = 0.9, review = 0.6, margin = 0.02}"
    ) { call, table in
      let origin = RuleOrigin(name: "inline", path: host.settings.scriptName)
      let rules = try MatchRules.read(table, origin, call)
      return ObjectResult(RulesObject(RuleFollower(fixed: rules, origin)))
    }
    addDecisions(&module)
    addEvaluation(&module)
    for shape in MatchShapes.all { module.shapes(shape) }
    return module
  }

  private static let query = Parameter("query", "what is looked for", TablePosition.self)
  private static let candidates = Parameter(
    "candidates", "what was found, in the source's order", TablePosition.self, as: "table[]")
  private static let rules = Parameter(
    "rules", "from mix.rules.load or mix.match.rules", ObjectArgument<RulesObject<MatchRules>>.self)

  private static func addDecisions(_ module: inout Module) {
    module.function(
      "best", "Scores candidates by rules and decides.", query, candidates, rules,
      returns:
        "match.decision  which one, how sure, and why",
      example: "local m = mix.match.best(entry, results, mix.rules.load(\"match/tracks\"))"
    ) { call, query, candidates, object in
      let rules = object.object.follower.current(call)
      var matcher = try Matcher(
        call, rules, candidates: candidates.index, frequencies: object.object.frequencies)
      let decision = try matcher.decide(query: query.index)
      MatchAnswer(call: call, rules: rules, scorer: matcher.scorer)
        .push(decision, candidates: candidates.index)
      return Pushed(1)
    }
    module.function(
      "explain", "As best, with every gate and feature of every candidate.",
      query, candidates, rules,
      returns: "match.explanation  the decision with all that led to it",
      example: "local lead = mix.match.explain(entry, results, rules).versus"
    ) { call, query, candidates, object in
      let rules = object.object.follower.current(call)
      var matcher = try Matcher(
        call, rules, candidates: candidates.index, evaluatesAll: true,
        frequencies: object.object.frequencies)
      let decision = try matcher.decide(query: query.index)
      MatchExplanation(call, rules, matcher, candidates: candidates.index).push(decision)
      return Pushed(1)
    }
  }

  private static func addEvaluation(_ module: inout Module) {
    module.function(
      "evaluate", "Measures rules on labelled pairs.",
      Parameter(
        "pairs", "what was labelled by hand", TablePosition.self, as: "match.pair[]"),
      rules,
      .options(
        .init("seed", .integer, "of the resampling and the folds; default 1"),
        .init(
          "resamples", .integer(in: 0...100_000),
          "for the interval of F1, 0 to 100,000; default 1,000"),
        .init(
          "folds", .integer(in: 2...100), "cross-validate the accept threshold, 2 to 100 folds"),
        .init("sweep", .flag, "measure every threshold in 20 steps"),
        .init("wrong", .integer(from: 0), "the most wrong pairs to list; default all")),
      returns: "match.evaluation  the figures, and the pairs that were decided wrongly",
      example: "print(mix.match.evaluate(pairs, mix.rules.load(\"match/books\")).f1)"
    ) { call, pairs, object, options in
      let request = EvaluationRequest(options)
      let rules = object.object.follower.current(call)
      var evaluator = try MatchEvaluator(call, rules, pairs: pairs.index)
      try evaluator.run()
      try evaluator.push(request)
      return Pushed(1)
    }
  }
}
