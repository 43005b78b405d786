package import MixCore

/// The first look at a store by a program that stays.
package enum StoreReaching {
  /// How long a server is waited for, in seconds: one that starts with the machine, or comes back from a crash.
  package static let patience = 45.0
  private static let backOff = BackOff(first: 0.2, longest: 3, jitter: .within(0.3))

  /// Opens the store on a server; waits for one that cannot be reached yet.
  ///
  /// Other commands report that at once, for somebody sits before them. One that stays is started with the
  /// machine, perhaps before the server.
  /// - Parameters:
  ///   - patience: how long it waits, in seconds.
  ///   - onWait: called once, with the reason and `patience`, when it begins to wait.
  /// - Throws: `DataFileError`; `CancellationError`.
  package static func open(
    _ address: String, patience: Double = patience, onWait: (DataFileError, Double) -> Void
  ) async throws -> DataStore {
    let deadline = ContinuousClock.now + .seconds(patience)
    var failures = 0
    while true {
      do {
        return try await blocking { try DataStore.open(address, dataFile: "") }
      } catch let error as DataFileError where error.kind == .unreachable {
        guard ContinuousClock.now < deadline else { throw error }
        failures += 1
        if failures == 1 { onWait(error, patience) }
        let wait = backOff.wait(after: failures, random: .random(in: 0..<1))
        try await Task.sleep(for: .seconds(wait))
      }
    }
  }
}
