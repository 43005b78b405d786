internal import Glibc
internal import Notation

/// The numbers of match rules, without their functions: how features become a score, and scores a
/// decision.
public final class MatchModel: Sendable {
  /// A piece of evidence, or a penalty.
  public struct Feature: Sendable {
    /// The name in the rules.
    public let name: String
    /// The weight; for a penalty the largest deduction, in units of the score.
    public let amount: Double
    /// Whether the feature is a penalty.
    public let isPenalty: Bool

    /// Makes a feature.
    public init(name: String, amount: Double, isPenalty: Bool) {
      (self.name, self.amount, self.isPenalty) = (name, amount, isPenalty)
    }
  }

  /// A field of candidates that breaks ties, ascending or descending.
  public struct TieField: Sendable, Equatable {
    /// The field's name.
    public let name: String
    /// Whether larger values come first.
    public let descending: Bool

    /// Parses the declaration of a field.
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
    /// The probability whose log odds are ``MatchModel/prior`` and the sum of weight × value.
    case odds
  }

  /// Which candidate is chosen.
  public enum Choice: String, Sendable, CaseIterable {
    /// The candidate with the highest score.
    case best
    /// The first candidate in the source's order that reaches `accept`.
    case first
  }

  /// The features in the rules' order.
  public let features: [Feature]
  /// The names of the gates, in the order in which they are evaluated.
  public let gates: [String]
  /// Lowest score of a match.
  public let accept: Double
  /// Lowest score of an uncertain candidate.
  public let review: Double
  /// Lead in score that the best candidate needs over another work.
  public let margin: Double
  /// How features become a score.
  public let combine: Combination
  /// The log odds before anything is compared, for ``Combination/odds``.
  public let prior: Double
  /// Which candidate is chosen.
  public let pick: Choice
  /// Fields that break ties, the most important first.
  public let tieOrder: [TieField]
  /// Maps scores to probabilities; nil for rules without a calibration.
  public let calibration: MatchCalibration?

  // Copies beside the features, so that scoring reads numbers without counting references to names.
  @usableFromInline let amounts: [Double]
  @usableFromInline let penalties: [Bool]
  @usableFromInline let featureCount: Int
  @usableFromInline package let gateCount: Int
  @usableFromInline let isMean: Bool
  @usableFromInline let isOdds: Bool

  /// Makes a model of the rules' numbers.
  public init(
    features: [Feature], gates: [String] = [], accept: Double, review: Double = 0,
    margin: Double = 0, combine: Combination = .mean, prior: Double = 0, pick: Choice = .best,
    tieOrder: [TieField] = [], calibration: MatchCalibration? = nil
  ) {
    self.features = features
    self.gates = gates
    self.accept = accept
    self.review = review
    self.margin = margin
    self.combine = combine
    self.prior = prior
    self.pick = pick
    self.tieOrder = tieOrder
    self.calibration = calibration
    amounts = features.map(\.amount)
    penalties = features.map(\.isPenalty)
    featureCount = features.count
    gateCount = gates.count
    isMean = combine == .mean
    isOdds = combine == .odds
  }

  /// The verdict on a score alone; a score below 0 means that a gate refused the candidate.
  public func verdict(_ score: Double) -> MatchVerdict {
    if score < 0 { return .none }
    return score >= accept ? .matched : score >= review ? .uncertain : .none
  }

  /// The probability that a pair with this score is the same work; a score below 0 means that a
  /// gate refused it. nil without a ``calibration``, unless scores are probabilities.
  public func probability(_ score: Double) -> Double? {
    if isOdds, calibration == nil { return max(0, score) }
    return calibration.map { score < 0 ? $0.refused : $0.probability(score) }
  }

  /// A score for people: `87 %`, or `115 points`.
  public func text(_ score: Double) -> String { text(score, digits: 0) }

  /// A score and the threshold that it misses, with as many digits as tell the two apart:
  /// `86.9 % is below 87 %`.
  package func text(_ score: Double, below limit: Double) -> String {
    let digits = (0...9).first { text(score, digits: $0) != text(limit, digits: $0) } ?? 0
    return "\(text(score, digits: digits)) is below \(text(limit, digits: digits))"
  }

  private func text(_ score: Double, digits: Int) -> String {
    switch combine {
    case .mean, .odds: "\(Self.number(score * 100, digits: digits)) %"
    case .sum: "\(Self.number(score, digits: digits + 1)) points"
    }
  }

  /// The probability of log odds.
  package static func logistic(_ odds: Double) -> Double { 1 / (1 + exp(-odds)) }

  /// A number with as many decimals as it needs, `digits` at most.
  private static func number(_ value: Double, digits: Int) -> String {
    var digits = digits
    var scaled = Int(clamping: (value * pow(10, Double(digits))).rounded())
    while digits > 0, scaled % 10 == 0 { (scaled, digits) = (scaled / 10, digits - 1) }
    guard digits > 0 else { return String(scaled) }
    let figures = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - figures.count)) + figures
    return (scaled < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
  }
}
