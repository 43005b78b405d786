internal import Notation

// How well predicted probabilities agree with the labels.
extension PairStatistics {
  /// Pairs of similar probability.
  public struct Bin: Sendable, Equatable {
    /// The lowest probability of the bin.
    public let low: Double
    /// The upper end of its probabilities.
    public let high: Double
    /// Number of pairs.
    public let pairs: Int
    /// The mean predicted probability.
    public let predicted: Double
    /// The share of the pairs that belong together.
    public let observed: Double
  }

  /// The non-empty ones of ten bins of equal width, and the expected calibration error: the mean
  /// distance between predicted and observed shares. nil when the model gives
  /// no probabilities.
  public func calibrated(_ model: MatchModel) -> (bins: [Bin], error: Double)? {
    let own = outcomes.compactMap { $0.probability ?? model.probability($0.score) }
    guard own.count == outcomes.count, !outcomes.isEmpty else { return nil }
    let probabilities = model.calibration?.adapted(own) ?? own
    var sums = [(pairs: Int, predicted: Double, same: Int)](repeating: (0, 0, 0), count: 10)
    for (outcome, probability) in zip(outcomes, probabilities) {
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
