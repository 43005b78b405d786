internal import Notation

/// The scores of one query's candidates in flat rows: scoring a pair allocates nothing.
struct MatchScores {
  /// How a gate ended.
  enum GateResult: UInt8 {
    /// Not evaluated: an earlier gate had failed.
    case open
    case passed, failed
  }

  private let rules: MatchRules
  private(set) var count = 0
  /// Row by row, a value a feature; NaN: there was nothing to compare.
  private var values: [Double] = []
  private var gates: [GateResult] = []
  private var scores: [Double] = []
  private var failed: [Int32] = []

  init(_ rules: MatchRules) { self.rules = rules }

  /// Forgets all rows.
  mutating func removeAll() {
    count = 0
    values.removeAll(keepingCapacity: true)
    gates.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    failed.removeAll(keepingCapacity: true)
  }

  /// Adds an empty row, the last.
  mutating func addRow() {
    count += 1
    for _ in rules.features.indices { values.append(.nan) }
    for _ in rules.gates.indices { gates.append(.open) }
    scores.append(0)
    failed.append(-1)
  }

  /// Sets a value of the last row.
  mutating func set(feature: Int, _ value: Double) {
    values[(count - 1) * rules.features.count + feature] = value
  }

  /// Sets a gate's result of the last row.
  mutating func set(gate: Int, passed: Bool) {
    gates[(count - 1) * rules.gates.count + gate] = passed ? .passed : .failed
    if !passed, failed[count - 1] < 0 { failed[count - 1] = Int32(gate) }
  }

  /// Combines the values of the last row.
  mutating func finishRow() { scores[count - 1] = score(count - 1) }

  /// nil where there was nothing to compare.
  func value(_ row: Int, _ feature: Int) -> Double? {
    let value = values[row * rules.features.count + feature]
    return value.isNaN ? nil : value
  }

  func gate(_ row: Int, _ gate: Int) -> GateResult { gates[row * rules.gates.count + gate] }

  /// The first gate that failed.
  func failedGate(_ row: Int) -> Int? { failed[row] < 0 ? nil : Int(failed[row]) }

  func passes(_ row: Int) -> Bool { failed[row] < 0 }

  func score(of row: Int) -> Double { scores[row] }

  /// The score in steps of 10⁻⁹: what rounding alone tells apart is equal.
  func rank(_ row: Int) -> Int64 { Int64(clamping: (scores[row] * 1e9).rounded()) }

  /// Whether any feature had something to compare.
  func hasEvidence(_ row: Int) -> Bool {
    rules.features.indices.contains { !rules.features[$0].isPenalty && value(row, $0) != nil }
  }

  /// What a feature adds to the score, or takes off it; nil where there was nothing to compare.
  func contribution(_ row: Int, _ feature: Int) -> Double? {
    guard let value = value(row, feature) else { return nil }
    let amount = rules.features[feature].amount
    if rules.features[feature].isPenalty { return -amount * value }
    guard rules.combine == .mean else { return amount * value }
    let weights = weights(row)
    return weights > 0 ? amount * value / weights : 0
  }

  private func weights(_ row: Int) -> Double {
    var sum = 0.0
    for index in rules.features.indices
    where !rules.features[index].isPenalty && value(row, index) != nil {
      sum += rules.features[index].amount
    }
    return sum
  }

  private func score(_ row: Int) -> Double {
    var (sum, weights, penalties) = (0.0, 0.0, 0.0)
    for index in rules.features.indices {
      let feature = rules.features[index]
      let value = values[row * rules.features.count + index]
      if value.isNaN { continue }
      if feature.isPenalty {
        penalties += feature.amount * value
      } else {
        weights += feature.amount
        sum += feature.amount * value
      }
    }
    if rules.combine == .mean { sum = weights > 0 ? sum / weights : 0 }
    return max(0, sum - penalties)
  }
}
