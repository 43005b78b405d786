internal import GRDB

/// The data file as the library's database.
struct SQLiteDatabase: SQLDatabase {
  private let file: DataFile

  init(_ file: DataFile) { self.file = file }

  var isReadOnly: Bool { file.isReadOnly }

  func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
    try file.read { try body($0) }
  }

  func write<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
    try file.write { try body($0) }
  }

  func begin(_ lock: SQLLock, cacheKilobytes: Int) throws -> any SQLTransaction {
    try SQLiteTransaction(file, cacheKilobytes: cacheKilobytes)
  }

  func settle() -> Bool { file.settle() }
}

/// A change of several steps in the data file, which no other process changes meanwhile.
private final class SQLiteTransaction: SQLTransaction {
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

  func step<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
    do {
      return try queue.inDatabase { db in
        var value: T?
        try db.inSavepoint {
          value = try body(db)
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

extension Database: SQLConnection {
  var dialect: SQLDialect { .sqlite }

  func statement(_ sql: String) throws -> any SQLStatement {
    SQLiteRows(statement: try PreparedStatement(self, sql))
  }

  func lock(_ lock: SQLLock) {}
}

private struct SQLiteRows: SQLStatement {
  let statement: PreparedStatement

  func scan(_ cells: [Cell], _ body: (any SQLRow) throws -> Bool) throws {
    try statement.scan(cells) { try body($0) }
  }

  func change(_ cells: [Cell]) throws -> Int { try statement.change(cells) }
}

extension RowCells: SQLRow {}
