public import Net
internal import Notation

/// Why the items of a job are not worked on for now.
public enum JobWait: Sendable, Hashable {
  /// An upstream is to be left alone.
  case upstream(TrafficWait)
  /// All that is left has failed for now: the latest reason, and the time of the next attempt in seconds
  /// since 1970.
  case retry(reason: String, until: Double)

  /// When it ends as far as is known now, in seconds since 1970; nil where nothing tells.
  public var until: Double? {
    switch self {
    case .upstream(let wait): wait.until
    case .retry(_, let until): until
    }
  }

  /// One sentence without a full stop: why, and until when, in local time.
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
