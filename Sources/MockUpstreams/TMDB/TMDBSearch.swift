/// Titles by their words: `/search/movie` and the like.
struct TMDBSearch: Sendable {
  let catalogue: TMDBCatalogue

  /// The places of a kind's titles that hold all words of a query, the popular ones first.
  /// - Parameter year: of the first date; nil: any.
  func places(_ kind: TMDBKind, _ query: String, year: Int?) -> [Int] {
    let words = SearchWords.words(query)
    guard !words.isEmpty else { return [] }
    let found = (0..<catalogue.size).filter { index in
      let name = catalogue.name(kind, index).lowercased()
      return words.allSatisfy(name.contains) && isOf(year, kind, index)
    }
    return found.map { (place: $0, popularity: catalogue.facts(kind, $0).popularity) }
      .sorted { ($1.popularity, $0.place) < ($0.popularity, $1.place) }.map(\.place)
  }

  private func isOf(_ year: Int?, _ kind: TMDBKind, _ index: Int) -> Bool {
    guard let year else { return true }
    return catalogue.title(kind, index).date.hasPrefix("\(year)-")
  }
}
