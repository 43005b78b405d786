internal import Net
internal import Notation

/// Decides what happens to an item after a failed attempt: the table of document 002 (error
/// recovery) for the cases that it names, and waits that grow to hours for a service in trouble.
public struct RetryTable: Sendable, Equatable {
  /// The waits after each 429, in seconds; after the last one the item fails.
  public var throttledWaits = [1.0, 2, 4, 8]
  /// The wait after a 503, in seconds.
  public var unavailableWait = 30.0
  /// How often a 503 may return an item to the queue.
  public var unavailableReturns = 20
  /// How many attempts may time out.
  public var timeoutAttempts = 3
  /// How many attempts an item gets at a service in trouble; the default ends after about four
  /// hours.
  public var troubleAttempts = 10
  /// How long a job may meet only trouble before it pauses, in seconds: as long as all tries of one
  /// request may take with their proper waits (``RetryPolicy``).
  public var patience = 31.0
  /// The waits between attempts at a service in trouble.
  static let troubleBackOff = BackOff(
    first: 1, longest: longestWait, growth: .fourthPower, jitter: .within(0.1))
  /// How often a process may be lost with an item before the item counts as the cause.
  public static let lostProcesses = 10
  /// The longest wait of an item, in seconds.
  public static let longestWait = 86_400.0

  /// The standard table.
  public init() {}

  /// Decides the consequence of a failed attempt.
  /// - Parameters:
  ///   - unreachable: the verdict when nothing was reached: one item cannot show whether its
  ///     service is down or the network.
  ///   - random: a uniform number in 0..<1 that spreads the next attempts.
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
