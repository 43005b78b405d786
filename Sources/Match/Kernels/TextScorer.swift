/// A similarity of two texts, 0 to 1, by the name that scripts use.
///
/// A score with a name of RapidFuzz's is that score divided by 100.
public enum TextScorer: String, CaseIterable, Sendable {
  /// Indel similarity: twice the longest common subsequence divided by the sum of both lengths.
  case ratio
  /// The best ``ratio`` of the shorter text and a part of the longer one.
  case partialRatio = "partial_ratio"
  /// ``ratio`` of the sorted words.
  case tokenSortRatio = "token_sort_ratio"
  /// ``ratio`` of the common words and the remaining ones; order and repetition do not count.
  case tokenSetRatio = "token_set_ratio"
  /// The best of the four, weighted by how much the lengths differ.
  case wratio
  /// Jaro–Winkler similarity.
  case jaroWinkler = "jaro_winkler"
  /// 1 minus the Levenshtein distance divided by the longer length.
  case levenshteinRatio = "levenshtein_ratio"
  /// 1 minus the distance of optimal string alignment divided by the longer length.
  case damerauRatio = "damerau_ratio"
  /// Ratcliff–Obershelp similarity, as CPython's difflib computes it.
  case difflibRatio = "difflib_ratio"

  /// Upper bound of the similarity of texts of two lengths; 1 where lengths set no bound.
  func bound(_ first: Int, _ second: Int) -> Double {
    let (shorter, longer) = (min(first, second), max(first, second))
    guard longer > 0 else { return 1 }
    switch self {
    case .ratio, .difflibRatio: return Double(2 * shorter) / Double(shorter + longer)
    case .levenshteinRatio, .damerauRatio:
      return EditDistance.similarity(longer - shorter, shorter, longer)
    case .wratio:
      let similar = Double(longer) < 1.5 * Double(shorter)
      let parts = longer <= 8 * shorter ? Weights.parts : Weights.farParts
      return max(Double(2 * shorter) / Double(shorter + longer), similar ? Weights.words : parts)
    case .jaroWinkler:
      return JaroWinkler.Lengths(first: shorter, second: longer, prefix: 4)
        .similarity(common: shorter, inOrder: shorter) + 1e-12  // what rounding may lose
    case .partialRatio, .tokenSortRatio, .tokenSetRatio: return 1
    }
  }
}
