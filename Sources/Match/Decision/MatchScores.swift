internal import Notation

/// The scores of one query's candidates in flat arrays, so that scoring a pair allocates nothing.
///
/// Functions called for each pair are `@inlinable`, because callers in another module score
/// thousands of pairs a second.
public struct MatchScores {
  /// The result of a gate.
  @frozen public enum GateResult: UInt8, Sendable {
    /// Not evaluated: an earlier gate had failed.
    case open
    /// The candidate meets the condition.
    case passed
    /// The candidate does not meet the condition.
    case failed
  }

  /// The rules' numbers.
  public let model: MatchModel
  @usableFromInline package var rowCount = 0
  /// Number of rows.
  @inlinable public var count: Int { rowCount }
  /// Feature values row by row; NaN where nothing could be compared.
  @usableFromInline var values: [Double] = []
  @usableFromInline package var gates: [GateResult] = []
  @usableFromInline package var scores: [Double] = []
  @usableFromInline package var failed: [Int32] = []
  /// Rarities by row, for rows with an adjustment by term frequency.
  @usableFromInline package var rarities: [Int: MatchRarity] = [:]

  /// Makes an empty table of scores.
  public init(_ model: MatchModel) { self.model = model }

  /// Forgets all rows.
  public mutating func removeAll() {
    rowCount = 0
    values.removeAll(keepingCapacity: true)
    gates.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    failed.removeAll(keepingCapacity: true)
    if !rarities.isEmpty { rarities.removeAll() }
  }

  /// Appends an empty row.
  @inlinable public mutating func addRow() {
    rowCount += 1
    for _ in 0..<model.featureCount { values.append(.nan) }
    for _ in 0..<model.gateCount { gates.append(.open) }
    scores.append(0)
    failed.append(-1)
  }

  /// Sets a feature's value in the last row.
  @inlinable public mutating func set(feature: Int, _ value: Double) {
    values[(count - 1) * model.featureCount + feature] = value
  }

  /// Sets a gate's result in the last row.
  @inlinable public mutating func set(gate: Int, passed: Bool) {
    gates[(count - 1) * model.gateCount + gate] = passed ? .passed : .failed
    if !passed, failed[count - 1] < 0 { failed[count - 1] = Int32(gate) }
  }

  /// Computes the score of the last row.
  @inlinable public mutating func finishRow() { scores[count - 1] = score(count - 1) }

  /// Sets the rarity of the term that the last row agrees on.
  public mutating func set(rarity: MatchRarity) { rarities[count - 1] = rarity }

  /// The rarity of the term that a row agrees on; nil when none was set.
  public func rarity(_ row: Int) -> MatchRarity? { rarities[row] }

  /// The probability that a row's candidate is the wanted work; nil when the rules are not
  /// calibrated.
  public func probability(_ row: Int) -> Double? {
    if passes(row) {
      guard let probability = model.probability(score(of: row)) else { return nil }
      return rarities[row]?.adjusted(probability) ?? probability
    }
    let results = (0..<model.gateCount).map { gate(row, $0) }
    // The score that a refused pair would have is known where all was evaluated.
    guard let calibration = model.calibration, calibration.readsRefused, !results.contains(.open),
      hasEvidence(row)
    else { return model.probability(-1) }
    return calibration.refused(score(of: row), gates: results.count { $0 == .failed })
  }

  /// A feature's value in a row; nil where nothing could be compared.
  @inlinable public func value(_ row: Int, _ feature: Int) -> Double? {
    let value = values[row * model.featureCount + feature]
    return value.isNaN ? nil : value
  }

  /// The result of a gate in a row.
  public func gate(_ row: Int, _ gate: Int) -> GateResult { gates[row * model.gateCount + gate] }

  /// The first gate that failed; nil when none did.
  public func failedGate(_ row: Int) -> Int? { failed[row] < 0 ? nil : Int(failed[row]) }

  /// Whether no gate of a row failed.
  @inlinable public func passes(_ row: Int) -> Bool { failed[row] < 0 }

  /// A row's score; 0 before ``finishRow()``.
  @inlinable public func score(of row: Int) -> Double { scores[row] }

  /// The score in steps of 10⁻⁹, so that rounding errors do not separate equal scores.
  public func rank(_ row: Int) -> Int64 { Int64(clamping: (scores[row] * 1e9).rounded()) }

  /// Whether any feature had values to compare.
  public func hasEvidence(_ row: Int) -> Bool {
    (0..<model.featureCount).contains { !model.penalties[$0] && value(row, $0) != nil }
  }

  /// A feature's addition to the score, or its deduction; nil where nothing could be compared.
  public func contribution(_ row: Int, _ feature: Int) -> Double? {
    guard let value = value(row, feature) else { return nil }
    let amount = model.amounts[feature]
    if model.penalties[feature] { return -amount * value }
    guard model.isMean else { return amount * value }
    let weights = weights(row)
    return weights > 0 ? amount * value / weights : 0
  }

  private func weights(_ row: Int) -> Double {
    var sum = 0.0
    for index in 0..<model.featureCount
    where !model.penalties[index] && value(row, index) != nil {
      sum += model.amounts[index]
    }
    return sum
  }

  @usableFromInline package func score(_ row: Int) -> Double {
    var (sum, weights, penalties) = (0.0, 0.0, 0.0)
    for index in 0..<model.featureCount {
      let value = values[row * model.featureCount + index]
      if value.isNaN { continue }
      if model.penalties[index] {
        penalties += model.amounts[index] * value
      } else {
        weights += model.amounts[index]
        sum += model.amounts[index] * value
      }
    }
    if model.isOdds { return MatchModel.logistic(model.prior + sum - penalties) }
    if model.isMean { sum = weights > 0 ? sum / weights : 0 }
    return max(0, sum - penalties)
  }
}
