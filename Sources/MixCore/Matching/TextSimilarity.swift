/// Similarities of texts in 0...1, with the meaning they have in RapidFuzz, on Unicode scalars.
///
/// Texts are compared as they are: bring them into one form first (``TextFold/normalize(_:)``).
/// Time is O(⌈n/64⌉·m) for texts of n and m scalars.
public enum TextSimilarity {
  /// The Indel similarity: twice the longest common subsequence by the sum of both lengths.
  /// Two empty texts are equal.
  public static func ratio(_ first: String, _ second: String) -> Double {
    ratio(scalars(first), scalars(second))
  }

  /// The Indel similarity of scalars (see ``scalars(_:)``).
  public static func ratio(_ first: [UInt32], _ second: [UInt32]) -> Double {
    let total = first.count + second.count
    guard total > 0 else { return 1 }
    return Double(2 * LongestCommonSubsequence.length(first[...], second[...])) / Double(total)
  }

  /// The best Indel similarity among the common words, and the common words together with what only
  /// the one or the other text holds. Order and repetition of words do not count; words are separated
  /// by white space. 0 when a text has no words, 1 when one text's words are all in the other.
  public static func tokenSetRatio(_ first: String, _ second: String) -> Double {
    tokenSetRatio(scalars(first), scalars(second))
  }

  /// The token set ratio of scalars (see ``scalars(_:)``).
  public static func tokenSetRatio(_ first: [UInt32], _ second: [UInt32]) -> Double {
    tokenSetRatio(TokenSet(first), TokenSet(second))
  }

  /// The token set ratio of word sets that were made once, for one text against many.
  public static func tokenSetRatio(_ first: TokenSet, _ second: TokenSet) -> Double {
    guard !first.tokens.isEmpty, !second.tokens.isEmpty else { return 0 }
    let split = first.split(against: second)
    let shared = split.shared
    if shared > 0, split.onlyFirst.isEmpty || split.onlySecond.isEmpty { return 1 }
    let (onlyFirst, onlySecond) = (split.onlyFirst[...], split.onlySecond[...])
    let gap = shared > 0 ? 1 : 0
    let firstLength = shared + gap + onlyFirst.count
    let secondLength = shared + gap + onlySecond.count
    let common = LongestCommonSubsequence.length(onlyFirst, onlySecond)
    // Both texts begin with the shared words, so only what follows can differ.
    let distance = onlyFirst.count + onlySecond.count - 2 * common
    let best = similarity(distance: distance, total: firstLength + secondLength)
    guard shared > 0 else { return best }
    return max(
      best,
      similarity(distance: gap + onlyFirst.count, total: shared + firstLength),
      similarity(distance: gap + onlySecond.count, total: shared + secondLength))
  }

  /// The scalars of a text, for kernels that compare it more than once.
  public static func scalars(_ text: String) -> [UInt32] {
    var text = text
    let ascii = text.withUTF8 { bytes -> [UInt32]? in
      bytes.allSatisfy { $0 < 0x80 } ? bytes.map(UInt32.init) : nil
    }
    return ascii ?? text.unicodeScalars.map(\.value)
  }

  private static func similarity(distance: Int, total: Int) -> Double {
    total > 0 ? 1 - Double(distance) / Double(total) : 1
  }
}
