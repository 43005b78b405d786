internal import Files
internal import GRDB
internal import Glibc
public import Reactor
internal import SQL

/// Limits that all processes of a home share, in a file of the state folder: they hold across restarts.
///
/// Every call is one transaction. The file is not flushed with each: after a power cut, the last second
/// of tokens may be handed out again, and no more.
public final class SQLiteTrafficStore: TrafficStore {
  /// "mixt": tells this file from any other SQLite file.
  static let applicationID: Int32 = 0x6D69_7874
  /// How long a call waits for another process's transaction, in seconds.
  private static let patience = 2.0

  /// Its path.
  public let path: String
  private let onWarning: @Sendable (String) -> Void
  private let own = InMemoryTrafficStore()

  private enum State {
    case closed
    case open(DatabaseQueue)
    /// It failed: from then on this process counts alone.
    case failed
  }

  // Guarded: calls come from any thread, one after another.
  private let state = Guarded(State.closed)

  /// - Parameters:
  ///   - path: the file, made with the first call.
  ///   - onWarning: called at most once, when the limits hold for this process alone.
  public init(path: String, onWarning: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.onWarning = onWarning
  }

  /// See ``TrafficStore/isImmediate``.
  public var isImmediate: Bool { false }

  /// See ``TrafficStore/take(_:_:wanted:now:)``.
  public func take(
    _ upstream: String, _ limit: RateLimit, wanted: Int, now: ClockTime
  ) -> TrafficGrant {
    change(upstream, limit, now) { $0.take(wanted, limit, now: now) }
      ?? own.take(upstream, limit, wanted: wanted, now: now)
  }

  /// See ``TrafficStore/giveBack(_:_:_:now:)``.
  public func giveBack(_ count: Int, _ upstream: String, _ limit: RateLimit, now: ClockTime) {
    let kept: Void? = change(upstream, limit, now) { $0.giveBack(count, limit, now: now) }
    if kept == nil { own.giveBack(count, upstream, limit, now: now) }
  }

  /// See ``TrafficStore/refused(_:_:pause:now:)``.
  public func refused(_ upstream: String, _ limit: RateLimit, pause: Double, now: ClockTime) {
    let kept: Void? = change(upstream, limit, now) { $0.refuse(pause: pause, limit, now: now) }
    if kept == nil { own.refused(upstream, limit, pause: pause, now: now) }
  }

  /// See ``TrafficStore/bucket(_:now:)``. Makes no file.
  public func bucket(_ upstream: String, now: ClockTime) -> TrafficBucket? {
    look { try TrafficRows.find(upstream, $0) } ?? own.bucket(upstream, now: now)
  }

  /// See ``TrafficStore/failed(_:_:)``.
  public func failed(_ host: String, _ failure: TrafficFailure) {
    if write({ try FailureRows.put(failure, host, $0) }) == nil { own.failed(host, failure) }
  }

  /// See ``TrafficStore/lastFailure(of:)``. Makes no file.
  public func lastFailure(of host: String) -> TrafficFailure? {
    look { try FailureRows.find(host, $0) } ?? own.lastFailure(of: host)
  }

  /// See ``TrafficStore/count(_:)``.
  public func count(_ minutes: [TrafficMinute]) {
    if write({ try MinuteRows.add(minutes, $0) }) == nil { own.count(minutes) }
  }

  /// See ``TrafficStore/minutes(since:)``. Makes no file.
  public func minutes(since start: Int) -> [TrafficMinute] {
    look { try MinuteRows.all(since: start, $0) } ?? own.minutes(since: start)
  }

  /// See ``TrafficStore/hold(_:)``.
  public func hold(_ hold: TrafficHold) {
    if write({ try HoldRows.put(hold, $0) }) == nil { own.hold(hold) }
  }

  /// See ``TrafficStore/release(_:_:)``. Makes no file.
  public func release(_ host: String, _ kind: TrafficHold.Kind) {
    own.release(host, kind)
    guard access(path, F_OK) == 0 else { return }
    _ = write { try HoldRows.remove(host, kind, $0) }
  }

  /// See ``TrafficStore/holds(now:)``. Makes no file.
  public func holds(now: ClockTime) -> [TrafficHold] {
    look { TrafficHold.kept(try HoldRows.all($0), now) } ?? own.holds(now: now)
  }

  /// See ``TrafficStore/mark``: of the file and its log.
  public var mark: TrafficMark { FileTimes.mark([path, path + "-wal"]) }

  /// Writes in one transaction; nil when the file cannot be used.
  private func write(_ body: (Database) throws -> Void) -> Void? {
    use { queue in
      try queue.inDatabase { db in
        try db.inTransaction(.immediate) {
          try body(db)
          return .commit
        }
      }
    }
  }

  /// Reads from a file that is there; nil also when it cannot be used.
  private func look<Value>(_ body: (Database) throws -> Value?) -> Value? {
    guard access(path, F_OK) == 0 else { return nil }
    return use { queue in try queue.inDatabase(body) } ?? nil
  }

  /// Uses the file; nil when it cannot be used.
  private func use<Value>(_ body: (DatabaseQueue) throws -> Value) -> Value? {
    guard let queue = opened() else { return nil }
    do { return try body(queue) } catch {
      fail(error)
      return nil
    }
  }

