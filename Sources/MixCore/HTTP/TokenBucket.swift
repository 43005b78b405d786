internal import Notation
internal import Reactor

/// A token bucket that hands out times: each request takes a token, if need be one of the future.
struct TokenBucket {
  private(set) var limit: RateLimit
  private var tokens: Double
  private var updated: Duration

  init(_ limit: RateLimit, now: Duration) {
    self.limit = limit
    tokens = limit.burst
    updated = now
  }

  /// Takes a token. Returns how long to wait for it, in seconds; 0 when there was one.
  mutating func take(now: Duration) -> Double {
    refill(now)
    tokens -= 1
    return tokens >= -1e-9 ? 0 : -tokens / limit.perSecond
  }

  /// Gives a token back that was not used.
  mutating func giveBack(now: Duration) {
    refill(now)
    tokens = min(limit.burst, tokens + 1)
  }

  /// Changes size and speed; what is owed stays owed.
  mutating func change(_ limit: RateLimit, now: Duration) {
    refill(now)
    tokens = min(tokens + max(0, limit.burst - self.limit.burst), limit.burst)
    self.limit = limit
  }

  private mutating func refill(_ now: Duration) {
    let passed = (now - updated).seconds
    updated = now
    if passed > 0 { tokens = min(limit.burst, tokens + passed * limit.perSecond) }
  }
}

/// Layer 5: keeps each host, or named client, to its rate.
final class RateLimiter {
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private var buckets: [String: TokenBucket] = [:]

  init(time: any TimeSource, monitor: HTTPMonitor) {
    self.time = time
    self.monitor = monitor
  }

  /// Takes a token, if need be one of the future.
  /// - Returns: how long to wait for it, in seconds; 0 when there was one.
  /// - Throws: ``HTTPError`` of kind `rateLimited` when the wait would exceed the request's time budget.
  func take(_ call: HTTPCall, _ limits: LimitTable.Entry) throws(HTTPError) -> Double {
    guard let rate = limits.rate else { return 0 }
    let name = limits.rateName
    let now = time.monotonic
    var bucket = buckets[name] ?? TokenBucket(rate, now: now)
    if bucket.limit != rate { bucket.change(rate, now: now) }
    let wait = bucket.take(now: now)
    buckets[name] = bucket
    if wait <= 0 { return 0 }
    guard now + .seconds(clamping: wait) < call.deadline else {
      buckets[name]?.giveBack(now: now)
      throw HTTPError(
        .rateLimited,
        "the rate limit of \(name) (\(rate.count) per \(rate.seconds) s) would make this request "
          + "wait \(Int(clamping: wait.rounded(.up))) s, longer than its time budget",
        url: call.url.text)
    }
    monitor.report(.waiting(.rate), call)
    return wait
  }

  /// Gives a token back that was waited for in vain.
  func giveBack(_ limits: LimitTable.Entry) {
    buckets[limits.rateName]?.giveBack(now: time.monotonic)
  }
}
