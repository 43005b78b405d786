/// A search for tracks: `artist:"Nora Sato" track:"Glass Harbour"`, `isrc:QZ…`, or plain words.
struct SpotifyTrackSearch: Sendable {
  private var fields: [String: String] = [:]

  init(_ text: String) {
    var field = ""
    var quoted = false
    for word in text.split(separator: " ") {
      var word = word
      if !quoted, let colon = word.firstIndex(of: ":"),
        ["artist", "track", "isrc", "album"].contains(word[..<colon])
      {
        field = String(word[..<colon])
        word = word[word.index(after: colon)...]
      }
      let quotes = word.filter { $0 == "\"" }.count
      if quotes % 2 == 1 { quoted.toggle() }
      fields[field, default: ""] += " " + word.filter { $0 != "\"" }
      if !quoted, quotes > 0 { field = "" }
    }
  }

  /// The tracks in the order of their relevance; among an artist's own stand karaoke versions by others.
  func tracks(in catalogue: Catalogue) -> [SpotifyTrack] {
    if let isrc = fields["isrc"] { return Self.track(isrc: isrc, in: catalogue) }
    let words = Set(SearchWords.words(fields["", default: ""]))
    guard let artist = fields["artist"] else { return Self.tracks(words, in: catalogue) }
    let wanted = Set(SearchWords.words(artist))
    let numbers = PhraseIndex.artists.spelledOut(in: wanted).filter {
      Set(SearchWords.words(SpotifyArtists.name($0) ?? "")) == wanted
    }
    let own = numbers.flatMap { catalogue.spotifyTracks(artist: $0) }
    guard let title = fields["track"] else { return Self.withKaraoke(own) }
    let titleWords = Set(SearchWords.words(title))
    return Self.withKaraoke(
      own.filter { !titleWords.isDisjoint(with: SearchWords.words($0.song.title)) })
  }

  private static func track(isrc: String, in catalogue: Catalogue) -> [SpotifyTrack] {
    let code = isrc.filter { $0 != " " }
    guard code.hasPrefix("QZ"), let number = Int(code.dropFirst(2), radix: 36) else { return [] }
    return [catalogue.spotifyTrack(number)].compactMap(\.self)
  }

  private static func tracks(_ words: Set<String>, in catalogue: Catalogue) -> [SpotifyTrack] {
    let found = catalogue.search(words.joined(separator: " "), field: .any, limit: 50)
    return withKaraoke(
      (found.songs + found.sameTitle).map { SpotifyTrack(song: $0, version: .studio) })
  }

  private static func withKaraoke(_ tracks: [SpotifyTrack]) -> [SpotifyTrack] {
    var list: [SpotifyTrack] = []
    for (place, track) in tracks.enumerated() {
      list.append(track)
      if place % 3 == 0 { list.append(SpotifyTrack(song: track.song, version: .karaoke)) }
    }
    return list
  }
}
