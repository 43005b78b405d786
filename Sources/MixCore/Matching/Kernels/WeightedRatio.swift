/// RapidFuzz's `WRatio` of one text with others, and the scores that it is made of.
final class WeightedRatio {
  /// What scores by words count, and by parts of texts whose lengths differ, and differ much.
  static let wordScale = 0.95
  static let partScale = 0.9
  static let farScale = 0.6

  private let query: TextUnits<UInt32>
  private let set: TokenSetRatio<UInt32>
  /// All words, sorted; and each once.
  private let sorted = JoinedWords()
  private let different = JoinedWords()
  private let otherSorted = JoinedWords()
  private let otherDifferent = JoinedWords()

  /// - Parameter query: must stay in memory.
  /// - Throws: what the checkpoint of `work` throws.
  init(_ query: TextUnits<UInt32>, _ work: inout TextWork) throws {
    self.query = query
    set = try TokenSetRatio(query, &work)
    try sorted.set(query, &work)
    try different.set(query, unique: true, &work)
  }

  /// The best of ``ratio`` and the scores by words, less by 5 %; from a length of one and a half of
  /// the other on, of parts, less by another 10 %, from eight times on by 40 %. 0 for an empty text; below
  /// `floor` it may be given too low.
  func similarity(
    _ text: TextUnits<UInt32>, floor: Double = 0, _ work: inout TextWork
  ) throws -> Double {
    guard !query.isEmpty, !text.isEmpty else { return 0 }
    let lengths = Double(max(query.count, text.count)) / Double(min(query.count, text.count))
    let whole = try Self.ratio(query, text, &work)
    if lengths < 1.5 {
      guard max(floor, whole) <= Self.wordScale else { return whole }
      try otherSorted.set(text, &work)
      let sort = try Self.ratio(sorted.text, otherSorted.text, &work)
      return max(whole, max(sort, try set.similarity(text, &work)) * Self.wordScale)
    }
    let scale = lengths <= 8 ? Self.partScale : Self.farScale
    let part = try PartialRatio.similarity(
      query, text, floor: Self.needed(max(floor, whole), scale), &work)
    let best = max(whole, part * scale)
    guard max(floor, best) <= Self.wordScale * scale else { return best }
    try otherSorted.set(text, &work)
    let words = try partialWords(
      text, floor: Self.needed(max(floor, best), Self.wordScale * scale), &work)
    return max(best, words * Self.wordScale * scale)
  }

  /// What a score needs before it is scaled, less what rounding may take.
  private static func needed(_ floor: Double, _ scale: Double) -> Double { floor / scale - 1e-9 }

  /// ``ratio`` of the sorted words.
  func sortSimilarity(_ text: TextUnits<UInt32>, _ work: inout TextWork) throws -> Double {
    try otherSorted.set(text, &work)
    return try Self.ratio(sorted.text, otherSorted.text, &work)
  }

  /// Indel similarity; 1 for two empty texts.
  static func ratio<Unit: TextUnit>(
    _ first: TextUnits<Unit>, _ second: TextUnits<Unit>, _ work: inout TextWork
  ) throws -> Double {
    let total = first.count + second.count
    guard total > 0 else { return 1 }
    return Double(2 * (try LongestCommonSubsequence.length(first, second, &work))) / Double(total)
  }

  /// 1 when the texts share a word, else the better partial ratio of all words and of the different
  /// ones, sorted.
  private func partialWords(
    _ text: TextUnits<UInt32>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    try otherDifferent.set(text, unique: true, &work)
    if try shareWord(&work) { return 1 }
    let all = try PartialRatio.similarity(sorted.text, otherSorted.text, floor: floor, &work)
    let repeats =
      sorted.list.count > different.list.count
      || otherSorted.list.count > otherDifferent.list.count
    guard repeats else { return all }
    return max(
      all,
      try PartialRatio.similarity(
        different.text, otherDifferent.text, floor: max(floor, all), &work))
  }

  private func shareWord(_ work: inout TextWork) throws -> Bool {
    let (mine, others) = (different.list, otherDifferent.list)
    var (left, right) = (0, 0)
    while left < mine.count, right < others.count {
      let (first, second) = (mine.words[left], others.words[right])
      try work.pass(1)
      if try WordList<UInt32>.equal(first, second, &work) { return true }
      if try WordList<UInt32>.precedes(first, second, &work) { left += 1 } else { right += 1 }
    }
    return false
  }
}
