internal import Store

/// Finds a pooler that gives each transaction another session: prepared statements, locks and
/// notifications would be lost there.
enum PoolerCheck {
  /// - Throws: ``PostgresFailure/refused(_:)``.
  static func check(_ connection: PostgresConnection) throws {
    // The number that the pooler tells is not the server's, whatever its mode.
    guard connection.isPooled else { return }
    let other = try PostgresConnection(connection.address)
    // Without a pooler, the first session stays usable while the second one is in a transaction.
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
