/// How rules judged one labelled pair.
public struct PairOutcome: Sendable {
  /// Whether the pair belongs together.
  public let label: Bool
  /// The score; below 0 when a gate refused the pair.
  public let score: Double
  /// The probability by the rules' calibration; nil without one.
  public let probability: Double?

  /// Makes an outcome.
  public init(label: Bool, score: Double, probability: Double? = nil) {
    (self.label, self.score, self.probability) = (label, score, probability)
  }
}

/// Counts of right and wrong matches.
public struct MatchMeasures: Sendable, Equatable {
  /// Pairs that belong together and were matched.
  public var truePositives = 0
  /// Pairs that were matched and do not belong together.
  public var falsePositives = 0
  /// Pairs that belong together and were not matched.
  public var falseNegatives = 0
  /// Pairs that neither belong together nor were matched.
  public var trueNegatives = 0

  /// Counts the outcomes that a threshold gives.
  public init(_ outcomes: some Sequence<PairOutcome>, accept: Double) {
    for outcome in outcomes { count(outcome.label, matched: outcome.score >= accept) }
  }

  /// Makes counts of 0.
  public init() {}

  /// Counts one pair.
  public mutating func count(_ label: Bool, matched: Bool) {
    switch (label, matched) {
    case (true, true): truePositives += 1
    case (false, true): falsePositives += 1
    case (true, false): falseNegatives += 1
    case (false, false): trueNegatives += 1
    }
  }

  /// The share of matches that are right; 0 when nothing was matched.
  public var precision: Double { ratio(truePositives, truePositives + falsePositives) }
  /// The share of the pairs that belong together that were matched; 0 when there are no such pairs.
  public var recall: Double { ratio(truePositives, truePositives + falseNegatives) }
  /// The harmonic mean of ``precision`` and ``recall``.
  public var f1: Double {
    ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives)
  }

  private func ratio(_ part: Int, _ whole: Int) -> Double {
    whole > 0 ? Double(part) / Double(whole) : 0
  }
}

extension MatchMeasures {
  /// Adds up the counts of several parts.
  public init(pooling parts: [MatchMeasures]) {
    self.init()
    for part in parts {
      truePositives += part.truePositives
      falsePositives += part.falsePositives
      falseNegatives += part.falseNegatives
      trueNegatives += part.trueNegatives
    }
  }
}
