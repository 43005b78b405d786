/// The atoms that hold properties, with TagLib's names for these.
enum MP4Keys {
  /// How the value of an atom is written.
  enum Shape { case text, plainText, pair, flag, number16, number32 }

  // A row: the property and its atom, in which * stands for the sign ©.
  private static let rows: [Shape: String] = [
    .text: """
    TITLE *nam ARTIST *ART ALBUM *alb COMMENT *cmt GENRE *gen DATE *day COMPOSER *wrt
    GROUPING *grp ALBUMARTIST aART COPYRIGHT cprt LYRICS *lyr ENCODEDBY *too ALBUMSORT soal
    ALBUMARTISTSORT soaa ARTISTSORT soar TITLESORT sonm COMPOSERSORT soco SHOWSORT sosn
    PODCASTCATEGORY catg PODCASTDESC desc TVEPISODEID tven TVNETWORK tvnn TVSHOW tvsh WORK *wrk
    MOVEMENTNAME *mvn
    """,
    .plainText: "PODCASTID egid PODCASTURL purl",
    .pair: "TRACKNUMBER trkn DISCNUMBER disk",
    .flag: "COMPILATION cpil SHOWWORKMOVEMENT shwm GAPLESSPLAYBACK pgap PODCAST pcst",
    .number16: "BPM tmpo MOVEMENTNUMBER *mvi MOVEMENTCOUNT *mvc",
    .number32: "TVEPISODE tves TVSEASON tvsn",
  ]

  private static let places: [String: (name: String, shape: Shape)] = {
    var all: [String: (name: String, shape: Shape)] = [:]
    for (shape, text) in rows {
      let words = text.split { $0 == " " || $0.isNewline }
      for place in stride(from: 0, to: words.count - 1, by: 2) {
        let name = String(words[place + 1].map { $0 == "*" ? "\u{A9}" : $0 })
        all[String(words[place])] = (name, shape)
      }
    }
    return all
  }()

  private static let keys = Dictionary(
    uniqueKeysWithValues: places.map { ($0.value.name, $0.key) } + [("gnre", "GENRE")])

  /// The names that Picard gives to properties in atoms of its own.
  private static let described: [String: String] = [
    "ORIGINALDATE": "originaldate", "MUSICBRAINZ_TRACKID": "MusicBrainz Track Id",
    "MUSICBRAINZ_ARTISTID": "MusicBrainz Artist Id",
    "MUSICBRAINZ_ALBUMID": "MusicBrainz Album Id",
    "MUSICBRAINZ_ALBUMARTISTID": "MusicBrainz Album Artist Id",
    "MUSICBRAINZ_RELEASEGROUPID": "MusicBrainz Release Group Id",
    "MUSICBRAINZ_RELEASETRACKID": "MusicBrainz Release Track Id",
    "MUSICBRAINZ_WORKID": "MusicBrainz Work Id",
    "RELEASECOUNTRY": "MusicBrainz Album Release Country",
    "RELEASESTATUS": "MusicBrainz Album Status", "RELEASETYPE": "MusicBrainz Album Type",
  ]

  private static let owner = "com.apple.iTunes"  // allowed: a name in the format

  /// The property of an atom.
  /// - Parameter own: the owner and the name of an atom `----`.
  static func key(_ name: String, _ own: (mean: String, name: String)?) -> String? {
    guard let own else { return keys[name] }
    guard own.mean == owner else { return nil }
    let key = own.name.uppercased()
    return described.first { $0.value.uppercased() == key }?.key ?? key
  }

  /// Makes the atom for values, of which there is one or more.
  /// - Parameter name: the name of the present atom `----`, whose letters stay.
  /// - Throws: ``TagFailure`` for values that the atom cannot hold.
  static func make(_ key: String, _ values: [String], _ name: String?) throws -> [UInt8] {
    guard let place = places[key] else {
      let name = name ?? described[key] ?? key
      let head =
        MP4Box.make("mean", [0, 0, 0, 0] + owner.utf8)
        + MP4Box.make("name", [0, 0, 0, 0] + name.utf8)
      return MP4Box.make("----", head + values.flatMap { data(1, Array($0.utf8)) })
    }
    let numbers = values[0].split(separator: "/", omittingEmptySubsequences: false).map {
      Int($0) ?? -1
    }
    func number(_ index: Int, most: Int) throws -> Int {
      guard numbers.count > index else { return 0 }
      guard (0...most).contains(numbers[index]) else {
        throw TagFailure.unsupported("its format has no place for \(key) \(values[0])")
      }
      return numbers[index]
    }
    switch place.shape {
    case .text, .plainText:
      let kind = place.shape == .text ? 1 : 0
      return MP4Box.make(place.name, values.flatMap { data(kind, Array($0.utf8)) })
    case .pair:
      let bytes = try [0, number(0, most: 0xFFFF), number(1, most: 0xFFFF)].flatMap {
        [UInt8].bigEndian($0, 2)
      }
      return MP4Box.make(place.name, data(0, bytes + (key == "TRACKNUMBER" ? [0, 0] : [])))
    case .flag: return MP4Box.make(place.name, data(21, [try number(0, most: 1) == 0 ? 0 : 1]))
    case .number16:
      return MP4Box.make(place.name, data(21, .bigEndian(try number(0, most: 0x7FFF), 2)))
    case .number32:
      return MP4Box.make(place.name, data(21, .bigEndian(try number(0, most: 0x7FFF_FFFF), 4)))
    }
  }

  private static func data(_ kind: Int, _ value: [UInt8]) -> [UInt8] {
    MP4Box.make("data", .bigEndian(kind, 4) + [0, 0, 0, 0] + value)
  }
}
