import Synchronization

/// What a list is asked for.
struct TMDBSelection: Hashable, Sendable {
  /// What a list is sorted by.
  enum Key: Sendable {
    case popularity
    case date
    case vote
    case votes
    /// What is trending: the service's own order.
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

  /// What titles are ordered by, ascending. Equal ones follow by popularity, then by identifier: how
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

/// Selects and sorts; what was selected lately is kept.
final class TMDBLists: Sendable {
  private static let mostKept = 16

  private struct Kept {
    var facts: [[TMDBFacts]?] = [nil, nil]
    var lists: [TMDBSelection: [Int32]] = [:]
  }

  let catalogue: TMDBCatalogue
  /// Requests come from several event loops.
  private let kept = Mutex(Kept())

  init(_ catalogue: TMDBCatalogue) { self.catalogue = catalogue }

  /// The places of the titles of a selection, in its order.
  func places(_ selection: TMDBSelection) -> [Int32] {
    kept.withLock { kept in
      if let list = kept.lists[selection] { return list }
      let all = facts(selection.kind, &kept)
      let list = all.indices.filter { selection.holds(all[$0]) }
        .map { (rank: selection.rank(all[$0]), place: Int32($0)) }
        .sorted { ($0.rank.0, $0.rank.1, $0.place) < ($1.rank.0, $1.rank.1, $1.place) }
        .map(\.place)
      if kept.lists.count >= Self.mostKept { kept.lists = [:] }
      kept.lists[selection] = list
      return list
    }
  }

  private func facts(_ kind: TMDBKind, _ kept: inout Kept) -> [TMDBFacts] {
    if let facts = kept.facts[kind.rawValue] { return facts }
    let facts = (0..<catalogue.size).map { catalogue.facts(kind, $0) }
    kept.facts[kind.rawValue] = facts
    return facts
  }
}
