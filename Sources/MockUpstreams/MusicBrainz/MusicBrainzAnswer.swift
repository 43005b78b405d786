/// The JSON that MusicBrainz (web service, version 2) gives for songs of the catalogue.
struct MusicBrainzAnswer: Sendable {
  let catalogue: Catalogue

  /// A recording with the release that it is on; `more` comes first, as the score of a search does.
  func recording(_ song: Song, _ more: [(String, JSONValue)] = []) -> JSONValue {
    .object(
      [("id", .string(MusicBrainzID.text(.recording, song.index)))] + more + [
        ("title", .string(song.fullTitle)), ("length", .int(song.milliseconds)), ("video", .null),
        ("artist-credit", credit(song)),
        ("first-release-date", .string(AnswerDate.date(day: song.day))),
        ("releases", .array([release(song, media: [track(song)])])),
      ])
  }

  /// The release that a song is on; of its tracks those of `media`.
  func release(_ song: Song, _ more: [(String, JSONValue)] = [], media: [JSONValue] = [])
    -> JSONValue
  {
    let number = song.albumFirstIndex
    return .object(
      [("id", .string(MusicBrainzID.text(.release, number)))] + more + [
        ("count", .int(1)), ("title", .string(song.album)), ("status", .string("Official")),
        ("artist-credit", .array([creditPart(song.artist, song.artistNumber, joining: "")])),
        (
          "release-group",
          .object([
            ("id", .string(MusicBrainzID.text(.releaseGroup, number))),
            ("title", .string(song.album)), ("primary-type", .string("Album")),
          ])
        ),
        ("date", .string(AnswerDate.date(day: song.day))), ("country", .string("XW")),
        ("track-count", .int(song.trackCount)),
        (
          "media",
          .array([
            .object([
              ("position", .int(1)), ("format", .string("Digital Media")), ("track", .array(media)),
              ("track-count", .int(song.trackCount)),
            ])
          ])
        ),
      ])
  }

  /// The work that a song is a recording of.
  func work(_ song: Song, _ more: [(String, JSONValue)] = []) -> JSONValue {
    .object(
      [("id", .string(MusicBrainzID.text(.work, song.index)))] + more + [
        ("type", .string("Song")), ("title", .string(song.title)), ("language", .string("eng")),
        ("iswcs", .array([.string(Self.iswc(song.index))])),
        (
          "relations",
          .array([
            .object([
              ("type", .string("composer")), ("direction", .string("backward")),
              ("artist", Self.artist(song.artistNumber)),
            ]),
            .object([
              ("type", .string("performance")), ("direction", .string("backward")),
              (
                "recording",
                .object([
                  ("id", .string(MusicBrainzID.text(.recording, song.index))),
                  ("title", .string(song.fullTitle)),
                ])
              ),
            ]),
          ])
        ),
      ])
  }

  /// An artist with the other spellings of the name.
  static func artist(_ number: Int, _ more: [(String, JSONValue)] = []) -> JSONValue {
    let name = SpotifyArtists.name(number) ?? ""
    let aliases = MusicBrainzAliases.list(name).map { alias in
      JSONValue.object([
        ("name", .string(alias)), ("sort-name", .string(alias)), ("locale", .null),
        ("type", .string("Search hint")), ("primary", .null),
      ])
    }
    return .object(
      [("id", .string(MusicBrainzID.text(.artist, number)))] + more + [
        ("type", .string("Group")), ("name", .string(name)),
        ("sort-name", .string(MusicBrainzAliases.sortName(name))), ("aliases", .array(aliases)),
      ])
  }

  private func track(_ song: Song) -> JSONValue {
    .object([
      ("id", .string(MusicBrainzID.text(.track, song.index))),
      ("number", .string(String(song.trackNumber))), ("title", .string(song.fullTitle)),
      ("length", .int(song.milliseconds)),
    ])
  }

  /// "A feat. B & C", "A, B & C": a part for each artist with what joins it to the next.
  private func credit(_ song: Song) -> JSONValue {
    let others = song.credit == .solo ? [] : song.others
    let names = [song.artist] + others
    return .array(
      names.enumerated().map { place, name in
        let left = names.count - place - 1
        let joining =
          left == 0
          ? "" : place == 0 && song.credit == .featuring ? " feat. " : left == 1 ? " & " : ", "
        let number = place == 0 ? song.artistNumber : SpotifyArtists.number(named: name)
        return creditPart(name, number, joining: joining)
      })
  }

  private func creditPart(_ name: String, _ number: Int, joining: String) -> JSONValue {
    .object([
      ("name", .string(name)), ("joinphrase", .string(joining)),
      ("artist", Self.artist(number)),
    ])
  }

  /// An ISWC (ISO 15707) with its check digit.
  private static func iswc(_ index: Int) -> String {
    let digits = String(100_000_000 + index % 900_000_000)
    let sum = 1 + zip(1..., digits).reduce(0) { $0 + $1.0 * ($1.1.wholeNumberValue ?? 0) }
    let groups = [digits.prefix(3), digits.dropFirst(3).prefix(3), digits.dropFirst(6)]
    return "T-\(groups.joined(separator: "."))-\((10 - sum % 10) % 10)"
  }
}

/// Other spellings of an artist's name.
enum MusicBrainzAliases {
  /// "Weeknd, The" for "The Weeknd"; other names as they are.
  static func sortName(_ name: String) -> String {
    let article = "The "
    guard name.hasPrefix(article), name.count > article.count else { return name }
    return "\(name.dropFirst(article.count)), The"
  }

  /// The name as it is sorted, and in capitals; without the name itself.
  static func list(_ name: String) -> [String] {
    [sortName(name), name.uppercased()].filter { $0 != name }
  }
}
