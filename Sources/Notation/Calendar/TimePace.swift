/// A clock that runs faster than the machine's: `60@1795449600` passes a minute each second since a moment.
///
/// For trials that have to last days. Processes with the same pace show the same time.
public struct TimePace: Sendable, Equatable {
  /// Seconds that pass in a second of the machine's, 1 to 1,000.
  public let rate: Double
  /// When it showed what the machine's clock showed, in seconds since 1970.
  public let start: Double

  /// Makes a pace of numbers that are known to fit.
  public init(rate: Double, start: Double) { (self.rate, self.start) = (rate, start) }

  /// Reads `RATE@START`; nil for anything else.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let rate = Double(parts[0]), (1...1_000).contains(rate),
      let start = Double(parts[1]), (0...1e11).contains(start)
    else { return nil }
    self.init(rate: rate, start: start)
  }

  /// The time that its clock shows, in seconds since 1970.
  /// - Parameter machine: the time that the machine shows.
  public func wall(_ machine: Double) -> Double { start + (machine - start) * rate }
}
