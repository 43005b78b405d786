internal import Notation

/// The requests to a host within a minute, of all processes of a home.
public struct TrafficMinute: Sendable, Hashable {
  /// How long minutes are kept, in seconds.
  public static let kept = 7200

  /// The host, with its port where it is not the scheme's.
  public var host: String
  /// When the minute began, in seconds since 1970: a multiple of 60.
  public var start: Int
  /// Requests that were sent.
  public var sent: Int
  /// Those of them that failed, as ``TrafficFailure`` means it.
  public var failed: Int

  /// Counts of a minute.
  public init(host: String, start: Int, sent: Int, failed: Int) {
    self.host = host
    self.start = start
    self.sent = sent
    self.failed = failed
  }

  /// The beginning of the minute that a time falls into; times outside of what a calendar holds count as
  /// its ends.
  static func start(of wall: Double) -> Int {
    Int(clamping: (min(max(wall, 0), 4e12) / 60).rounded(.down)) * 60
  }
}

/// Counts requests by host and minute until they are handed to a store.
struct TrafficCounts {
  private struct Count {
    let host: String
    var sent = 0
    var failed = 0
  }

  private var start = 0
  private var counts: [Count] = []
  private var places: [String: Int] = [:]
  // Of the host that was counted last: the next request mostly goes there, too, and costs no look-up.
  private var last = 0

  /// Counts a request. Returns what is complete, if a new minute has begun.
  mutating func add(_ host: String, failed: Bool, now: Double) -> [TrafficMinute] {
    let minute = TrafficMinute.start(of: now)
    var complete: [TrafficMinute] = []
    if minute != start || counts.count > TrafficFailure.mostHosts {
      complete = take()
      start = minute
    }
    let place = place(host)
    counts[place].sent += 1
    if failed { counts[place].failed += 1 }
    return complete
  }

  private mutating func place(_ host: String) -> Int {
    if last < counts.count, counts[last].host == host { return last }
    last = places[host] ?? counts.count
    if last == counts.count {
      counts.append(Count(host: host))
      places[host] = last
    }
    return last
  }

  /// All that is counted, which is not counted any more.
  mutating func take() -> [TrafficMinute] {
    defer {
      counts = []
      places = [:]
    }
    return counts.map {
      TrafficMinute(host: $0.host, start: start, sent: $0.sent, failed: $0.failed)
    }
  }
}
