internal import Dispatch
internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Reactor
internal import SQL

/// A change of several steps in the data file, which no other process changes meanwhile. It has a
/// connection of its own.
final class SQLiteTransaction: SQLTransaction {
  private let file: DataFile
  private let queue: DatabaseQueue
  // Guarded: its steps may come from different threads, one after another.
  private let turns = Guarded(Turns())
  private let log = LogLength()

  /// Waits for the write lock, for a minute at most.
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

  /// Begins a transaction for a step. A failure takes the whole transaction back: a savepoint would keep a
  /// copy of each page that changes.
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

/// The length of the log after the last commit of a connection. It takes the place of SQLite's own hook,
/// which empties a long log before the commit returns: the pause for others would begin only after that.
private final class LogLength: Sendable {
  private let pages = Guarded(0)

  /// - Parameter db: does not commit after this value has gone.
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

  /// Writes a long log into the data file; others can write meanwhile. When it fails the log stays, and
  /// the next commit tries again.
  func empty(_ db: Database) {
    if pages.withLock({ $0 }) >= OpenedFile.logPages { _ = try? db.checkpoint(.passive) }
  }
}

/// Leaves the write lock to others after it was held: a process that waits for it only looks now and then,
/// and might find it taken each time.
private struct Turns {
  /// The longest pause, in nanoseconds: in its first 53 milliseconds, in which an import gives the lock back,
  /// SQLite's wait looks at least so often.
  private static let longest: UInt64 = 20_000_000

  private var began: UInt64 = 0
  private var next: UInt64 = 0

  mutating func begin() { began = DispatchTime.now().uptimeNanoseconds }

  mutating func end() {
    let now = DispatchTime.now().uptimeNanoseconds
    next = now + min(now - began, Self.longest)
  }

  /// Blocks until it is this transaction's turn again.
  func wait() {
    let now = DispatchTime.now().uptimeNanoseconds
    if now < next { usleep(UInt32((next - now) / 1_000)) }
  }
}
