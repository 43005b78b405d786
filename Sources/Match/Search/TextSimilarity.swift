internal import Notation

/// Similarities and distances of two texts, on Unicode scalars.
///
/// Texts are compared as they are; bring them into one form first (``TextFold/normalize(_:)``).
///
/// `try TextSimilarity.similarity(.ratio, "Heat", "Heart")` is about 0.89.
public enum TextSimilarity {
  /// The similarity by a scorer, 0 to 1; 0 when it is below `cutoff`.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work`.
  public static func similarity(
    _ scorer: TextScorer, utf8 first: UnsafeBufferPointer<UInt8>,
    _ second: UnsafeBufferPointer<UInt8>, cutoff: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    if let score = try shortSimilarity(scorer, first, second, &work) {
      return score >= cutoff ? score : 0
    }
    let arena = TextArena()
    let left = try TextPiece(utf8: first, arena, &work)
    let right = try TextPiece(utf8: second, arena, &work)
    guard scorer.bound(left.count, right.count) >= cutoff else { return 0 }
    let score: Double
    if scorer == .ratio {
      score =
        left.isASCII && right.isASCII
        ? try LongestCommonSubsequence.ratio(left.bytes, right.bytes, &work)
        : try LongestCommonSubsequence.ratio(
          left.widened(arena, &work), right.widened(arena, &work), &work)
    } else {
      score = try TextQuery(scorer, utf8: first, &work).similarity(right, floor: cutoff, &work)
    }
    return score >= cutoff ? score : 0
  }

  /// The similarity of two texts as short as titles, computed without memory; nil for other texts
  /// and for scorers that prepare more.
  private static func shortSimilarity(
    _ scorer: TextScorer, _ first: TextUnits<UInt8>, _ second: TextUnits<UInt8>,
    _ work: inout TextWork
  ) throws -> Double? {
    guard areShort(first, second) else { return nil }
    switch scorer {
    case .ratio: return try LongestCommonSubsequence.ratio(first, second, &work)
    case .levenshteinRatio, .damerauRatio:
      let edits = try EditDistance.distance(
        first, second, transposing: scorer == .damerauRatio, &work)
      return EditDistance.similarity(edits, first.count, second.count)
    case .partialRatio, .tokenSortRatio, .tokenSetRatio, .wratio, .jaroWinkler, .difflibRatio:
      return nil
    }
  }

  private static func areShort(_ first: TextUnits<UInt8>, _ second: TextUnits<UInt8>) -> Bool {
    max(first.count, second.count) <= PatternBlock.places && UTF8Scalars.isASCII(first)
      && UTF8Scalars.isASCII(second)
  }

  /// The similarity of two strings by a scorer.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work`.
  public static func similarity(
    _ scorer: TextScorer, _ first: String, _ second: String, cutoff: Double = 0
  ) throws -> Double {
    var (first, second, work) = (first, second, TextWork())
    return try first.withUTF8 { left in
      try second.withUTF8 { right in
        try similarity(scorer, utf8: left, right, cutoff: cutoff, &work)
      }
    }
  }

  /// The edit distance of two texts: Levenshtein, or optimal string alignment, where swapped
  /// neighbours are one edit.
  /// - Throws: ``TextWorkExceeded``; errors of the watch of `work`.
  public static func distance(
    utf8 first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
    transposing: Bool = false, _ work: inout TextWork
  ) throws -> Int {
    if areShort(first, second) {
      return try EditDistance.distance(first, second, transposing: transposing, &work)
    }
    let arena = TextArena()
    let left = try TextPiece(utf8: first, arena, &work).widened(arena, &work)
    let right = try TextPiece(utf8: second, arena, &work).widened(arena, &work)
    return try EditDistance.distance(left, right, transposing: transposing, &work)
  }
}
