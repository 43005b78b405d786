import Testing

@testable import Match

@Suite("Measures of labelled pairs")
struct PairStatisticsTests {
  private static let outcomes: [PairOutcome] = [
    .init(label: true, score: 0.95), .init(label: true, score: 0.85),
    .init(label: false, score: 0.82), .init(label: true, score: 0.6),
    .init(label: false, score: 0.3), .init(label: false, score: -1),
  ]

  @Test("Precision, recall and F1, also where nothing was matched")
  func measures() {
    let measures = MatchMeasures(Self.outcomes, accept: 0.8)
    #expect(measures.truePositives == 2 && measures.falsePositives == 1)
    #expect(measures.falseNegatives == 1 && measures.trueNegatives == 2)
    #expect(measures.precision == 2.0 / 3 && measures.recall == 2.0 / 3)
    #expect(measures.f1 == 4.0 / 6)
    let none = MatchMeasures(Self.outcomes, accept: 2)
    #expect(none.precision == 0 && none.recall == 0 && none.f1 == 0)
    #expect(MatchMeasures(pooling: [measures, none]).falseNegatives == 4)
  }

  @Test("Wrong pairs and verdicts by label")
  func wrong() {
    let statistics = PairStatistics(outcomes: Self.outcomes, accept: 0.8, seed: 1)
    #expect(statistics.wrong == [2, 3])
    let model = MatchModel(features: [], accept: 0.8, review: 0.5)
    let confusion = statistics.confusion(model.verdict)
    #expect(confusion[.matched]! == (same: 2, different: 1))
    #expect(confusion[.uncertain]! == (same: 1, different: 0))
    #expect(confusion[.none]! == (same: 0, different: 2))
  }

  @Test("The interval holds F1 and repeats with its seed; a threshold is tuned on the other parts")
  func estimates() {
    let many = (0..<20).flatMap { _ in Self.outcomes }
    let statistics = PairStatistics(outcomes: many, accept: 0.8, seed: 7)
    let interval = statistics.interval(resamples: 200)
    #expect(interval.low < statistics.measures.f1 && statistics.measures.f1 < interval.high)
    #expect(
      PairStatistics(outcomes: many, accept: 0.8, seed: 7).interval(resamples: 200) == interval)
    #expect(statistics.interval(resamples: 0) == (0, 0))
    let folds = statistics.crossValidate(4)
    #expect(folds.count == 4)
    // 0.45 parts 0.6 from 0.3: all that belong together, and one that does not.
    #expect(folds.allSatisfy { abs($0.accept - 0.45) < 1e-9 })
    #expect(folds.reduce(0) { $0 + $1.measures.truePositives } == 60)
    #expect(statistics.sweep(top: 1).map(\.accept).last == 1)
  }
}
