/// How often and when a failed request is sent again.
public struct RetryPolicy: Sendable, Hashable {
  /// Further tries after a status that asks for one (429, 500 to 599, ``ClientLimits``' own).
  public var statusRetries = 5
  /// All tries, the first included, when connecting fails, times out or the body is cut.
  public var connectionTries = 3
  /// All tries together, the first included.
  public var mostTries: Int { 1 + max(statusRetries, connectionTries - 1) }
  /// The upper end of the first random wait, in seconds; it doubles with each retry.
  public var baseDelay = 1.0
  /// The longest random wait, in seconds.
  public var maxDelay = 30.0

  /// The standard values.
  public init() {}

  /// Five retries, 1 s to 30 s, three tries at a connection.
  public static let standard = RetryPolicy()

  /// A single try, for callers that have a schedule of their own.
  public static let none: RetryPolicy = {
    var policy = RetryPolicy()
    policy.statusRetries = 0
    policy.connectionTries = 1
    return policy
  }()

  /// The wait before retry number `count` (from 0): full jitter, uniform between zero and the
  /// exponential bound.
  /// - Parameter random: uniform in 0..<1.
  func backOff(_ count: Int, random: Double) -> Double {
    let bound = min(maxDelay, baseDelay * Double(1 << min(count, 30)))
    return max(0, bound * random)
  }
}
