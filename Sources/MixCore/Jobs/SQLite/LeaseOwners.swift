internal import GRDB

/// A process that has taken items.
struct LeaseOwner {
  let number: Int64
  let identity: ProcessIdentity
  /// When its leases end, in seconds of ``JobTime/monotonic``.
  let until: Double
}

/// The processes that have taken items.
enum LeaseOwners {
  /// Those that hold items now.
  static func holding(_ db: Database) throws -> [LeaseOwner] {
    try PreparedStatement(
      db,
      """
      SELECT id, pid, boot, started, namespace, until FROM lease_owner
      WHERE id IN (SELECT owner FROM item WHERE state = 1)
      """
    ).map { row in
      LeaseOwner(
        number: row.int(0),
        identity: ProcessIdentity(
          pid: Int32(truncatingIfNeeded: row.int(1)), boot: row.text(2), started: row.int(3),
          namespace: row.text(4)),
        until: row.real(5))
    }
  }

  static func exists(_ number: Int64, _ db: Database) throws -> Bool {
    try PreparedStatement(db, "SELECT 1 FROM lease_owner WHERE id = ?")
      .first(.int(number)) { _ in true } ?? false
  }

  /// Writes a process down; those that hold nothing any more are forgotten.
  static func add(_ identity: ProcessIdentity, _ db: Database) throws -> Int64 {
    try PreparedStatement(
      db, "DELETE FROM lease_owner WHERE id NOT IN (SELECT owner FROM item WHERE state = 1)"
    ).run()
    try PreparedStatement(
      db, "INSERT INTO lease_owner (pid, boot, started, namespace) VALUES (?, ?, ?, ?)"
    ).run(
      .int(Int64(identity.pid)), .text(identity.boot), .int(identity.started),
      .text(identity.namespace))
    return db.lastInsertedRowID
  }
}
