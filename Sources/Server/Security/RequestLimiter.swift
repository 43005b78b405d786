internal import Synchronization

/// A token bucket for each client's address.
final class RequestLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filled: Double
  }

  /// The answer to a request that has to wait.
  static let message = "too many requests; slow down"

  /// More clients than this are not told apart for long: the full buckets are forgotten.
  private static let most = 10_000

  private let burst: Double
  private let rate: Double
  // Requests come from several event loops.
  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameters:
  ///   - burst: requests at once.
  ///   - rate: requests a second.
  init(burst: Int, rate: Double) {
    self.burst = Double(burst)
    self.rate = rate
  }

  /// Takes a token.
  /// - Parameter now: seconds that never go back.
  /// - Returns: nil when there was one, else the seconds until there is one again.
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
