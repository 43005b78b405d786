import Hummingbird

/// The iTunes Search API: `GET /itunes/search` and `GET /itunes/lookup`.
struct ITunesUpstream: Sendable {
  private static let contentType = "text/javascript; charset=utf-8"
  private static let defaultLimit = 50
  private static let limits = 1...200
  private static let medias: Set<String> = ["all", "music"]
  private static let entities: Set<String> = ["song", "musicTrack", "allTrack"]

  let catalogue: Catalogue
  /// Nil when calls are not limited.
  let limiter: RateLimiter?
  private let discography: ITunesDiscography

  init(catalogue: Catalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
    discography = ITunesDiscography(catalogue: catalogue)
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/itunes/search") { request, _ in
      answer(request, with: search)
    }
    router.get("/itunes/lookup") { request, _ in
      answer(request, with: lookup)
    }
  }

  /// A bad parameter of the request, by its key.
  private struct InvalidParameter: Error {
    let key: String
  }

  private func answer(
    _ request: Request, with results: (QueryString, ITunesStorefront) throws -> [JSONValue]
  ) -> Response {
    // Over the limit iTunes says nothing: no body, no Retry-After.
    if let limiter, !limiter.allow() { return Response(status: .forbidden) }
    let query = QueryString(request.uri.query)
    do {
      guard let store = ITunesStorefront(code: query["country"] ?? "US") else {
        throw InvalidParameter(key: "country")
      }
      let body = ITunesAnswer.body(
        try results(query, store), key: query["term"] ?? query["id"] ?? "")
      return .json(body, contentType: Self.contentType)
    } catch let error as InvalidParameter {
      let body = ITunesAnswer.invalid(error.key).bytes
      return .json(body, status: .badRequest, contentType: Self.contentType)
    } catch {
      return Response(status: .internalServerError)
    }
  }

  private func search(_ query: QueryString, in store: ITunesStorefront) throws -> [JSONValue] {
    guard let term = query["term"] else { return [] }
    guard Self.medias.contains(query["media"] ?? "all") else {
      throw InvalidParameter(key: "media")
    }
    guard Self.entities.contains(query["entity"] ?? "song") else {
      throw InvalidParameter(key: "entity")
    }
    let limit = try limit(query)
    let found = catalogue.search(term, field: try field(query), limit: limit)
    let own = found.songs.lazy.filter { store.sells($0, seed: catalogue.seed) }
      .flatMap(discography.releases)
    let others = found.sameTitle.lazy.filter { store.sells($0, seed: catalogue.seed) }
      .flatMap { discography.releases(of: $0).prefix(1) }
    var releases = Array(own.prefix(limit))
    // Somebody else's song of the same name comes last, and now and then first.
    var digest = Digest(text: term)
    releases.insert(contentsOf: others, at: digest.below(8) == 0 ? 0 : releases.count)
    if query["explicit"]?.lowercased() == "no" { releases.removeAll(where: \.explicit) }
    return releases.prefix(limit).map { ITunesAnswer.track($0, in: store) }
  }

  private func lookup(_ query: QueryString, in store: ITunesStorefront) throws -> [JSONValue] {
    guard let ids = query["id"] else { return [] }
    // Unknown identifiers are left out, as the service does.
    return ids.split(separator: ",").prefix(Self.limits.upperBound).compactMap { text in
      Int(text).flatMap { item(id: $0, in: store) }
    }
  }

  private func item(id: Int, in store: ITunesStorefront) -> JSONValue? {
    if let number = ITunesID.artist(from: id) {
      guard let first = catalogue.indices(artist: number, limit: 1).first else { return nil }
      return ITunesAnswer.artist(number: number, genre: catalogue.song(first).genre, in: store)
    }
    let track = ITunesID.track(from: id)
    guard let (song, kind) = track ?? ITunesID.collection(from: id),
      let release = discography.release(song: song, kind: kind),
      store.sells(release.song, seed: catalogue.seed)
    else { return nil }
    return track == nil
      ? ITunesAnswer.collection(release, in: store) : ITunesAnswer.track(release, in: store)
  }

  private func limit(_ query: QueryString) throws -> Int {
    guard let text = query["limit"] else { return Self.defaultLimit }
    guard let number = Int(text) else { throw InvalidParameter(key: "limit") }
    return min(max(number, Self.limits.lowerBound), Self.limits.upperBound)
  }

  private func field(_ query: QueryString) throws -> SearchField {
    switch query["attribute"] {
    case nil, "mixTerm", "musicTrackTerm", "keywordsTerm": .any
    case "songTerm", "titleTerm": .title
    case "artistTerm", "allArtistTerm": .artist
    case "albumTerm": .album
    default: throw InvalidParameter(key: "attribute")
    }
  }
}
