public import Store

/// Work that a fleet does at intervals, on one node at a time.
///
/// ```swift
/// let turn = FleetTurn(store, "clean-up", every: 3_600)
/// _ = try turn?.take { try removeOldJobs() }
/// ```
public struct FleetTurn: Sendable {
  private let database: PostgresDatabase
  private let name: String
  private let seconds: Double

  /// Makes a turn; nil for a data file.
  /// - Parameters:
  ///   - name: the work's name within the fleet.
  ///   - seconds: the time after which finished work is due again, by the server's clock.
  public init?(_ store: DataStore, _ name: String, every seconds: Double) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    (self.database, self.name, self.seconds) = (database, name, seconds)
  }

  /// Does the work if it is due and no other node is doing it. Blocks.
  ///
  /// The lock against other nodes ends with its session. If the session is lost, a second node may
  /// start the work, so it must be safe to run twice.
  /// - Returns: whether the work was done.
  /// - Throws: ``DataFileError``, and errors of the work, which then stays due.
  public func take(_ work: () throws -> Void) throws -> Bool {
    guard try database.bare(isDue) else { return false }
    do {
      let session = try PostgresConnection(database.address)
      let isMine = try session.rows(
        "SELECT pg_try_advisory_lock(hashtextextended(CAST(?1 AS text), 0))",
        [.text("mixhost \(session.schema) turn \(name)")])
      // Check again: another node may have just finished the work.
      guard isMine.int(0, 0) != 0, try isDue(session) else { return false }
      return try withExtendedLifetime(session) {
        try work()
        try database.bare(note)
        return true
      }
    } catch { throw database.told(error) }
  }

  private func isDue(_ connection: PostgresConnection) throws -> Bool {
    let rows = try connection.rows(
      "SELECT done <= \(PostgresClock.sql) - CAST(?2 AS float8) FROM duty WHERE name = ?1",
      [.text(name), .real(seconds)])
    return rows.count == 0 || rows.int(0, 0) != 0
  }

  private func note(_ connection: PostgresConnection) throws {
    try connection.rows(
      """
      INSERT INTO duty (name, done) VALUES (?1, \(PostgresClock.sql))
      ON CONFLICT (name) DO UPDATE SET done = excluded.done
      """, [.text(name)])
  }
}
