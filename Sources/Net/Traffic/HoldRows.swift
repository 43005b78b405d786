internal import GRDB
internal import Reactor

/// The SQL of holds in the traffic file. The table is made with the first of them, so that files of
/// earlier versions get it, too.
enum HoldRows {
  static func put(_ hold: TrafficHold, _ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS hold (
          host TEXT NOT NULL, kind TEXT NOT NULL, seconds REAL NOT NULL, openings INTEGER NOT NULL,
          wall REAL NOT NULL, monotonic REAL NOT NULL, PRIMARY KEY (host, kind)) WITHOUT ROWID
        """)
    let now = hold.time
    let all = try all(db)
    let known = all.first { $0.host == hold.host && $0.kind == hold.kind }
    let others = all.filter { $0.host != hold.host || $0.kind != hold.kind }
    let kept = TrafficHold.kept(others + [known?.merged(with: hold, now) ?? hold], now)
    try db.execute(sql: "DELETE FROM hold")
    for hold in kept {
      try db.execute(
        sql: """
          INSERT INTO hold (host, kind, seconds, openings, wall, monotonic)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          hold.host, hold.kind.rawValue, hold.seconds, hold.openings, hold.time.wall,
          hold.time.monotonic,
        ])
    }
  }

  static func remove(_ host: String, _ kind: TrafficHold.Kind, _ db: Database) throws {
    guard try db.tableExists("hold") else { return }
    try db.execute(
      sql: "DELETE FROM hold WHERE host = ? AND kind = ?", arguments: [host, kind.rawValue])
  }

  static func all(_ db: Database) throws -> [TrafficHold] {
    guard try db.tableExists("hold") else { return [] }
    return try Row.fetchAll(
      db, sql: "SELECT host, kind, seconds, openings, wall, monotonic FROM hold"
    ).compactMap { row in
      guard let kind = TrafficHold.Kind(rawValue: row[1]) else { return nil }
      return TrafficHold(
        host: row[0], kind: kind, seconds: row[2], openings: row[3],
        time: ClockTime(wall: row[4], monotonic: row[5]))
    }
  }
}
