internal import Dispatch
internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Reactor
internal import SQL

/// A change of the data file in several steps, on its own connection. No other process changes the
/// file meanwhile.
final class SQLiteTransaction: SQLTransaction {
  private let file: DataFile
  private let queue: DatabaseQueue
  // Guarded: steps may come from different threads, one after another.
  private let turns = Guarded(Turns())
  private let log = LogLength()

  /// Waits for the write lock, at most a minute.
  init(_ file: DataFile, cacheKilobytes: Int) throws {
    self.file = file
    queue = try file.separateConnection(cacheKilobytes: cacheKilobytes)
    do {
      try queue.inDatabase { db in
        log.watch(db)
        try db.beginTransaction(.immediate)
      }
    } catch {
      throw DataFileError(error, path: file.path)
    }
    turns.withLock { $0.begin() }
  }

  deinit { try? end(commit: false) }

  func step<T>(_ body: (SQLSession) throws -> T) throws -> T {
    do {
      return try queue.inDatabase { db in
        if !db.isInsideTransaction { return try firstStep(db, body) }
        var value: T?
        try db.inSavepoint {
          value = try body(.sqlite(db))
          return .commit
        }
        return value!
      }
    } catch let error as DatabaseError {
      throw DataFileError(error, path: file.path)
    }
  }

  /// Runs a step that begins the transaction. On failure the whole transaction is rolled back: a
  /// savepoint would keep a copy of each changed page.
  private func firstStep<T>(_ db: Database, _ body: (SQLSession) throws -> T) throws -> T {
    turns.withLock { $0.wait() }
    try db.beginTransaction(.immediate)
    turns.withLock { $0.begin() }
    do { return try body(.sqlite(db)) } catch {
      if db.isInsideTransaction { try? db.rollback() }
      throw error
    }
  }

  func save() throws {
    defer { file.opened.noteWrite() }
    do {
      try queue.inDatabase { db in
        if db.isInsideTransaction { try db.commit() }
        turns.withLock { $0.end() }
        log.empty(db)
      }
    } catch {
      throw DataFileError(error, path: file.path)
    }
  }

  func end(commit: Bool) throws {
    defer { if commit { file.opened.noteWrite() } }
    do {
      try queue.inDatabase { db in
        guard db.isInsideTransaction else { return }
        if commit { try db.commit() } else { try db.rollback() }
        log.empty(db)
      }
      try queue.close()
    } catch {
      throw DataFileError(error, path: file.path)
    }
  }
}

/// The length of the log after a connection's last commit. It replaces SQLite's own hook, which
/// empties a long log before the commit returns and so delays the pause in which others may write.
private final class LogLength: Sendable {
  private let pages = Guarded(0)

  /// - Parameter db: a connection that does not commit after this value is freed.
  func watch(_ db: Database) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      db.sqliteConnection,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        let log = Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue()
        log.pages.withLock { $0 = Int(pages) }
        return SQLITE_OK
      }, context)
  }

  /// Writes a long log into the data file; others can write meanwhile. If that fails, the log stays
  /// and the next commit tries again.
  func empty(_ db: Database) {
    if pages.withLock({ $0 }) >= OpenedFile.logPages { _ = try? db.checkpoint(.passive) }
  }
}

/// Leaves a pause between steps for other writers: a waiting process polls the write lock and might
/// find it taken each time.
private struct Turns {
  /// The longest pause, in nanoseconds. SQLite polls at least this often during the first 53
  /// milliseconds of a wait.
  private static let longest: UInt64 = 20_000_000

  private var began: UInt64 = 0
  private var next: UInt64 = 0

  mutating func begin() { began = DispatchTime.now().uptimeNanoseconds }

  mutating func end() {
    let now = DispatchTime.now().uptimeNanoseconds
    next = now + min(now - began, Self.longest)
  }

  /// Blocks until this transaction may take the lock again.
  func wait() {
    let now = DispatchTime.now().uptimeNanoseconds
    if now < next { usleep(UInt32((next - now) / 1_000)) }
  }
}
