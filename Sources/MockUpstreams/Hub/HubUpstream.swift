import Hummingbird

/// A MeTube hub: `GET /hub/health` and, below `/hub/api/users/ID`, `POST channels`, `POST reconcile`
/// and `GET feed`.
///
/// Its feed is spelled as the hub's: dates with seven digits of a second, lengths as .NET's TimeSpan,
/// and a cursor that, given back as `since`, brings the newest videos again. Two users are special:
/// the feed of `endless` never ends, and nothing is as it should be for `wrong-shape`.
struct HubUpstream: Sendable {
  private static let defaultLimit = 50
  private static let limits = 1...100
  private static let mostChannels = 100

  private let catalogue: ChannelCatalogue
  private let users: HubUsers
  /// Nil when calls are not limited.
  private let limiter: RateLimiter?

  init(catalogue: ChannelCatalogue, limiter: RateLimiter?) {
    self.catalogue = catalogue
    self.limiter = limiter
    users = HubUsers(catalogue: catalogue)
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get("/hub/health") { _, _ in health() }
    router.post("/hub/api/users/:user/channels") { request, context in
      try await limited { try await register(request, context) }
    }
    router.post("/hub/api/users/:user/reconcile") { _, context in
      try await limited { reconcile(try user(context)) }
    }
    router.get("/hub/api/users/:user/feed") { request, context in
      try await limited { feed(try user(context), QueryString(request.uri.query)) }
    }
  }

  private func user(_ context: MockContext) throws -> String {
    try context.parameters.require("user")
  }

  private func limited(_ body: () async throws -> Response) async throws -> Response {
    guard let limiter, !limiter.allow() else { return try await body() }
    var response = Self.message("Too many requests", .tooManyRequests)
    response.headers[.retryAfter] = "60"
    return response
  }

  private static func message(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
    .json(.object([("message", .string(text))]), status: status)
  }

  private static func unknownUser() -> Response { message("User not found", .notFound) }

  // MARK: Routes

  private func health() -> Response {
    let counts = users.counts
    return .json(
      .object([
        ("status", .string("healthy")), ("timestamp", .string(AnswerDate.now())),
        (
          "stats",
          .object([
            ("channels", .int(counts.channels)), ("users", .int(counts.users)),
            ("videos", .int(counts.channels * ChannelCatalogue.listed)),
          ])
        ),
      ]))
  }

  private func register(_ request: Request, _ context: MockContext) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    guard let channels = ChannelList(Array(body.readableBytesView))?.channels else {
      return Self.message("channelIds is a list of texts", .badRequest)
    }
    guard channels.count <= Self.mostChannels else {
      return Self.message("at most \(Self.mostChannels) channels at once", .badRequest)
    }
    users.register(channels, of: try user(context))
    return Self.message("Channels registered successfully")
  }

  private func reconcile(_ user: String) -> Response {
    if user == "wrong-shape" { return .json(.array([.int(1)])) }
    guard let count = users.reconcile(user, now: ChannelCatalogue.now) else {
      return Self.unknownUser()
    }
    return .json(
      .object([
        ("message", .string("Reconciliation completed")), ("newVideosCount", .int(count)),
      ]))
  }

  private func feed(_ user: String, _ query: QueryString) -> Response {
    if user == "wrong-shape" { return .json(.object([("items", .array([]))])) }
    let limit = query["limit"].flatMap(Int.init) ?? Self.defaultLimit
    let clamped = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    let since = query["since"]
    if user == "endless" { return page(endless(after: since, clamped), isFull: true) }
    guard let all = users.videos(of: user) else { return Self.unknownUser() }
    // As texts: all dates have one form.
    let newer = since.map { since in all.filter { HubVideo.date($0.published) > since } } ?? all
    return page(Array(newer.prefix(clamped)), isFull: newer.count >= clamped)
  }

  private func page(_ videos: [ChannelVideo], isFull: Bool) -> Response {
    let cursor = isFull ? videos.last.map { HubVideo.date($0.published) } : nil
    return .json(
      .object([
        ("videos", .array(videos.map(HubVideo.json))),
        ("nextCursor", cursor.map(JSONValue.string) ?? .null), ("nextPageToken", .null),
      ]))
  }

  /// Videos that nobody has seen, whatever was asked for.
  private func endless(after since: String?, _ count: Int) -> [ChannelVideo] {
    var text = Digest(text: since ?? "")
    let first = Int(text.next() % 1_000_000_000)
    return (0..<count).map { index in
      catalogue.later(
        first + index, of: "UCendless", published: catalogue.start - Double(first % 86_400 + index))
    }
  }
}
