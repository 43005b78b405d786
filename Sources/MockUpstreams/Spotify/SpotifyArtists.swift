/// Artists as Spotify lists them. An artist's number is that of the name in ``PhraseTable/artists``.
enum SpotifyArtists {
  private static let songsPerArtist = 8

  /// The first number of each name, for guests, of whom only the name is known.
  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (number, name) in PhraseTable.artists.phrases.enumerated() where numbers[name] == nil {
      numbers[name] = number
    }
    return numbers
  }()

  static func number(named name: String) -> Int {
    numbers[name] ?? SpotifyTrack.karaokeArtist.number + 1
  }

  /// The name of a number; nil when nobody has it.
  static func name(_ number: Int) -> String? {
    if number == SpotifyTrack.karaokeArtist.number { return SpotifyTrack.karaokeArtist.name }
    return PhraseTable.artists.phrases.indices.contains(number)
      ? PhraseTable.artists.phrases[number] : nil
  }

  static func json(_ number: Int) -> JSONValue {
    let id = SpotifyID.text(.artist, number)
    return .object([
      ("external_urls", .object([("spotify", .string("https://open.spotify.com/artist/\(id)"))])),
      ("href", .string("https://api.spotify.com/v1/artists/\(id)")), ("id", .string(id)),
      ("images", images(name(number) ?? "")),
      ("name", .string(name(number) ?? "")), ("type", .string("artist")),
      ("uri", .string("spotify:artist:\(id)")),
    ])
  }

  static func list(_ artists: [(name: String, number: Int)]) -> JSONValue {
    .array(
      artists.map { artist in
        let id = SpotifyID.text(.artist, artist.number)
        return .object([
          ("href", .string("https://api.spotify.com/v1/artists/\(id)")), ("id", .string(id)),
          ("name", .string(artist.name)), ("type", .string("artist")),
          ("uri", .string("spotify:artist:\(id)")),
        ])
      })
  }

  static func album(_ song: Song) -> JSONValue {
    let id = SpotifyID.text(.album, song.albumFirstIndex)
    return .object([
      ("album_type", .string("album")), ("id", .string(id)), ("images", images(song.album)),
      ("name", .string(song.album)),
      ("release_date", .string(AnswerDate.date(day: song.day))), ("type", .string("album")),
      ("uri", .string("spotify:album:\(id)")),
    ])
  }

  /// A picture in Spotify's three sizes, the largest first.
  private static func images(_ title: String) -> JSONValue {
    .array(
      [640, 300, 64].map { edge in
        .object([
          ("height", .int(edge)), ("width", .int(edge)),
          ("url", .string("https://i.scdn.co/image/\(MediaUpstream.slug(title))/\(edge)")),
        ])
      })
  }

  /// The artists of the catalogue's first songs, each once: whom the user hears or follows.
  static func first(_ blocks: Range<Int>, of catalogue: Catalogue) -> [Int] {
    var numbers: [Int] = []
    for block in blocks where block * songsPerArtist < catalogue.size {
      let number = catalogue.artistNumber(of: block * songsPerArtist)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// The artists that a search means, best first: names spelled out in it, the same name first, then
  /// those that share a beginning of four letters with one of its words.
  static func search(_ text: String, in catalogue: Catalogue) -> [Int] {
    let words = SearchWords.words(text)
    let spelled = PhraseIndex.artists.spelledOut(in: Set(words)).filter {
      !catalogue.indices(artist: $0, limit: 1).isEmpty
    }
    let same = spelled.filter { Set(SearchWords.words(name($0) ?? "")) == Set(words) }
    let others = spelled.filter { !same.contains($0) }
    let beginnings = words.map { String($0.prefix(4)) }.filter { $0.count >= 3 }
    let near = first(0..<2_000, of: catalogue).filter { number in
      !spelled.contains(number)
        && SearchWords.words(name(number) ?? "").contains { word in
          beginnings.contains { word.hasPrefix($0) }
        }
    }
    return same + others + near
  }
}
