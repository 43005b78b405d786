public import Store

/// Work that some host of a fleet does now and then, and no two at once.
public struct FleetTurn: Sendable {
  private let database: PostgresDatabase
  private let name: String
  private let seconds: Double

  /// Nil for a data file.
  /// - Parameters:
  ///   - name: tells the work from other works of the fleet.
  ///   - seconds: how long after its end it is due again, by the server's clock.
  public init?(_ store: DataStore, _ name: String, every seconds: Double) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    (self.database, self.name, self.seconds) = (database, name, seconds)
  }

  /// Does it, if it is due and no other host is at it. Blocks.
  ///
  /// The lock that keeps others out ends with its session, so work may be begun twice when that is lost:
  /// it must bear that.
  /// - Returns: whether it was done.
  /// - Throws: ``DataFileError``, and what the work throws; it stays due then.
  public func take(_ work: () throws -> Void) throws -> Bool {
    guard try database.bare(isDue) else { return false }
    do {
      let session = try PostgresConnection(database.address)
      let isMine = try session.rows(
        "SELECT pg_try_advisory_lock(hashtextextended(CAST(?1 AS text), 0))",
        [.text("mixhost \(session.schema) turn \(name)")])
      // Asked again: another host may have done it a moment ago.
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
