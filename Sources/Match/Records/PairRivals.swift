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
  /// same, add up to one.
  public func shared(_ chances: [Double]) -> [Double] {
    var (lefts, rights) = (
      [Double](repeating: 0, count: rows.left), [Double](repeating: 0, count: rows.right)
    )
    let odds = chances.map { min($0, Self.most) / (1 - min($0, Self.most)) }
    for (pair, odds) in odds.enumerated() {
      lefts[left[pair]] += odds
      rights[right[pair]] += odds
    }
    return odds.indices.map { odds[$0] / (1 + lefts[left[$0]] + rights[right[$0]] - odds[$0]) }
  }
}
