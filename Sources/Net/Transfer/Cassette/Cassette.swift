public import Reactor

/// A recording of a run's transfers, being made or being replayed (docs/recording.md).
///
/// ```swift
/// let cassette = try Cassette(replaying: "run.ndjson", on: reactor)
/// var configuration = HTTPConfiguration()
/// configuration.cassette = cassette
/// let client = try HTTPClient(
///   reactor: reactor, time: cassette.clock, configuration: configuration)
/// ```
///
/// Both sorts of runs keep the time of ``clock``, so that a replay is the recorded run again: the same
/// answers in the same order at the same times. Nothing of it touches the network.
public final class Cassette: Sendable {
  /// The file, as it was named.
  public let path: String
  /// The start of the run.
  public let header: CassetteHeader
  /// The time of the run.
  public let clock: EventClock
  /// The records skipped in the file that is replayed; nil without any.
  public let warning: String?
  let mask: CassetteMask
  package let writer: CassetteWriter?
  let answers: CassetteAnswers

  /// Begins a recording; an older one of that name is replaced by the first exchange.
  /// - Parameters:
  ///   - path: the file; it does not exist, is empty, or is a recording.
  ///   - secrets: values that never reach the file.
  ///   - isHeld: as for ``EventClock``.
  /// - Throws: ``CassetteError``.
  public init(
    recordingTo path: String, _ header: CassetteHeader, secrets: [String], on reactor: Reactor,
    isHeld: @escaping @Sendable () -> Bool = { false }
  ) throws(CassetteError) {
    self.path = path
    self.header = header
    warning = nil
    mask = CassetteMask(secrets: secrets)
    answers = CassetteAnswers(path, [])
    writer = try CassetteWriter(path, header, mask)
    clock = Self.clock(header, reactor, isLive: true, isHeld)
  }

  /// Reads a recording.
  /// - Throws: ``CassetteError`` that names the file, and the line that is damaged.
  public init(
    replaying path: String, on reactor: Reactor,
    isHeld: @escaping @Sendable () -> Bool = { false }
  ) throws(CassetteError) {
    let reader = try CassetteReader(path)
    self.path = path
    header = reader.header
    warning = reader.warning
    mask = CassetteAnswers.mask
    writer = nil
    answers = CassetteAnswers(path, reader.exchanges)
    clock = Self.clock(reader.header, reactor, isLive: false, isHeld)
  }

  /// Whether it is being made.
  public var isRecording: Bool { writer != nil }

  /// Uniform random numbers in 0..<1, from the run's seed.
  public var random: @Sendable () -> Double {
    let state = Guarded(UInt64(header.seed))
    return { state.withLock { SplitMix64.next(&$0) } }
  }

  /// Writes what is still to be written.
  /// - Throws: ``CassetteError`` when the recording is not complete.
  public func finish() async throws {
    if let failure = await writer?.finish() { throw failure }
  }

  private static func clock(
    _ header: CassetteHeader, _ reactor: Reactor, isLive: Bool,
    _ isHeld: @escaping @Sendable () -> Bool
  ) -> EventClock {
    EventClock(
      reactor: reactor, start: Double(header.startMilliseconds) / 1_000, isLive: isLive,
      isHeld: isHeld)
  }
}

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
private enum SplitMix64 {
  static func next(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / 0x1p53
  }
}
