/// One moment, read from both clocks.
public struct ClockTime: Sendable {
  /// Seconds since 1970. Times that people see use it, and next attempts, which outlive a restart.
  public var wall: Double
  /// Seconds since an arbitrary start, the same for all processes until the machine restarts.
  /// Leases use it, because setting the wall clock must not end them.
  public var monotonic: Double

  /// - Parameters:
  ///   - wall: seconds since 1970.
  ///   - monotonic: seconds on a clock that never goes back.
  public init(wall: Double, monotonic: Double) {
    self.wall = wall
    self.monotonic = monotonic
  }
}
