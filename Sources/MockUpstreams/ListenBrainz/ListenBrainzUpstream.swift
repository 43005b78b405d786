import Hummingbird

/// ListenBrainz at `/listenbrainz`: the playlists of the user `mock`, and those that were made for them,
/// in JSPF as the service gives it. Other users it does not know.
struct ListenBrainzUpstream: Sendable {
  private static let user = "mock"
  private static let pageLimits = 1...100
  private static let tracks = 25

  private let catalogue: Catalogue
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  init(catalogue: Catalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
  }

  /// A playlist; its number is in its identifier.
  private struct Playlist {
    let number: Int
    let title: String
    let creator: String

    var identifier: String {
      "https://listenbrainz.org/playlist/5e550000-0000-4000-8000-00000000000\(number)"
    }
  }

  private static let own = [
    Playlist(number: 1, title: "Road trip", creator: user),
    Playlist(number: 2, title: "Rain & windows", creator: user),
  ]
  private static let madeFor = [
    Playlist(number: 3, title: "Weekly Exploration for mock", creator: "listenbrainz")
  ]

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/listenbrainz/user/:name/playlists") { request, context in
      refusal() ?? list(Self.own, context, QueryString(request.uri.query))
    }
    router.get("/listenbrainz/user/:name/playlists/createdfor") { request, context in
      refusal() ?? list(Self.madeFor, context, QueryString(request.uri.query))
    }
    router.get("/listenbrainz/playlist/:id") { _, context in
      refusal() ?? playlist(context.parameters.get("id") ?? "")
    }
  }

  private func refusal() -> Response? {
    guard limiter?.allow() ?? true else {
      return Self.error(.tooManyRequests, 429, "You have exceeded your rate limit.")
    }
    return nil
  }

  private static func error(
    _ status: HTTPResponse.Status, _ code: Int, _ text: String
  ) -> Response {
    .json(.object([("code", .int(code)), ("error", .string(text))]), status: status)
  }

  private func list(
    _ playlists: [Playlist], _ context: MockContext, _ query: QueryString
  ) -> Response {
    let name = context.parameters.get("name") ?? ""
    guard name == Self.user else {
      return Self.error(.notFound, 404, "Cannot find user: \(name)")
    }
    let count = Int(query["count"] ?? "").flatMap { Self.pageLimits.contains($0) ? $0 : nil } ?? 25
    let offset = max(0, Int(query["offset"] ?? "") ?? 0)
    let page = playlists.dropFirst(offset).prefix(count)
    return .json(
      .object([
        ("count", .int(page.count)), ("offset", .int(offset)),
        ("playlist_count", .int(playlists.count)),
        ("playlists", .array(page.map { form($0, tracks: []) })),
      ]))
  }

  private func playlist(_ id: String) -> Response {
    guard let found = (Self.own + Self.madeFor).first(where: { $0.identifier.hasSuffix("/" + id) })
    else { return Self.error(.notFound, 404, "Cannot find playlist: \(id)") }
    let first = found.number * 40
    return .json(form(found, tracks: (first..<first + Self.tracks).map { track($0) }))
  }

  private func form(_ playlist: Playlist, tracks: [JSONValue]) -> JSONValue {
    .object([
      (
        "playlist",
        .object([
          ("title", .string(playlist.title)), ("creator", .string(playlist.creator)),
          ("identifier", .string(playlist.identifier)),
          ("annotation", .string("made up by mixhost mock")),
          ("date", .string("2026-11-20T08:00:00+00:00")), ("track", .array(tracks)),
        ])
      )
    ])
  }

  private func track(_ index: Int) -> JSONValue {
    let song = catalogue.song(index)
    let address = "https://musicbrainz.org/recording/" + MusicBrainzID.text(.recording, song.index)
    return .object([
      ("title", .string(song.fullTitle)), ("creator", .string(song.creditedArtist)),
      ("album", .string(song.album)), ("duration", .int(song.milliseconds)),
      ("identifier", .array([.string(address)])),
    ])
  }
}
