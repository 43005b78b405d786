/// A fixed list of titles or names. Its size does not grow with the catalogue.
struct PhraseTable: Sendable {
  let phrases: [String]

  /// All invented song titles, then those of the known songs. Titles that stand alone or need care
  /// appear several times, so that they come up often and under different artists.
  static let titles = PhraseTable(phrases: inventedTitles + KnownSongs.all.map(\.title))

  /// All invented artists, then those of the known songs.
  static let artists = PhraseTable(phrases: inventedArtists + KnownSongs.artists)

  static let inventedTitleCount = inventedTitles.count
  static let inventedArtistCount = inventedArtists.count

  private static let inventedTitles: [String] = {
    let nouns = Vocabulary.nouns
    var titles = Vocabulary.adjectives.flatMap { adjective in nouns.map { "\(adjective) \($0)" } }
    titles += Vocabulary.verbs.flatMap { verb in nouns.map { "\(verb) the \($0)" } }
    for (row, first) in nouns.enumerated() {
      for (column, second) in nouns.enumerated() where (row + column) % 4 == 1 && row != column {
        titles.append("\(first) \(Vocabulary.links[(row + 2 * column) % 4]) \(second)")
      }
    }
    titles += repeated(Vocabulary.plainTitles, times: 8)
    return titles + repeated(Vocabulary.specialTitles, times: 14)
  }()

  private static let inventedArtists: [String] = {
    var names = Vocabulary.firstNames.flatMap { first in
      Vocabulary.lastNames.map { "\(first) \($0)" }
    }
    names += Vocabulary.adjectives.flatMap { adjective in
      Vocabulary.bandNouns.map { "The \(adjective) \($0)" }
    }
    names += repeated(Vocabulary.stageNames, times: 16)
    return names + repeated(Vocabulary.specialNames, times: 16)
  }()

  private static func repeated(_ words: [String], times: Int) -> [String] {
    (0..<times).flatMap { _ in words }
  }
}
