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
  private final class Count {
    let host: String
    var sent = 0
    var failed = 0

    init(_ host: String) { self.host = host }
  }

  private var start = 0
  private var counts: [String: Count] = [:]
  // Of the host that was counted last: the next request mostly goes there, too, and costs no look-up.
  private var last: Count?

  /// Counts a request. Returns what is complete, if a new minute has begun.
  func add(_ host: String, failed: Bool, now: Double) -> [TrafficMinute] {
    let minute = TrafficMinute.start(of: now)
    var complete: [TrafficMinute] = []
    if minute != start || counts.count > TrafficFailure.mostHosts {
      complete = take()
      start = minute
    }
    let count = count(host)
    count.sent += 1
    if failed { count.failed += 1 }
    return complete
  }

  private func count(_ host: String) -> Count {
    if let last, last.host == host { return last }
    let count = counts[host] ?? Count(host)
    counts[host] = count
    last = count
    return count
  }

  /// All that is counted, which is not counted any more.
  func take() -> [TrafficMinute] {
    defer {
      counts = [:]
      last = nil
    }
    return counts.values.sorted { $0.host < $1.host }.map {
      TrafficMinute(host: $0.host, start: start, sent: $0.sent, failed: $0.failed)
    }
  }
}
