internal import Dispatch
internal import Logging
public import MixCore
internal import Notation
internal import Reactor

/// The work that some host of a fleet does every hour, and each home at its start: it puts in order what dead
/// runs have left, and removes jobs and cached answers that were kept long enough.
public final class FleetTidy: Sendable {
  private static let period = 3_600.0
  /// How often this host looks whether it is due, in seconds.
  private static let pause = 300.0

  private let host: Host
  private let parts: Stores.Parts
  private let turn: FleetTurn
  private let keepJobs: Double
  private let answers: SharedAnswerTable?

  /// Nil for a data file.
  /// - Throws: `ConfigurationError`.
  public init?(_ host: Host, _ store: DataStore) throws {
    guard let turn = FleetTurn(store, "tidy", every: Self.period) else { return nil }
    (self.host, self.turn) = (host, turn)
    parts = Stores.Parts(store: store, library: Library(store), jobs: SQLJobStore(store))
    let configuration = host.settings.configuration
    keepJobs = try configuration.number("store.keep_jobs") ?? 0
    let bytes = Int(clamping: try configuration.number("store.cache_bytes") ?? 0)
    answers = SharedAnswerTable(store, maxBytes: bytes)
  }

  /// Tidies whenever it is due, until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      do {
        if try await tidy() { host.settings.logger.info("the fleet's store was tidied") }
      } catch {
        host.settings.logger.warning("the fleet's store cannot be tidied: \(error)")
      }
      guard (try? await Task.sleep(for: .seconds(clamping: Self.pause))) != nil else { return }
    }
  }

  /// Tidies, if it is due and no other host is at it.
  /// - Returns: whether it did.
  /// - Throws: `DataFileError`.
  public func tidy() async throws -> Bool {
    let (time, parts, turn, keepJobs, answers) = (host.time, parts, turn, keepJobs, answers)
    return try await offload {
      try turn.take {
        let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
        try parts.jobs.findStrayLeases()
        if keepJobs > 0 { try parts.jobs.removeFinished(after: keepJobs, now: now) }
        try Stores.tidy(parts, now, settledFor: Self.grace)
        try answers?.prune()
      }
    }
  }

  /// A work that is put into a queue says so a moment before it is in it, in seconds.
  private static let grace = 600.0
}
