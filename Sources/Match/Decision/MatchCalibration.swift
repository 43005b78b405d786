internal import Glibc
internal import Notation

/// Maps scores to probabilities: how often labelled pairs of a score were the same work.
public struct MatchCalibration: Sendable {
  /// A score with its probability.
  public struct Point: Sendable, Equatable {
    /// The score.
    public let score: Double
    /// The probability.
    public let probability: Double

    /// Makes a point.
    public init(score: Double, probability: Double) {
      (self.score, self.probability) = (score, probability)
    }
  }

  /// The name of the labelled data.
  public let source: String
  /// Number of labelled pairs.
  public let pairs: Int
  /// The probability of a pair that a gate refuses.
  public let refused: Double
  /// The points by ascending scores; probabilities never fall.
  public let points: [Point]
  /// The points of pairs that one gate refuses, and of those that several do, by the scores that
  /// they would have; empty where ``refused`` is all that is known.
  public let refusedPoints: (one: [Point], several: [Point])
  /// The share of the same among the labelled pairs as they were weighed; nil: unknown.
  public let share: Double?

  /// Makes a calibration. There must be at least one point, and points must be in order.
  public init(
    source: String, pairs: Int, refused: Double, points: [Point],
    refusedPoints: (one: [Point], several: [Point]) = ([], []), share: Double? = nil
  ) {
    (self.source, self.pairs, self.refused, self.points) = (source, pairs, refused, points)
    (self.refusedPoints, self.share) = (refusedPoints, share)
  }

  /// Whether the score of a refused pair says something.
  public var readsRefused: Bool { !refusedPoints.one.isEmpty || !refusedPoints.several.isEmpty }

  /// The probability of a score, interpolated between its neighbours; beyond the ends that of the
  /// end point.
  public func probability(_ score: Double) -> Double { probability(score, points) }

  /// The probability of a pair that gates refuse, by the score that it would have.
  public func refused(_ score: Double, gates: Int) -> Double {
    probability(score, gates > 1 ? refusedPoints.several : refusedPoints.one)
  }

  private func probability(_ score: Double, _ points: [Point]) -> Double {
    guard let next = points.firstIndex(where: { $0.score >= score }) else {
      return points.last?.probability ?? refused
    }
    guard next > 0 else { return points[0].probability }
    let (low, high) = (points[next - 1], points[next])
    let share = (score - low.score) / (high.score - low.score)
    return low.probability + share * (high.probability - low.probability)
  }

  /// How far the odds of a set go towards those that its own share of the same would give: half,
  /// because that share is an estimate.
  private static let turn = 0.5

  /// The probabilities of a set of pairs with another share of the same than the labelled pairs
  /// had. The share is that on which the probabilities and their mean agree (Saerens, Latinne and
  /// Decaestecker 2002).
  func adapted(_ probabilities: [Double]) -> [Double] {
    guard let share, share > 0, share < 1, !probabilities.isEmpty else { return probabilities }
    func changed(_ probability: Double, _ odds: Double) -> Double {
      probability * odds / (probability * odds + 1 - probability)
    }
    func odds(_ found: Double) -> Double { found / (1 - found) * (1 - share) / share }
    var found = share
    for _ in 0..<200 {
      let factor = odds(found)
      let sum = probabilities.reduce(0) { $0 + changed($1, factor) }
      found = (sum + 1) / (Double(probabilities.count) + 2)
    }
    let factor = pow(odds(found), Self.turn)
    return probabilities.map { changed($0, factor) }
  }
}

/// Adjusts a probability by how common the agreeing term is: two works called "Home" are less
/// likely the same than two called "Tubthumping" (term frequencies of Fellegi and Sunter 1969, as
/// Splink applies them).
public struct MatchRarity: Sendable, Equatable {
  /// The term that both sides share.
  public let term: String
  /// Number of rows of the table with the term.
  public let rows: Int
  /// Number of rows of the table.
  public let total: Int
  /// The factor by which the odds change.
  public let factor: Double

  /// Limit of the factor, because frequency is only one piece of evidence.
  private static let most = 20.0

  /// Computes the factor.
  /// - Parameter mean: the probability that two rows drawn at random have the same term.
  public init(term: String, rows: Int, total: Int, mean: Double) {
    (self.term, self.rows, self.total) = (term, rows, total)
    let share = Double(max(1, rows)) / Double(max(1, total))
    factor = min(Self.most, max(1 / Self.most, mean / share))
  }

  /// The probability after the adjustment.
  public func adjusted(_ probability: Double) -> Double {
    guard probability < 1 else { return probability }
    let odds = probability / (1 - probability) * factor
    return odds / (1 + odds)
  }
}

/// Counts how often each term appears in a table.
public struct TermFrequencies: Sendable {
  private let counts: [String: Int]
  /// Number of rows of the table.
  public let total: Int
  private let mean: Double

  /// Makes frequencies of terms with their numbers of rows.
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

  /// The rarity of an agreement on two terms: that of the more common one.
  public func rarity(_ first: String, _ second: String) -> MatchRarity {
    let (one, other) = (counts[first] ?? 0, counts[second] ?? 0)
    return MatchRarity(
      term: one == other ? min(first, second) : one > other ? first : second,
      rows: max(one, other), total: total, mean: mean)
  }
}
