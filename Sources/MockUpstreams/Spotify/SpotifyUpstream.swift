import Hummingbird

/// The Spotify Web API at `/spotify_api`, in either of its contracts, for who has a bearer token of the
/// mocked log-in.
struct SpotifyUpstream: Sendable {
  static let root = "/spotify_api"
  private static let longestPage = 50

  let catalogue: Catalogue
  let account: SpotifyAccount
  let behaviour: SpotifyBehaviour
  let ledger: OAuthLedger

  init(catalogue: Catalogue, behaviour: SpotifyBehaviour, ledger: OAuthLedger) {
    self.catalogue = catalogue
    self.behaviour = behaviour
    self.ledger = ledger
    account = SpotifyAccount(catalogue: catalogue)
  }

  var contract: SpotifyBehaviour.Contract { behaviour.contract }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    addUser(to: router)
    addCatalogue(to: router)
    SpotifyPlaylists(upstream: self).addRoutes(to: router)
  }

  // MARK: Refusals

  /// Answers a request that may be answered: a live token with the scopes, within the quota.
  func answer(
    _ request: Request, scopes: Set<String> = [], _ body: () async throws -> Response
  ) async throws -> Response {
    switch ledger.check(request, scopes: scopes) {
    case .accepted: break
    case .missing: return SpotifyAnswer.error(.unauthorized, "No token provided")
    case .invalid: return SpotifyAnswer.error(.unauthorized, "Invalid access token")
    case .expired: return SpotifyAnswer.error(.unauthorized, "The access token expired")
    case .lacksScope: return SpotifyAnswer.error(.forbidden, "Insufficient client scope")
    }
    switch behaviour.refusal {
    case .unlisted?:
      return SpotifyAnswer.error(
        .forbidden, "User not registered in the Developer Dashboard")
    case .premium?:
      return SpotifyAnswer.error(
        .forbidden, "Active premium subscription required for the owner of the app.")
    case nil: break
    }
    if let quota = behaviour.quota, account.count() >= quota {
      return SpotifyAnswer.error(
        .tooManyRequests, "API quota exceeded", reason: "QUOTA_EXCEEDED", retryAfter: 3600)
    }
    return try await body()
  }

  /// As ``answer``, for a path that one contract alone has. The old one does not know the new paths,
  /// the new one forbids the old.
  func answer(
    _ request: Request, only contract: SpotifyBehaviour.Contract, scopes: Set<String> = [],
    _ body: () async throws -> Response
  ) async throws -> Response {
    try await answer(request, scopes: scopes) {
      if contract == self.contract { return try await body() }
      return contract == .old
        ? SpotifyAnswer.error(.forbidden, "Forbidden")
        : SpotifyAnswer.error(.notFound, "Service not found")
    }
  }

  /// Offset and limit of a request; nil when Spotify would refuse them.
  func page(_ request: Request, longest: Int = longestPage, standard: Int = 20) -> (
    offset: Int, limit: Int
  )? {
    let query = QueryString(request.uri.query)
    guard let limit = Int(query["limit"] ?? "\(standard)"), (1...longest).contains(limit),
      let offset = Int(query["offset"] ?? "0"), offset >= 0
    else { return nil }
    return (offset, limit)
  }

  static let badPage = SpotifyAnswer.error(.badRequest, "Invalid limit")

  // MARK: The user

  private func addUser(to router: some RouterMethods<MockContext>) {
    router.get(RouterPath(Self.root + "/me")) { request, _ in
      try await answer(request) { .json(profile) }
    }
    router.get(RouterPath(Self.root + "/me/top/artists")) { request, _ in
      try await answer(request, scopes: ["user-top-read"]) {
        guard let page = page(request) else { return Self.badPage }
        let all = SpotifyArtists.first(0..<60, of: catalogue)
        let items = all.dropFirst(page.offset).prefix(page.limit).map(SpotifyArtists.json)
        return .json(
          SpotifyAnswer.page(
            items, total: all.count, offset: page.offset, limit: page.limit, path: "/me/top/artists"
          ))
      }
    }
    router.get(RouterPath(Self.root + "/me/following")) { request, _ in
      try await answer(request, scopes: ["user-follow-read"]) { following(request) }
    }
  }

  private var profile: JSONValue {
    var members: [(String, JSONValue)] = [
      ("display_name", .string("Mock Listener")), ("id", .string(OAuthUpstream.user)),
      ("type", .string("user")), ("uri", .string("spotify:user:\(OAuthUpstream.user)")),
    ]
    if contract == .old {
      members += [
        ("country", .string("SE")), ("email", .string("listener@mixhost.invalid")),
        ("product", .string("premium")),
      ]
    }
    return .object(members)
  }

  /// Pages by the last identifier instead of a number.
  private func following(_ request: Request) -> Response {
    let query = QueryString(request.uri.query)
    guard query["type"] == "artist", let page = page(request) else { return Self.badPage }
    let all = SpotifyArtists.first(40..<140, of: catalogue)
    let start = query["after"].flatMap { SpotifyID.number(.artist, $0) }
      .flatMap { all.firstIndex(of: $0) }.map { $0 + 1 }
    let items = Array(all.dropFirst(start ?? 0).prefix(page.limit))
    let last = items.last.map { SpotifyID.text(.artist, $0) }
    let isLast = items.last == all.last
    return .json(
      .object([
        (
          "artists",
          .object([
            (
              "cursors",
              .object([("after", isLast ? .null : last.map(JSONValue.string) ?? .null)])
            ), ("items", .array(items.map(SpotifyArtists.json))), ("limit", .int(page.limit)),
            (
              "next",
              isLast
                ? .null
                : .string(
                  "https://api.spotify.com/v1/me/following?type=artist&after=\(last ?? "")"
                    + "&limit=\(page.limit)")
            ), ("total", .int(all.count)),
          ])
        )
      ]))
  }

  // MARK: The catalogue

  private func addCatalogue(to router: some RouterMethods<MockContext>) {
    router.get(RouterPath(Self.root + "/search")) { request, _ in
      try await answer(request) { search(request) }
    }
    router.get(RouterPath(Self.root + "/artists/:id")) { request, context in
      try await answer(request) {
        guard let number = artist(context) else {
          return SpotifyAnswer.error(.notFound, "Resource not found")
        }
        return .json(SpotifyArtists.json(number))
      }
    }
    router.get(RouterPath(Self.root + "/artists/:id/top-tracks")) { request, context in
      try await answer(request, only: .old) {
        guard let number = artist(context) else {
          return SpotifyAnswer.error(.notFound, "Resource not found")
        }
        let tracks = catalogue.spotifyTracks(artist: number).prefix(10).map(\.json)
        return .json(.object([("tracks", .array(tracks))]))
      }
    }
    router.get(RouterPath(Self.root + "/artists/:id/albums")) { request, context in
      try await answer(request) { albums(request, context) }
    }
    router.get(RouterPath(Self.root + "/albums/:id/tracks")) { request, context in
      try await answer(request) { albumTracks(request, context) }
    }
  }

  private func artist(_ context: MockContext) -> Int? {
    let number = SpotifyID.number(.artist, context.parameters.get("id") ?? "")
    return number.flatMap { SpotifyArtists.name($0) == nil ? nil : $0 }
  }

  private func search(_ request: Request) -> Response {
    let query = QueryString(request.uri.query)
    guard let text = query["q"] else { return SpotifyAnswer.error(.badRequest, "No search query") }
    guard let page = page(request, longest: contract == .new ? 10 : 50, standard: 5) else {
      return Self.badPage
    }
    let name = query["type"] == "track" ? "tracks" : "artists"
    let all =
      name == "tracks"
      ? SpotifyTrackSearch(text).tracks(in: catalogue).map(\.json)
      : SpotifyArtists.search(text, in: catalogue).map(SpotifyArtists.json)
    let items = Array(all.dropFirst(page.offset).prefix(page.limit))
    return .json(
      .object([
        (
          name,
          SpotifyAnswer.page(
            items, total: all.count, offset: page.offset, limit: page.limit, path: "/search")
        )
      ]))
  }

  private func albums(_ request: Request, _ context: MockContext) -> Response {
    guard let number = artist(context),
      let page = page(request, longest: contract == .new ? 10 : 50)
    else { return Self.badPage }
    var firsts: [Song] = []
    for song in catalogue.indices(artist: number, limit: 24).map(catalogue.song)
    where !firsts.contains(where: { $0.albumFirstIndex == song.albumFirstIndex }) {
      firsts.append(song)
    }
    let items = firsts.dropFirst(page.offset).prefix(page.limit).map(SpotifyArtists.album)
    return .json(
      SpotifyAnswer.page(
        Array(items), total: firsts.count, offset: page.offset, limit: page.limit,
        path: "/artists/\(SpotifyID.text(.artist, number))/albums"))
  }

  private func albumTracks(_ request: Request, _ context: MockContext) -> Response {
    guard let first = SpotifyID.number(.album, context.parameters.get("id") ?? ""),
      let page = page(request)
    else { return Self.badPage }
    let songs = (first..<first + 8).compactMap(catalogue.existingSong)
      .filter { $0.albumFirstIndex == first }
    let items = songs.dropFirst(page.offset).prefix(page.limit)
      .map { SpotifyTrack(song: $0, version: .studio).json }
    return .json(
      SpotifyAnswer.page(
        Array(items), total: songs.count, offset: page.offset, limit: page.limit,
        path: "/albums/\(SpotifyID.text(.album, first))/tracks"))
  }
}
