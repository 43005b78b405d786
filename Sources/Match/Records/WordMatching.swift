internal import Glibc

/// Different words in their order, with how much each says.
struct WordSet: Sendable {
  private(set) var words: [CellWord] = []
  private(set) var weights: [Double] = []

  mutating func insert(_ word: CellWord, _ weight: Double) {
    guard words.count < CellWords.most, !words.contains(word) else { return }
    words.append(word)
    weights.append(weight)
  }
}

/// Compares words and codes.
enum WordMatching {
  /// Two words of different spelling are the same from this likeness of their letters on.
  private static let alike = 0.8
  /// Shorter words are not forgiven a slip.
  private static let shortest = 4

  /// How much of what two texts say they share, 0 to 1: the cosine, the share of the one that the
  /// other contains more of, or the mean of both. nil when one has no words.
  static func likeness(
    _ one: WordSet, _ other: WordSet, _ measure: RecordComparison.Measure
  ) -> Double? {
    guard !one.words.isEmpty, !other.words.isEmpty else { return nil }
    var pairing = Pairing(one, other)
    pairing.takeEqual()
    pairing.takeSimilar()
    switch measure {
    case .alike: return pairing.alike
    case .within: return pairing.within
    default: return (pairing.alike + pairing.within) / 2
    }
  }

  /// The cosine of the words that are equal; nil when one has none.
  static func shared(_ one: WordSet, _ other: WordSet) -> Double? {
    guard !one.words.isEmpty, !other.words.isEmpty else { return nil }
    var dot = 0.0
    for (word, weight) in zip(one.words, one.weights) where other.words.contains(word) {
      dot += weight * weight
    }
    return dot / (length(one) * length(other))
  }

  /// 1 for the same code, 0.5 for one within the other or a digit apart, else 0.
  static func sameCode(_ one: String, _ other: String) -> Double {
    if one == other { return 1 }
    if min(one.utf8.count, other.utf8.count) >= 5, one.contains(other) || other.contains(one) {
      return 0.5
    }
    let likeness = (try? TextSimilarity.similarity(.damerauRatio, one, other)) ?? 0
    return likeness * Double(max(one.utf8.count, other.utf8.count)) + 1.5
      > Double(max(one.utf8.count, other.utf8.count)) ? 0.5 : 0
  }

  fileprivate static func length(_ set: WordSet) -> Double {
    set.weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  /// How alike two words are that differ: 0, or ``alike`` to 1. A beginning of at most four letters
  /// stands for the word, as in addresses, firms and initials.
  fileprivate static func likeness(_ one: CellWord, _ other: CellWord) -> Double {
    if one.isNumber || other.isNumber { return 0 }
    let (short, long) =
      one.bytes.count <= other.bytes.count ? (one.bytes, other.bytes) : (other.bytes, one.bytes)
    if short.count <= shortest, long.starts(with: short) {
      return alike
    }
    let total = Double(short.count + long.count)
    guard short.count >= shortest, 2 * Double(short.count) / total >= alike else { return 0 }
    var work = TextWork()
    let ratio = short.withUnsafeBufferPointer { short in
      long.withUnsafeBufferPointer { long in
        (try? LongestCommonSubsequence.ratio(short, long, &work)) ?? 0
      }
    }
    return ratio >= alike ? ratio : 0
  }
}

/// Pairs the words of two texts, each with at most one of the other's or with two that are written
/// together.
private struct Pairing {
  private let one: WordSet
  private let other: WordSet
  private var usedOne: [Bool]
  private var usedOther: [Bool]
  private var dot = 0.0
  private var held = (one: 0.0, other: 0.0)

  /// Words that may belong together.
  private struct Candidate {
    let similarity: Double
    let gain: Double
    let one: Range<Int>
    let other: Range<Int>
  }

  init(_ one: WordSet, _ other: WordSet) {
    (self.one, self.other) = (one, other)
    usedOne = Array(repeating: false, count: one.words.count)
    usedOther = Array(repeating: false, count: other.words.count)
  }

  var alike: Double { min(1, dot / (WordMatching.length(one) * WordMatching.length(other))) }

  var within: Double {
    min(1, max(held.one / one.weights.reduce(0, +), held.other / other.weights.reduce(0, +)))
  }

  mutating func takeEqual() {
    for (place, word) in one.words.enumerated() {
      guard let match = other.words.firstIndex(of: word) else { continue }
      take(place..<place + 1, match..<match + 1, 1)
    }
  }

  mutating func takeSimilar() {
    var found: [Candidate] = []
    for (i, word) in one.words.enumerated() where !usedOne[i] {
      for (j, match) in other.words.enumerated() where !usedOther[j] {
        add(WordMatching.likeness(word, match), i..<i + 1, j..<j + 1, &found)
      }
    }
    for (i, j) in Self.joined(one, usedOne, other, usedOther) {
      add(1, i..<i + 1, j..<j + 2, &found)
    }
    for (j, i) in Self.joined(other, usedOther, one, usedOne) {
      add(1, i..<i + 2, j..<j + 1, &found)
    }
    for candidate in found.sorted(by: { $0.gain > $1.gain })
    where !usedOne[candidate.one].contains(true) && !usedOther[candidate.other].contains(true) {
      take(candidate.one, candidate.other, candidate.similarity)
    }
  }

  private func add(
    _ similarity: Double, _ left: Range<Int>, _ right: Range<Int>, _ found: inout [Candidate]
  ) {
    guard similarity > 0 else { return }
    let weights = one.weights[left].reduce(0, +) + other.weights[right].reduce(0, +)
    found.append(
      Candidate(similarity: similarity, gain: similarity * weights, one: left, other: right))
  }

  /// Words of the one that are two neighbours of the other together.
  private static func joined(
    _ whole: WordSet, _ usedWhole: [Bool], _ parts: WordSet, _ usedParts: [Bool]
  ) -> [(Int, Int)] {
    var found: [(Int, Int)] = []
    for (i, word) in whole.words.enumerated() where !usedWhole[i] && word.bytes.count >= 4 {
      for j in parts.words.indices.dropLast() where !usedParts[j] && !usedParts[j + 1] {
        let (first, second) = (parts.words[j].bytes, parts.words[j + 1].bytes)
        if first.count + second.count == word.bytes.count, word.bytes.starts(with: first),
          word.bytes.dropFirst(first.count).elementsEqual(second)
        {
          found.append((i, j))
        }
      }
    }
    return found
  }

  private mutating func take(_ left: Range<Int>, _ right: Range<Int>, _ similarity: Double) {
    let squares = { (weights: ArraySlice<Double>) in weights.reduce(0) { $0 + $1 * $1 } }
    dot += similarity * (squares(one.weights[left]) * squares(other.weights[right])).squareRoot()
    held.one += similarity * one.weights[left].reduce(0, +)
    held.other += similarity * other.weights[right].reduce(0, +)
    for place in left { usedOne[place] = true }
    for place in right { usedOther[place] = true }
  }
}
