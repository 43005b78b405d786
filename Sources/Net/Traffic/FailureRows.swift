internal import GRDB

/// The SQL of failures in the traffic file: one row a host. The table is made with the first of them, so
/// that files of earlier versions get it, too.
enum FailureRows {
  static func put(_ failure: TrafficFailure, _ host: String, _ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS failure (
          host TEXT PRIMARY KEY NOT NULL, time REAL NOT NULL, kind TEXT NOT NULL, status INTEGER,
          text TEXT NOT NULL)
        """)
    try db.execute(
      sql: "INSERT OR REPLACE INTO failure (host, time, kind, status, text) VALUES (?, ?, ?, ?, ?)",
      arguments: [host, failure.time, failure.kind, failure.status, failure.text])
    try db.execute(
      sql: """
        DELETE FROM failure WHERE host NOT IN
          (SELECT host FROM failure ORDER BY time DESC LIMIT \(TrafficFailure.mostHosts))
        """)
  }

  static func find(_ host: String, _ db: Database) throws -> TrafficFailure? {
    guard try db.tableExists("failure") else { return nil }
    return try Row.fetchOne(
      db, sql: "SELECT time, kind, status, text FROM failure WHERE host = ?", arguments: [host]
    ).map { row in
      TrafficFailure(time: row[0], kind: row[1], status: row[2], text: row[3])
    }
  }
}
