import Net
import Reactor

/// A limit as services count it: at most N requests in any period, whenever it begins.
final class RateLimiter: Sendable {
  private let rate: RateLimit
  /// The calls of the last period, the oldest first. Requests come from several event loops.
  private let calls = Guarded<[ContinuousClock.Instant]>([])

  init(rate: RateLimit) { self.rate = rate }

  /// Counts a call; a refused one costs nothing.
  /// - Returns: how long the next one has to wait, when there were too many within the last period.
  func wait(at now: ContinuousClock.Instant = .now) -> Duration? {
    calls.withLock { calls in
      let period = Duration.seconds(rate.seconds)
      calls.removeAll { now - $0 >= period }
      if Double(calls.count) >= rate.count, let oldest = calls.first {
        return oldest + period - now
      }
      calls.append(now)
      return nil
    }
  }
}
