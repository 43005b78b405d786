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

  /// - Parameter statuses: those that mean "too many requests" at this host, besides 429.
  @inline(__always)
  func send(
    _ call: HTTPCall, rateLimitStatuses statuses: Set<Int>,
    next: (HTTPCall) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let policy = call.request.options.retry ?? .standard
    var statusRetries = 0
    var tries = 1
    while true {
      do {
        let response = try await next(call)
        guard Self.isRetryable(response.status, call, statuses),
          statusRetries < policy.statusRetries
        else { return response }
        let wait =
          RetryAfter.seconds(response.headers["Retry-After"], now: time.wall)
          ?? policy.backOff(statusRetries, random: random())
        // A wait beyond the budget would end in a time-out: the answer says more.
        guard wait < (call.deadline - time.monotonic).seconds else { return response }
        statusRetries += 1
        try await pause(wait, "status \(response.status)", call)
      } catch let error as HTTPError {
        guard Self.isRetryable(error), call.isIdempotent, tries < policy.connectionTries,
          time.monotonic < call.deadline
        else { throw error }
        tries += 1
        try await pause(0, error.kind.rawValue, call)
      }
    }
  }

  private func pause(_ seconds: Double, _ reason: String, _ call: HTTPCall) async throws {
    monitor.stats.retries += 1
    monitor.report(.retrying(after: seconds, reason: reason), call)
    try await time.sleep(for: .seconds(seconds))
  }

  private static func isRetryable(_ status: Int, _ call: HTTPCall, _ own: Set<Int>) -> Bool {
    if status < 400 { return false }
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
