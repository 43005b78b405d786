internal import Notation

/// RapidFuzz's `token_sort_ratio` of one text with others: Indel similarity of the sorted words.
///
/// The text must stay in memory while this is used. Not thread-safe.
final class SortedWords<Unit: TextUnit> {
  /// The query's sorted words.
  let words: JoinedWords<Unit>
  /// The joined words, prepared for comparison.
  let pattern: PreparedPattern<Unit>
  /// Occurrences of each ASCII character in the words of a short query.
  private var counts = [Int8](repeating: 0, count: 256)

  init(_ query: TextUnits<Unit>, _ work: inout TextWork) throws {
    words = JoinedWords()
    try words.set(query, &work)
    pattern = PreparedPattern(words.text)
    guard words.text.count <= 64 else { return }
    for unit in words.text where unit < 128 && unit != 0x20 { counts[Int(unit)] += 1 }
  }

  /// The similarity; a result below `floor` may be returned as 0. Afterwards `other` holds the
  /// words of the text.
  func similarity(
    _ text: TextUnits<Unit>, _ other: JoinedWords<Unit>, floor: Double, _ work: inout TextWork
  ) throws -> Double {
    try other.list.split(text, &work)
    guard mayReach(floor, text, other.list) else { return 0 }
    try other.list.sort(&work)
    other.join()
    return try pattern.ratio(other.text, &work)
  }

  /// Whether the units that both share, in any order, allow this similarity.
  private func mayReach(
    _ floor: Double, _ text: TextUnits<Unit>, _ other: WordList<Unit>
  ) -> Bool {
    let length = other.joinedLength
    let (mine, total) = (words.text.count, words.text.count + length)
    guard floor > 0, total > 0 else { return true }
    // Leaves room for rounding.
    let needed = Int(clamping: (floor * Double(total) / 2 - 1e-9).rounded(.up))
    if min(mine, length) < needed { return false }
    // Long texts share all common letters, so counting would rule out nothing.
    guard Unit.self == UInt8.self, mine <= 64, text.count <= 128 else { return true }
    let spaces = min(words.list.count, other.count) - 1
    return shared(text) + max(0, spaces) >= needed
  }

  /// Number of characters that a text and the words share, without spaces.
  private func shared(_ text: TextUnits<Unit>) -> Int {
    counts.withUnsafeMutableBufferPointer { counts in
      var shared = 0
      for unit in text {
        let place = Int(truncatingIfNeeded: unit)
        shared &+= counts[place] > 0 ? 1 : 0
        counts[place] &-= 1
      }
      for unit in text { counts[Int(truncatingIfNeeded: unit)] &+= 1 }
      return shared
    }
  }
}
