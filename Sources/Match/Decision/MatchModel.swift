internal import Notation

/// The parts of a score, and its decision: the numbers of match rules, without their functions.
public final class MatchModel: Sendable {
  /// A piece of evidence, or a penalty.
  public struct Feature: Sendable {
    /// As the rules name it.
    public let name: String
    /// The weight; for a penalty what it takes off at most, in the score's unit.
    public let amount: Double
    /// Whether it takes off.
    public let isPenalty: Bool

    /// A feature.
    public init(name: String, amount: Double, isPenalty: Bool) {
      (self.name, self.amount, self.isPenalty) = (name, amount, isPenalty)
    }
  }

  /// A field of the candidates that breaks ties, ascending or descending.
  public struct TieField: Sendable, Equatable {
    /// The field's name.
    public let name: String
    /// Whether larger values come first.
    public let descending: Bool

    /// - Parameter text: `year`, or `-year` for descending.
    public init(_ text: String) {
      descending = text.hasPrefix("-")
      name = descending ? String(text.dropFirst()) : text
    }
  }

  /// How features become a score.
  public enum Combination: String, Sendable, CaseIterable {
    /// The weighted mean, 0 to 1.
    case mean
    /// The sum of weight × value, in points.
    case sum
  }

  /// The candidate that is taken.
  public enum Choice: String, Sendable, CaseIterable {
    /// That with the highest score.
    case best
    /// The first in the source's order that reaches `accept`.
    case first
  }

  /// In the rules' order.
  public let features: [Feature]
  /// The names of the gates, in the order in which they are evaluated.
  public let gates: [String]
  /// The score from which a candidate is matched.
  public let accept: Double
  /// The score from which it is uncertain.
  public let review: Double
  /// How far the best must be ahead of another work.
  public let margin: Double
  /// How features become a score.
  public let combine: Combination
  /// The candidate that is taken.
  public let pick: Choice
  /// Breakers of ties, the first first.
  public let tieOrder: [TieField]
  /// The worth of scores; nil for rules without a calibration.
  public let calibration: MatchCalibration?

  // Beside the features: scoring reads numbers alone, without counting references to names.
  @usableFromInline let amounts: [Double]
  @usableFromInline let penalties: [Bool]
  @usableFromInline let featureCount: Int
  @usableFromInline package let gateCount: Int
  @usableFromInline let isMean: Bool

  /// The numbers of rules.
  public init(
    features: [Feature], gates: [String] = [], accept: Double, review: Double = 0,
    margin: Double = 0, combine: Combination = .mean, pick: Choice = .best,
    tieOrder: [TieField] = [], calibration: MatchCalibration? = nil
  ) {
    self.features = features
    self.gates = gates
    self.accept = accept
    self.review = review
    self.margin = margin
    self.combine = combine
    self.pick = pick
    self.tieOrder = tieOrder
    self.calibration = calibration
    amounts = features.map(\.amount)
    penalties = features.map(\.isPenalty)
    featureCount = features.count
    gateCount = gates.count
    isMean = combine == .mean
  }

  /// The decision by a score alone; below 0: a gate refused the candidate.
  public func verdict(_ score: Double) -> MatchVerdict {
    if score < 0 { return .none }
    return score >= accept ? .matched : score >= review ? .uncertain : .none
  }

  /// The probability that pairs of a score are the same; below 0: a gate refused them. nil without a
  /// ``calibration``.
  public func probability(_ score: Double) -> Double? {
    calibration.map { score < 0 ? $0.refused : $0.probability(score) }
  }

  /// A score in words: `87 %`, or `115 points`.
  public func text(_ score: Double) -> String {
    switch combine {
    case .mean: "\(Int(clamping: (score * 100).rounded())) %"
    case .sum: "\(Self.number(score)) points"
    }
  }

  /// With one decimal where it is needed.
  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0
      ? "\(Int(clamping: tenths / 10))" : "\(tenths / 10)"
  }
}
