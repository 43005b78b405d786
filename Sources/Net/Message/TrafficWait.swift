internal import Notation

/// Why something is not sent yet: which upstream, for what reason, until when.
///
/// A plain value, so that errors, events, the queue and every display show the same wait.
public struct TrafficWait: Sendable, Hashable {
  /// The cause of the wait.
  public enum Reason: String, Sendable, CaseIterable {
    /// The next token of the upstream's rate.
    case rate
    /// The end of a pause that the upstream asked for (Retry-After).
    case paused
    /// The next try at a host that could not be reached several times in a row.
    case circuit
    /// A place among the requests in flight.
    case slot
  }

  /// The host, or the named client whose limit it is.
  public var upstream: String
  /// The cause of the wait.
  public var reason: Reason
  /// When it ends as far as is known now, in seconds since 1970; nil where nothing tells.
  public var until: Double?

  /// Makes a wait.
  public init(upstream: String, reason: Reason, until: Double? = nil) {
    self.upstream = upstream
    self.reason = reason
    self.until = until
  }

  /// One sentence without a full stop: who holds the request up, why and until when, in local time.
  /// - Parameter now: seconds since 1970.
  public func text(now: Double) -> String {
    var text =
      switch reason {
      case .rate: "waiting for the rate limit of \(upstream)"
      case .paused: "\(upstream) asked for a pause"
      case .circuit: "\(upstream) could not be reached; it is asked again"
      case .slot: "waiting for a free connection to \(upstream)"
      }
    if let until, until > now {
      text += reason == .circuit ? " at " : " until "
      text += DayTime.text(until) + " (\(Int(clamping: (until - now).rounded(.up))) s)"
    }
    return text
  }
}
