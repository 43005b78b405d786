/// One text prepared for comparison with many.
///
/// Contract: the bytes of the query stay where they are as long as it is used. Not thread-safe.
public final class TextQuery {
  /// The longest query whose masks are prepared, in scalars; longer ones are compared pair by pair.
  static let longestPattern = 4096

  /// How texts are compared.
  public let scorer: TextScorer

  let text: TextPiece
  /// The query's masks, for ``TextScorer/ratio``.
  let pattern: PatternBlocks?

  private let arena = TextArena()
  private let wide: TextUnits<UInt32>
  private let byteSet: TokenSetRatio<UInt8>?
  private let wideSet: TokenSetRatio<UInt32>?
  private let weighted: WeightedRatio?
  private var room: UnsafeMutableBufferPointer<UInt32>

  /// Prepares a query; what is not UTF-8 in it counts as U+FFFD.
  /// - Throws: what the checkpoint of `work` throws.
  public init(
    _ scorer: TextScorer, utf8 bytes: UnsafeBufferPointer<UInt8>, form: TextForm? = nil,
    _ work: inout TextWork
  ) throws {
    self.scorer = scorer
    text = try TextList.piece(utf8: bytes, form: form, arena, &work)
    wide = try text.widened(arena, &work)
    let prepares = scorer == .ratio && 1...Self.longestPattern ~= wide.count
    pattern = prepares ? PatternBlocks(wide) : nil
    byteSet =
      scorer == .tokenSetRatio && text.isASCII ? try TokenSetRatio(text.bytes, &work) : nil
    wideSet = scorer == .tokenSetRatio ? try TokenSetRatio(wide, &work) : nil
    weighted =
      scorer == .wratio || scorer == .tokenSortRatio ? try WeightedRatio(wide, &work) : nil
    // Allocated last: when one of the above throws, nothing frees it.
    room = .allocate(capacity: 256)
  }

  deinit { room.deallocate() }

  /// The similarity with a candidate: 0 to 1; 0 when it is below `floor`.
  func similarity(
    _ candidate: TextPiece, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    guard scorer.bound(text.count, candidate.count) >= floor else { return 0 }
    let score: Double
    if candidate.isASCII, scorer == .ratio, let pattern {
      score = try ratio(pattern, candidate.bytes, &work)
    } else if candidate.isASCII, let byteSet {
      score = try byteSet.similarity(candidate.bytes, floor: floor, &work)
    } else {
      score = try similarity(widened(candidate, &work), floor: floor, &work)
    }
    return score >= floor ? score : 0
  }

  private func similarity(
    _ candidate: TextUnits<UInt32>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    switch scorer {
    case .ratio:
      guard let pattern else { return try WeightedRatio.ratio(wide, candidate, &work) }
      return try ratio(pattern, candidate, &work)
    case .partialRatio:
      // What only reaches the floor still counts.
      return try PartialRatio.similarity(wide, candidate, floor: floor.nextDown, &work)
    case .tokenSortRatio: return try weighted?.sortSimilarity(candidate, &work) ?? 0
    case .tokenSetRatio: return try wideSet?.similarity(candidate, floor: floor, &work) ?? 0
    case .wratio: return try weighted?.similarity(candidate, floor: floor, &work) ?? 0
    case .jaroWinkler: return try JaroWinkler.similarity(wide, candidate, &work)
    case .levenshteinRatio:
      return Self.similarity(try EditDistance.levenshtein(wide, candidate, &work), wide, candidate)
    case .damerauRatio:
      return Self.similarity(
        try EditDistance.optimalStringAlignment(wide, candidate, &work), wide, candidate)
    case .difflibRatio: return try RatcliffObershelp.similarity(wide, candidate, &work)
    }
  }

  private func ratio<Unit: TextUnit>(
    _ pattern: PatternBlocks, _ candidate: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Double {
    let common = try LongestCommonSubsequence.length(pattern, candidate, &work)
    return Double(2 * common) / Double(pattern.length + candidate.count)
  }

  private static func similarity(
    _ distance: Int, _ first: TextUnits<UInt32>, _ second: TextUnits<UInt32>
  ) -> Double {
    let longer = max(first.count, second.count)
    return longer == 0 ? 1 : 1 - Double(distance) / Double(longer)
  }

  /// The scalars of a candidate, until the next one is asked for.
  private func widened(
    _ candidate: TextPiece, _ work: inout TextWork
  ) throws -> TextUnits<UInt32> {
    guard candidate.isASCII else { return candidate.scalars }
    if room.count < candidate.count {
      room.deallocate()
      room = .allocate(capacity: candidate.count * 2)
    }
    guard let base = room.baseAddress else { preconditionFailure("rooms are never empty") }
    return try candidate.widened(into: base, &work)
  }
}
