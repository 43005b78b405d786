internal import Notation

/// The worth of scores: how often pairs of such a score were the same, as labelled pairs showed.
public struct MatchCalibration: Sendable, Equatable {
  /// A score, and the probability that goes with it.
  public struct Point: Sendable, Equatable {
    /// The score.
    public let score: Double
    /// The probability.
    public let probability: Double

    /// A point.
    public init(score: Double, probability: Double) {
      (self.score, self.probability) = (score, probability)
    }
  }

  /// The name of the labelled data.
  public let source: String
  /// How many pairs it has.
  public let pairs: Int
  /// The probability of what a gate refuses.
  public let refused: Double
  /// By ascending scores; probabilities do not fall.
  public let points: [Point]

  /// Points must be in order, and there is at least one.
  public init(source: String, pairs: Int, refused: Double, points: [Point]) {
    (self.source, self.pairs, self.refused, self.points) = (source, pairs, refused, points)
  }

  /// The probability of a score: between two points on the line between them, beyond the last ones theirs.
  public func probability(_ score: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.score >= score }) else {
      return points.last?.probability ?? refused
    }
    guard next > 0 else { return points[0].probability }
    let (low, high) = (points[next - 1], points[next])
    let share = (score - low.score) / (high.score - low.score)
    return low.probability + share * (high.probability - low.probability)
  }
}

/// How common what an agreement rests on is: two works called "Home" are less likely one than two called
/// "Tubthumping" (term frequencies of Fellegi and Sunter 1969, as Splink adjusts by them).
public struct MatchRarity: Sendable, Equatable {
  /// The part that both sides have.
  public let term: String
  /// How many rows of the table have it.
  public let rows: Int
  /// How many rows there are.
  public let total: Int
  /// The factor of the odds.
  public let factor: Double

  /// How far frequencies go: they are one piece of evidence.
  private static let most = 20.0

  /// - Parameter mean: how often two rows drawn at random have the same term.
  public init(term: String, rows: Int, total: Int, mean: Double) {
    (self.term, self.rows, self.total) = (term, rows, total)
    let share = Double(max(1, rows)) / Double(max(1, total))
    factor = min(Self.most, max(1 / Self.most, mean / share))
  }

  /// A probability with this taken into account.
  public func adjusted(_ probability: Double) -> Double {
    guard probability < 1 else { return probability }
    let odds = probability / (1 - probability) * factor
    return odds / (1 + odds)
  }
}

/// How often each term is in a table.
public struct TermFrequencies: Sendable {
  private let counts: [String: Int]
  /// How many rows the table has.
  public let total: Int
  private let mean: Double

  /// Terms with the number of rows that have them.
  public init(_ counts: [String: Int]) {
    self.counts = counts
    var (total, squares) = (0.0, 0.0)
    for count in counts.values {
      total += Double(count)
      squares += Double(count) * Double(count)
    }
    self.total = Int(clamping: total)
    mean = total > 0 ? squares / (total * total) : 1
  }

  /// How rare an agreement on two terms is: as rare as the more common of them.
  public func rarity(_ first: String, _ second: String) -> MatchRarity {
    let (one, other) = (counts[first] ?? 0, counts[second] ?? 0)
    return MatchRarity(
      term: one == other ? min(first, second) : one > other ? first : second,
      rows: max(one, other), total: total, mean: mean)
  }
}
