internal import Notation

/// The scores of one query's candidates in flat rows: scoring a pair allocates nothing.
///
/// Code called for each pair is `@inlinable`: its callers, in another module, score thousands of pairs
/// a second.
public struct MatchScores {
  /// How a gate ended.
  @frozen public enum GateResult: UInt8, Sendable {
    /// Not evaluated: an earlier gate had failed.
    case open
    /// The candidate meets the condition.
    case passed
    /// It does not.
    case failed
  }

  /// The parts of the scores.
  public let model: MatchModel
  @usableFromInline package var rowCount = 0
  /// How many rows there are.
  @inlinable public var count: Int { rowCount }
  /// Row by row, a value a feature; NaN: there was nothing to compare.
  @usableFromInline var values: [Double] = []
  @usableFromInline package var gates: [GateResult] = []
  @usableFromInline package var scores: [Double] = []
  @usableFromInline package var failed: [Int32] = []
  /// By row, where a table of frequencies has something to say.
  @usableFromInline package var rarities: [Int: MatchRarity] = [:]

  /// No rows.
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

  /// Adds an empty row, the last.
  @inlinable public mutating func addRow() {
    rowCount += 1
    for _ in 0..<model.featureCount { values.append(.nan) }
    for _ in 0..<model.gateCount { gates.append(.open) }
    scores.append(0)
    failed.append(-1)
  }

  /// Sets a value of the last row.
  @inlinable public mutating func set(feature: Int, _ value: Double) {
    values[(count - 1) * model.featureCount + feature] = value
  }

  /// Sets a gate's result of the last row.
  @inlinable public mutating func set(gate: Int, passed: Bool) {
    gates[(count - 1) * model.gateCount + gate] = passed ? .passed : .failed
    if !passed, failed[count - 1] < 0 { failed[count - 1] = Int32(gate) }
  }

  /// Combines the values of the last row.
  @inlinable public mutating func finishRow() { scores[count - 1] = score(count - 1) }

  /// Notes how common it is what the last row agrees on.
  public mutating func set(rarity: MatchRarity) { rarities[count - 1] = rarity }

  /// How common it is what a row agrees on; nil: nobody said.
  public func rarity(_ row: Int) -> MatchRarity? { rarities[row] }

  /// The probability that a row's candidate is the one; nil when the rules are not calibrated.
  public func probability(_ row: Int) -> Double? {
    guard let probability = model.probability(passes(row) ? score(of: row) : -1) else { return nil }
    return passes(row) ? rarities[row]?.adjusted(probability) ?? probability : probability
  }

  /// nil where there was nothing to compare.
  @inlinable public func value(_ row: Int, _ feature: Int) -> Double? {
    let value = values[row * model.featureCount + feature]
    return value.isNaN ? nil : value
  }

  /// How a gate of a row ended.
  public func gate(_ row: Int, _ gate: Int) -> GateResult { gates[row * model.gateCount + gate] }

  /// The first gate that failed.
  public func failedGate(_ row: Int) -> Int? { failed[row] < 0 ? nil : Int(failed[row]) }

  /// Whether no gate of a row failed.
  @inlinable public func passes(_ row: Int) -> Bool { failed[row] < 0 }

  /// A row's score; 0 before ``finishRow()``.
  @inlinable public func score(of row: Int) -> Double { scores[row] }

  /// The score in steps of 10⁻⁹: what rounding alone tells apart is equal.
  public func rank(_ row: Int) -> Int64 { Int64(clamping: (scores[row] * 1e9).rounded()) }

  /// Whether any feature had something to compare.
  public func hasEvidence(_ row: Int) -> Bool {
    (0..<model.featureCount).contains { !model.penalties[$0] && value(row, $0) != nil }
  }

  /// A feature's addition to the score, or deduction; nil where there was nothing to compare.
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
    if model.isMean { sum = weights > 0 ? sum / weights : 0 }
    return max(0, sum - penalties)
  }
}
