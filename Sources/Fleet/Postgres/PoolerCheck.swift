internal import Store

/// Detects a pooler that gives each transaction another session, which would lose prepared
/// statements, locks and notifications.
enum PoolerCheck {
  /// - Throws: ``PostgresFailure/refused(_:)``.
  static func check(_ connection: PostgresConnection) throws {
    // A pooler reports a number that differs from the server's, in any mode.
    guard connection.isPooled else { return }
    let other = try PostgresConnection(connection.address)
    // Without such a pooler, the first session stays usable while the second is in a transaction.
    let theirs = try other.runScript("BEGIN; SELECT pg_backend_pid()::bigint")?.text(0, 0) ?? ""
    var isShared = theirs == "\(connection.backend)"
    if !isShared {
      let mine = try connection.runScript("SELECT pg_backend_pid()::bigint")?.text(0, 0) ?? ""
      isShared = mine != "\(connection.backend)"
    }
    _ = try? other.runScript("ROLLBACK")
    if isShared {
      throw PostgresFailure.refused(
        DataFileError.pooled("the store \(connection.address.shown)"))
    }
  }
}
