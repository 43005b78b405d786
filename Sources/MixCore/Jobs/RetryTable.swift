/// What becomes of an item whose attempt failed: the table of document 002 (error recovery).
public enum RetryTable {
  /// The waits after a 429, in seconds; after the last one the item fails.
  public static let throttledWaits = [1.0, 2, 4, 8]
  /// The wait after a 503, in seconds.
  public static let unavailableWait = 30.0
  /// How often a 503 may send an item back.
  public static let unavailableReturns = 20
  /// How many attempts may time out.
  public static let timeoutAttempts = 3
  /// How often a process may be lost with an item in hand before the item counts as the cause.
  public static let lostProcesses = 10

  /// - Parameter unreachable: what to do when nothing was reached: nobody can tell from one item
  ///   whether its host is down or the network.
  public static func verdict(
    _ item: LeasedItem, _ failure: AttemptFailure, unreachable: ItemVerdict
  ) -> ItemVerdict {
    switch failure {
    case .throttled(let reason):
      guard item.throttled < throttledWaits.count else {
        return .failed("\(reason), after waits of 1, 2, 4 and 8 s")
      }
      return .again(after: throttledWaits[item.throttled], cause: .throttled, reason: reason)
    case .unavailable(let reason):
      guard item.returns < unavailableReturns else {
        return .failed("\(reason), \(unavailableReturns) times 30 s apart")
      }
      return .again(after: unavailableWait, cause: .unavailable, reason: reason)
    case .timeout(let reason):
      guard item.timeouts + 1 < timeoutAttempts else {
        return .failed("\(reason), \(timeoutAttempts) times")
      }
      return .again(after: 0, cause: .timeout, reason: reason)
    case .missing(let reason), .other(let reason): return .failed(reason)
    case .unreachable: return unreachable
    }
  }
}
