internal import Synchronization

/// Limits the requests of each client's address by a token bucket.
final class RequestLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: Double
  }

  /// The answer to a client that has to wait.
  static let message = "too many requests; slow down"

  /// The most buckets to keep; above it, full ones are dropped.
  private static let most = 10_000

  private let burst: Double
  private let rate: Double
  // Requests come from several event loops.
  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameters:
  ///   - burst: the most requests at once.
  ///   - rate: the requests per second.
  init(burst: Int, rate: Double) {
    self.burst = Double(burst)
    self.rate = rate
  }

  /// Takes a token.
  /// - Parameter now: seconds of a clock that never goes back.
  /// - Returns: nil if there was a token; otherwise the seconds until there is one.
  func wait(_ client: String, now: Double) -> Double? {
    buckets.withLock { buckets in
      var bucket = buckets[client] ?? Bucket(tokens: burst, filled: now)
      bucket.tokens = min(burst, bucket.tokens + max(0, now - bucket.filled) * rate)
      bucket.filled = max(now, bucket.filled)
      defer {
        buckets[client] = bucket
        if buckets.count > Self.most { forgetFull(&buckets, now) }
      }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / rate }
      bucket.tokens -= 1
      return nil
    }
  }

  private func forgetFull(_ buckets: inout [String: Bucket], _ now: Double) {
    buckets = buckets.filter { $0.value.tokens + (now - $0.value.filled) * rate < burst }
  }
}
