internal import Net
internal import SQL
internal import Store
internal import Reactor

/// The SQL of traffic limits on PostgreSQL.
enum PostgresTrafficRows {
  private static let fields = "tokens, share, since_decrease, pause, wall, monotonic"

  // MARK: Buckets

  static func bucket(_ name: String, _ session: SQLSession) throws -> TrafficBucket? {
    try PreparedStatement(session, "SELECT \(fields) FROM traffic_bucket WHERE name = ?1")
      .first(.text(name), body: read)
  }

  /// The bucket, locked until the transaction ends; `fresh` is stored and returned if there is
  /// none.
  static func locked(
    _ name: String, _ session: SQLSession, fresh: @autoclosure () -> TrafficBucket
  ) throws -> TrafficBucket {
    let find = try PreparedStatement(
      session, "SELECT \(fields) FROM traffic_bucket WHERE name = ?1 FOR UPDATE")
    if let bucket = try find.first(.text(name), body: read) { return bucket }
    let new = fresh()
    try PreparedStatement(
      session,
      """
      INSERT INTO traffic_bucket (name, \(fields)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT DO NOTHING
      """
    ).change(cells(new, name))
    return try find.first(.text(name), body: read) ?? new
  }

  static func put(_ bucket: TrafficBucket, _ name: String, _ session: SQLSession) throws {
    try PreparedStatement(
      session,
      """
      UPDATE traffic_bucket SET tokens = ?2, share = ?3, since_decrease = ?4, pause = ?5, wall = ?6,
        monotonic = ?7 WHERE name = ?1
      """
    ).change(cells(bucket, name))
  }

  /// The buckets whose service asked for a pause.
  static func paused(_ session: SQLSession) throws -> [(name: String, bucket: TrafficBucket)] {
    try PreparedStatement(
      session, "SELECT \(fields), name FROM traffic_bucket WHERE pause > 0"
    ).map { (name: $0.text(6), bucket: read($0)) }
  }

  private static func read(_ row: RowCells) -> TrafficBucket {
    TrafficBucket(
      tokens: row.real(0), share: row.real(1), sinceDecrease: row.real(2), pause: row.real(3),
      time: ClockTime(wall: row.real(4), monotonic: row.real(5)))
  }

  private static func cells(_ bucket: TrafficBucket, _ name: String) -> [Cell] {
    [
      .text(name), .real(bucket.tokens), .real(bucket.share), .real(bucket.sinceDecrease),
      .real(bucket.pause), .real(bucket.time.wall), .real(bucket.time.monotonic),
    ]
  }

  // MARK: Holds

  /// Stores a hold unless one of its kind lasts longer.
  static func put(_ hold: TrafficHold, _ session: SQLSession) throws {
    let known = try holds(session)
    let own = known.first { $0.host == hold.host && $0.kind == hold.kind }
    let kept = own?.merged(with: hold, hold.time) ?? hold
    try PreparedStatement(
      session,
      """
      INSERT INTO traffic_hold (host, kind, seconds, openings, wall, monotonic)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (host, kind) DO UPDATE SET seconds = excluded.seconds,
        openings = excluded.openings, wall = excluded.wall, monotonic = excluded.monotonic
      """
    ).change([
      .text(kept.host), .text(kept.kind.rawValue), .real(kept.seconds), .int(Int64(kept.openings)),
      .real(kept.time.wall), .real(kept.time.monotonic),
    ])
    let others = known.filter { $0.host != hold.host || $0.kind != hold.kind }
    let staying = Set(TrafficHold.kept(others, hold.time).map { [$0.host, $0.kind.rawValue] })
    for old in others where !staying.contains([old.host, old.kind.rawValue]) {
      try release(old.host, old.kind, session)
    }
  }

  static func release(_ host: String, _ kind: TrafficHold.Kind, _ session: SQLSession) throws {
    try PreparedStatement(session, "DELETE FROM traffic_hold WHERE host = ?1 AND kind = ?2")
      .run(.text(host), .text(kind.rawValue))
  }

  static func holds(_ session: SQLSession) throws -> [TrafficHold] {
    try PreparedStatement(
      session, "SELECT host, kind, seconds, openings, wall, monotonic FROM traffic_hold"
    ).map { row in
      TrafficHold.Kind(rawValue: row.text(1)).map {
        TrafficHold(
          host: row.text(0), kind: $0, seconds: row.real(2), openings: Int(clamping: row.int(3)),
          time: ClockTime(wall: row.real(4), monotonic: row.real(5)))
      }
    }.compactMap { $0 }
  }

  // MARK: Failures and minutes

  static func put(_ failure: TrafficFailure, _ host: String, _ session: SQLSession) throws {
    try PreparedStatement(
      session,
      """
      INSERT INTO traffic_failure (host, time, kind, status, text) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (host) DO UPDATE SET time = excluded.time, kind = excluded.kind,
        status = excluded.status, text = excluded.text
      """
    ).change([
      .text(host), .real(failure.time), .text(failure.kind),
      failure.status.map { .int(Int64($0)) } ?? .null, .text(failure.text),
    ])
    try PreparedStatement(
      session,
      """
      DELETE FROM traffic_failure WHERE host NOT IN
        (SELECT host FROM traffic_failure ORDER BY time DESC LIMIT \(TrafficFailure.mostHosts))
      """
    ).run()
  }

  static func failure(_ host: String, _ session: SQLSession) throws -> TrafficFailure? {
    try PreparedStatement(
      session, "SELECT time, kind, status, text FROM traffic_failure WHERE host = ?1"
    ).first(.text(host)) { row in
      TrafficFailure(
        time: row.real(0), kind: row.text(1),
        status: row.isNull(2) ? nil : Int(clamping: row.int(2)), text: row.text(3))
    }
  }

  static func add(_ minutes: [TrafficMinute], _ session: SQLSession) throws {
    let add = try PreparedStatement(
      session,
      """
      INSERT INTO traffic_minute AS known (host, start, sent, failed) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (host, start) DO UPDATE SET sent = known.sent + excluded.sent,
        failed = known.failed + excluded.failed
      """)
    // Use the same order on every node, so that no two wait for each other.
    for minute in minutes.sorted(by: { ($0.host, $0.start) < ($1.host, $1.start) }) {
      try add.change([
        .text(minute.host), .int(Int64(minute.start)), .int(Int64(minute.sent)),
        .int(Int64(minute.failed)),
      ])
    }
    let newest = minutes.map(\.start).max() ?? 0
    try PreparedStatement(session, "DELETE FROM traffic_minute WHERE start < ?1")
      .run(.int(Int64(newest - TrafficMinute.kept)))
  }

  static func minutes(since start: Int, _ session: SQLSession) throws -> [TrafficMinute] {
    try PreparedStatement(
      session,
      """
      SELECT host, start, sent, failed FROM traffic_minute WHERE start >= ?1
      ORDER BY start, host COLLATE "C"
      """
    ).map(.int(Int64(start))) { row in
      TrafficMinute(
        host: row.text(0), start: Int(clamping: row.int(1)), sent: Int(clamping: row.int(2)),
        failed: Int(clamping: row.int(3)))
    }
  }
}
