/// The two clocks at one moment.
public struct ClockTime: Sendable {
  /// Seconds since 1970: for what is shown and for next attempts, which outlive a restart.
  public var wall: Double
  /// Seconds since an arbitrary start, the same for all processes until the next restart of the
  /// machine: for leases, which must not end because a clock is set.
  public var monotonic: Double

  /// - Parameters:
  ///   - wall: seconds since 1970.
  ///   - monotonic: seconds that never go back.
  public init(wall: Double, monotonic: Double) {
    self.wall = wall
    self.monotonic = monotonic
  }
}
