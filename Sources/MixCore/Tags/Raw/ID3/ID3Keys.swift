/// The frames of ID3v2 that hold properties, with TagLib's names for these.
enum ID3Keys {
  /// How the content of a frame is made.
  enum Shape { case texts, userText, comment, link, userLink, identifier }

  /// A frame's identifiers in 2.3 and 2.4, and in 2.2.
  struct Place {
    let id: String
    /// Nil where 2.2 has no such frame.
    let short: String?
    let shape: Shape
  }

  // A row: the property, the identifier in 2.4 and 2.3, and in 2.2.
  private static let rows = """
    TITLE TIT2 TT2,ARTIST TPE1 TP1,ALBUM TALB TAL,ALBUMARTIST TPE2 TP2,TRACKNUMBER TRCK TRK
    DISCNUMBER TPOS TPA,GENRE TCON TCO,ISRC TSRC TRC,BPM TBPM TBP,COMPOSER TCOM TCM
    COPYRIGHT TCOP TCR,ENCODINGTIME TDEN -,PLAYLISTDELAY TDLY TDY,RELEASEDATE TDRL TDR
    TAGGINGDATE TDTG -,ENCODEDBY TENC TEN,LYRICIST TEXT -,FILETYPE TFLT TFT,WORK TIT1 TT1
    SUBTITLE TIT3 TT3,INITIALKEY TKEY TKE,LANGUAGE TLAN TLA,LENGTH TLEN TLE,MEDIA TMED TMT
    MOOD TMOO -,ORIGINALALBUM TOAL TOT,ORIGINALFILENAME TOFN TOF,ORIGINALLYRICIST TOLY TOL
    ORIGINALARTIST TOPE -,OWNER TOWN -,CONDUCTOR TPE3 TP3,REMIXER TPE4 TP4
    PRODUCEDNOTICE TPRO -,LABEL TPUB TPB,RADIOSTATION TRSN -,RADIOSTATIONOWNER TRSO -
    ALBUMSORT TSOA TSA,COMPOSERSORT TSOC TSC,ARTISTSORT TSOP TSP,TITLESORT TSOT TST
    ALBUMARTISTSORT TSO2 TS2,ENCODING TSSE TSS,PODCASTCATEGORY TCAT TCT
    PODCASTDESC TDES TDS,PODCASTID TGID TID,PODCASTURL WFED WFD,MOVEMENTNAME MVNM MVN
    MOVEMENTNUMBER MVIN MVI,GROUPING GRP1 GP1,COMPILATION TCMP TCP,COPYRIGHTURL WCOP WCP
    FILEWEBPAGE WOAF WAF,ARTISTWEBPAGE WOAR WAR,AUDIOSOURCEWEBPAGE WOAS WAS
    RADIOSTATIONWEBPAGE WORS -,PAYMENTWEBPAGE WPAY -,PUBLISHERWEBPAGE WPUB WPB
    """

  private static let places: [String: Place] = {
    var all: [String: Place] = [:]
    for row in rows.split(whereSeparator: { $0 == "," || $0.isNewline }) {
      let words = row.split(separator: " ").map(String.init)
      // WFED holds a text, though it begins with W.
      let isLink = words[1].hasPrefix("W") && words[1] != "WFED"
      all[words[0]] = Place(
        id: words[1], short: words[2] == "-" ? nil : words[2], shape: isLink ? .link : .texts)
    }
    return all
  }()

  private static let keys: [String: String] = {
    var all = [
      "TDRC": "DATE", "TYER": "DATE", "TDAT": "DATE", "TIME": "DATE", "TYE": "DATE",
      "TDA": "DATE", "TIM": "DATE", "TDOR": "ORIGINALDATE", "TORY": "ORIGINALDATE",
      "TOR": "ORIGINALDATE",
    ]
    for (key, place) in places {
      all[place.id] = key
      if let short = place.short { all[short] = key }
    }
    return all
  }()

