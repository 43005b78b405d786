import Hummingbird
import Reactor

/// A music server at `/subsonic`, in the form of Subsonic's API 1.16.1: its songs are the catalogue's first,
/// and playlists can be made until it ends. Refusals are answers with status 200.
final class SubsonicUpstream: Sendable {
  /// The log-in of the API's own documentation: the MD5 of "sesame" and the salt.
  static let user = "joe"
  static let salt = "c19b2d"
  static let token = "26719a1196d2a940705a59634eb18eef"

  private static let songs = 1_000
  private static let pageLimits = 0...500

  private let catalogue: Catalogue
  private let playlists = Guarded([
    Playlist(id: "pl-1", name: "Kitchen", songs: Array(0..<10)),
    Playlist(id: "pl-2", name: "Late", songs: Array(20..<25)),
  ])

  private struct Playlist {
    let id: String
    let name: String
    let songs: [Int]
  }

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    // Servers that take part in OpenSubsonic say so.
    add("ping", to: router) { _ in ("openSubsonic", .bool(true)) }
    add("search3", to: router, search)
    add("getSong", to: router) { [self] query in
      Self.number(query["id"]).map { ("song", song($0)) }
    }
    add("getPlaylists", to: router) { [self] _ in
      let list = playlists.withLock { $0 }.map { form($0, withSongs: false) }
      return ("playlists", .object([("playlist", .array(list))]))
    }
    add("getPlaylist", to: router) { [self] query in
      playlists.withLock { $0 }.first { $0.id == query["id"] }
        .map { ("playlist", form($0, withSongs: true)) }
    }
    add("createPlaylist", to: router, create)
  }

  /// A method's answer: a member of the answer; nil: nothing has that identifier.
  private typealias Method = @Sendable (QueryString) -> (String, JSONValue)?

  private func add(
    _ name: String, to router: some RouterMethods<MockContext>, _ method: @escaping Method
  ) {
    router.get(RouterPath("/subsonic/rest/\(name)")) { request, _ in
      let query = QueryString(request.uri.query)
      guard query["u"] == Self.user, query["s"] == Self.salt, query["t"] == Self.token else {
        return Self.failed(40, "Wrong username or password.")
      }
      guard let member = method(query) else {
        return Self.failed(70, "The requested data was not found.")
      }
      return Self.answer("ok", member)
    }
  }

  private static func failed(_ code: Int, _ message: String) -> Response {
    answer(
      "failed", ("error", .object([("code", .int(code)), ("message", .string(message))])))
  }

  private static func answer(_ status: String, _ member: (String, JSONValue)) -> Response {
    .json(
      .object([
        (
          "subsonic-response",
          .object([
            ("status", .string(status)), ("version", .string("1.16.1")),
            ("type", .string("mixhost-mock")), member,
          ])
        )
      ]))
  }

  private static func number(_ id: String?) -> Int? {
    guard let id, id.hasPrefix("so-"), let number = Int(id.dropFirst(3)),
      (0..<songs).contains(number)
    else { return nil }
    return number
  }

  private func search(_ query: QueryString) -> (String, JSONValue)? {
    let count =
      Int(query["songCount"] ?? "").flatMap {
        Self.pageLimits.contains($0) ? $0 : nil
      } ?? 20
    let offset = max(0, Int(query["songOffset"] ?? "") ?? 0)
    let words = query["query"] ?? ""
    // An empty query asks for everything, a page at a time.
    let found =
      words.isEmpty
      ? Array(0..<min(Self.songs, catalogue.size))
      : catalogue.search(words, field: .any, limit: 500).songs.map(\.index)
        .filter { $0 < Self.songs }
    let page = found.dropFirst(offset).prefix(count).map(song)
    return ("searchResult3", .object([("song", .array(page))]))
  }

  private func create(_ query: QueryString) -> (String, JSONValue)? {
    let made = playlists.withLock { playlists in
      let playlist = Playlist(
        id: "pl-\(playlists.count + 1)", name: query["name"] ?? "",
        songs: query.all("songId").compactMap { Self.number($0) })
      playlists.append(playlist)
      return playlist
    }
    return ("playlist", form(made, withSongs: true))
  }

  private func song(_ index: Int) -> JSONValue {
    let song = catalogue.song(index)
    return .object([
      ("id", .string("so-\(index)")), ("title", .string(song.creditedTitle)),
      ("artist", .string(song.creditedArtist)), ("displayAlbumArtist", .string(song.artist)),
      ("album", .string(song.album)), ("duration", .int(song.milliseconds / 1_000)),
      ("track", .int(song.trackNumber)), ("suffix", .string("flac")), ("isDir", .bool(false)),
    ])
  }

  private func form(_ playlist: Playlist, withSongs: Bool) -> JSONValue {
    .object(
      [
        ("id", .string(playlist.id)), ("name", .string(playlist.name)),
        ("songCount", .int(playlist.songs.count)), ("owner", .string(Self.user)),
      ] + (withSongs ? [("entry", .array(playlist.songs.map(song)))] : []))
  }
}
