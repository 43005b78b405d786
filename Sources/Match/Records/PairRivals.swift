/// Pairs of two tables that share a row: at most one of them is the same.
public struct PairRivals: Sendable {
  private let left: [Int]
  private let right: [Int]
  private let rows: (left: Int, right: Int)

  /// Takes the number of each pair's row in either table, from 0 on. Without those of the right
  /// table its rows may be the same as several.
  public init(left: [Int], right: [Int]? = nil) {
    (self.left, self.right) = (left, right ?? Array(left.indices))
    rows = ((left.max() ?? -1) + 1, (self.right.max() ?? -1) + 1)
  }

  /// The most that a probability says, so that certain pairs share a row's certainty.
  private static let most = 1 - 1e-9

  /// The probabilities beside those of the rivals: all pairs of a row, and that none of them is the
  /// same, add up to one. A pair counts less by as much as another one of its row on the left looks
  /// as good: such a likeness tells little there, and none of them may be the same.
  public func shared(_ chances: [Double]) -> [Double] {
    let odds = chances.map { min($0, Self.most) / (1 - min($0, Self.most)) }
    let beside = beside(odds)
    let share = beside.reduce(0, +) / Double(max(1, beside.count))
    guard share > 0, share < 1 else { return beside }
    return self.beside(limited(odds, by: share / (1 - share)))
  }

  private func beside(_ odds: [Double]) -> [Double] {
    var (lefts, rights) = (
      [Double](repeating: 0, count: rows.left), [Double](repeating: 0, count: rows.right)
    )
    for (pair, odds) in odds.enumerated() {
      lefts[left[pair]] += odds
      rights[right[pair]] += odds
    }
    return odds.indices.map { odds[$0] / (1 + lefts[left[$0]] + rights[right[$0]] - odds[$0]) }
  }

  /// The odds, limited to those of any pair where another one of the row looks as good or better.
  private func limited(_ odds: [Double], by any: Double) -> [Double] {
    var best = [(first: Double, second: Double)](repeating: (0, 0), count: rows.left)
    for (pair, odds) in odds.enumerated() {
      let known = best[left[pair]]
      best[left[pair]] = (max(known.first, odds), max(known.second, min(known.first, odds)))
    }
    return odds.enumerated().map { pair, odds in
      let (first, second) = best[left[pair]]
      return odds == 0 ? 0 : 1 / (1 / odds + (odds < first ? 1 : second / first) / any)
    }
  }
}
