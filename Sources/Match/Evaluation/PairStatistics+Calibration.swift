internal import Notation

// Predictions against the truth.
extension PairStatistics {
  /// Pairs of like probability.
  public struct Bin: Sendable, Equatable {
    /// The probabilities that it holds.
    public let low: Double
    /// Its upper end.
    public let high: Double
    /// How many pairs.
    public let pairs: Int
    /// Their mean probability.
    public let predicted: Double
    /// The share of them that belongs together.
    public let observed: Double
  }

  /// Ten bins of equal width, without the empty ones, and the expected calibration error: the mean distance
  /// of what was predicted and what was so. nil when a model is not calibrated.
  public func calibrated(_ model: MatchModel) -> (bins: [Bin], error: Double)? {
    guard model.calibration != nil, !outcomes.isEmpty else { return nil }
    var sums = [(pairs: Int, predicted: Double, same: Int)](repeating: (0, 0, 0), count: 10)
    for outcome in outcomes {
      guard let probability = model.probability(outcome.score) else { continue }
      let place = min(9, max(0, Int(clamping: probability * 10)))
      sums[place].pairs += 1
      sums[place].predicted += probability
      sums[place].same += outcome.label ? 1 : 0
    }
    let bins = sums.enumerated().compactMap { place, sum -> Bin? in
      guard sum.pairs > 0 else { return nil }
      return Bin(
        low: Double(place) / 10, high: Double(place + 1) / 10, pairs: sum.pairs,
        predicted: sum.predicted / Double(sum.pairs), observed: Double(sum.same) / Double(sum.pairs)
      )
    }
    let error = bins.reduce(0) {
      $0 + Double($1.pairs) / Double(outcomes.count) * abs($1.predicted - $1.observed)
    }
    return (bins, error)
  }
}
