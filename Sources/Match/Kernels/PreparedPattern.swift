internal import Notation

/// A text with the masks for its comparison with many others.
///
/// The text must stay in memory while this is used. Not thread-safe.
final class PreparedPattern<Unit: TextUnit> {
  let text: TextUnits<Unit>
  /// The text's masks; nil for an empty text and for one that is too long to prepare.
  private(set) lazy var blocks =
    1...PatternBlocks.longestPrepared ~= text.count ? PatternBlocks(text) : nil
  /// Blocks that are reused for the masks of one short text.
  private lazy var scratch = PatternBlocks(capacity: 1)

  init(_ text: TextUnits<Unit>) {
    self.text = text
  }

  /// Indel similarity with another text; 1 for two empty texts.
  func ratio(_ other: TextUnits<Unit>, _ work: inout TextWork) throws -> Double {
    let total = text.count + other.count
    guard total > 0 else { return 1 }
    return Double(2 &* (try common(other, &work))) / Double(total)
  }

  /// The length of the longest common subsequence with another text.
  func common(_ other: TextUnits<Unit>, _ work: inout TextWork) throws -> Int {
    guard let blocks, !other.isEmpty else {
      return try LongestCommonSubsequence.length(text, other, &work)
    }
    if blocks.count > 1, other.count <= 64 {
      return try withMasks(other) { try LongestCommonSubsequence.length($0, text, &work) }
    }
    return try LongestCommonSubsequence.length(blocks, other, &work)
  }

  /// The edit distance; nil when both texts are long.
  func distance(
    _ other: TextUnits<Unit>, transposing: Bool, _ work: inout TextWork
  ) throws -> Int? {
    if text.isEmpty || other.isEmpty { return max(text.count, other.count) }
    if let blocks, blocks.count == 1 {
      return try EditDistance.distance(blocks, other, transposing: transposing, &work)
    }
    guard other.count <= 64 else { return nil }
    return try withMasks(other) {
      try EditDistance.distance($0, text, transposing: transposing, &work)
    }
  }

  /// Runs `body` with the masks of a text of 1 to 64 units.
  func withMasks<Result>(
    _ short: TextUnits<Unit>, _ body: (PatternBlocks) throws -> Result
  ) rethrows -> Result {
    scratch.set(short)
    defer { scratch.clear(short) }
    return try body(scratch)
  }
}
