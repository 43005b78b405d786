internal import SQL
internal import Reactor

/// A process that has taken items.
struct LeaseOwner {
  let number: Int64
  let identity: ProcessIdentity
  /// When the process's leases end, in seconds of ``ClockTime/monotonic``.
  let until: Double
}

/// Reads and writes the processes that have taken items.
enum LeaseOwners {
  /// The processes that hold items now.
  /// - Parameter forTaking: whether to lock their rows, skipping processes that are at work right
  ///   now.
  static func holding(_ db: SQLSession, forTaking: Bool = false) throws -> [LeaseOwner] {
    try rows(
      db, "WHERE \(hasItems(db))" + (forTaking ? db.locking("lease_owner", skipping: true) : ""))
  }

  /// All processes that have a row, also those that wait for items.
  static func all(_ db: SQLSession) throws -> [LeaseOwner] { try rows(db, "") }

  private static func rows(_ db: SQLSession, _ rest: String) throws -> [LeaseOwner] {
    try PreparedStatement(
      db, "SELECT id, pid, boot, started, namespace, until FROM lease_owner " + rest
    ).map { row in
      LeaseOwner(
        number: row.int(0),
        identity: ProcessIdentity(
          pid: Int32(truncatingIfNeeded: row.int(1)), boot: row.text(2), started: row.int(3),
          namespace: row.text(4)),
        until: row.real(5))
    }
  }

  /// The condition that a process holds items; on a server they are listed in its row.
  private static func hasItems(_ db: SQLSession) -> String {
    let listed = db.dialect == .postgres ? " AND item.id = ANY (lease_owner.held)" : ""
    return "EXISTS (SELECT 1 FROM item WHERE state = 1 AND owner = lease_owner.id\(listed))"
  }

  /// Extends the leases of a process.
  /// - Returns: false if the process has no row any more.
  static func renew(_ number: Int64, until: Double, _ db: SQLSession) throws -> Bool {
    try PreparedStatement(db, "UPDATE lease_owner SET until = ?1 WHERE id = ?2")
      .run(.real(until), .int(number)) > 0
  }

  /// Adds a row for a process, and removes those whose leases ended long ago and that hold nothing.
  static func add(
    _ identity: ProcessIdentity, host: String, until: Double, _ now: ClockTime, _ db: SQLSession
  ) throws -> Int64 {
    // A process that is at work has a lease that lasts.
    try PreparedStatement(
      db,
      """
      DELETE FROM lease_owner WHERE until < ?1 AND NOT (\(hasItems(db)))
      """
    ).run(.real(now.monotonic - keptFor))
    var (columns, values) = ("pid, boot, started, namespace, until", "?1, ?2, ?3, ?4, ?5")
    if db.dialect == .postgres { (columns, values) = (columns + ", host", values + ", ?6") }
    let insert = try PreparedStatement(
      db, "INSERT INTO lease_owner (\(columns)) VALUES (\(values)) RETURNING id")
    let cells: [Cell] = [
      .int(Int64(identity.pid)), .text(identity.boot), .int(identity.started),
      .text(identity.namespace), .real(until),
    ]
    var number: Int64?
    try insert.scan(cells + (columns.hasSuffix("host") ? [.text(host)] : [])) { row in
      number = row.int(0)
      return true
    }
    return number ?? 0
  }

  /// How long a process without items keeps its row, in seconds.
  private static let keptFor = 600.0
}
