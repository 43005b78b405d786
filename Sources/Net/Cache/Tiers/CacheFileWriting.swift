internal import GRDB
internal import GRDBSQLite
internal import Synchronization

extension CacheFile {
  /// The bytes of a burst that one transaction takes: with its pages, a small part of the log, which then goes round in
  /// the file that it has. A log that grows by a whole burst makes a value cost twice as much.
  private static let transactionBytes = 1_000_000
  /// The share of a change in pages of the index and of the tree, beside its own bytes.
  private static let changeBytes = 500

  /// Writes one burst, in transactions of a part each.
  func apply(_ changes: [PendingWrites.Place: DiskRecord?], touched: [PendingWrites.Place: Int64])
    throws
  {
    defer { commits.add(1, ordering: .releasing) }
    try writer.inDatabase { db in
      // In the order of the rows: neighbours share pages.
      var sorted = changes.sorted { $0.key.key.rowID < $1.key.key.rowID }[...]
      repeat {
        try db.inTransaction(.immediate) {
          var left = Self.transactionBytes
          while left > 0, let (place, change) = sorted.popFirst() {
            left -= Self.changeBytes + (change?.size ?? 0)
            try Self.write(db, place, change)
          }
          if sorted.isEmpty { try Self.touch(db, touched.filter { changes[$0.key] == nil }) }
          return .commit
        }
      } while !sorted.isEmpty
    }
  }

  private static func write(
    _ db: Database, _ place: PendingWrites.Place, _ change: DiskRecord?
  ) throws {
    if let change { return try insert(db, place, change) }
    try run(db, "DELETE FROM \(place.table.name) WHERE id = ?") {
      sqlite3_bind_int64($0, 1, place.key.rowID)
    }
  }

  private static func touch(_ db: Database, _ touched: [PendingWrites.Place: Int64]) throws {
    for (place, second) in touched {
      try run(db, "UPDATE \(place.table.name) SET used = ?2 WHERE id = ?1") {
        sqlite3_bind_int64($0, 1, place.key.rowID)
        sqlite3_bind_int64($0, 2, second)
      }
    }
  }

  /// Removes all rows of a table, or those of one group, and gives the space back.
  func clear(_ table: CacheTable, group: String?) throws {
    defer { commits.add(1, ordering: .releasing) }
    try endBurst()
    try writer.inDatabase { db in
      if let group {
        try db.execute(sql: "DELETE FROM \(table.name) WHERE grp = ?", arguments: [group])
      } else {
        try db.execute(sql: "DELETE FROM \(table.name)")
      }
      try Self.giveSpaceBack(db)
    }
  }

  /// Removes the rows of a table that expired before a moment (seconds since 1970); returns how many.
  func removeExpired(_ table: CacheTable, before moment: Double) throws -> Int {
    defer { commits.add(1, ordering: .releasing) }
    try endBurst()
    return try writer.inDatabase { db in
      try db.execute(sql: "DELETE FROM \(table.name) WHERE expires < ?", arguments: [moment])
      let count = db.changesCount
      if count > 0 { try Self.giveSpaceBack(db) }
      return count
    }
  }

  /// Whether the file's pages and its log hold more than a number of bytes.
  func holdsMore(than bytes: Int) throws -> Bool {
    try writer.inDatabase { try Self.pageBytes($0) } + logBytes > bytes
  }

  /// Removes some of the rows used longest ago, of either table, when pages and log hold more than
  /// `limit` bytes; returns how many. Few at a time: what is removed is written to the log, too.
  func removeOldest(over limit: Int) throws -> Int {
    defer { commits.add(1, ordering: .releasing) }
    let limit = max(0, limit - logBytes)
    return try writer.inDatabase { db in
      guard try Self.pageBytes(db) > limit, let table = try Self.tableOfOldest(db) else { return 0 }
      try db.execute(
        sql: """
          DELETE FROM \(table.name) WHERE id IN
            (SELECT id FROM \(table.name) ORDER BY used LIMIT 16)
          """)
      let count = db.changesCount
      try db.execute(sql: "PRAGMA incremental_vacuum")
      return count
    }
  }

  /// The contents of a table.
  func usage(_ table: CacheTable) throws -> DiskUsage {
    try writer.inDatabase { db in
      let sql = "SELECT count(*), coalesce(sum(size), 0) FROM \(table.name)"
      guard let row = try Row.fetchOne(db, sql: sql) else { return DiskUsage() }
      return DiskUsage(entries: row[0], bytes: row[1])
    }
  }

  private static func insert(_ db: Database, _ place: PendingWrites.Place, _ record: DiskRecord)
    throws
  {
    try run(db, "INSERT OR REPLACE INTO \(place.table.name) VALUES (?,?,?,?,?,?,?,?)") {
      statement in
      sqlite3_bind_int64(statement, 1, place.key.rowID)
      place.key.withBytes { _ = sqlite3_bind_blob(statement, 2, $0.baseAddress, 32, transient) }
      sqlite3_bind_int64(statement, 3, record.used)
      sqlite3_bind_int64(statement, 4, Int64(record.size))
      sqlite3_bind_double(statement, 5, record.expires)
      sqlite3_bind_text(statement, 6, record.group, -1, transient)
      bind(statement, 7, record.meta)
      bind(statement, 8, record.body)
    }
  }

  private static func bind(_ statement: SQLiteStatement, _ index: Int32, _ bytes: [UInt8]) {
    // An empty array has no address, and a blob without address would be NULL.
    if bytes.isEmpty {
      sqlite3_bind_zeroblob(statement, index, 0)
    } else {
      bytes.withUnsafeBytes {
        _ = sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), transient)
      }
    }
  }

  // Tells SQLite to copy what it is given.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private static func run(_ db: Database, _ sql: String, bind: (SQLiteStatement) -> Void) throws {
    let statement = try db.cachedStatement(sql: sql).sqliteStatement
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    bind(statement)
    let code = sqlite3_step(statement)
    if code != SQLITE_DONE { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  private static func pageBytes(_ db: Database) throws -> Int {
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    return (pages - free) * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096)
  }

  private static func tableOfOldest(_ db: Database) throws -> CacheTable? {
    let oldest = try CacheTable.allCases.compactMap { table in
      try Int64.fetchOne(db, sql: "SELECT min(used) FROM \(table.name)").map { (table, $0) }
    }
    return oldest.min { $0.1 < $1.1 }?.0
  }

  private static func giveSpaceBack(_ db: Database) throws {
    try db.execute(sql: "PRAGMA incremental_vacuum")
    // Passive: waits for nobody who reads; what is left is copied at the next one.
    _ = try? db.checkpoint(.passive)
  }
}
