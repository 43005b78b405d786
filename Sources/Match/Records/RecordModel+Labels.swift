internal import Glibc

// Weights from labels: a logistic regression on the steps between the levels. Steps are 0 or more,
// so that a pair that is more alike in one respect is never less likely the same; they are drawn to
// 0 by squares, so that a few dozen labels suffice. The problem is convex: one answer, found by
// accelerated projected gradients.
extension RecordModel {
  private static let rounds = 1500
  /// A round that changes no number by more is the last.
  private static let least = 1e-4
  /// How strongly parameters are drawn to where they begin, in pairs.
  private static let pull = 0.4
  /// The weight of the rarity of an equal value before labels say.
  private static let usualRarity = 0.5

  /// Fits weights to the pairs of a table with a label.
  public static func learned(_ table: ComparisonTable, labels: [Bool?]) -> RecordModel {
    let rows = labels.indices.filter { labels[$0] != nil }
    let answers = rows.map { labels[$0] == true ? 1.0 : 0.0 }
    let share = (answers.reduce(0, +) + 1) / Double(rows.count + 2)
    let began = LabelFit(prior: log(share / (1 - share)), table, rarity: usualRarity)
    var (now, ahead, speed) = (began, began, 1.0)
    let step = 1 / (0.25 * began.curvature(table, rows) + pull)
    for _ in 0..<rounds {
      let odds = ahead.odds(table, rows)
      let misses = zip(odds, answers).map { MatchModel.logistic($0) - $1 }
      let slopes = ahead.slopes(table, rows, misses)
      var next = ahead
      for place in next.numbers.indices {
        // The prior is hardly drawn: it is the share of matches among the labels.
        let strength = place == 0 ? pull / 50 : pull
        let back = strength * (ahead.numbers[place] - began.numbers[place])
        next.numbers[place] -= step * (slopes[place] + back)
        if next.isStep[place] { next.numbers[place] = max(0, next.numbers[place]) }
      }
      let change = zip(now.numbers, next.numbers).reduce(0) { max($0, abs($1.0 - $1.1)) }
      let faster = (1 + (1 + 4 * speed * speed).squareRoot()) / 2
      ahead = next
      for place in ahead.numbers.indices {
        ahead.numbers[place] += (speed - 1) / faster * (next.numbers[place] - now.numbers[place])
      }
      (now, speed) = (next, faster)
      if change < least { break }
    }
    return now.model(table)
  }
}

/// The parameters of a fit in one list: the prior; then for each comparison the part of its lowest
/// level, the weight of rarity, and the steps to the next levels.
private struct LabelFit {
  var numbers: [Double]
  private(set) var isStep: [Bool] = []
  private let starts: [Int]

  init(prior: Double, _ table: ComparisonTable, rarity: Double) {
    (numbers, isStep) = ([prior], [false])
    var starts: [Int] = []
    for comparison in table.comparisons {
      starts.append(numbers.count)
      numbers += [0, rarity] + Array(repeating: 0, count: comparison.levels - 1)
      isStep += [false, true] + Array(repeating: true, count: comparison.levels - 1)
    }
    self.starts = starts
  }

  /// The parts of a comparison by level.
  private func parts(_ place: Int, _ levels: Int) -> [Double] {
    var parts = [numbers[starts[place]]]
    for level in 1..<levels { parts.append(parts[level - 1] + numbers[starts[place] + 1 + level]) }
    return parts
  }

  func model(_ table: ComparisonTable) -> RecordModel {
    RecordModel(
      prior: numbers[0],
      parts: table.comparisons.indices.map { parts($0, table.comparisons[$0].levels) },
      rarity: starts.map { numbers[$0 + 1] })
  }

  func odds(_ table: ComparisonTable, _ rows: [Int]) -> [Double] {
    var odds = [Double](repeating: numbers[0], count: rows.count)
    for place in starts.indices {
      let parts = parts(place, table.comparisons[place].levels)
      let rarity = numbers[starts[place] + 1]
      for (index, row) in rows.enumerated() where table.levels[place][row] >= 0 {
        odds[index] += parts[Int(table.levels[place][row])]
        odds[index] += rarity * Double(table.rarities[place][row])
      }
    }
    return odds
  }

  /// The slope of each number, for slopes of the pairs' log odds.
  func slopes(_ table: ComparisonTable, _ rows: [Int], _ misses: [Double]) -> [Double] {
    var slopes = [Double](repeating: 0, count: numbers.count)
    slopes[0] = misses.reduce(0, +)
    for place in starts.indices {
      var sums = [Double](repeating: 0, count: table.comparisons[place].levels)
      for (index, row) in rows.enumerated() where table.levels[place][row] >= 0 {
        sums[Int(table.levels[place][row])] += misses[index]
        slopes[starts[place] + 1] += misses[index] * Double(table.rarities[place][row])
      }
      // A step counts for all levels above it.
      var above = 0.0
      for level in sums.indices.reversed() {
        above += sums[level]
        slopes[starts[place] + (level == 0 ? 0 : 1 + level)] = above
      }
    }
    return slopes
  }

  /// The largest curvature of the squares, by the power method.
  func curvature(_ table: ComparisonTable, _ rows: [Int]) -> Double {
    var (probe, largest) = (self, 1.0)
    probe.numbers = numbers.map { _ in 1 }
    for _ in 0..<30 {
      let length = probe.numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
      guard length > 0 else { return largest }
      probe.numbers = probe.numbers.map { $0 / length }
      probe.numbers = probe.slopes(table, rows, probe.odds(table, rows))
      largest = probe.numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
    // The method comes from below.
    return 1.05 * largest
  }
}
