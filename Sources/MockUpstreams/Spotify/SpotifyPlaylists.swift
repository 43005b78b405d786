import Hummingbird

/// The playlists of the mocked Spotify: read, made, changed, and taken off the user's list.
struct SpotifyPlaylists: Sendable {
  private static let longestBatch = 100
  private static let longestName = 100

  let upstream: SpotifyUpstream

  private var account: SpotifyAccount { upstream.account }
  private var contract: SpotifyBehaviour.Contract { upstream.contract }
  private let writing: Set<String> = ["playlist-modify-private"]
  private let reading: Set<String> = ["playlist-read-private"]

  init(upstream: SpotifyUpstream) { self.upstream = upstream }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    addLists(to: router)
    addItems(to: router, path: "items", .new)
    addItems(to: router, path: "tracks", .old)
    addRemoval(to: router)
  }

  private func addLists(to router: some RouterMethods<MockContext>) {
    let root = SpotifyUpstream.root
    router.get(RouterPath(root + "/me/playlists")) { request, _ in
      try await upstream.answer(request, scopes: reading) {
        guard let page = upstream.page(request) else { return SpotifyUpstream.badPage }
        let all = account.playlists
        let items = all.dropFirst(page.offset).prefix(page.limit)
          .map { SpotifyAnswer.playlist($0, contract) }
        return .json(
          SpotifyAnswer.page(
            Array(items), total: all.count, offset: page.offset, limit: page.limit,
            path: "/me/playlists"))
      }
    }
    router.get(RouterPath(root + "/playlists/:id")) { request, context in
      try await upstream.answer(request, scopes: reading) {
        guard let playlist = account.playlist(context.parameters.get("id") ?? "") else {
          return SpotifyAnswer.error(.notFound, "Resource not found")
        }
        return .json(SpotifyAnswer.playlist(playlist, contract))
      }
    }
    router.post(RouterPath(root + "/me/playlists")) { request, context in
      try await upstream.answer(request, only: .new, scopes: writing) {
        try await create(request, context)
      }
    }
    router.post(RouterPath(root + "/users/:id/playlists")) { request, context in
      try await upstream.answer(request, only: .old, scopes: writing) {
        guard context.parameters.get("id") == OAuthUpstream.user else {
          return SpotifyAnswer.error(.forbidden, "You cannot create a playlist for another user.")
        }
        return try await create(request, context)
      }
    }
  }

  private struct NewPlaylist: Decodable {
    let name: String
    let description: String?
    let `public`: Bool?
  }

  private func create(_ request: Request, _ context: MockContext) async throws -> Response {
    let wanted = try await request.decode(as: NewPlaylist.self, context: context)
    guard !wanted.name.isEmpty, wanted.name.count <= Self.longestName else {
      return SpotifyAnswer.error(.badRequest, "Playlist name is missing or too long")
    }
    let playlist = account.create(
      name: wanted.name, description: wanted.description ?? "", isPublic: wanted.public ?? true)
    return .json(SpotifyAnswer.playlist(playlist, contract), status: .created)
  }

  // MARK: Items

  private func addItems(
    to router: some RouterMethods<MockContext>, path: String,
    _ only: SpotifyBehaviour.Contract
  ) {
    let place = RouterPath(SpotifyUpstream.root + "/playlists/:id/" + path)
    router.get(place) { request, context in
      try await upstream.answer(request, only: only, scopes: reading) { items(request, context) }
    }
    router.put(place) { request, context in
      try await upstream.answer(request, only: only, scopes: writing) {
        try await write(request, context) { $0.items = $1.uris }
      }
    }
    router.post(place) { request, context in
      try await upstream.answer(request, only: only, scopes: writing) {
        try await write(request, context, status: .created) { playlist, added in
          let end = playlist.items.count
          playlist.items.insert(contentsOf: added.uris, at: min(max(0, added.position ?? end), end))
        }
      }
    }
    router.delete(place) { request, context in
      try await upstream.answer(request, only: only, scopes: writing) {
        try await remove(request, context)
      }
    }
  }

  private func items(_ request: Request, _ context: MockContext) -> Response {
    let id = context.parameters.get("id") ?? ""
    guard let playlist = account.playlist(id) else {
      return SpotifyAnswer.error(.notFound, "Resource not found")
    }
    if contract == .new, playlist.owner != OAuthUpstream.user {
      return SpotifyAnswer.error(.forbidden, "Forbidden")
    }
    guard let page = upstream.page(request, longest: contract == .new ? 50 : 100) else {
      return SpotifyUpstream.badPage
    }
    let items = playlist.items.dropFirst(page.offset).prefix(page.limit)
      .map { SpotifyAnswer.item($0, contract, upstream.catalogue) }
    return .json(
      SpotifyAnswer.page(
        Array(items), total: playlist.items.count, offset: page.offset, limit: page.limit,
        path: "/playlists/\(id)/\(contract == .new ? "items" : "tracks")"))
  }

  /// A refusal of a change to a playlist; nil when it may be changed.
  private func refusal(_ id: String) -> Response? {
    guard let playlist = account.playlist(id) else {
      return SpotifyAnswer.error(.notFound, "Resource not found")
    }
    return playlist.owner == OAuthUpstream.user
      ? nil : SpotifyAnswer.error(.forbidden, "You cannot change a playlist you don't own.")
  }

  private struct Uris: Decodable {
    let uris: [String]
    /// The place for added ones, from 0 on; nil: the end.
    let position: Int?
  }

  private func write(
    _ request: Request, _ context: MockContext, status: HTTPResponse.Status = .ok,
    _ change: (inout SpotifyAccount.Playlist, Uris) -> Void
  ) async throws -> Response {
    let id = context.parameters.get("id") ?? ""
    if let refusal = refusal(id) { return refusal }
    let given = try await request.decode(as: Uris.self, context: context)
    guard given.uris.count <= Self.longestBatch else {
      return SpotifyAnswer.error(
        .badRequest, "You can add a maximum of \(Self.longestBatch) tracks per request.")
    }
    guard given.uris.allSatisfy(isKnown) else {
      return SpotifyAnswer.error(.badRequest, "Payload contains a non-existing ID")
    }
    return changed(account.change(id) { change(&$0, given) }, status)
  }

  private struct Removal: Decodable {
    struct Item: Decodable {
      let uri: String
    }
    let items: [Item]?
    let tracks: [Item]?
  }

  private func remove(_ request: Request, _ context: MockContext) async throws -> Response {
    let id = context.parameters.get("id") ?? ""
    if let refusal = refusal(id) { return refusal }
    let body = try await request.decode(as: Removal.self, context: context)
    guard let named = contract == .new ? body.items : body.tracks, named.count <= Self.longestBatch
    else { return SpotifyAnswer.error(.badRequest, "Missing or too many items") }
    let uris = Set(named.map(\.uri))
    return changed(account.change(id) { $0.items.removeAll { uris.contains($0) } }, .ok)
  }

  private func changed(
    _ playlist: SpotifyAccount.Playlist?, _ status: HTTPResponse.Status
  ) -> Response {
    guard let playlist else { return SpotifyAnswer.error(.notFound, "Resource not found") }
    return .json(.object([("snapshot_id", .string(playlist.snapshot))]), status: status)
  }

  /// Files of the user's cannot be written.
  private func isKnown(_ uri: String) -> Bool {
    uri.hasPrefix("spotify:episode:") || SpotifyAnswer.track(uri, upstream.catalogue) != nil
  }

  // MARK: Taking off the list

  private func addRemoval(to router: some RouterMethods<MockContext>) {
    router.delete(RouterPath(SpotifyUpstream.root + "/me/library")) { request, _ in
      try await upstream.answer(request, only: .new, scopes: writing) {
        let uris = QueryString(request.uri.query)["uris"] ?? ""
        for uri in uris.split(separator: ",") where uri.hasPrefix("spotify:playlist:") {
          account.remove(String(uri.dropFirst("spotify:playlist:".count)))
        }
        return Response(status: .ok)
      }
    }
    router.delete(RouterPath(SpotifyUpstream.root + "/playlists/:id/followers")) {
      request, context in
      try await upstream.answer(request, only: .old, scopes: writing) {
        account.remove(context.parameters.get("id") ?? "")
        return Response(status: .ok)
      }
    }
  }
}
