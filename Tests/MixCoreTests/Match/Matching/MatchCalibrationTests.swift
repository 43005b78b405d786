import Testing

@testable import Match

@Suite("Probabilities of matches")
struct MatchCalibrationTests {
  private static let calibration = MatchCalibration(
    source: "pairs.csv", pairs: 100, refused: 0.02,
    points: [
      .init(score: 0.5, probability: 0.1), .init(score: 0.8, probability: 0.4),
      .init(score: 1, probability: 0.98),
    ])

  private static let model = MatchModel(
    features: [.init(name: "title", amount: 1, isPenalty: false)], gates: ["gate"], accept: 0.8,
    review: 0.5, calibration: calibration)

  @Test(
    "Between two points on their line, beyond the last ones theirs",
    arguments: [(0, 0.1), (0.5, 0.1), (0.65, 0.25), (0.8, 0.4), (0.9, 0.69), (1, 0.98), (7, 0.98)])
  func lines(score: Double, probability: Double) {
    #expect(abs(Self.calibration.probability(score) - probability) < 1e-12)
  }

  @Test(
    "Pairs that a gate refuses have a probability of their own; without a calibration there is none"
  )
  func refused() {
    #expect(Self.model.probability(-1) == 0.02)
    #expect(MatchModel(features: [], accept: 1).probability(0.5) == nil)
    var scores = MatchScores(Self.model)
    scores.addRow()
    scores.set(gate: 0, passed: false)
    scores.set(feature: 0, 1)
    scores.finishRow()
    #expect(scores.probability(0) == 0.02)
  }

  @Test("Where all was evaluated, a refused pair's probability goes by its score and its gates")
  func refusedScores() {
    let calibration = MatchCalibration(
      source: "pairs.csv", pairs: 100, refused: 0.02, points: [.init(score: 1, probability: 0.98)],
      refusedPoints: (
        [.init(score: 0, probability: 0.1), .init(score: 1, probability: 0.5)],
        [.init(score: 0.5, probability: 0.05)]
      ), share: 0.5)
    let model = MatchModel(
      features: [.init(name: "title", amount: 1, isPenalty: false)], gates: ["a", "b"], accept: 0.8,
      calibration: calibration)
    var scores = MatchScores(model)
    for passed in [[false, true], [false, false], [false]] {
      scores.addRow()
      for (gate, passed) in passed.enumerated() { scores.set(gate: gate, passed: passed) }
      scores.set(feature: 0, 0.5)
      scores.finishRow()
    }
    for (row, wanted) in [0.3, 0.05, 0.02].enumerated() {
      #expect(abs((scores.probability(row) ?? 0) - wanted) < 1e-12)
    }
  }

  @Test("A set with another share of the same than the labelled pairs has other probabilities")
  func adapted() {
    let calibration = MatchCalibration(
      source: "pairs.csv", pairs: 100, refused: 0.02, points: [.init(score: 1, probability: 0.98)],
      share: 0.5)
    let many = calibration.adapted(Array(repeating: 0.95, count: 90) + [0.3])
    #expect(many[90] > 0.5 && many[0] > 0.95)
    let few = calibration.adapted(Array(repeating: 0.05, count: 90) + [0.7])
    #expect(few[90] < 0.5 && few[0] < 0.05)
    let half = calibration.adapted([0.9, 0.1, 0.9, 0.1])
    #expect(zip(half, [0.9, 0.1, 0.9, 0.1]).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(Self.calibration.adapted([0.3, 0.3]) == [0.3, 0.3])
  }

  @Test("A common term lowers the odds, a rare one raises them, whichever side names it")
  func rarity() {
    var counts = ["home": 500]
    for number in 0..<500 { counts["title \(number)"] = 1 }
    let frequencies = TermFrequencies(counts)
    let common = frequencies.rarity("home", "home")
    let rare = frequencies.rarity("title 7", "title 7")
    #expect(common.factor < 1 && rare.factor > 1)
    #expect(common.rows == 500 && common.total == 1000)
    #expect(common.adjusted(0.9) < 0.9 && rare.adjusted(0.9) > 0.9)
    // As common as the more common of two spellings.
    #expect(frequencies.rarity("home", "title 7") == frequencies.rarity("title 7", "home"))
    #expect(frequencies.rarity("home", "title 7").term == "home")
    #expect(frequencies.rarity("new", "newer") == frequencies.rarity("newer", "new"))
    // No probability becomes certain, and no frequency decides alone.
    #expect(rare.adjusted(0.999) < 1 && common.adjusted(0.001) > 0)
    #expect(rare.adjusted(1) == 1 && rare.adjusted(0) == 0)
    #expect(rare.factor <= 20 && common.factor >= 0.05)
  }

  private struct NoEvidence: MatchEvidence {
    func value(_ row: Int, of field: String) -> TieValue { .missing }
    func areSameWork(_ first: Int, _ other: Int) -> Bool { false }
    func note(_ row: Int, gate: Int) -> String? { nil }
  }

  private func decision(_ score: Double, factor: Double?) throws -> MatchDecision {
    var scores = MatchScores(Self.model)
    scores.addRow()
    scores.set(gate: 0, passed: true)
    scores.set(feature: 0, score)
    scores.finishRow()
    if let factor {
      scores.set(rarity: MatchRarity(term: "home", rows: 100, total: 1000, mean: factor / 10))
    }
    return try scores.decision(NoEvidence())
  }

  @Test("A common term puts a match in doubt, a rare one ends a doubt; nothing refused comes back")
  func decisions() throws {
    #expect(try decision(0.85, factor: nil).verdict == .matched)
    #expect(try decision(0.85, factor: 1).verdict == .matched)
    let doubted = try decision(0.85, factor: 0.1)
    #expect(doubted.verdict == .uncertain)
    #expect(doubted.reason.contains("100 of 1000 are called \"home\""))
    #expect(try decision(1, factor: 0.1).verdict == .matched)
    #expect(try decision(0.7, factor: nil).verdict == .uncertain)
    #expect(try decision(0.7, factor: 10).verdict == .matched)
    #expect(try decision(0.7, factor: 0.1).verdict == .uncertain)
    #expect(try decision(0.4, factor: 20).verdict == .none)
  }

  @Test("Bins hold what was predicted and what was so; their mean distance is the error")
  func bins() throws {
    let outcomes =
      [PairOutcome](repeating: .init(label: true, score: 1), count: 9)
      + [
        .init(label: false, score: 1), .init(label: false, score: -1),
        .init(label: true, score: 0.8),
      ]
    let statistics = PairStatistics(outcomes: outcomes, accept: 0.8, seed: 1)
    let (bins, error) = try #require(statistics.calibrated(Self.model))
    #expect(bins.map(\.pairs) == [1, 1, 10])
    #expect(bins.map(\.observed) == [0, 1, 0.9])
    #expect(abs(bins[2].predicted - 0.98) < 1e-12)
    #expect(abs(error - (0.02 + 0.6 + 10 * 0.08) / 12) < 1e-12)
    #expect(statistics.calibrated(MatchModel(features: [], accept: 1)) == nil)
  }
}
