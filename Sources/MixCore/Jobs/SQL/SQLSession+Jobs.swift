// SQL of the queue beyond the words that both databases share.
extension SQLSession {
  /// Ends a query of rows that are changed afterwards: others wait for them, or skip them.
  /// The data file has one writer in any case.
  func locking(_ table: String, skipping: Bool = false) -> String {
    guard case .postgres = self else { return "" }
    return " FOR UPDATE OF \(table)" + (skipping ? " SKIP LOCKED" : "")
  }

  /// The column of an item's state that indexes know; in it a leased item may count as a ready one.
  var indexedState: String {
    if case .postgres = self { "phase" } else { "state" }
  }

  /// Waits until no other transaction makes a job of this key.
  func lockJobKey(_ key: String) throws {
    guard case .postgres(let connection) = self else { return }
    try connection.rows(
      "SELECT pg_advisory_xact_lock(hashtextextended(CAST(?1 AS text), 0))",
      [.text("mixhost \(connection.schema) job \(key.lowercased())")])
  }
}