  /// The descriptions that Picard gives to user texts, by their properties.
  private static let descriptions = [
    "MUSICBRAINZ_ALBUMID": "MusicBrainz Album Id",
    "MUSICBRAINZ_ARTISTID": "MusicBrainz Artist Id",
    "MUSICBRAINZ_ALBUMARTISTID": "MusicBrainz Album Artist Id",
    "MUSICBRAINZ_RELEASEGROUPID": "MusicBrainz Release Group Id",
    "MUSICBRAINZ_RELEASETRACKID": "MusicBrainz Release Track Id",
    "MUSICBRAINZ_WORKID": "MusicBrainz Work Id",
    "RELEASECOUNTRY": "MusicBrainz Album Release Country",
    "RELEASESTATUS": "MusicBrainz Album Status", "RELEASETYPE": "MusicBrainz Album Type",
    "ACOUSTID_ID": "Acoustid Id", "ACOUSTID_FINGERPRINT": "Acoustid Fingerprint",
    "MUSICIP_PUID": "MusicIP PUID",
  ]

  private static let described = Dictionary(
    uniqueKeysWithValues: descriptions.map { ($0.value.uppercased(), $0.key) })

  /// The owner of MusicBrainz's identifiers of recordings.
  static let owner = "http://musicbrainz.org"

  private static let roles = [
    "ARRANGER": "ARRANGER", "ENGINEER": "ENGINEER", "PRODUCER": "PRODUCER", "DJ-MIX": "DJMIXER",
    "MIX": "MIXER",
  ]

  /// The property of a role in a list of people.
  static func key(ofRole role: String) -> String {
    roles[role.uppercased()] ?? "PERFORMER:\(role.uppercased())"
  }

  /// The frame that lists the people of a property, and their role there; nil for other properties.
  static func people(_ key: String, version: Int) -> (id: String, role: String)? {
    let isPlayer = key.hasPrefix("PERFORMER:")
    let role =
      isPlayer ? String(key.dropFirst(10)) : roles.first { $0.value == key }?.key
    guard let role, !role.isEmpty else { return nil }
    let id = version == 2 ? "IPL" : version == 3 ? "IPLS" : isPlayer ? "TMCL" : "TIPL"
    return (id, role)
  }

  /// The property of a frame.
  /// - Parameter label: its description, or the owner of an identifier; nil where it has none.
  static func key(_ id: String, _ label: String?) -> String? {
    guard let label = label?.uppercased() else { return keys[id] }
    func own(_ key: String) -> String {
      label.isEmpty || label == key ? key : "\(key):\(label)"
    }
    switch id {
    case "TXXX", "TXX": return described[label] ?? label
    case "COMM", "COM": return own("COMMENT")
    case "USLT", "ULT": return own("LYRICS")
    case "WXXX", "WXX": return own("URL")
    case "UFID", "UFI": return label == owner.uppercased() ? "MUSICBRAINZ_TRACKID" : nil
    default: return nil
    }
  }

  /// The frame for a property other than a date, and its description.
  static func place(_ key: String, isShort: Bool) -> (place: Place, label: String) {
    if let place = places[key], !isShort || place.short != nil { return (place, "") }
    for (name, place) in labelled where key == name || key.hasPrefix(name + ":") {
      return (place, String(key.dropFirst(name.count + 1)))
    }
    if key == "MUSICBRAINZ_TRACKID" {
      return (Place(id: "UFID", short: "UFI", shape: .identifier), owner)
    }
    return (Place(id: "TXXX", short: "TXX", shape: .userText), descriptions[key] ?? key)
  }

  private static let labelled = [
    ("COMMENT", Place(id: "COMM", short: "COM", shape: .comment)),
    ("LYRICS", Place(id: "USLT", short: "ULT", shape: .comment)),
    ("URL", Place(id: "WXXX", short: "WXX", shape: .userLink)),
  ]
}
