internal import Glibc

// Weights without labels: expectation and maximisation over the levels of the comparisons, as
// Fellegi and Sunter (1969) and Splink do, with two additions. Parts never fall from level to level
// (isotonic regression), and a comparison that repeats what others say, such as the words of the
// whole record, counts less: its weight is the share that correlations within the matches and the
// others leave it.
extension RecordModel {
  private static let rounds = 200
  /// A half pair is spread over the levels, so that none is impossible.
  private static let spread = 0.5
  /// The share of matches whose cell holds anything: no single cell excludes a match.
  private static let mistaken = 0.005
  /// How much correlations are drawn to none.
  private static let ridge = 0.05
  private static let leastWeight = 0.05

  /// Estimates weights.
  /// - Parameters:
  ///   - labels: known answers, nil where the pair has none.
  ///   - rivals: which pairs share a row; nil where a row may be the same as several.
  public static func estimated(
    _ table: ComparisonTable, labels: [Bool?], rivals: PairRivals? = nil
  ) -> RecordModel {
    var chances = start(table)
    func know() {
      for (row, label) in labels.enumerated() { if let label { chances[row] = label ? 1 : 0 } }
    }
    know()
    var model = step(table, chances, mistaken: 0)
    for _ in 0..<rounds {
      let before = chances
      chances = model.probabilities(table)
      if let rivals { chances = rivals.shared(chances) }
      know()
      let change = zip(before, chances).reduce(0) { max($0, abs($1.0 - $1.1)) }
      if change < 1e-5 { break }
      model = step(table, chances, mistaken: 0)
    }
    return step(table, chances, mistaken: mistaken)
  }

  /// First guesses: how alike the words of the record are, else how alike all is.
  private static func start(_ table: ComparisonTable) -> [Double] {
    let words = table.comparisons.indices.filter { table.comparisons[$0].measure.isOfWords }
    let whole = words.first { table.comparisons[$0].column == nil } ?? words.first
    return (0..<table.count).map { row in
      var likeness = whole.map { Double(table.values[$0][row]) } ?? meanLevel(table, row)
      if likeness.isNaN { likeness = 0 }
      return min(0.98, max(0.02, (likeness - 0.2) / 0.7))
    }
  }

  private static func meanLevel(_ table: ComparisonTable, _ row: Int) -> Double {
    let places = table.comparisons.indices.filter { table.levels[$0][row] >= 0 }
    let sum = places.reduce(0) {
      $0 + Double(table.levels[$1][row]) / Double(max(1, table.comparisons[$1].levels - 1))
    }
    return places.isEmpty ? 0.5 : sum / Double(places.count)
  }

  /// The weights that fit the probabilities of the pairs.
  private static func step(
    _ table: ComparisonTable, _ chances: [Double], mistaken: Double
  ) -> RecordModel {
    let mean = chances.reduce(0, +) / Double(max(1, chances.count))
    let share = min(0.999, max(0.001, mean))
    let parts = table.comparisons.indices.map { part(table, $0, chances, mistaken) }
    let weights = independence(table, parts, chances)
    return RecordModel(
      prior: log(share / (1 - share)),
      parts: zip(parts, weights).map { part, weight in part.map { $0 * weight } }, rarity: weights)
  }

  /// The logarithm, level by level, of how much more often matches reach it than others.
  private static func part(
    _ table: ComparisonTable, _ place: Int, _ chances: [Double], _ mistaken: Double
  ) -> [Double] {
    let count = table.comparisons[place].levels
    var (same, other) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    for (row, level) in table.levels[place].enumerated() where level >= 0 {
      same[Int(level)] += chances[row]
      other[Int(level)] += 1 - chances[row]
    }
    let (sames, others) = (same.reduce(0, +), other.reduce(0, +))
    var ratios: [Double] = []
    for level in 0..<count {
      // Of the half pair a match has more at high levels, another at low ones.
      let rise = count > 1 ? 0.2 + 1.6 * Double(level) / Double(count - 1) : 1
      let m = (same[level] + spread * rise / Double(count)) / (sames + spread)
      let u = (other[level] + spread * (2 - rise) / Double(count)) / (others + spread)
      ratios.append(log(((1 - mistaken) * m + mistaken * u) / u))
    }
    return Isotonic.rising(ratios, weights: zip(same, other).map { $0 + $1 + 1e-3 })
  }

  /// The weight of each comparison beside the others: 1 where it is independent of them.
  private static func independence(
    _ table: ComparisonTable, _ parts: [[Double]], _ chances: [Double]
  ) -> [Double] {
    let count = parts.count
    let sames = max(1e-9, chances.reduce(0, +))
    let others = max(1e-9, Double(chances.count) - sames)
    var centred = parts.indices.map { place -> [Double] in
      table.levels[place].map { $0 < 0 ? .nan : parts[place][Int($0)] }
    }
    for place in centred.indices {
      var (mean, otherMean) = (0.0, 0.0)
      for (row, value) in centred[place].enumerated() where !value.isNaN {
        mean += value * chances[row] / sames
        otherMean += value * (1 - chances[row]) / others
      }
      for (row, value) in centred[place].enumerated() {
        centred[place][row] =
          value.isNaN ? 0 : value - chances[row] * mean - (1 - chances[row]) * otherMean
      }
    }
    var matrix = [[Double]](repeating: Array(repeating: 0, count: count), count: count)
    for i in 0..<count {
      for j in 0...i {
        var sum = 0.0
        for row in 0..<table.count { sum += centred[i][row] * centred[j][row] }
        (matrix[i][j], matrix[j][i]) = (sum, sum)
      }
    }
    let spreads = (0..<count).map { matrix[$0][$0].squareRoot() + 1e-6 }
    for i in 0..<count {
      for j in 0..<count {
        let correlation = max(0, matrix[i][j] / (spreads[i] * spreads[j]))
        matrix[i][j] = i == j ? 1 : (1 - ridge) * correlation
      }
    }
    return LinearEquations.solved(matrix, Array(repeating: 1, count: count)).map {
      min(1, max(leastWeight, $0))
    }
  }
}

/// Values that never fall, nearest to others by weighted squares (pool adjacent violators).
enum Isotonic {
  static func rising(_ values: [Double], weights: [Double]) -> [Double] {
    var pools: [(mean: Double, weight: Double, count: Int)] = []
    for (value, weight) in zip(values, weights) {
      pools.append((value, weight, 1))
      while pools.count > 1, pools[pools.count - 2].mean > pools[pools.count - 1].mean {
        let last = pools.removeLast()
        let first = pools.removeLast()
        let weight = first.weight + last.weight
        let mean = (first.mean * first.weight + last.mean * last.weight) / weight
        pools.append((mean, weight, first.count + last.count))
      }
    }
    return pools.flatMap { Array(repeating: $0.mean, count: $0.count) }
  }
}

/// Linear equations of a few unknowns.
enum LinearEquations {
  /// Solves them by elimination; an unknown that nothing determines is 0.
  static func solved(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = zip(matrix, right).map { $0 + [$1] }
    let count = right.count
    for column in 0..<count {
      let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      rows.swapAt(column, pivot)
      guard abs(rows[column][column]) > 1e-12 else { continue }
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<count).map { abs(rows[$0][$0]) > 1e-12 ? rows[$0][count] / rows[$0][$0] : 0 }
  }
}
