import Reactor

/// The hub's users while the mock runs.
final class HubUsers: Sendable {
  private struct User {
    var channels: [String] = []
    var found: [ChannelVideo] = []
  }

  /// How many videos a reconciliation finds.
  static let found = 5

  private let catalogue: ChannelCatalogue
  /// Requests come from several event loops.
  private let users = Guarded<[String: User]>([:])

  init(catalogue: ChannelCatalogue) { self.catalogue = catalogue }

  var counts: (users: Int, channels: Int) {
    users.withLock { users in
      (users.count, Set(users.values.flatMap(\.channels)).count)
    }
  }

  /// Adds channels; those that are there stay.
  func register(_ channels: [String], of user: String) {
    users.withLock { users in
      for channel in channels where !(users[user]?.channels.contains(channel) ?? false) {
        users[user, default: User()].channels.append(channel)
      }
      if users[user] == nil { users[user] = User() }
    }
  }

  /// Looks for new videos.
  /// - Returns: how many there are; nil for an unknown user.
  func reconcile(_ name: String, now: Double) -> Int? {
    users.withLock { users in
      guard var user = users[name] else { return nil }
      guard !user.channels.isEmpty else { return 0 }
      for _ in 0..<Self.found {
        let number = user.found.count
        let channel = user.channels[number % user.channels.count]
        user.found.append(
          catalogue.later(number, of: channel, published: now - Double(number % Self.found) - 1))
      }
      users[name] = user
      return Self.found
    }
  }

  /// A user's videos, newest first; nil for an unknown user.
  func videos(of name: String) -> [ChannelVideo]? {
    guard let user = users.withLock({ $0[name] }) else { return nil }
    let listed = user.channels.flatMap { channel in
      (0..<ChannelCatalogue.listed).map { catalogue.video($0, of: channel) }
    }
    return (listed + user.found).sorted { ($0.published, $0.id) > ($1.published, $1.id) }
  }
}
