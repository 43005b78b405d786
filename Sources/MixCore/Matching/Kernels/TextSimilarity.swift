/// Similarities and distances of two texts, on Unicode scalars.
///
/// Texts are compared as they are: bring them into one form first (``TextFold/normalize(_:)``).
public enum TextSimilarity {
  /// Bytes of texts that are read at once; longer ones are read part by part.
  private static let short = 64

  /// The similarity by a scorer, 0 to 1; 0 when it is below `cutoff`.
  /// - Throws: ``TextWorkExceeded``; what the watch of `work` throws.
  public static func similarity(
    _ scorer: TextScorer, utf8 first: UnsafeBufferPointer<UInt8>,
    _ second: UnsafeBufferPointer<UInt8>, cutoff: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    // Needs no memory.
    if scorer == .ratio, max(first.count, second.count) <= short, UTF8Scalars.isASCII(first),
      UTF8Scalars.isASCII(second)
    {
      let score = try LongestCommonSubsequence.ratio(first, second, &work)
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

  /// The similarity of two strings by a scorer.
  /// - Throws: ``TextWorkExceeded``; what the watch of `work` throws.
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

  /// The edit distance of two texts: Levenshtein, or with neighbours that changed places as one edit
  /// (optimal string alignment).
  /// - Throws: ``TextWorkExceeded``; what the watch of `work` throws.
  public static func distance(
    utf8 first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>,
    transposing: Bool = false, _ work: inout TextWork
  ) throws -> Int {
    let arena = TextArena()
    let left = try TextPiece(utf8: first, arena, &work).widened(arena, &work)
    let right = try TextPiece(utf8: second, arena, &work).widened(arena, &work)
    return transposing
      ? try EditDistance.optimalStringAlignment(left, right, &work)
      : try EditDistance.levenshtein(left, right, &work)
  }
}
