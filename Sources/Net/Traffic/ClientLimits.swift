internal import Notation

/// A token bucket's size and speed.
public struct RateLimit: Sendable, Hashable {
  /// Requests that are allowed per ``seconds``.
  public var count: Double
  /// The length of the window, in seconds.
  public var seconds: Double
  /// How many may go at once after a pause; at least 1.
  public var burst: Double

  /// `count` requests per `seconds`, all of them at once if need be unless `burst` is given.
  public init(_ count: Double, per seconds: Double, burst: Double? = nil) {
    self.count = max(count, 1e-6)
    self.seconds = max(seconds, 1e-6)
    self.burst = max(1, burst ?? count)
  }

  /// Reads `20/min`, `1/s`, `50/5s`.
  /// - Returns: nil for another text, `none` among them.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Double(parts[0]), count > 0, count.isFinite else {
      return nil
    }
    let words = ["s": 1.0, "sec": 1, "min": 60, "m": 60, "h": 3600, "hour": 3600, "d": 86_400]
    let seconds = words[String(parts[1])] ?? DurationText.parse(String(parts[1]))
    guard let seconds, seconds > 0 else { return nil }
    self.init(count, per: seconds)
  }

  /// Tokens that flow in per second.
  public var perSecond: Double { count / seconds }

  /// As scripts write it: `20/min`, `1/s`, `50/5s`.
  public var text: String {
    let amount = count == count.rounded() ? "\(Int(clamping: count))" : "\(count)"
    let units: [Double: String] = [1: "s", 60: "min", 3_600: "h"]
    return "\(amount)/\(units[seconds] ?? DurationText.format(seconds))"
  }
}

/// How a host, or a named client, wants to be treated.
public struct ClientLimits: Sendable, Hashable {
  /// nil: no limit.
  public var rate: RateLimit?
  /// Requests in flight at once; nil: ``HTTPConfiguration/maxPerHost``.
  public var concurrency: Int?
  /// Statuses that mean "too many requests" here, besides 429.
  public var rateLimitStatuses: Set<Int>

  /// Makes limits.
  public init(
    rate: RateLimit? = nil, concurrency: Int? = nil, rateLimitStatuses: Set<Int> = []
  ) {
    self.rate = rate
    self.concurrency = concurrency
    self.rateLimitStatuses = rateLimitStatuses
  }
}
