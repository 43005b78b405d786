internal import Notation

/// How rules judged one labelled pair.
struct PairOutcome {
  /// Whether the pair belongs together.
  let label: Bool
  /// The score; below 0 when a gate refused the pair.
  let score: Double
}

/// Counts of right and wrong matches.
struct MatchMeasures {
  var truePositives = 0
  var falsePositives = 0
  var falseNegatives = 0
  var trueNegatives = 0

  /// Counts what a threshold makes of outcomes.
  init(_ outcomes: some Sequence<PairOutcome>, accept: Double) {
    for outcome in outcomes { count(outcome.label, matched: outcome.score >= accept) }
  }

  init() {}

  mutating func count(_ label: Bool, matched: Bool) {
    switch (label, matched) {
    case (true, true): truePositives += 1
    case (false, true): falsePositives += 1
    case (true, false): falseNegatives += 1
    case (false, false): trueNegatives += 1
    }
  }

  /// The share of matches that are right; 0 when nothing was matched.
  var precision: Double { ratio(truePositives, truePositives + falsePositives) }
  /// The share of pairs that belong together that were matched; 0 when there are none.
  var recall: Double { ratio(truePositives, truePositives + falseNegatives) }
  /// The harmonic mean of the two.
  var f1: Double {
    ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives)
  }

  private func ratio(_ part: Int, _ whole: Int) -> Double {
    whole > 0 ? Double(part) / Double(whole) : 0
  }
}

/// A small generator with a seed, so that measurements repeat (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
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

/// What labelled pairs say beyond the counts: how sure F1 is, and what another threshold would do.
struct PairStatistics {
  let outcomes: [PairOutcome]
  let accept: Double
  let seed: Int

  /// The 95 % interval of F1 by resampling the pairs with replacement (percentile bootstrap).
  func interval(resamples: Int) -> (low: Double, high: Double) {
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
  func sweep(top: Double) -> [(accept: Double, measures: MatchMeasures)] {
    (1...20).map { step in
      let accept = top * Double(step) / 20
      return (accept, MatchMeasures(outcomes, accept: accept))
    }
  }

  /// One part of a cross-validation.
  struct Fold {
    /// The threshold with the highest F1 on the other parts.
    let accept: Double
    /// On this part.
    let measures: MatchMeasures
  }

  /// Splits the pairs into parts of like composition; tunes the accept threshold, and nothing else, on
  /// all parts but one and measures it on that one.
  func crossValidate(_ count: Int) -> [Fold] {
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

  /// The threshold with the highest F1; of equal ones the nearest to the rules' own. Between two
  /// scores the middle is taken.
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
