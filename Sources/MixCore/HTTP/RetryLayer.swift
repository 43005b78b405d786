internal import Reactor

/// Layer 4: sends a failed request again, after a wait in which it holds no slot.
final class RetryLayer {
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let random: @Sendable () -> Double

  init(time: any TimeSource, monitor: HTTPMonitor, random: @escaping @Sendable () -> Double) {
    self.time = time
    self.monitor = monitor
    self.random = random
  }

  /// How often a request has been sent.
  struct Tries {
    fileprivate var status = 0
    fileprivate var all = 1
  }

  /// Judges the outcome of a try.
  /// - Parameters:
  ///   - statuses: those that mean "too many requests" at this host, besides 429.
  ///   - tries: counted here.
  /// - Returns: the seconds to wait before the next try; nil when the outcome stands.
  func wait(
    after result: Result<HTTPResponse, any Error>, _ call: HTTPCall,
    rateLimitStatuses statuses: Set<Int>, _ tries: inout Tries
  ) -> Double? {
    let seconds: Double
    let reason: String
    switch result {
    case .success(let response):
      if response.status < 400 { return nil }
      let policy = call.request.options.retry ?? .standard
      guard Self.isRetryable(response.status, call, statuses), tries.status < policy.statusRetries
      else { return nil }
      seconds =
        RetryAfter.seconds(response.headers["Retry-After"], now: time.wall)
        ?? policy.backOff(tries.status, random: random())
      // A wait beyond the budget would end in a time-out: the answer says more.
      guard seconds < (call.deadline - time.monotonic).seconds else { return nil }
      tries.status += 1
      reason = "status \(response.status)"
    case .failure(let error as HTTPError):
      let policy = call.request.options.retry ?? .standard
      guard Self.isRetryable(error), call.isIdempotent, tries.all < policy.connectionTries,
        time.monotonic < call.deadline
      else { return nil }
      tries.all += 1
      seconds = 0
      reason = error.kind.rawValue
    case .failure: return nil
    }
    monitor.stats.retries += 1
    monitor.report(.retrying(after: seconds, reason: reason), call)
    return seconds
  }

  private static func isRetryable(_ status: Int, _ call: HTTPCall, _ own: Set<Int>) -> Bool {
    if status == 429 || own.contains(status) { return true }
    return (500...599).contains(status) && call.isIdempotent
  }

  private static func isRetryable(_ error: HTTPError) -> Bool {
    switch error.kind {
    case .unreachable, .dns, .timeout, .truncated: true
    default: false
    }
  }
}
