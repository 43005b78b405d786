internal import Notation

/// The requests of an upstream's last period. Services count within a window, where a bucket alone, full
/// at first and filled again meanwhile, lets nearly twice the limit pass.
public struct TrafficWindow: Sendable, Equatable {
  /// Requests of about the same time. Ages are in seconds; below zero lies the future.
  private struct Group: Equatable {
    var oldest: Double
    var newest: Double
    var count: Int
  }

  /// The largest limit that is counted in a window: with more requests a period, a window hardly matters.
  private static let largest = 1_000.0
  /// Requests within this share of the period are one group.
  private static let resolution = 0.01

  /// The oldest group first.
  private var groups: [Group] = []

  /// An empty window.
  public init() {}

  /// Whether requests under a limit are counted in a window. Those that may not go together are apart anyway.
  static func counts(_ limit: RateLimit) -> Bool { limit.burst > 1 && limit.count <= largest }

  /// How long a request counts, in seconds: a little longer than the period, because it may arrive late.
  private static func length(_ limit: RateLimit) -> Double {
    limit.seconds + min(2, limit.seconds / 20)
  }

  private static func most(_ limit: RateLimit) -> Int { Int(clamping: max(limit.count, 1)) }

  /// How many more may go now.
  func room(_ limit: RateLimit) -> Int {
    max(0, Self.most(limit) - groups.reduce(0) { $0 + $1.count })
  }

  /// Lets time pass, in seconds.
  mutating func advance(_ passed: Double, _ limit: RateLimit) {
    let length = Self.length(limit)
    for index in groups.indices {
      groups[index].oldest += passed
      groups[index].newest += passed
    }
    groups.removeAll { $0.newest >= length }
  }

  /// Adds a request.
  /// - Parameter delay: the least time from now, in seconds.
  /// - Returns: when it may go, in seconds from now.
  mutating func add(after delay: Double, _ limit: RateLimit) -> Double {
    var delay = max(delay, -(groups.last?.newest ?? -delay))
    var count = 0
    for group in groups.reversed() {
      count += group.count
      guard count >= Self.most(limit) else { continue }
      delay = max(delay, Self.length(limit) - group.newest)
      break
    }
    if let last = groups.last, last.oldest + delay <= limit.seconds * Self.resolution {
      groups[groups.count - 1].newest = -delay
      groups[groups.count - 1].count += 1
    } else {
      groups.append(Group(oldest: -delay, newest: -delay, count: 1))
    }
    return delay
  }

  /// Takes the last requests out again.
  mutating func remove(_ count: Int) {
    var left = count
    while left > 0, let last = groups.last {
      let taken = min(left, last.count)
      left -= taken
      groups[groups.count - 1].count -= taken
      if taken == last.count { groups.removeLast() }
    }
  }
}

extension TrafficWindow {
  /// As a store keeps it: `oldest:newest:count` of each group, with commas between.
  public var text: String {
    groups.map { "\($0.oldest):\($0.newest):\($0.count)" }.joined(separator: ",")
  }

  /// Reads ``text``; groups that make no sense are left out.
  public init(text: String) {
    groups = text.split(separator: ",").compactMap { group in
      let parts = group.split(separator: ":")
      guard parts.count == 3, let oldest = Double(parts[0]), let newest = Double(parts[1]),
        let count = Int(parts[2]), oldest.isFinite, newest.isFinite, oldest >= newest, count > 0
      else { return nil }
      return Group(oldest: oldest, newest: newest, count: min(count, 1_000_000))
    }
  }
}