  /// Changes a bucket in one transaction; nil when the file cannot be used.
  private func change<Value>(
    _ upstream: String, _ limit: RateLimit, _ now: ClockTime,
    _ body: (inout TrafficBucket) -> Value
  ) -> Value? {
    use { queue in
      try queue.inDatabase { db in
        var value: Value?
        try db.inTransaction(.immediate) {
          var bucket = try TrafficRows.find(upstream, db) ?? TrafficBucket(limit, now: now)
          value = body(&bucket)
          try TrafficRows.put(bucket, upstream, db)
          return .commit
        }
        return value
      }
    } ?? nil
  }

  private func opened() -> DatabaseQueue? {
    let known = state.withLock { $0 }
    switch known {
    case .open(let queue): return queue
    case .failed: return nil
    case .closed:
      do {
        let queue = try Self.open(path)
        state.withLock { $0 = .open(queue) }
        return queue
      } catch {
        fail(error)
        return nil
      }
    }
  }

  private func fail(_ error: any Error) {
    state.withLock { $0 = .failed }
    let reason = (error as? DatabaseError)?.message ?? "\(error)"
    onWarning(
      "rate limits and pauses are kept for this process alone: \(reason) (\(path)): "
        + "make the file writable, or delete it if it is damaged")
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    try PrivateFile.createFolder(PrivateFile.folder(of: path))
    // Made here first, so that nobody else may read it: SQLite gives -wal and -shm the same mode.
    do { try PrivateFile.create(path) } catch let error as FileError where error.code == EEXIST {}
    var configuration = GRDB.Configuration.protected()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try SQLiteSetup.retrying {
      try queue.inDatabase { try TrafficRows.prepare($0, applicationID: applicationID) }
    }
    return queue
  }
}

/// Tells that files have changed.
private enum FileTimes {
  /// File systems count time in ticks of some milliseconds: within one, a second change would not show.
  private static let tick = 100_000_000

  static func mark(_ paths: [String]) -> TrafficMark {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var numbers: [Int64] = []
    for path in paths {
      var info = stat()
      guard stat(path, &info) == 0 else {
        numbers.append(-1)
        continue
      }
      let time = info.st_mtim
      let age = (now.tv_sec - time.tv_sec) * 1_000_000_000 + now.tv_nsec - time.tv_nsec
      numbers += [Int64(bitPattern: UInt64(info.st_ino)), Int64(info.st_size)]
      numbers += [Int64(time.tv_sec), Int64(time.tv_nsec)]
      // A mark that never comes again: what is read now is read once more.
      if age >= 0, age < tick { numbers += [Int64(now.tv_sec), Int64(now.tv_nsec)] }
    }
    return TrafficMark(numbers)
  }
}

/// The SQL of the traffic file: one row an upstream.
private enum TrafficRows {
  /// Makes the table, or refuses another program's file.
  static func prepare(_ db: Database, applicationID: Int32) throws {
    let marks = try FileMarks(db)
    guard marks.isNew || marks.applicationID == applicationID else {
      throw DatabaseError(message: "the file is another program's")
    }
    if marks.hasTables {
      // Files of versions before windows lack the column.
      if try !db.columns(in: "upstream").contains(where: { $0.name == "sent" }) {
        try db.execute(sql: "ALTER TABLE upstream ADD COLUMN sent TEXT NOT NULL DEFAULT ''")
      }
      return
    }
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    try db.inTransaction(.immediate) {
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS upstream (
            name TEXT PRIMARY KEY NOT NULL, tokens REAL NOT NULL, share REAL NOT NULL,
            since_decrease REAL NOT NULL, pause REAL NOT NULL, wall REAL NOT NULL,
            monotonic REAL NOT NULL, sent TEXT NOT NULL DEFAULT '')
          """)
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      return .commit
    }
  }

  static func find(_ name: String, _ db: Database) throws -> TrafficBucket? {
    try PreparedStatement(
      db,
      """
      SELECT tokens, share, since_decrease, pause, wall, monotonic, sent FROM upstream
      WHERE name = ?
      """
    ).first(.text(name)) { row in
      TrafficBucket(
        tokens: row.real(0), share: row.real(1), sinceDecrease: row.real(2), pause: row.real(3),
        window: TrafficWindow(text: row.text(6)),
        time: ClockTime(wall: row.real(4), monotonic: row.real(5)))
    }
  }

  static func put(_ bucket: TrafficBucket, _ name: String, _ db: Database) throws {
    try PreparedStatement(
      db,
      """
      INSERT INTO upstream (name, tokens, share, since_decrease, pause, wall, monotonic, sent)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (name) DO UPDATE SET tokens = ?2, share = ?3, since_decrease = ?4, pause = ?5,
        wall = ?6, monotonic = ?7, sent = ?8
      """
    ).run(
      .text(name), .real(bucket.tokens), .real(bucket.share), .real(bucket.sinceDecrease),
      .real(bucket.pause), .real(bucket.time.wall), .real(bucket.time.monotonic),
      .text(bucket.window.text))
  }
}
