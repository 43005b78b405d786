internal import Hummingbird
internal import MixCore
internal import Notation

/// The stored feed, newest first: it is shown whether or not its source answers.
struct FeedRoutes {
  let store: FeedStore
  /// Whose feed: a hub with a user, or the channels' own feeds.
  let account: String

  func add(to router: some RouterMethods<ServeContext>) {
    router.get("/api/feed") { request, _ in
      let query = QueryParameters(request)
      let limit = try query.number("limit", in: 1...500, default: 50)
      let before = try Self.time(query["before"])
      let (store, account) = (store, account)
      let (videos, channels) = try await blocking {
        (
          try store.videos(of: account, before: before, limit: limit),
          try store.channels(of: account)
        )
      }
      let titles = Dictionary(channels.map { ($0.id, $0.title) }) { first, _ in first }
      return Response.json(
        .members([
          "videos": .array(videos.map { Self.json($0, channel: titles[$0.channel] ?? nil) }),
          "channels": .int(Int64(channels.count)),
          "next": videos.count == limit ? videos.last.map { .number($0.published) } : nil,
        ]))
    }
  }

  private static func time(_ text: String?) throws -> Double {
    guard let text else { return .infinity }
    guard let time = Double(text), time.isFinite else {
      throw RouteProblem(400, "before takes seconds since 1970, not \"\(text)\"")
    }
    return time
  }

  private static func json(_ video: FeedVideo, channel: String?) -> JSON {
    .members([
      "id": .string(video.id), "title": .string(video.title), "channel": .string(video.channel),
      "channelTitle": channel.map(JSON.string), "published": .number(video.published),
      "about": video.about.map(JSON.string), "thumbnail": video.thumbnail.map(JSON.string),
      "duration": video.duration.map(JSON.number),
    ])
  }
}
