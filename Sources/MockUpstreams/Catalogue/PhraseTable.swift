/// A fixed list of titles or names with an index of their words: finds those that a search spells out
/// in full. Its size does not grow with the catalogue.
struct PhraseTable: Sendable {
  let phrases: [String]
  /// The number of different words of each phrase.
  private let wordCounts: [Int]
  private let numbersByWord: [String: [Int32]]

  init(_ phrases: [String]) {
    self.phrases = phrases
    var counts: [Int] = []
    var index: [String: [Int32]] = [:]
    for (number, phrase) in phrases.enumerated() {
      let words = Set(SearchWords.words(phrase))
      counts.append(words.count)
      for word in words { index[word, default: []].append(Int32(number)) }
    }
    wordCounts = counts
    numbersByWord = index
  }

  /// The numbers of the phrases whose every word is among `words`, longest phrase first.
  func spelledOut(in words: Set<String>) -> [Int] {
    var hits: [Int: Int] = [:]
    for word in words {
      for number in numbersByWord[word] ?? [] { hits[Int(number), default: 0] += 1 }
    }
    return hits.filter { $0.value == wordCounts[$0.key] }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map(\.key)
  }
}

extension PhraseTable {
  /// All invented song titles, then those of the known songs. Titles that stand alone or need care
  /// appear several times, so that they come up often and under different artists.
  static let titles = PhraseTable(inventedTitles + KnownSongs.all.map(\.title))

  /// All invented artists, then those of the known songs.
  static let artists = PhraseTable(inventedArtists + KnownSongs.artists)

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
