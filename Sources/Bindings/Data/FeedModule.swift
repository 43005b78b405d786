internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.feed`: stored channels and videos.
enum FeedModule {
  private static let account = Parameter(
    "account", "whose feed: a hub with a user, or \"youtube\"", String.self)

  static func make(_ host: Host) -> Module {
    var module = Module("feed", "Channels and videos kept between runs.")
    addVideos(&module, host)
    addChannels(&module, host)
    module.shapes(video, channel)
    return module
  }

  private static func addVideos(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "merge", "Keeps videos, by their id; the newest 5,000 of an account stay.", account,
      Parameter("videos", "a list of feed.video", LuaValue.self),
      returns: "feed.video[]  those that were not known, in their order",
      example: "local new = mix.feed.merge(account, videos)"
    ) { context, account, videos -> [LuaValue] in
      try context.checkMayChangeData()
      let read = try list(videos, "videos").map(FeedValue.video)
      let now = host.time.wall
      return try await host.refreshes.feeds { try $0.merge(read, of: account, now: now) }
        .map(FeedValue.value)
    }
    module.asyncFunction(
      "videos", "Stored videos, newest first.", account,
      .options(
        OptionField("before", .number, "only those published before; seconds since 1970"),
        OptionField("limit", .integer, "at most so many, 1 to 5,000 (default 50)")),
      returns: "feed.video[]  videos",
      example: "for _, video in ipairs(mix.feed.videos(account)) do print(video.title) end"
    ) { _, account, options -> [LuaValue] in
      let limit = options.int("limit") ?? 50
      guard (1...FeedStore.mostVideos).contains(limit) else {
        throw HostError.usage("bad option 'limit': 1 to \(FeedStore.mostVideos), got \(limit)")
      }
      let before = options.number("before") ?? .infinity
      return try await host.refreshes.readFeeds {
        try $0.videos(of: account, before: before, limit: limit)
      }.map(FeedValue.value)
    }
    module.asyncFunction(
      "count", "How many videos are stored.", account, returns: "integer  0 or more",
      example: "print(mix.feed.count(account))"
    ) { _, account in try await host.refreshes.readFeeds { try $0.count(of: account) } }
  }

  private static func addChannels(_ module: inout Module, _ host: Host) {
    module.asyncFunction(
      "channels", "The channels that are followed, in the order in which they were added.", account,
      returns: "feed.channel[]  channels", example: "print(#mix.feed.channels(account))"
    ) { _, account -> [LuaValue] in
      try await host.refreshes.readFeeds { try $0.channels(of: account) }.map(FeedValue.value)
    }
    module.asyncFunction(
      "follow", "Adds channels, and sets what is known of those that are there.", account,
      Parameter("channels", "a list of feed.channel", LuaValue.self),
      returns: "integer  how many were not there",
      example: "mix.feed.follow(account, {{id = \"UC_x5XG1OV2P6uZZ5FSM9Ttw\"}})"
    ) { context, account, channels -> Int in
      try context.checkMayChangeData()
      let read = try list(channels, "channels").map(FeedValue.channel)
      return try await host.refreshes.feeds { try $0.add(read, to: account) }
    }
    module.asyncFunction(
      "unfollow", "Stops following channels.", account,
      Parameter("ids", "the channels' ids", [String].self),
      returns: "integer  how many were followed",
      example: "mix.feed.unfollow(account, {\"UC_x5XG1OV2P6uZZ5FSM9Ttw\"})"
    ) { context, account, ids -> Int in
      try context.checkMayChangeData()
      return try await host.refreshes.feeds { try $0.remove(ids, from: account) }
    }
    module.asyncFunction(
      "forget_registrations", "Forgets that a hub was told of the channels.", account,
      example: "mix.feed.forget_registrations(account)"
    ) { context, account -> Nothing in
      try context.checkMayChangeData()
      try await host.refreshes.feeds { try $0.forgetRegistrations(of: account) }
      return Nothing()
    }
  }

  private static func list(_ value: LuaValue, _ name: String) throws -> [LuaValue] {
    switch value {
    case .array(let items): return items
    case .object(let members) where members.isEmpty: return []
    default: throw HostError.usage("bad argument '\(name)': a list is expected")
    }
  }

  private static let video = TableShape(
    "feed.video", "A video of a feed.",
    [
      .init("id", "string", "as the source names it"),
      .init("channel", "string", "the channel's id"),
      .init("published", "number", "when it was published; seconds since 1970"),
      .init("title", "string", "its title"),
      .init("about", "string?", "what it is about"),
      .init("thumbnail", "string?", "the address of a picture"),
      .init("duration", "number?", "its length in seconds"),
    ])

  private static let channel = TableShape(
    "feed.channel", "A followed channel.",
    [
      .init("id", "string", "UC and 22 characters"),
      .init("title", "string?", "its name"),
      .init("registered", "boolean?", "whether the hub has been told"),
    ])
}

/// Videos and channels between their forms.
private enum FeedValue {
  static func value(_ video: FeedVideo) -> LuaValue {
    var members: [String: LuaValue] = [
      "id": .string(video.id), "channel": .string(video.channel),
      "published": .number(video.published), "title": .string(video.title),
    ]
    members["about"] = video.about.map(LuaValue.string)
    members["thumbnail"] = video.thumbnail.map(LuaValue.string)
    members["duration"] = video.duration.map(LuaValue.number)
    return .object(members)
  }

  static func value(_ channel: FeedStore.Channel) -> LuaValue {
    var members: [String: LuaValue] = [
      "id": .string(channel.id), "registered": .bool(channel.isRegistered),
    ]
    members["title"] = channel.title.map(LuaValue.string)
    return .object(members)
  }

  static func video(_ value: LuaValue) throws -> FeedVideo {
    guard case .object(let members) = value, let id = text(members["id"]),
      let channel = text(members["channel"]), let title = text(members["title"]),
      let published = RefreshValue.number(members["published"])
    else { throw HostError.usage("a video needs id, channel, published and title") }
    return FeedVideo(
      id: id, channel: channel, published: published, title: title, about: text(members["about"]),
      thumbnail: text(members["thumbnail"]), duration: RefreshValue.number(members["duration"]))
  }

  static func channel(_ value: LuaValue) throws -> FeedStore.Channel {
    guard case .object(let members) = value, let id = text(members["id"]) else {
      throw HostError.usage("a channel needs an id")
    }
    return FeedStore.Channel(
      id: id, title: text(members["title"]), isRegistered: members["registered"] == .bool(true))
  }

  private static func text(_ value: LuaValue?) -> String? {
    if case .string(let text)? = value { return text }
    return nil
  }
}
