internal import Reactor

/// Layer 4: sends a failed request again, after a wait in which it holds no slot. The table is in
/// docs/http.md.
final class RetryLayer {
  private let time: any TimeSource
  private let monitor: HTTPMonitor
  private let random: @Sendable () -> Double

  init(time: any TimeSource, monitor: HTTPMonitor, random: @escaping @Sendable () -> Double) {
    self.time = time
    self.monitor = monitor
    self.random = random
  }

  /// The attempts that a request has used, over all its hops.
  final class Attempts {
    fileprivate var status = 0
    fileprivate var connection = 1
  }

  /// The consequence of an attempt's outcome.
  private enum Verdict {
    /// The outcome is the request's.
    case stands
    /// The next attempt starts after this many seconds, but not before the upstream's pause ends.
    case again(Double)
    /// The request ends with this error in place of its answer.
    case fails(HTTPError)
  }

  /// Tries until an outcome stands.
  /// - Parameters:
  ///   - attempts: counted here.
  ///   - hasStandIn: whether an older answer takes the place of a failure: then a service that is away
  ///     is not waited for.
  ///   - attempt: one try. It throws what no further try can change, such as the governor's refusal.
  func tries(
    _ call: HTTPCall, _ limits: LimitTable.Entry, _ attempts: Attempts, hasStandIn: Bool,
    _ attempt: () async throws -> Result<HTTPResponse, any Error>
  ) async throws -> HTTPResponse {
    while true {
      let result = try await attempt()
      switch judge(result, call, limits, attempts, hasStandIn) {
      case .stands: return try result.get()
      case .again(let seconds): try await time.sleep(for: .seconds(clamping: seconds))
      case .fails(let error): throw error
      }
    }
  }

  private func judge(
    _ result: Result<HTTPResponse, any Error>, _ call: HTTPCall, _ limits: LimitTable.Entry,
    _ attempts: Attempts, _ hasStandIn: Bool
  ) -> Verdict {
    switch result {
    case .success(let response):
      return response.status < 400 ? .stands : judge(response, call, limits, attempts, hasStandIn)
    case .failure(let error as HTTPError):
      if hasStandIn, error.kind != .truncated { return .stands }
      let policy = call.request.options.retry ?? .standard
      guard Self.isRetryable(error), call.isIdempotent,
        attempts.connection < policy.connectionAttempts,
        attempts.connection + attempts.status < policy.mostAttempts, time.monotonic < call.deadline
      else { return .stands }
      attempts.connection += 1
      return again(0, error.kind.rawValue, call)
    case .failure: return .stands
    }
  }

  private func judge(
    _ response: HTTPResponse, _ call: HTTPCall, _ limits: LimitTable.Entry,
    _ attempts: Attempts, _ hasStandIn: Bool
  ) -> Verdict {
    guard Self.isRetryable(response.status, call, limits.rateLimitStatuses) else { return .stands }
    let pause = RetryAfter.seconds(response.headers, now: time.wall)
    if let pause, let patience = call.request.options.patience, pause > patience {
      let length = min(pause, TrafficBucket.longestPause)
      return .fails(
        .paused(
          TrafficWait(upstream: limits.rateName, reason: .paused, until: time.wall + length),
          seconds: length, call))
    }
    let policy = call.request.options.retry ?? .standard
    let isAway = !Self.isRefusal(response.status, limits.rateLimitStatuses)
    let most = hasStandIn && isAway ? 1 : policy.statusRetries
    guard attempts.status < min(most, policy.statusRetries),
      attempts.connection + attempts.status < policy.mostAttempts
    else { return .stands }
    let seconds = pause ?? policy.backOff.wait(after: attempts.status + 1, random: random())
    if hasStandIn, isAway, seconds > Self.patienceWithStandIn { return .stands }
    // A wait beyond the budget would end in a time-out: the answer says more.
    guard seconds < (call.deadline - time.monotonic).seconds else { return .stands }
    attempts.status += 1
    // The governor holds back whatever is sent before the end of a pause.
    return again(seconds, "status \(response.status)", call, sleeps: pause == nil)
  }

  private func again(
    _ seconds: Double, _ reason: String, _ call: HTTPCall, sleeps: Bool = true
  ) -> Verdict {
    monitor.stats.retries += 1
    monitor.reportWait(.retrying(after: seconds, reason: reason), call)
    return .again(sleeps ? seconds : 0)
  }

  /// The longest wait before the second try where an older answer is at hand, in seconds.
  private static let patienceWithStandIn = 1.0

  /// Whether a status says "not so fast" rather than "not now".
  private static func isRefusal(_ status: Int, _ own: Set<Int>) -> Bool {
    status == 429 || own.contains(status)
  }

  private static func isRetryable(_ status: Int, _ call: HTTPCall, _ own: Set<Int>) -> Bool {
    if isRefusal(status, own) { return true }
    // A network that asks for a log-in (511) asks again at once.
    let mayPass = (500...599).contains(status) && FailureClass(status: status).mayPass
    return mayPass && status != 511 && call.isIdempotent
  }

  private static func isRetryable(_ error: HTTPError) -> Bool {
    switch error.kind {
    case .unreachable, .dns, .timeout, .truncated: true
    default: false
    }
  }
}
