/// The state of an upstream when somebody asks how it does.
public struct UpstreamState: Sendable, Hashable {
  /// The host or named client under which its limit is counted.
  public var name: String
  /// The declared limit; nil: none.
  public var limit: RateLimit?
  /// Requests a second that it is known to take: the declared rate, or less after refusals; nil without a
  /// limit.
  public var perSecond: Double?
  /// The end of a pause that it asked for, in seconds since 1970; nil: none.
  public var pausedUntil: Double?
  /// When a host that could not be reached is asked again, in seconds since 1970; nil: at once.
  public var circuitUntil: Double?
  /// How a request last failed, in this or an earlier run; nil: none that is known.
  public var failure: TrafficFailure?
}
