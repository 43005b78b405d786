internal import GRDB

/// A change of several steps in the data file, which no other process changes meanwhile. It has a
/// connection of its own.
final class SQLiteTransaction: SQLTransaction {
  private let file: DataFile
  private let queue: DatabaseQueue

  /// Waits for the write lock, for a minute at most.
  init(_ file: DataFile, cacheKilobytes: Int) throws {
    self.file = file
    queue = try file.separateConnection(cacheKilobytes: cacheKilobytes)
    do { try queue.inDatabase { try $0.beginTransaction(.immediate) } } catch {
      throw DataFileError(error, path: file.path)
    }
  }

  deinit { try? end(commit: false) }

  func step<T>(_ body: (SQLSession) throws -> T) throws -> T {
    do {
      return try queue.inDatabase { db in
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

  func end(commit: Bool) throws {
    defer { if commit { file.opened.noteWrite() } }
    do {
      try queue.inDatabase { db in
        if commit { try db.commit() } else if db.isInsideTransaction { try db.rollback() }
      }
      try queue.close()
    } catch {
      throw DataFileError(error, path: file.path)
    }
  }
}
