/// How long to wait before the next attempt.
///
/// The words of this folder hold wherever something is tried again (requests, circuits, items of jobs,
/// refreshes): an *attempt* is one try, the first included; a *retry* is an attempt after a failed one; the
/// *back-off* is the wait before it, which grows with the failures in a row; its *jitter* is its random
/// part; a *pause* is a wait that the service asks for (``RetryAfter``); a *policy* says how many attempts
/// there are; a *verdict* says what follows from a failure.
public struct BackOff: Sendable, Hashable {
  /// How waits grow with the failures in a row.
  public enum Growth: Sendable, Hashable {
    /// Each is twice the last.
    case doubling
    /// The number of failures to the fourth power (the curve of the queue River).
    case fourthPower
  }

  /// The random part of a wait, so that not all come back at once.
  public enum Jitter: Sendable, Hashable {
    case none
    /// Uniform between zero and the wait.
    case full
    /// Uniform within this part of the wait, above and below.
    case within(Double)
  }

  /// The wait after the first failure, in seconds, before its jitter.
  public var first: Double
  /// The longest wait, in seconds, its jitter included.
  public var longest: Double
  /// How waits grow.
  public var growth: Growth
  /// The random part.
  public var jitter: Jitter

  /// A back-off; times in seconds, 0 or more.
  public init(
    first: Double, longest: Double, growth: Growth = .doubling, jitter: Jitter = .none
  ) {
    (self.first, self.longest, self.growth, self.jitter) = (first, longest, growth, jitter)
  }

  /// The wait after that number of failures in a row, in seconds.
  /// - Parameters:
  ///   - failures: from 1.
  ///   - random: uniform in 0..<1; for the jitter.
  public func wait(after failures: Int, random: Double = 0) -> Double {
    let count = max(1, min(failures, 1_000))
    let factor: Double
    switch growth {
    case .doubling: factor = Double(1 << min(count - 1, 30))
    case .fourthPower:
      let square = Double(count) * Double(count)
      factor = square * square
    }
    let wait = first * factor
    switch jitter {
    case .none: return min(longest, wait)
    case .full: return max(0, min(longest, wait) * random)
    case .within(let part): return min(longest, wait * (1 - part + 2 * part * random))
    }
  }
}
