package import MixCore
package import Reactor

/// Opens a fleet's store for a long-running program.
package enum StoreReaching {
  /// How long to wait for a server at the start, in seconds; the same as for a server that is lost
  /// later.
  package static let patience = PostgresDatabase.patience

  /// Opens the store on a server, and waits for a server that cannot be reached yet.
  ///
  /// Other commands report an unreachable server at once, because a person waits. A long-running
  /// program may start with the machine, before the database server.
  /// - Parameter onWait: called once with the reason when the wait begins.
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
