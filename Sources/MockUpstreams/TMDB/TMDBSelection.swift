/// The question of a list.
struct TMDBSelection: Hashable, Sendable {
  /// The sort key of a list.
  enum Key: Sendable {
    case popularity
    case date
    case vote
    case votes
    /// Trending titles: the service's own order.
    case heat
  }

  var kind: TMDBKind
  var key = Key.popularity
  var isAscending = false
  /// A title has a genre of each group: bits of ``TMDBFacts/genres``.
  var genres: [UInt32] = []
  /// The first and last day.
  var from: Int?
  var to: Int?
  var leastVotes = 0
  /// Places in ``TMDBVocabulary/certifications(_:)``; empty: any.
  var certifications: [UInt8] = []

  func holds(_ facts: TMDBFacts) -> Bool {
    if from != nil || to != nil {
      guard let day = facts.day.map(Int.init), day >= from ?? .min, day <= to ?? .max else {
        return false
      }
    }
    guard facts.votes >= leastVotes, genres.allSatisfy({ facts.genres & $0 != 0 }) else {
      return false
    }
    return certifications.isEmpty || facts.certification.map(certifications.contains) ?? false
  }

  /// The order of titles, ascending. Equal ones follow by popularity, then by identifier: how
  /// the real service orders those is not documented.
  func rank(_ facts: TMDBFacts) -> (Int64, Int32) {
    let value: Int64 =
      switch key {
      case .popularity: Int64(facts.popularity)
      case .heat: Int64(facts.heat)
      // No date is before every date.
      case .date: facts.day.map { Int64($0) } ?? Int64(Int32.min)
      case .vote: Int64(facts.vote)
      case .votes: Int64(facts.votes)
      }
    return (isAscending ? value : -value, -facts.popularity)
  }
}
