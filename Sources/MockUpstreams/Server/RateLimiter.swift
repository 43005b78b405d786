import Reactor

/// A limit as services count it: at most N requests in any period, whenever it begins.
final class RateLimiter: Sendable {
  private let rate: MockRate
  /// The calls of the last period, the oldest first. Requests come from several event loops.
  private let calls = Guarded<[ContinuousClock.Instant]>([])

  init(rate: MockRate) { self.rate = rate }

  /// Counts a call; false when there were too many within the last period. A refused call costs nothing.
  func allow(at now: ContinuousClock.Instant = .now) -> Bool {
    calls.withLock { calls in
      calls.removeAll { now - $0 >= rate.period }
      guard calls.count < rate.calls else { return false }
      calls.append(now)
      return true
    }
  }
}
