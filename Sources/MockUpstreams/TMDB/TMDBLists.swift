import Reactor

/// Selects and sorts; what was selected lately is kept.
final class TMDBLists: Sendable {
  private static let mostKept = 16

  private struct Kept {
    var facts: [[TMDBFacts]?] = [nil, nil]
    var lists: [TMDBSelection: [Int32]] = [:]
  }

  let catalogue: TMDBCatalogue
  /// Requests come from several event loops.
  private let kept = Guarded(Kept())

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
