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

  /// What the public services ask for, by host (their own documentation, 2026).
  public static let publicServices: [String: ClientLimits] = [
    "itunes.apple.com": ClientLimits(rate: RateLimit(20, per: 60), rateLimitStatuses: [403]),
    "openlibrary.org": ClientLimits(rate: RateLimit(1, per: 1)),
    "api.themoviedb.org": ClientLimits(rate: RateLimit(40, per: 1), concurrency: 4),
    "api.deezer.com": ClientLimits(rate: RateLimit(50, per: 5)),
    "musicbrainz.org": ClientLimits(rate: RateLimit(1, per: 1)),
  ]
}
