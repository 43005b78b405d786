import Hummingbird
import Notation
import Reactor

/// A Jellyfin server at `/jellyfin`: its songs are the catalogue's first, and playlists can be made until it
/// ends. The calls that a client of music needs, in the form of version 10.
final class JellyfinUpstream: Sendable {
  static let user = "joe"
  static let token = "0123456789abcdef0123456789abcdef"

  private static let userID = "05e50000000000000000000000000001"
  private static let songs = 1_000
  private static let ticksAMillisecond = 10_000

  private let catalogue: Catalogue
  private let playlists = Guarded([
    Playlist(number: 1, name: "Kitchen", songs: Array(0..<10)),
    Playlist(number: 2, name: "Late", songs: Array(20..<25)),
  ])

  private struct Playlist {
    let number: Int
    let name: String
    let songs: [Int]

    var id: String { JellyfinUpstream.identifier("b1", number) }
  }

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/jellyfin/System/Info") { request, _ in
      Self.refusal(request)
        ?? .json(
          .object([("ServerName", .string("mixhost-mock")), ("Version", .string("10.10.0"))]))
    }
    router.get("/jellyfin/Users") { request, _ in
      Self.refusal(request)
        ?? .json(
          .array([.object([("Name", .string(Self.user)), ("Id", .string(Self.userID))])]))
    }
    router.get("/jellyfin/Items") { [self] request, _ in
      Self.refusal(request) ?? items(QueryString(request.uri.query))
    }
    router.get("/jellyfin/Playlists/:id/Items") { [self] request, context in
      Self.refusal(request) ?? playlist(context.parameters.get("id") ?? "")
    }
    router.post("/jellyfin/Playlists") { [self] request, _ in
      if let refusal = Self.refusal(request) { return refusal }
      let body = try await request.body.collect(upTo: 1 << 20)
      return create(Array(body.readableBytesView))
    }
  }

  private static func refusal(_ request: Request) -> Response? {
    QueryString(request.uri.query)["ApiKey"] == token ? nil : Response(status: .unauthorized)
  }

  /// 32 hexadecimal digits that say what they stand for.
  private static func identifier(_ prefix: String, _ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: 30 - digits.count) + digits
  }

  private static func song(_ id: Substring) -> Int? {
    guard id.count == 32, id.hasPrefix("a0"), let number = Int(id.dropFirst(2)),
      (0..<songs).contains(number)
    else { return nil }
    return number
  }

  private func items(_ query: QueryString) -> Response {
    if query["includeItemTypes"] == "Playlist" {
      return Self.page(playlists.withLock { $0 }.map(form), query)
    }
    if let ids = query["ids"] {
      return Self.page(ids.split(separator: ",").compactMap(Self.song).map(form), query)
    }
    let found: [Int]
    if let words = query["searchTerm"] {
      // The server looks for the words in the title.
      found = catalogue.search(words, field: .title, limit: 500).songs.map(\.index)
    } else if let artist = query["artists"] {
      found = catalogue.search(artist, field: .artist, limit: 500).songs.map(\.index)
    } else {
      found = Array(0..<min(Self.songs, catalogue.size))
    }
    return Self.page(found.filter { $0 < Self.songs }.map(form), query)
  }

  private func playlist(_ id: String) -> Response {
    guard let playlist = playlists.withLock({ $0 }).first(where: { $0.id == id }) else {
      return .json(.string("Playlist not found"), status: .notFound)
    }
    return Self.page(playlist.songs.map(form), QueryString(nil))
  }

  private func create(_ bytes: [UInt8]) -> Response {
    guard let body = try? JSONReader.read(bytes), case .string(let name)? = body["Name"],
      case .array(let ids)? = body["Ids"], case .string(Self.userID)? = body["UserId"]
    else { return Response(status: .badRequest) }
    let songs = ids.compactMap { id -> Int? in
      guard case .string(let id) = id else { return nil }
      return Self.song(Substring(id))
    }
    let made = playlists.withLock { playlists in
      let playlist = Playlist(number: playlists.count + 1, name: name, songs: songs)
      playlists.append(playlist)
      return playlist
    }
    return .json(.object([("Id", .string(made.id))]))
  }

  private static func page(_ all: [JSONValue], _ query: QueryString) -> Response {
    let start = max(0, Int(query["startIndex"] ?? "") ?? 0)
    let limit = max(0, Int(query["limit"] ?? "") ?? all.count)
    return .json(
      .object([
        ("Items", .array(Array(all.dropFirst(start).prefix(limit)))),
        ("TotalRecordCount", .int(all.count)), ("StartIndex", .int(start)),
      ]))
  }

  private func form(_ index: Int) -> JSONValue {
    let song = catalogue.song(index)
    return .object([
      ("Name", .string(song.creditedTitle)), ("Id", .string(Self.identifier("a0", index))),
      ("Type", .string("Audio")), ("Artists", .array([.string(song.creditedArtist)])),
      ("AlbumArtist", .string(song.artist)), ("Album", .string(song.album)),
      ("RunTimeTicks", .int(song.milliseconds * Self.ticksAMillisecond)),
      ("IndexNumber", .int(song.trackNumber)),
    ])
  }

  private func form(_ playlist: Playlist) -> JSONValue {
    .object([
      ("Name", .string(playlist.name)), ("Id", .string(playlist.id)),
      ("Type", .string("Playlist")), ("ChildCount", .int(playlist.songs.count)),
    ])
  }
}
