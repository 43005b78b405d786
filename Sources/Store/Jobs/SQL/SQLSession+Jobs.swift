internal import SQL

// SQL of the queue beyond the words that both databases share.
extension SQLSession {
  /// Ends a query of rows that are changed afterwards: others wait for them, or skip them.
  /// The data file has one writer in any case.
  func locking(_ table: String, skipping: Bool = false) -> String {
    dialect == .sqlite ? "" : " FOR UPDATE OF \(table)" + (skipping ? " SKIP LOCKED" : "")
  }

  /// The column of an item's state that indexes know; in it a leased item may count as a ready one.
  var indexedState: String { dialect == .sqlite ? "state" : "phase" }

  /// Waits until no other transaction makes a job of this key.
  func lockJobKey(_ key: String) throws { try lock("job \(key.lowercased())") }
}
