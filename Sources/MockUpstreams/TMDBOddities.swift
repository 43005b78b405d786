/// Mistakes in TMDB's lists that were seen in captured answers, or that a client must not stumble over; off
/// unless ``MockOptions`` names them. scripts/services/tmdb/mock_parts/items.lua makes them.
struct TMDBOddities: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    /// Entries whose title is null.
    case untitled
    /// `"vote_average": "8.1"`.
    case textVotes = "text-votes"
    /// `"0000-00-00"`.
    case zeroDates = "zero-dates"
    /// Every third page is the one before once more.
    case repeatedPages = "repeated-pages"
    /// `total_pages` is 2 at first and grows with each page that is read.
    case growing
  }

  private(set) var kinds: Set<Kind> = []

  init() {}

  /// - Parameter text: names with `+` between them; `all` for every one.
  /// - Throws: ``MockOptionError`` that lists the names.
  init(parsing text: String, key: String) throws {
    if text == "all" {
      kinds = Set(Kind.allCases)
      return
    }
    for name in text.split(separator: "+", omittingEmptySubsequences: false) {
      guard let kind = Kind(rawValue: String(name)) else {
        let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw MockOptionError(key: key, message: "takes \(known) or all, not '\(name)'")
      }
      kinds.insert(kind)
    }
  }
}
