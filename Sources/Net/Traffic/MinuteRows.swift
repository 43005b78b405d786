internal import GRDB

/// The SQL of minutes in the traffic file: one row a host and minute. The table is made with the first of
/// them, so that files of earlier versions get it, too.
enum MinuteRows {
  static func add(_ minutes: [TrafficMinute], _ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS minute (
          host TEXT NOT NULL, start INTEGER NOT NULL, sent INTEGER NOT NULL, failed INTEGER NOT NULL,
          PRIMARY KEY (host, start)) WITHOUT ROWID
        """)
    for minute in minutes {
      try db.execute(
        sql: """
          INSERT INTO minute (host, start, sent, failed) VALUES (?, ?, ?, ?)
          ON CONFLICT (host, start) DO UPDATE SET sent = sent + excluded.sent,
            failed = failed + excluded.failed
          """,
        arguments: [minute.host, minute.start, minute.sent, minute.failed])
    }
    let newest = minutes.map(\.start).max() ?? 0
    try db.execute(
      sql: "DELETE FROM minute WHERE start < ?", arguments: [newest - TrafficMinute.kept])
  }

  static func all(since start: Int, _ db: Database) throws -> [TrafficMinute]? {
    guard try db.tableExists("minute") else { return nil }
    return try Row.fetchAll(
      db,
      sql: "SELECT host, start, sent, failed FROM minute WHERE start >= ? ORDER BY start, host",
      arguments: [start]
    ).map { TrafficMinute(host: $0[0], start: $0[1], sent: $0[2], failed: $0[3]) }
  }
}
