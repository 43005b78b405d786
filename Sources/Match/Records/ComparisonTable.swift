/// Pairs of records, compared: for each comparison the level that each pair reaches, and how rare
/// an equal value is.
public struct ComparisonTable: Sendable {
  /// The comparisons, one for each column of the table.
  public let comparisons: [RecordComparison]
  /// The number of pairs.
  public private(set) var count = 0
  /// The values by comparison; NaN where one of the records says nothing.
  private(set) var values: [[Float]]
  private(set) var rarities: [[Float]]
  /// The levels of the values; -1 where there is none.
  private(set) var levels: [[Int8]]

  /// Compares pairs of records, whose cells are in the order of the columns.
  public init(_ space: RecordSpace, _ pairs: some Collection<(left: [String], right: [String])>) {
    comparisons = space.comparisons
    values = Array(repeating: [], count: comparisons.count)
    (rarities, levels) = (values, Array(repeating: [], count: comparisons.count))
    for pair in pairs {
      let (left, right) = (space.record(pair.left), space.record(pair.right))
      for (place, comparison) in comparisons.enumerated() {
        let (value, rarity) = space.compare(comparison, left, right)
        values[place].append(value.map { Float($0) } ?? .nan)
        rarities[place].append(Float(rarity))
        levels[place].append(value.map { Int8(comparison.level($0)) } ?? -1)
      }
      count += 1
    }
  }

  /// Appends the pairs of another table with the same comparisons.
  public mutating func append(_ other: ComparisonTable) {
    count += other.count
    for place in comparisons.indices {
      values[place] += other.values[place]
      rarities[place] += other.rarities[place]
      levels[place] += other.levels[place]
    }
  }
}

/// The weights of a table's comparisons: what each level adds to the log odds that two records are
/// the same.
public struct RecordModel: Sendable {
  /// The log odds before anything is compared.
  public var prior: Double
  /// By comparison and level; they never fall from level to level.
  public var parts: [[Double]]
  /// By comparison, how much the rarity of an equal value counts.
  public var rarity: [Double]

  /// Makes a model.
  public init(prior: Double, parts: [[Double]], rarity: [Double]) {
    (self.prior, self.parts, self.rarity) = (prior, parts, rarity)
  }

  /// The probability of each pair that the two are the same.
  public func probabilities(_ table: ComparisonTable) -> [Double] {
    var odds = [Double](repeating: prior, count: table.count)
    for place in table.comparisons.indices {
      let (levels, rarities) = (table.levels[place], table.rarities[place])
      for row in odds.indices where levels[row] >= 0 {
        odds[row] += parts[place][Int(levels[row])] + rarity[place] * Double(rarities[row])
      }
    }
    return odds.map(MatchModel.logistic)
  }
}
