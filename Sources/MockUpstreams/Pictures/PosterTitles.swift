/// The titles of TMDB's made-up films and series, which the names of their posters count. The numbering is
/// that of scripts/services/tmdb/mock_parts/titles.lua.
struct PosterTitles: Sendable {
  private static let salt: UInt64 = 211

  private let size: Int
  /// Of the films, and of the series.
  private let numberings: [Numbering]

  /// - Parameter size: how many films there are, and how many series.
  init(seed: UInt64, size: Int) {
    self.size = size
    var digest = Digest(seed: seed, 0, salt: Self.salt)
    numberings = (0..<2).map { _ in
      Numbering(count: PhraseTable.bookTitles.phrases.count, digest: &digest)
    }
  }

  /// The title of a poster's name without its ending; nil for a made-up one.
  func title(_ name: String) -> String? {
    guard name.utf8.count == 27, let number = Int(name.suffix(7), radix: 36), number >= 0,
      number / 2 < size
    else { return nil }
    return PhraseTable.bookTitles.phrases[numberings[number % 2].number(at: number / 2)]
  }
}
