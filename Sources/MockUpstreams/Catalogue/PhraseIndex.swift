/// The words of a ``PhraseTable``: finds the phrases that a search spells out in full. Apart from the
/// table, as making it takes longer than starting the server, and charts do without.
struct PhraseIndex: Sendable {
  static let titles = PhraseIndex(PhraseTable.titles)
  static let artists = PhraseIndex(PhraseTable.artists)

  /// The number of different words of each phrase.
  private let wordCounts: [Int]
  private let numbersByWord: [String: [Int32]]

  init(_ table: PhraseTable) {
    var counts: [Int] = []
    var index: [String: [Int32]] = [:]
    for (number, phrase) in table.phrases.enumerated() {
      let words = Set(SearchWords.words(phrase))
      counts.append(words.count)
      for word in words { index[word, default: []].append(Int32(number)) }
    }
    wordCounts = counts
    numbersByWord = index
  }

  /// Makes both now, so that no search has to wait for them.
  static func prepare() { _ = (titles, artists) }

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

  /// The numbers of the phrases that hold all of some words, in order; none for no words.
  func containing(_ words: Set<String>) -> [Int] {
    let lists = words.map { numbersByWord[$0] ?? [] }.sorted { $0.count < $1.count }
    guard let shortest = lists.first else { return [] }
    let others = lists.dropFirst().map(Set.init)
    return shortest.filter { number in others.allSatisfy { $0.contains(number) } }.map(Int.init)
  }
}
