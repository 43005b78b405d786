public import Net
internal import Notation

/// Why a job's items wait.
public enum JobWait: Sendable, Hashable {
  /// An upstream needs a pause.
  case upstream(TrafficWait)
  /// All remaining items have failed for now: the latest reason, and the time of the next attempt
  /// in seconds since 1970.
  case retry(reason: String, until: Double)

  /// When the wait ends, in seconds since 1970; nil if unknown.
  public var until: Double? {
    switch self {
    case .upstream(let wait): wait.until
    case .retry(_, let until): until
    }
  }

  /// The reason and end of the wait in local time, as one sentence without a full stop.
  /// - Parameter now: seconds since 1970.
  public func text(now: Double) -> String {
    switch self {
    case .upstream(let wait): return wait.text(now: now)
    case .retry(let reason, let until):
      let left = Int(clamping: max(0, until - now).rounded(.up))
      return "\(reason); tried again at \(DayTime.text(until)) (\(left) s)"
    }
  }
}
