package import MixCore
package import Reactor

/// The first look at a fleet's store by a program that stays.
package enum StoreReaching {
  /// How long a server is waited for, in seconds, as long as one that is lost later.
  package static let patience = PostgresDatabase.patience

  /// Opens the store on a server; waits for one that cannot be reached yet.
  ///
  /// Other commands report that at once, for somebody sits before them. One that stays is started with the
  /// machine, perhaps before the server.
  /// - Parameter onWait: called once, with the reason, when it begins to wait.
  /// - Throws: `DataFileError`; `CancellationError`.
  package static func open(
    _ address: String, time: any TimeSource, onWait: (DataFileError) -> Void
  ) async throws -> DataStore {
    let deadline = time.monotonic + .seconds(clamping: patience)
    var failures = 0
    while true {
      do {
        return try await blocking { try DataStore.open(address, dataFile: "") }
      } catch let error as DataFileError where error.kind == .unreachable {
        guard time.monotonic < deadline else { throw error }
        failures += 1
        if failures == 1 { onWait(error) }
        let wait = PostgresDatabase.backOff.wait(after: failures, random: .random(in: 0..<1))
        try await time.sleep(for: .seconds(clamping: wait))
      }
    }
  }
}
