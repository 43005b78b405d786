internal import Notation

/// A query with what its scorer prepares, for texts of one kind of units.
///
/// The text must stay in memory while this is used. Not thread-safe.
final class PreparedQuery<Unit: TextUnit> {
  private let scorer: TextScorer
  let pattern: PreparedPattern<Unit>
  private let sorted: SortedWords<Unit>?
  private lazy var otherWords = JoinedWords<Unit>()
  private let set: TokenSetRatio<Unit>?
  private let weighted: WeightedRatio<Unit>?
  private let part: PartialRatio<Unit>?

  /// Prepares the query.
  /// - Throws: errors of the watch of `work`.
  init(_ scorer: TextScorer, _ text: TextUnits<Unit>, _ work: inout TextWork) throws {
    self.scorer = scorer
    pattern = PreparedPattern(text)
    sorted = scorer == .tokenSortRatio ? try SortedWords(text, &work) : nil
    set = scorer == .tokenSetRatio ? try TokenSetRatio(text, &work) : nil
    weighted = scorer == .wratio ? WeightedRatio(text) : nil
    part = scorer == .partialRatio ? PartialRatio(pattern) : nil
  }

  /// The similarity, 0 to 1; a result below `floor` may be too low. nil when both texts are too
  /// long to prepare, or the scorer prepares nothing.
  func similarity(
    _ text: TextUnits<Unit>, floor: Double, _ work: inout TextWork
  ) throws -> Double? {
    switch scorer {
    case .ratio: return try pattern.ratio(text, &work)
    case .partialRatio:
      // A score equal to the floor still counts.
      return try part?.similarity(text, floor: floor.nextDown, &work)
    case .tokenSortRatio:
      return try sorted?.similarity(text, otherWords, floor: floor, &work)
    case .tokenSetRatio: return try set?.similarity(text, floor: floor, &work)
    case .wratio: return try weighted?.similarity(text, floor: floor, &work)
    case .levenshteinRatio: return try similarity(text, transposing: false, &work)
    case .damerauRatio: return try similarity(text, transposing: true, &work)
    case .jaroWinkler, .difflibRatio: return nil
    }
  }

  private func similarity(
    _ text: TextUnits<Unit>, transposing: Bool, _ work: inout TextWork
  ) throws -> Double? {
    let distance = try pattern.distance(text, transposing: transposing, &work)
    return distance.map { EditDistance.similarity($0, pattern.text.count, text.count) }
  }
}
