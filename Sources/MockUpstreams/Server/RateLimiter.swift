import Reactor

/// A limit as services count it: at most N requests in any period, whenever it begins.
final class RateLimiter: Sendable {
  private let rate: MockRate
  /// The calls of the last period, the oldest first. Requests come from several event loops.
  private let calls = Guarded<[ContinuousClock.Instant]>([])

  init(rate: MockRate) { self.rate = rate }

  /// Counts a call; false when there were too many within the last period. A refused call costs nothing.
  func allow(at now: ContinuousClock.Instant = .now) -> Bool { wait(at: now) == nil }

  /// Counts a call.
  /// - Returns: how long the next one has to wait, when there were too many within the last period.
  func wait(at now: ContinuousClock.Instant = .now) -> Duration? {
    calls.withLock { calls in
      calls.removeAll { now - $0 >= rate.period }
      if calls.count >= rate.calls, let oldest = calls.first { return oldest + rate.period - now }
      calls.append(now)
      return nil
    }
  }
}
