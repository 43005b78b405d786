internal import Notation

/// The JSON that the iTunes Search API sends, with its order of members and its odd spacing.
enum ITunesAnswer {
  /// The body: newlines first, then the object in one of the layouts seen in the wild. `key` is what
  /// was asked; the same question gets the same bytes.
  static func body(_ results: [JSONValue], key: String) -> [UInt8] {
    var digest = Digest(text: key)
    let newlines = String(repeating: "\n", count: 1 + digest.below(4))
    if digest.chance(60) { return listLayout(results, newlines: newlines) }
    var writer = JSONWriter(layout: digest.chance(50) ? .pretty : .compact)
    writer.around(newlines)
    writer.write(
      answer: .object([("resultCount", .int(results.count)), ("results", .array(results))]))
    writer.around("\n")
    return writer.bytes
  }

  /// One compact object on each line, the present layout of the service.
  private static func listLayout(_ results: [JSONValue], newlines: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.around("\(newlines){\n \"resultCount\":\(results.count),\n \"results\": [")
    for (index, result) in results.enumerated() {
      writer.around(index == 0 ? "\n" : ", \n")
      writer.write(answer: result)
    }
    writer.around("]\n}\n\n\n")
    return writer.bytes
  }

  static func track(_ release: ITunesRelease, in store: ITunesStorefront) -> JSONValue {
    let explicitness = JSONValue.string(release.explicit ? "explicit" : "notExplicit")
    var members: [(String, JSONValue)] = [
      ("wrapperType", .string("track")), ("kind", .string("song")),
      ("artistId", .int(release.artistID)), ("collectionId", .int(release.collectionID)),
      ("trackId", .int(release.trackID)), ("artistName", .string(release.artist)),
    ]
    if let collection = release.collection {
      members.append(("collectionName", .string(collection)))
    }
    members.append(("trackName", .string(release.title)))
    if let collection = release.collection {
      members.append(("collectionCensoredName", .string(collection)))
    }
    members.append(("trackCensoredName", .string(release.title)))
    if let artist = release.collectionArtist {
      members += [("collectionArtistId", .int(36_270)), ("collectionArtistName", .string(artist))]
    }
    members += links(release, in: store)
    members += [
      ("collectionPrice", .cents(release.trackCount == 1 ? 129 : 999)), ("trackPrice", .cents(129)),
      ("releaseDate", .string(AnswerDate.timestamp(day: release.day, hour: 12))),
      ("collectionExplicitness", explicitness), ("trackExplicitness", explicitness),
      ("discCount", .int(1)), ("discNumber", .int(1)), ("trackCount", .int(release.trackCount)),
      ("trackNumber", .int(release.trackNumber)),
      ("trackTimeMillis", .int(release.milliseconds)), ("country", .string(store.country)),
      ("currency", .string(store.currency)), ("primaryGenreName", .string(release.song.genre)),
    ]
    if release.explicit { members.append(("contentAdvisoryRating", .string("Explicit"))) }
    members.append(("isStreamable", .bool(true)))
    return .object(members)
  }

  private static func links(
    _ release: ITunesRelease, in store: ITunesStorefront
  ) -> [(String, JSONValue)] {
    let links = ITunesLinks(release: release, store: store)
    let track = JSONValue.string("\(links.track)&uo=4")
    var members: [(String, JSONValue)] = [
      ("artistViewUrl", .string("\(links.artist)?uo=4")), ("collectionViewUrl", track),
      ("trackViewUrl", track),
    ]
    if release.hasPreview { members.append(("previewUrl", .string(links.preview))) }
    for edge in [30, 60, 100] {
      members.append(("artworkUrl\(edge)", .string(links.artwork(edge: edge))))
    }
    return members
  }

  static func artist(number: Int, genre: String, in store: ITunesStorefront) -> JSONValue {
    let name = PhraseTable.artists.phrases[number]
    let id = ITunesID.artist(number)
    return .object([
      ("wrapperType", .string("artist")), ("artistType", .string("Artist")),
      ("artistName", .string(name)),
      ("artistLinkUrl", .string("\(ITunesLinks.artist(name: name, id: id, store: store))?uo=4")),
      ("artistId", .int(id)), ("primaryGenreName", .string(genre)),
    ])
  }

  static func collection(_ release: ITunesRelease, in store: ITunesStorefront) -> JSONValue {
    let name = release.collection ?? release.title
    let links = ITunesLinks(release: release, store: store)
    return .object([
      ("wrapperType", .string("collection")), ("collectionType", .string("Album")),
      ("artistId", .int(release.artistID)), ("collectionId", .int(release.collectionID)),
      ("artistName", .string(release.collectionArtist ?? release.artist)),
      ("collectionName", .string(name)), ("collectionCensoredName", .string(name)),
      ("collectionViewUrl", .string("\(links.collection)?uo=4")),
      ("artworkUrl60", .string(links.artwork(edge: 60))),
      ("artworkUrl100", .string(links.artwork(edge: 100))),
      ("collectionPrice", .cents(release.trackCount == 1 ? 129 : 999)),
      ("collectionExplicitness", .string(release.explicit ? "explicit" : "notExplicit")),
      ("trackCount", .int(release.trackCount)), ("country", .string(store.country)),
      ("currency", .string(store.currency)),
      ("releaseDate", .string(AnswerDate.timestamp(day: release.day, hour: 12))),
      ("primaryGenreName", .string(release.song.genre)),
    ])
  }

  /// The answer to a parameter that the service does not take.
  static func invalid(_ key: String) -> JSONValue {
    .object([("errorMessage", .string("Invalid value(s) for key(s): [\(key)]"))])
  }
}
