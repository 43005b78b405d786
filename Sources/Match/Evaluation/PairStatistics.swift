internal import Notation

/// Statistics of labelled pairs beyond the counts: how certain F1 is, and what another threshold
/// would give.
public struct PairStatistics: Sendable {
  /// The outcomes in the order of the pairs.
  public let outcomes: [PairOutcome]
  /// Lowest score of a match.
  public let accept: Double
  private let seed: Int

  /// Makes the statistics of outcomes.
  /// - Parameter seed: seeds all random choices, so that measurements repeat.
  public init(outcomes: [PairOutcome], accept: Double, seed: Int) {
    self.outcomes = outcomes
    self.accept = accept
    self.seed = seed
  }

  /// The measures at the rules' own threshold.
  public var measures: MatchMeasures { MatchMeasures(outcomes, accept: accept) }

  /// The places of the pairs that were judged wrongly.
  public var wrong: [Int] {
    outcomes.indices.filter { (outcomes[$0].score >= accept) != outcomes[$0].label }
  }

  /// Number of pairs for each label and verdict.
  public func confusion(
    _ verdict: (Double) -> MatchVerdict
  ) -> [MatchVerdict: (same: Int, different: Int)] {
    var counts: [MatchVerdict: (same: Int, different: Int)] = [:]
    for outcome in outcomes {
      var count = counts[verdict(outcome.score)] ?? (0, 0)
      if outcome.label { count.same += 1 } else { count.different += 1 }
      counts[verdict(outcome.score)] = count
    }
    return counts
  }

  /// The 95 % interval of F1 by resampling the pairs with replacement (percentile bootstrap).
  public func interval(resamples: Int) -> (low: Double, high: Double) {
    guard !outcomes.isEmpty, resamples > 0 else { return (0, 0) }
    var generator = SeededGenerator(seed: seed)
    let cells = outcomes.map { ($0.label, $0.score >= accept) }
    var values: [Double] = []
    values.reserveCapacity(resamples)
    for _ in 0..<resamples {
      var measures = MatchMeasures()
      for _ in cells.indices {
        let (label, matched) = cells[Int.random(in: 0..<cells.count, using: &generator)]
        measures.count(label, matched: matched)
      }
      values.append(measures.f1)
    }
    values.sort()
    func percentile(_ share: Double) -> Double {
      values[Int(clamping: (share * Double(values.count - 1)).rounded())]
    }
    return (percentile(0.025), percentile(0.975))
  }

  /// The measures at 20 equal steps up to the highest score, or to `top`.
  public func sweep(top: Double) -> [(accept: Double, measures: MatchMeasures)] {
    (1...20).map { step in
      let accept = top * Double(step) / 20
      return (accept, MatchMeasures(outcomes, accept: accept))
    }
  }

  /// The result of one part of a cross-validation.
  public struct Fold: Sendable {
    /// The threshold with the highest F1 on the other parts.
    public let accept: Double
    /// The measures on this part.
    public let measures: MatchMeasures
  }

  /// Splits the pairs into parts with the same share of labels, tunes the accept threshold on all
  /// parts but one, and measures it on that one. Only the threshold is tuned.
  public func crossValidate(_ count: Int) -> [Fold] {
    let parts = split(count)
    return parts.indices.map { held in
      let rest = parts.indices.filter { $0 != held }.flatMap { parts[$0] }
      let accept = Self.bestThreshold(rest, standard: accept)
      return Fold(accept: accept, measures: MatchMeasures(parts[held], accept: accept))
    }
  }

  private func split(_ count: Int) -> [[PairOutcome]] {
    var generator = SeededGenerator(seed: seed)
    var parts = [[PairOutcome]](repeating: [], count: count)
    var next = 0
    for label in [true, false] {
      for outcome in outcomes.filter({ $0.label == label }).shuffled(using: &generator) {
        parts[next % count].append(outcome)
        next += 1
      }
    }
    return parts
  }

  /// The threshold with the highest F1, halfway between two scores; of equal ones the nearest to
  /// the rules' own.
  static func bestThreshold(_ outcomes: [PairOutcome], standard: Double) -> Double {
    let sorted = outcomes.filter { $0.score >= 0 }.sorted { $0.score > $1.score }
    let positives = outcomes.count { $0.label }
    var best = (f1: MatchMeasures(outcomes, accept: standard).f1, accept: standard)
    var (right, wrong) = (0, 0)
    for (index, outcome) in sorted.enumerated() {
      if outcome.label { right += 1 } else { wrong += 1 }
      let next = index + 1 < sorted.count ? sorted[index + 1].score : 0
      if next == outcome.score { continue }
      let f1 = Double(2 * right) / Double(right + wrong + positives)
      let accept = (outcome.score + next) / 2
      if f1 > best.f1
        || (f1 == best.f1 && abs(accept - standard) < abs(best.accept - standard))
      {
        best = (f1, accept)
      }
    }
    return best.accept
  }
}

/// A small seeded generator, so that measurements repeat (SplitMix64, Steele et al. 2014).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
