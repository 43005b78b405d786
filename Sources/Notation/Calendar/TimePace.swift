/// A clock that runs faster than the machine's: `60@1795449600` passes a minute each second from
/// that moment on.
///
/// For trials that must cover days. Processes with the same pace show the same time.
public struct TimePace: Sendable, Equatable {
  /// Seconds that pass in one second of the machine's clock, 1 to 1,000.
  public let rate: Double
  /// The moment when both clocks agree, in seconds since 1970.
  public let start: Double

  /// Makes a pace of numbers that the caller has checked.
  public init(rate: Double, start: Double) { (self.rate, self.start) = (rate, start) }

  /// Reads `RATE@START`; nil for anything else.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let rate = Double(parts[0]), (1...1_000).contains(rate),
      let start = Double(parts[1]), (0...1e11).contains(start)
    else { return nil }
    self.init(rate: rate, start: start)
  }

  /// The time that this clock shows, in seconds since 1970.
  /// - Parameter machine: the machine's time in seconds since 1970.
  public func wall(_ machine: Double) -> Double { start + (machine - start) * rate }
}
