internal import Notation

/// RapidFuzz's `WRatio` of one text with others.
///
/// The text must stay in memory while this is used. Not thread-safe.
final class WeightedRatio<Unit: TextUnit> {
  private let query: PreparedPattern<Unit>
  private let part: PartialRatio<Unit>
  /// Made when the first text needs it: the ratio of the whole or of a part often settles the
  /// score.
  private var words: WeightedWords<Unit>?

  init(_ query: TextUnits<Unit>) {
    self.query = PreparedPattern(query)
    part = PartialRatio(self.query)
  }

  /// The best of the ratio and the scores by words, which count 5 % less. When one text is one and
  /// a half times as long as the other, scores of parts join, which count 10 % less, from eight
  /// times on 40 % less. 0 for an empty text; a result below `floor` may be too low.
  func similarity(
    _ text: TextUnits<Unit>, floor: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    let mine = query.text
    guard !mine.isEmpty, !text.isEmpty else { return 0 }
    let lengths = Double(max(mine.count, text.count)) / Double(min(mine.count, text.count))
    let whole = try query.ratio(text, &work)
    if lengths < 1.5 {
      guard max(floor, whole) <= Weights.words else { return whole }
      return max(
        whole,
        Weights.words
          * (try byWords(&work).similarity(
            text, floor: Self.needed(max(floor, whole), Weights.words), &work)))
    }
    let scale = lengths <= 8 ? Weights.parts : Weights.farParts
    let part = try part.similarity(
      text, floor: Self.needed(max(floor, whole), scale), &work)
    let best = max(whole, part * scale)
    guard max(floor, best) <= Weights.words * scale else { return best }
    let words = try byWords(&work).partialSimilarity(
      text, floor: Self.needed(max(floor, best), Weights.words * scale), &work)
    return max(best, words * Weights.words * scale)
  }

  /// The score needed before it is scaled, minus room for rounding.
  private static func needed(_ floor: Double, _ scale: Double) -> Double { floor / scale - 1e-9 }

  private func byWords(_ work: inout TextWork) throws -> WeightedWords<Unit> {
    if let words { return words }
    let made = try WeightedWords(query.text, &work)
    words = made
    return made
  }
}

/// The scores by words in `WRatio` of one text with others.
///
/// The text must stay in memory while this is used. Not thread-safe.
private final class WeightedWords<Unit: TextUnit> {
  private let sorted: SortedWords<Unit>
  private let set: TokenSetRatio<Unit>
  /// Partial ratios of the sorted words, of all and of the different ones.
  private lazy var sortedPart = PartialRatio(sorted.pattern)
  private lazy var differentPart = PartialRatio(different.text)
  private let different = JoinedWords<Unit>()
  /// The other text's words.
  private let otherSorted = JoinedWords<Unit>()
  private let otherDifferent = JoinedWords<Unit>()

  /// Prepares a query.
  /// - Throws: errors of the watch of `work`.
  init(_ query: TextUnits<Unit>, _ work: inout TextWork) throws {
    sorted = try SortedWords(query, &work)
    set = try TokenSetRatio(query, &work)
    try different.set(query, unique: true, &work)
  }

  /// The better of the scores by words; a result not above `floor` may be too low.
  func similarity(
    _ text: TextUnits<Unit>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    try otherSorted.set(text, &work)
    let sort = try sorted.pattern.ratio(otherSorted.text, &work)
    let others = try differentWords(&work)
    // Without repeated and shared words the score of sets equals that of the sorted words.
    if others === otherSorted.list, sorted.words.list.count == different.list.count,
      try !set.sharesWord(others, &work)
    {
      return sort
    }
    return max(sort, try set.similarity(words: others, floor: max(floor, sort), &work))
  }

  /// 1 when the texts share a word; else the better partial ratio of all sorted words and of the
  /// different ones.
  func partialSimilarity(
    _ text: TextUnits<Unit>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    try otherSorted.set(text, &work)
    let others = try differentWords(&work)
    if try set.sharesWord(others, &work) { return 1 }
    let all = try sortedPart.similarity(otherSorted.text, floor: floor, &work)
    let repeats =
      sorted.words.list.count > different.list.count || otherSorted.list.count > others.count
    guard repeats else { return all }
    if others === otherDifferent.list { otherDifferent.join() }
    return max(
      all,
      try differentPart.similarity(
        others === otherDifferent.list ? otherDifferent.text : otherSorted.text,
        floor: max(floor, all), &work))
  }

  /// The other text's words, each once.
  private func differentWords(_ work: inout TextWork) throws -> WordList<Unit> {
    let all = otherSorted.list
    guard try all.hasRepeated(&work) else { return all }
    try otherDifferent.list.set(different: all, &work)
    return otherDifferent.list
  }
}

/// The weights in `WRatio` of scores by words, and of partial scores for lengths that differ, or
/// differ much.
enum Weights {
  static let words = 0.95
  static let parts = 0.9
  static let farParts = 0.6
}
