import Testing

@testable import MixCore

@Suite("Text similarity")
struct TextSimilarityTests {
  /// First text, second text, `fuzz.ratio` / 100 and `fuzz.token_set_ratio` / 100 of RapidFuzz 3.
  static let golden: [(String, String, Double, Double)] = [
    ("", "", 1.0, 0.0),
    ("a", "", 0.0, 0.0),
    ("", "b", 0.0, 0.0),
    ("blinding lights", "blinding lights", 1.0, 1.0),
    ("blinding lights", "blinding light", 0.9655172413793103, 0.9655172413793103),
    ("the weeknd", "weeknd", 0.75, 1.0),
    ("levitating feat dababy", "levitating", 0.625, 1.0),
    ("shape of you", "you shape of", 0.6666666666666667, 1.0),
    ("a b c", "c b a", 0.6, 1.0),
    ("stay", "stay the kid laroi justin bieber", 0.2222222222222222, 1.0),
    ("new york mets vs atlanta braves", "atlanta braves vs new york mets", 0.4516129032258065, 1.0),
    ("fuzzy was a bear", "fuzzy fuzzy was a bear", 0.8421052631578947, 1.0),
    ("watermelon sugar", "harry styles watermelon sugar live", 0.64, 1.0),
    ("夜明けの歌", "夜明けの唄", 0.8, 0.8),
    ("белый снег", "белый снегопад", 0.8333333333333335, 0.8333333333333333),
    (
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 0.992248062015504,
      0.992248062015504
    ),
    (
      "abababababababababababababababababababababababababababababababababababababababababababababababababab",
      "babababababababababababababababababababababababababababababababababababababababababababababababababa",
      0.99, 0.99
    ),
    (
      "the quick brown fox jumps over the lazy dog and then runs away from it again",
      "a quick brown dog jumps over the lazy fox and then walks away from all of them",
      0.7662337662337663, 0.8923076923076922
    ),
    ("drivers license", "bad guy", 0.18181818181818177, 0.18181818181818188),
    ("love hate", "hate love story", 0.5, 1.0),
    ("one two three", "four five six", 0.23076923076923073, 0.3076923076923077),
    ("  spaced   out ", "spaced out", 0.8, 1.0),
  ]

  @Test("Gives what RapidFuzz gives", arguments: golden)
  func likeRapidFuzz(first: String, second: String, ratio: Double, tokenSet: Double) {
    #expect(abs(TextSimilarity.ratio(first, second) - ratio) < 1e-9)
    #expect(abs(TextSimilarity.tokenSetRatio(first, second) - tokenSet) < 1e-9)
  }

  @Test("The bit-parallel subsequence is as long as the table's, at every length and word border")
  func likeTheTable() {
    var numbers = FixedNumbers(state: 42)
    for length in [0, 1, 5, 31, 63, 64, 65, 100, 127, 128, 129, 200] {
      for alphabet in [2, 4, 40] {
        let first = numbers.text(length: length, alphabet: alphabet)
        let second = numbers.text(length: max(0, length + numbers.below(9) - 4), alphabet: alphabet)
        #expect(
          LongestCommonSubsequence.length(first[...], second[...]) == Self.table(first, second))
      }
    }
  }

  @Test("Similarities are symmetric, within 0...1, and 1 for a text and itself")
  func properties() {
    var numbers = FixedNumbers(state: 7)
    for _ in 0..<200 {
      let first = numbers.text(length: numbers.below(90), alphabet: 6)
      let second = numbers.text(length: numbers.below(90), alphabet: 6)
      for measure in [TextSimilarity.ratio, TextSimilarity.tokenSetRatio]
        as [([UInt32], [UInt32]) -> Double]
      {
        let value = measure(first, second)
        #expect((0...1).contains(value))
        #expect(value == measure(second, first))
      }
      #expect(TextSimilarity.ratio(first, first) == 1)
    }
  }

  @Test("Word order and repetition do not count in a token set")
  func tokenSets() {
    #expect(TokenSet("b a b") == TokenSet(" a\u{3000}b\n"))
    #expect(TextSimilarity.tokenSetRatio("stay stay", "stay now") == 1)
  }

  /// Longest common subsequence by the table of all prefixes.
  private static func table(_ first: [UInt32], _ second: [UInt32]) -> Int {
    var row = [Int](repeating: 0, count: second.count + 1)
    for left in first {
      var diagonal = 0
      for (column, right) in second.enumerated() {
        let above = row[column + 1]
        row[column + 1] = left == right ? diagonal + 1 : max(above, row[column])
        diagonal = above
      }
    }
    return row[second.count]
  }
}

/// A small generator with a fixed start, so that a failure can be repeated.
private struct FixedNumbers {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  /// Letters, spaces and one letter beyond ASCII.
  mutating func text(length: Int, alphabet: Int) -> [UInt32] {
    (0..<length).map { _ in
      switch below(alphabet) {
      case 0: 0x20
      case 1: 0x591C
      case let letter: UInt32(0x60 + letter)
      }
    }
  }
}
