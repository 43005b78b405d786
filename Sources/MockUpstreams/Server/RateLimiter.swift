import Reactor

/// A token bucket (capacity: the calls of one period; refilled evenly) as the mocked services limit.
final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: ContinuousClock.Instant
  }

  private let rate: MockRate
  /// Requests come from several event loops: the bucket is shared by all of them.
  private let bucket: Guarded<Bucket>

  init(rate: MockRate, now: ContinuousClock.Instant = .now) {
    self.rate = rate
    bucket = Guarded(Bucket(tokens: Double(rate.calls), filledAt: now))
  }

  /// Takes a token; false when none is left. A refused call costs nothing.
  func allow(at now: ContinuousClock.Instant = .now) -> Bool {
    bucket.withLock { bucket in
      let elapsed = max(0, (now - bucket.filledAt) / rate.period)
      bucket.tokens = min(Double(rate.calls), bucket.tokens + elapsed * Double(rate.calls))
      bucket.filledAt = max(now, bucket.filledAt)
      guard bucket.tokens >= 1 else { return false }
      bucket.tokens -= 1
      return true
    }
  }
}
