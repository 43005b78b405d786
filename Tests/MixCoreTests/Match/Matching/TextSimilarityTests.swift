import Testing

@testable import Match

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
  func likeRapidFuzz(first: String, second: String, ratio: Double, tokenSet: Double) throws {
    #expect(abs(try TextSimilarity.similarity(.ratio, first, second) - ratio) < 1e-9)
    #expect(abs(try TextSimilarity.similarity(.tokenSetRatio, first, second) - tokenSet) < 1e-9)
  }

  @Test("Bit-parallel lengths and distances are the table's, at every length and word border")
  func likeTheTable() throws {
    var numbers = FixedNumbers(state: 42)
    for length in [0, 1, 5, 31, 63, 64, 65, 100, 127, 128, 129, 200] {
      for alphabet in [2, 4, 40] {
        let first = numbers.text(length: length, alphabet: alphabet)
        let second = numbers.text(length: max(0, length + numbers.below(9) - 4), alphabet: alphabet)
        var work = TextWork()
        let memory = ScalarMemory([first, second])
        let (left, right) = (memory.texts[0], memory.texts[1])
        let common = try LongestCommonSubsequence.length(left, right, &work)
        #expect(common == CellTable.commonSubsequence(first, second))
        let edits = try EditDistance.levenshtein(left, right, &work)
        #expect(edits == CellTable.distance(first, second, transposing: false))
        let aligned = try EditDistance.optimalStringAlignment(left, right, &work)
        #expect(aligned == CellTable.distance(first, second, transposing: true))
      }
    }
  }

  @Test("Similarities are within 0...1, 1 for a text and itself, symmetric but for difflib")
  func properties() throws {
    var numbers = FixedNumbers(state: 7)
    for _ in 0..<100 {
      let first = numbers.string(length: 1 + numbers.below(90), alphabet: 6)
      let second = numbers.string(length: 1 + numbers.below(90), alphabet: 6)
      for scorer in TextScorer.allCases {
        let value = try TextSimilarity.similarity(scorer, first, second)
        #expect((0...1).contains(value))
        if scorer != .difflibRatio {
          #expect(value == (try TextSimilarity.similarity(scorer, second, first)), "\(scorer)")
        }
        #expect(try TextSimilarity.similarity(scorer, "a" + first, "a" + first) == 1)
      }
    }
  }

  @Test("A similarity below the cut-off is 0, one that reaches it stays")
  func cutoffs() throws {
    for scorer in TextScorer.allCases {
      let score = try TextSimilarity.similarity(scorer, "halo beyonce live", "beyonce halo")
      #expect(
        try TextSimilarity.similarity(
          scorer, "halo beyonce live", "beyonce halo", cutoff: score) == score, "\(scorer)")
      guard score < 1 else { continue }
      #expect(
        try TextSimilarity.similarity(
          scorer, "halo beyonce live", "beyonce halo", cutoff: score.nextUp) == 0, "\(scorer)")
    }
  }

  @Test("Words are separated by every white space")
  func whiteSpace() throws {
    #expect(try TextSimilarity.similarity(.tokenSetRatio, "b a b", " a\u{3000}b\n") == 1)
    #expect(try TextSimilarity.similarity(.tokenSortRatio, "b\u{a0}a", "a\u{1f}b") == 1)
  }
}
