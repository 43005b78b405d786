import Hummingbird

/// Deezer at `/deezer`: artists and the order of their tracks. Its errors are answers with status 200.
struct DeezerUpstream: Sendable {
  private static let artistBase = 1_000
  private static let trackBase = 3_000_000
  private static let albumBase = 300_000

  private let catalogue: Catalogue
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  init(catalogue: Catalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/deezer/search/artist") { request, _ in
      answer { search(QueryString(request.uri.query)) }
    }
    router.get("/deezer/artist/:id/top") { request, context in
      answer { top(context, QueryString(request.uri.query)) }
    }
    router.get("/deezer/track/:id") { _, context in
      answer {
        guard let number = Self.number(context, Self.trackBase),
          let track = catalogue.spotifyTrack(number)
        else { return Self.noData }
        return Self.json(track, isrc: true)
      }
    }
  }

  private func answer(_ body: () -> JSONValue) -> Response {
    if limiter?.allow() ?? true { return .json(body()) }
    return .json(Self.error("Exception", "Quota limit exceeded", 4))
  }

  private static let noData = error("DataException", "no data", 800)

  private static func error(_ type: String, _ message: String, _ code: Int) -> JSONValue {
    .object([
      (
        "error",
        .object([
          ("type", .string(type)), ("message", .string(message)), ("code", .int(code)),
        ])
      )
    ])
  }

  private static func number(_ context: MockContext, _ base: Int) -> Int? {
    context.parameters.get("id").flatMap(Int.init).flatMap { $0 < base ? nil : $0 - base }
  }

  private func search(_ query: QueryString) -> JSONValue {
    let found = SpotifyArtists.search(query["q"] ?? "", in: catalogue).prefix(25)
    return list(found.map(Self.artist), total: found.count)
  }

  /// Deezer's listeners hear other songs first than Spotify's.
  private func top(_ context: MockContext, _ query: QueryString) -> JSONValue {
    guard let number = Self.number(context, Self.artistBase), SpotifyArtists.name(number) != nil
    else { return Self.noData }
    let limit = min(100, max(0, Int(query["limit"] ?? "5") ?? 5))
    let ranked = catalogue.spotifyTracks(artist: number).map { track in
      var digest = Digest(seed: catalogue.seed, UInt64(track.number), salt: 72)
      return (digest.below(1000), track)
    }
    let tracks = ranked.sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }.map(\.1)
    return list(tracks.prefix(limit).map { Self.json($0, isrc: false) }, total: tracks.count)
  }

  private func list(_ items: [JSONValue], total: Int) -> JSONValue {
    .object([("data", .array(items)), ("total", .int(total))])
  }

  private static func artist(_ number: Int) -> JSONValue {
    let name = SpotifyArtists.name(number) ?? ""
    return .object(
      [("id", .int(artistBase + number)), ("name", .string(name))]
        + pictures("picture", of: name, in: "artist")
        + [
          ("nb_fan", .int(1_000_000 - number)),
          (
            "tracklist",
            .string("https://api.deezer.com/artist/\(artistBase + number)/top?limit=50")
          ), ("type", .string("artist")),
        ])
  }

  /// A picture in Deezer's sizes: `cover`, `cover_small` and so on.
  private static func pictures(
    _ field: String, of title: String, in folder: String
  ) -> [(String, JSONValue)] {
    let sizes = [("", 120), ("_small", 56), ("_medium", 250), ("_big", 500), ("_xl", 1000)]
    return sizes.map { end, edge in
      let file = "\(edge)x\(edge)-000000-80-0-0.jpg"
      let address =
        "https://cdn-images.dzcdn.net/images/\(folder)/\(MediaUpstream.slug(title))/\(file)"
      return (field + end, .string(address))
    }
  }

  /// Deezer writes versions in brackets where Spotify writes a dash.
  private static func json(_ track: SpotifyTrack, isrc: Bool) -> JSONValue {
    let version = track.name.dropFirst(track.song.creditedTitle.count)
    let remark = version.hasPrefix(" - ") ? "(\(version.dropFirst(3)))" : ""
    let title = track.song.creditedTitle
    var members: [(String, JSONValue)] = [
      ("id", .int(trackBase + track.number)), ("readable", .bool(true)),
      ("title", .string(remark.isEmpty ? title : "\(title) \(remark)")),
      ("title_short", .string(track.song.fullTitle)), ("title_version", .string(remark)),
      ("duration", .int(track.song.milliseconds / 1000)), ("rank", .int(900_000)),
      (
        "artist",
        .object([
          ("id", .int(artistBase + track.song.artistNumber)), ("name", .string(track.song.artist)),
          ("type", .string("artist")),
        ])
      ),
      (
        "album",
        .object(
          [
            ("id", .int(albumBase + track.song.albumFirstIndex)),
            ("title", .string(track.song.album)),
          ] + pictures("cover", of: track.song.album, in: "cover") + [("type", .string("album"))])
      ), ("type", .string("track")),
    ]
    if isrc { members.append(("isrc", .string(track.isrc))) }
    return .object(members)
  }
}
