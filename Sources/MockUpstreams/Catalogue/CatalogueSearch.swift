/// The part of a song that a search is about.
enum SearchField: Sendable {
  case any
  case title
  case artist
  case album
}

/// The songs that a search finds, best first.
struct SearchResult: Sendable {
  /// Title and artist (or the one field that was asked) are spelled out in the search.
  var songs: [Song] = []
  /// The same title by other artists.
  var sameTitle: [Song] = []
}

extension Catalogue {
  private static let sameTitleLimit = 3

  /// Finds songs by words, accents and case aside. Words beyond the title and the artist (guests,
  /// versions) do no harm; half a title finds nothing.
  func search(_ term: String, field: SearchField, limit: Int) -> SearchResult {
    let words = Set(SearchWords.words(term))
    switch field {
    case .title: return SearchResult(songs: songs(titled: words, limit: limit))
    case .artist: return SearchResult(songs: songs(by: words, limit: limit))
    case .album: return SearchResult(songs: songs(onAlbum: words, limit: limit))
    case .any: return search(words, limit: limit)
    }
  }

  private func search(_ words: Set<String>, limit: Int) -> SearchResult {
    let titles = PhraseIndex.titles.spelledOut(in: words)
    let artists = PhraseIndex.artists.spelledOut(in: words)
    let both = indices(titles: Set(titles), artists: artists, limit: limit)
    let found = Set(both)
    let alike = titles.lazy.flatMap { indices(title: $0, limit: limit) }.filter {
      !found.contains($0)
    }
    if !both.isEmpty {
      return SearchResult(
        songs: both.map(song), sameTitle: alike.prefix(Self.sameTitleLimit).map(song))
    }
    if artists.isEmpty { return SearchResult(songs: songs(titled: words, limit: limit)) }
    // The artist is here and the title is not: only an artist's bare name asks for all the songs.
    let named = artists.contains {
      Set(SearchWords.words(PhraseTable.artists.phrases[$0])) == words
    }
    return named
      ? SearchResult(songs: songs(by: words, limit: limit))
      : SearchResult(sameTitle: alike.prefix(Self.sameTitleLimit).map(song))
  }

  private func indices(titles: Set<Int>, artists: [Int], limit: Int) -> [Int] {
    guard !titles.isEmpty, !artists.isEmpty else { return [] }
    // Equal texts stand under several numbers, so songs are compared by their numbers and the
    // numbers of one text are all in the sets.
    let listed = artists.flatMap { indices(artist: $0, limit: Int.max / 2) }
    let wanted = Set(artists)
    let hidden = unreleasedIndices.filter { wanted.contains(artistNumber(of: $0)) }
    return Array((listed + hidden).filter { titles.contains(titleNumber(of: $0)) }.prefix(limit))
  }

  /// A search for a title alone: all its words, and no more than its words, count.
  private func songs(titled words: Set<String>, limit: Int) -> [Song] {
    let numbers = PhraseIndex.titles.spelledOut(in: words)
    guard let longest = numbers.first.map(wordCount) else { return [] }
    let best = numbers.filter { wordCount($0) == longest }
    return Array(best.flatMap { indices(title: $0, limit: limit) }.prefix(limit)).map(song)
  }

  private func songs(by words: Set<String>, limit: Int) -> [Song] {
    let numbers = PhraseIndex.artists.spelledOut(in: words)
    return Array(numbers.flatMap { indices(artist: $0, limit: limit) }.prefix(limit)).map(song)
  }

  /// Albums are named after their first song.
  private func songs(onAlbum words: Set<String>, limit: Int) -> [Song] {
    songs(titled: words, limit: limit)
      .filter { $0.albumFirstIndex == $0.index }
      .flatMap { first in
        (first.index..<first.index + 5).filter { $0 < size }.map(song).filter {
          $0.albumFirstIndex == first.index
        }
      }
  }

  private func wordCount(_ number: Int) -> Int {
    Set(SearchWords.words(PhraseTable.titles.phrases[number])).count
  }
}
