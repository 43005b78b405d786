internal import SQL

// SQL of the queue that differs between the two databases.
extension SQLSession {
  /// Ends a query of rows that are then changed; other transactions wait for the rows or skip them.
  /// Empty for the data file, which has one writer in any case.
  func locking(_ table: String, skipping: Bool = false) -> String {
    dialect == .sqlite ? "" : " FOR UPDATE OF \(table)" + (skipping ? " SKIP LOCKED" : "")
  }

  /// The indexed column for an item's state; on a server, a leased item may count as ready in it.
  var indexedState: String { dialect == .sqlite ? "state" : "phase" }

  /// Waits until no other transaction creates a job of this key.
  func lockJobKey(_ key: String) throws { try lock("job \(key.lowercased())") }
}
