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
final class TrafficCounts {
  private var start = 0
  private var counts: [String: (sent: Int, failed: Int)] = [:]

  /// Counts a request. Returns what is complete, if a new minute has begun.
  func add(_ host: String, failed: Bool, now: Double) -> [TrafficMinute] {
    let minute = TrafficMinute.start(of: now)
    var complete: [TrafficMinute] = []
    if minute != start || counts.count > TrafficFailure.mostHosts {
      complete = take()
      start = minute
    }
    counts[host, default: (0, 0)].sent += 1
    if failed { counts[host, default: (0, 0)].failed += 1 }
    return complete
  }

  /// All that is counted, which is not counted any more.
  func take() -> [TrafficMinute] {
    defer { counts = [:] }
    return counts.sorted { $0.key < $1.key }.map { host, count in
      TrafficMinute(host: host, start: start, sent: count.sent, failed: count.failed)
    }
  }
}
