internal import Files
internal import GRDB
internal import GRDBSQLite
internal import Reactor
internal import SQL
internal import Synchronization

/// The opened cache file: one connection to write, one to read beside it (WAL).
final class CacheFile: PageCacheOwner {
  /// "mixc": tells a cache file from any other SQLite file.
  static let applicationID: Int32 = 0x6D69_7863
  /// Changes with the tables; a file of another version is rebuilt, for it is only a cache.
  static let schemaVersion: Int32 = 1
  /// How long a writer waits for another process's transaction, in seconds.
  static let busySeconds = 2.0

  let path: String
  let writer: DatabaseQueue
  private let lookups: CacheLookups
  /// Counts this program's commits: a burst begun before one does not see it.
  let commits = Atomic(0)

  /// Why a file that SQLite can read is not ours.
  struct Foreign: Error {}

  /// Opens the file and creates its tables when it is new.
  /// - Parameters:
  ///   - path: where; its folder exists.
  ///   - maxPages: the most pages of 4 KB that the file may grow to; nil: SQLite's own limit.
  /// - Throws: `DatabaseError`, or ``Foreign``.
  init(path: String, maxPages: Int?) throws {
    self.path = path
    // Made here first, so that nobody else may read it: SQLite gives -wal and -shm the same mode. Of one
    // that is there, or cannot be made, SQLite says what is wrong.
    try? PrivateFile.create(path)
    var configuration = GRDB.Configuration.protected()
    configuration.busyMode = .timeout(Self.busySeconds)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      // Fewer, larger checkpoints: a page written often in between is copied once.
      try db.execute(sql: "PRAGMA wal_autocheckpoint = \(CacheLog.pages)")
      try db.execute(sql: "PRAGMA journal_size_limit = \(CacheLog.bytes)")
      // Debian's SQLite writes zeros over every page that becomes free: each would go through the log.
      try db.execute(sql: "PRAGMA secure_delete = FAST")
      if let maxPages { try db.execute(sql: "PRAGMA max_page_count = \(maxPages)") }
    }
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try SQLiteSetup.retrying { try writer.inDatabase { try Self.prepare($0) } }
    self.writer = writer
    // A burst's transaction stays open between two lookups.
    configuration.allowsUnsafeTransactions = true
    lookups = try CacheLookups(path: path, configuration: configuration)
    PageCaches.add(self)
  }

  func freePages() {
    writer.freePages()
    lookups.freePages()
  }

  /// Closes both connections; what runs on them ends first.
  func close() {
    lookups.close()
    try? writer.close()
  }

  private static func prepare(_ db: Database) throws {
    let marks = try FileMarks(db)
    if marks.applicationID == applicationID && marks.version == schemaVersion { return }
    guard marks.isNew else { throw Foreign() }
    // Both before the first table: neither can be changed afterwards without rewriting the file.
    try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
    try db.execute(sql: "PRAGMA journal_mode = WAL")
    try db.inTransaction(.immediate) {
      for table in CacheTable.allCases {
        try db.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS \(table.name) (
              id INTEGER PRIMARY KEY, digest BLOB NOT NULL, used INTEGER NOT NULL,
              size INTEGER NOT NULL, expires REAL NOT NULL, grp TEXT NOT NULL,
              meta BLOB NOT NULL, body BLOB NOT NULL);
            CREATE INDEX IF NOT EXISTS \(table.name)_used ON \(table.name)(used, size);
            """)
      }
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(schemaVersion)")
      return .commit
    }
  }
}

extension CacheFile {
  /// One row, or nil.
  ///
  /// - Parameter burstBegan: called when this lookup begins a burst, which somebody must end soon.
  /// - Throws: `DatabaseError`.
  func read(_ table: CacheTable, _ key: CacheKey, burstBegan: () -> Void) throws -> DiskRecord? {
    try lookups.read(
      table, key, commits: commits.load(ordering: .acquiring), burstBegan: burstBegan)
  }

  /// All rows, without their bodies.
  func list(_ table: CacheTable) throws -> [ListedRow] {
    try writer.inDatabase { db in
      let sql =
        "SELECT digest, used, expires, grp, meta, length(body) FROM \(table.name) ORDER BY id"
      let statement = try db.cachedStatement(sql: sql).sqliteStatement
      defer { sqlite3_reset(statement) }
      var rows: [ListedRow] = []
      while true {
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { return rows }
        guard code == SQLITE_ROW else {
          throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        guard let key = CacheKey(bytes: Self.bytes(statement, 0)) else { continue }
        let record = DiskRecord(
          expires: sqlite3_column_double(statement, 2),
          group: String(decoding: Self.bytes(statement, 3), as: UTF8.self),
          meta: Array(Self.bytes(statement, 4)), body: [],
          used: sqlite3_column_int64(statement, 1))
        rows.append(
          ListedRow(key: key, record: record, bodyBytes: Int(sqlite3_column_int64(statement, 5))))
      }
    }
  }

  /// Ends the transaction that lookups share, so that the log can be emptied.
  func endBurst() throws { try withoutBursts {} }

  /// The same, and lets no other begin before `body` is done.
  func withoutBursts(_ body: () throws -> Void) throws { try lookups.withoutBursts(body) }

  /// A blob in SQLite's own memory, until the statement's next step.
  static func bytes(_ statement: SQLiteStatement, _ column: Int32) -> UnsafeRawBufferPointer {
    // The pointer first: asking for it may convert the value and so change its count.
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
