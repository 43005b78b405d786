import Hummingbird

/// MusicBrainz at `/musicbrainz`: recordings, releases, works and artists, searched and looked up.
struct MusicBrainzUpstream: Sendable {
  private static let defaultLimit = 25
  private static let limits = 1...100

  private let catalogue: Catalogue
  private let answers: MusicBrainzAnswer
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  init(catalogue: Catalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
    answers = MusicBrainzAnswer(catalogue: catalogue)
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    add("recording", to: router, find: songs(.recording)) { answers.recording(song($0), $1) }
    add("release", to: router, find: songs(.release)) { answers.release(song($0), $1) }
    add("work", to: router, find: songs(.work)) { answers.work(song($0), $1) }
    add("artist", to: router, find: artists) { MusicBrainzAnswer.artist($0, $1) }
  }

  /// Numbers of what a search finds, best first.
  private typealias Finder = @Sendable (MusicBrainzQuery) -> [Int]
  private typealias Form = @Sendable (Int, [(String, JSONValue)]) -> JSONValue

  private static let entities: [String: MusicBrainzID.Entity] = [
    "recording": .recording, "release": .release, "work": .work, "artist": .artist,
  ]

  private func add(
    _ name: String, to router: some RouterMethods<MockContext>, find: @escaping Finder,
    form: @escaping Form
  ) {
    router.get(RouterPath("/musicbrainz/\(name)")) { request, _ in
      refusal(request) ?? search(name, QueryString(request.uri.query), find, form)
    }
    router.get(RouterPath("/musicbrainz/\(name)/:id")) { request, context in
      refusal(request) ?? lookUp(name, context.parameters.get("id") ?? "", form)
    }
  }

  /// Why a request is not answered: who asks must say how to be reached, and not ask too often.
  private func refusal(_ request: Request) -> Response? {
    let agent = request.headers[.userAgent] ?? ""
    guard agent.contains("@") || agent.contains("://") else {
      return Self.error(
        .forbidden, "Your User-Agent does not say how you can be reached: name an address in it.")
    }
    guard limiter?.allow() ?? true else {
      return Self.error(
        .serviceUnavailable,
        "Your requests are exceeding the allowable rate limit. Please see "
          + "http://wiki.musicbrainz.org/XMLWebService for more information.")
    }
    guard QueryString(request.uri.query)["fmt"] == "json" else {
      return Self.error(.notAcceptable, "Only fmt=json is spoken here.")
    }
    return nil
  }

  private static func error(_ status: HTTPResponse.Status, _ text: String) -> Response {
    .json(
      .object([
        ("error", .string(text)),
        ("help", .string("For usage, please see: https://musicbrainz.org/development/mmd")),
      ]), status: status)
  }

  private func search(
    _ name: String, _ query: QueryString, _ find: Finder, _ form: Form
  ) -> Response {
    guard let text = query["query"] else {
      return Self.error(.badRequest, "The given parameters do not match any available query type.")
    }
    let limit = Int(query["limit"] ?? "").flatMap { Self.limits.contains($0) ? $0 : nil }
    let offset = max(0, Int(query["offset"] ?? "") ?? 0)
    let found = find(MusicBrainzQuery(text))
    let page = found.enumerated().dropFirst(offset).prefix(limit ?? Self.defaultLimit)
    return .json(
      .object([
        ("created", .string("2026-11-22T10:00:00.000Z")), ("count", .int(found.count)),
        ("offset", .int(offset)),
        (
          name + "s",
          .array(page.map { place, number in form(number, [("score", .int(max(1, 100 - place)))]) })
        ),
      ]))
  }

  private func lookUp(_ name: String, _ id: String, _ form: Form) -> Response {
    guard MusicBrainzID.isValid(id) else { return Self.error(.badRequest, "Invalid mbid.") }
    guard let entity = Self.entities[name], let number = MusicBrainzID.number(entity, id),
      entity == .artist
        ? SpotifyArtists.name(number) != nil
        : number < catalogue.size
          && (entity != .release || song(number).albumFirstIndex == number)
    else { return Self.error(.notFound, "Not Found") }
    return .json(form(number, []))
  }

  private func song(_ number: Int) -> Song { catalogue.song(number) }

  /// The finder of an entity that songs stand for: by its title, by its artist or by both.
  private func songs(_ entity: MusicBrainzID.Entity) -> Finder {
    { query in
      let title = query["recording", "work", "release", ""]
      let artist = query["artist", "artistname", "creditname"]
      var found: [Song]
      if let album = query["release"], entity == .release {
        found = named(album, .album)
        if let artist { found.removeAll { !Self.isOf($0, artist) } }
      } else if let title, let artist {
        found = named("\(title) \(artist)", .any)
      } else {
        found = title.map { named($0, .any) } ?? artist.map { named($0, .artist) } ?? []
      }
      if entity != .release { return found.map(\.index) }
      var seen: Set<Int> = []
      return found.map(\.albumFirstIndex).filter { seen.insert($0).inserted }
    }
  }

  private func named(_ text: String, _ field: SearchField) -> [Song] {
    let found = catalogue.search(text, field: field, limit: Self.limits.upperBound)
    return (found.songs + found.sameTitle).filter { !Catalogue.isUnreleased($0.index) }
  }

  private static func isOf(_ song: Song, _ artist: String) -> Bool {
    Set(SearchWords.words(artist)).isSuperset(of: SearchWords.words(song.artist))
  }

  /// Aliases are other orders of the same words, or other cases, so a search by words finds them.
  private func artists(_ query: MusicBrainzQuery) -> [Int] {
    let name = query["artist", "alias", "sortname", ""] ?? ""
    return SpotifyArtists.search(name, in: catalogue)
  }
}
