import Hummingbird

/// The answers of the mocked Spotify.
enum SpotifyAnswer {
  /// An error in Spotify's form.
  static func error(
    _ status: HTTPResponse.Status, _ message: String, reason: String? = nil,
    retryAfter seconds: Int? = nil
  ) -> Response {
    var members: [(String, JSONValue)] = [
      ("status", .int(Int(status.code))), ("message", .string(message)),
    ]
    if let reason { members.append(("reason", .string(reason))) }
    var response = Response.json(.object([("error", .object(members))]), status: status)
    if let seconds { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// A page of a list.
  /// - Parameter path: where the next one is had.
  static func page(
    _ items: [JSONValue], total: Int, offset: Int, limit: Int, path: String
  ) -> JSONValue {
    let next = offset + items.count
    let hasMore = next < total && !items.isEmpty
    return .object([
      ("href", .string("https://api.spotify.com/v1\(path)")), ("items", .array(items)),
      ("limit", .int(limit)),
      (
        "next",
        hasMore
          ? .string("https://api.spotify.com/v1\(path)?offset=\(next)&limit=\(limit)") : .null
      ), ("offset", .int(offset)), ("previous", .null), ("total", .int(total)),
    ])
  }

  /// A playlist in a contract's form.
  static func playlist(
    _ playlist: SpotifyAccount.Playlist, _ contract: SpotifyBehaviour.Contract
  ) -> JSONValue {
    let list = JSONValue.object([
      ("href", .string("https://api.spotify.com/v1/playlists/\(playlist.id)/items")),
      ("total", .int(playlist.items.count)),
    ])
    return .object([
      ("collaborative", .bool(false)), ("description", .string(playlist.description)),
      (
        "external_urls",
        .object([("spotify", .string("https://open.spotify.com/playlist/\(playlist.id)"))])
      ), ("id", .string(playlist.id)), ("name", .string(playlist.name)),
      (
        "owner",
        .object([
          ("display_name", .string(playlist.owner)), ("id", .string(playlist.owner)),
          ("type", .string("user")),
        ])
      ), ("public", .bool(playlist.isPublic)), ("snapshot_id", .string(playlist.snapshot)),
      (contract == .new ? "items" : "tracks", list), ("type", .string("playlist")),
      ("uri", .string("spotify:playlist:\(playlist.id)")),
    ])
  }

  /// An item of a playlist in a contract's form: a track, a file of the user's, or an episode.
  static func item(
    _ uri: String, _ contract: SpotifyBehaviour.Contract, _ catalogue: Catalogue
  ) -> JSONValue {
    let parts = uri.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let isLocal = parts.count > 2 && parts[1] == "local"
    var content = JSONValue.null
    if isLocal, parts.count == 6 {
      content = .object([
        ("artists", .array([.object([("id", .null), ("name", .string(spaced(parts[2])))])])),
        ("id", .null), ("is_local", .bool(true)), ("name", .string(spaced(parts[4]))),
        ("type", .string("track")), ("uri", .string(uri)),
      ])
    } else if parts.count == 3, parts[1] == "episode" {
      content = .object([
        ("id", .string(parts[2])), ("name", .string("An episode")), ("type", .string("episode")),
        ("uri", .string(uri)),
      ])
    } else if let track = track(uri, catalogue) {
      content = track.json
    }
    return .object([
      ("added_at", .string("2026-01-31T10:00:00Z")), ("is_local", .bool(isLocal)),
      (contract == .new ? "item" : "track", content),
    ])
  }

  /// The track of a `spotify:track:` address; nil when the catalogue lacks it.
  static func track(_ uri: String, _ catalogue: Catalogue) -> SpotifyTrack? {
    guard uri.hasPrefix("spotify:track:"),
      let number = SpotifyID.number(.track, uri.dropFirst("spotify:track:".count))
    else { return nil }
    return catalogue.spotifyTrack(number)
  }

  private static func spaced(_ text: String) -> String {
    String(text.map { $0 == "+" ? " " : $0 })
  }
}
