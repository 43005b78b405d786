/// How often and when a failed request is sent again; items of jobs have a ``RetryTable``.
public struct RetryPolicy: Sendable, Hashable {
  /// Retries after a status that asks for one (429, 500 to 599, ``ClientLimits``' own).
  public var statusRetries = 5
  /// Attempts when connecting fails, times out or the body is cut.
  public var connectionAttempts = 3
  /// All attempts together.
  public var mostAttempts: Int { 1 + max(statusRetries, connectionAttempts - 1) }
  /// The wait before a retry: uniform between zero and a bound that doubles.
  public var backOff = BackOff(first: 1, longest: 30, jitter: .full)

  /// The standard values.
  public init() {}

  /// Five retries, 1 s to 30 s, three attempts at a connection.
  public static let standard = RetryPolicy()

  /// A single attempt, for callers that have a schedule of their own.
  public static let none: RetryPolicy = {
    var policy = RetryPolicy()
    policy.statusRetries = 0
    policy.connectionAttempts = 1
    return policy
  }()
}
