internal import Notation

/// One text prepared for comparison with many.
///
/// The query's bytes must stay in place while it is used. Not thread-safe.
public final class TextQuery {
  /// How texts are compared.
  public let scorer: TextScorer

  let text: TextPiece
  /// Prepared for ASCII texts; for others at the first one of them.
  private let narrow: PreparedQuery<UInt8>?
  private var prepared: PreparedQuery<UInt32>?

  private let arena = TextArena()
  private var room: UnsafeMutableBufferPointer<UInt32>?

  /// Prepares a query; bytes that are not UTF-8 count as U+FFFD.
  /// - Throws: errors of the watch of `work`.
  public init(
    _ scorer: TextScorer, utf8 bytes: UnsafeBufferPointer<UInt8>, form: TextForm? = nil,
    _ work: inout TextWork
  ) throws {
    self.scorer = scorer
    text = try TextList.piece(utf8: bytes, form: form, arena, &work)
    narrow =
      text.isASCII && scorer != .difflibRatio && scorer != .jaroWinkler
      ? try PreparedQuery(scorer, text.bytes, &work) : nil
    prepared =
      narrow == nil ? try PreparedQuery(scorer, text.widened(arena, &work), &work) : nil
  }

  deinit { room?.deallocate() }

  /// The similarity with a candidate, 0 to 1; 0 when it is below `floor`.
  func similarity(
    _ candidate: TextPiece, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    guard scorer.bound(text.count, candidate.count) >= floor else { return 0 }
    let score: Double
    if candidate.isASCII, let narrow,
      let found = try narrow.similarity(candidate.bytes, floor: floor, &work)
    {
      score = found
    } else {
      let (query, other) = (try wide(&work), try widened(candidate, &work))
      score =
        try query.similarity(other, floor: floor, &work)
        ?? longSimilarity(query.pattern.text, other, &work)
    }
    return score >= floor ? score : 0
  }

  private func wide(_ work: inout TextWork) throws -> PreparedQuery<UInt32> {
    if let prepared { return prepared }
    let made = try PreparedQuery(scorer, text.widened(arena, &work), &work)
    prepared = made
    return made
  }

  /// The similarity by a scorer that prepares nothing for texts of these lengths.
  private func longSimilarity(
    _ first: TextUnits<UInt32>, _ second: TextUnits<UInt32>, _ work: inout TextWork
  ) throws -> Double {
    switch scorer {
    case .jaroWinkler: return try JaroWinkler.similarity(first, second, &work)
    case .levenshteinRatio:
      return EditDistance.similarity(
        try EditDistance.levenshtein(first, second, &work), first.count, second.count)
    case .damerauRatio:
      return EditDistance.similarity(
        try EditDistance.optimalStringAlignment(first, second, &work), first.count, second.count)
    case .difflibRatio: return try RatcliffObershelp.similarity(first, second, &work)
    case .ratio, .partialRatio, .tokenSortRatio, .tokenSetRatio, .wratio:
      preconditionFailure("these are prepared for every length")
    }
  }

  /// The scalars of a candidate, valid until the next call.
  private func widened(
    _ candidate: TextPiece, _ work: inout TextWork
  ) throws -> TextUnits<UInt32> {
    guard candidate.isASCII else { return candidate.scalars }
    if room?.count ?? 0 < candidate.count {
      room?.deallocate()
      room = .allocate(capacity: max(256, candidate.count * 2))
    }
    guard let base = room?.baseAddress else {
      return TextUnits(start: nil, count: 0)  // An empty candidate needs none.
    }
    return try candidate.widened(into: base, &work)
  }
}
