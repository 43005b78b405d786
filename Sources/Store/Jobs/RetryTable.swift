internal import Net
internal import Notation

/// The fate of an item whose attempt failed: the table of document 002 (error recovery) for the cases that it
/// names, and waits that grow to hours for a service in trouble.
public struct RetryTable: Sendable, Equatable {
  /// The waits after a 429, in seconds; after the last one the item fails.
  public var throttledWaits = [1.0, 2, 4, 8]
  /// The wait after a 503, in seconds.
  public var unavailableWait = 30.0
  /// How often a 503 may send an item back.
  public var unavailableReturns = 20
  /// How many attempts may time out.
  public var timeoutAttempts = 3
  /// How many attempts an item has at a service in trouble: the default ends after about four hours.
  public var troubleAttempts = 10
  /// How long a job may meet nothing but trouble before it pauses, in seconds: as long as the tries of one
  /// request may take that waits as it should (``RetryPolicy``).
  public var patience = 31.0
  /// The wait before the next attempt at a service in trouble.
  static let troubleBackOff = BackOff(
    first: 1, longest: longestWait, growth: .fourthPower, jitter: .within(0.1))
  /// How often a process may be lost with an item in hand before the item counts as the cause.
  public static let lostProcesses = 10
  /// The longest wait that an item may be given, in seconds.
  public static let longestWait = 86_400.0

  /// The standard values.
  public init() {}

  /// The consequence.
  /// - Parameters:
  ///   - unreachable: what to do when nothing was reached: nobody can tell from one item whether its
  ///     host is down or the network.
  ///   - random: uniform in 0..<1, so that items do not come back all at once.
  public func verdict(
    _ item: LeasedItem, _ failure: AttemptFailure, unreachable: ItemVerdict, random: Double
  ) -> ItemVerdict {
    switch failure {
    case .throttled(let reason):
      guard item.throttled < throttledWaits.count else {
        return .failed("\(reason), after \(throttledWaits.count) waits")
      }
      return .again(after: throttledWaits[item.throttled], cause: .throttled, reason: reason)
    case .unavailable(let reason):
      guard item.returns < unavailableReturns else {
        return .failed(
          "\(reason), \(unavailableReturns) times \(Int(clamping: unavailableWait)) s apart")
      }
      return .again(after: unavailableWait, cause: .unavailable, reason: reason)
    case .timeout(let reason):
      guard item.timeouts + 1 < timeoutAttempts else {
        return .failed("\(reason), \(timeoutAttempts) times")
      }
      return .again(after: 0, cause: .timeout, reason: reason)
    case .trouble(_, let reason):
      guard item.attempt < troubleAttempts else {
        return .failed("\(reason), \(troubleAttempts) times")
      }
      return .again(
        after: Self.troubleBackOff.wait(after: item.attempt, random: random), cause: .trouble,
        reason: reason)
    case .held(let wait, let reason):
      return .postponed(until: wait.until ?? 0, reason: reason)
    case .missing(let reason), .other(let reason): return .failed(reason)
    case .unreachable: return unreachable
    }
  }
}
