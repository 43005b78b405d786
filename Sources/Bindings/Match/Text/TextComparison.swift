internal import MixCore
internal import ScriptHost

/// The functions of `mix.text` that compare two texts.
enum TextComparison {
  private static let first = Parameter(
    "a", "a text; normalize it first to compare words, not spellings", LentText.self)
  private static let second = Parameter("b", "another", LentText.self)

  static func add(to module: inout Module) {
    for scorer in TextScorer.allCases { addSimilarity(&module, scorer) }
    addDistance(
      &module, "levenshtein",
      "The fewest insertions, deletions and substitutions of a character between two texts.",
      example: "print(mix.text.levenshtein(\"kitten\", \"sitting\"))  --> 3", transposing: false)
    addDistance(
      &module, "damerau",
      "As levenshtein, with neighbours that changed places as one edit (optimal string alignment).",
      example: "print(mix.text.damerau(\"haol\", \"halo\"))  --> 1", transposing: true)
  }

  private static func addSimilarity(_ module: inout Module, _ scorer: TextScorer) {
    let face = face(of: scorer)
    module.function(
      scorer.rawValue, face.doc, first, second, .options(ComparisonOptions.cutoff),
      returns: "number  0 to 1: \(face.range)", example: face.example
    ) { call, first, second, options -> Double in
      let cutoff = options.number("cutoff") ?? 0
      var work = call.pairWork()
      return try TextSimilarity.similarity(
        scorer, utf8: first.bytes, second.bytes, cutoff: cutoff, &work)
    }
  }

  private static func addDistance(
    _ module: inout Module, _ name: String, _ doc: String, example: String, transposing: Bool
  ) {
    module.function(
      name, doc, first, second, returns: "integer  edits, 0 for equal texts", example: example
    ) { call, first, second -> Int in
      var work = call.pairWork()
      return try TextSimilarity.distance(
        utf8: first.bytes, second.bytes, transposing: transposing, &work)
    }
  }

  private struct Face {
    let doc: String
    let range: String
    let example: String
  }

  private static func face(of scorer: TextScorer) -> Face {
    switch scorer {
    case .ratio:
      Face(
        doc: "How much two texts share in order (Indel similarity).",
        range: "nothing to equal", example: "print(mix.text.ratio(\"halo\", \"hello\"))")
    case .partialRatio:
      Face(
        doc: "The best ratio of the shorter text and a part of the longer one.",
        range: "1 when one text is in the other",
        example: "print(mix.text.partial_ratio(\"halo\", \"halo (live)\"))  --> 1.0")
    case .tokenSortRatio:
      Face(
        doc: "The ratio of the sorted words: their order does not count.",
        range: "1 for the same words",
        example: "print(mix.text.token_sort_ratio(\"halo beyonce\", \"beyonce halo\"))  --> 1.0")
    case .tokenSetRatio:
      Face(
        doc: "How alike the words of two texts are, whatever their order and repetition.",
        range: "1 when one text's words are all in the other",
        example: "print(mix.text.token_set_ratio(\"halo beyonce\", \"beyonce halo live\"))")
    case .wratio:
      Face(
        doc: "The best of ratio, token ratios and partial ratios, weighted by the lengths.",
        range: "0 when a text is empty",
        example: "print(mix.text.wratio(\"halo\", \"beyonce - halo (live)\"))")
    case .jaroWinkler:
      Face(
        doc: "Jaro-Winkler similarity: for names, where the first letters count most.",
        range: "nothing to equal",
        example: "print(mix.text.jaro_winkler(\"dwayne\", \"duane\"))")
    case .levenshteinRatio:
      Face(
        doc: "1 less the Levenshtein distance by the longer length.",
        range: "nothing to equal",
        example: "print(mix.text.levenshtein_ratio(\"halo\", \"hello\"))  --> 0.6")
    case .damerauRatio:
      Face(
        doc: "1 less the distance of optimal string alignment by the longer length.",
        range: "nothing to equal", example: "print(mix.text.damerau_ratio(\"haol\", \"halo\"))")
    case .difflibRatio:
      Face(
        doc: "Ratcliff-Obershelp similarity, as Python's difflib; the order of a and b matters.",
        range: "nothing to equal",
        example: "print(mix.text.difflib_ratio(\"stayed\", \"stay\"))  --> 0.8")
    }
  }
}
