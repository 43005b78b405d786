internal import GRDB
internal import GRDBSQLite

/// A statement for loops over many rows. On SQLite it reads and binds SQLite's own memory, which takes a
/// fifth of the time of GRDB's rows and arguments.
struct PreparedStatement {
  private enum Backing {
    // The statement keeps the handle alive.
    case sqlite(Statement, SQLiteStatement, SQLiteConnection?)
    case postgres(PostgresConnection, String)
  }

  private let backing: Backing

  init(_ db: Database, _ sql: String) throws { try self.init(.sqlite(db), sql) }

  init(_ session: SQLSession, _ sql: String) throws {
    switch session {
    case .sqlite(let db):
      let statement = try db.cachedStatement(sql: sql)
      backing = .sqlite(statement, statement.sqliteStatement, db.sqliteConnection)
    case .postgres(let connection): backing = .postgres(connection, sql)
    }
  }

  /// Runs it to its end.
  /// - Returns: how many rows it changed.
  @discardableResult
  func change(_ cells: [Cell]) throws -> Int {
    switch backing {
    case .sqlite(_, _, let connection):
      try forEach(of: cells) { _ in }
      return Int(sqlite3_changes(connection))
    case .postgres(let connection, let sql):
      return try connection.rows(sql, cells.map(PostgresValue.init)).changed
    }
  }

  /// Calls `body` with the rows until it returns false.
  func scan(_ cells: [Cell], _ body: (RowCells) throws -> Bool) throws {
    switch backing {
    case .sqlite(_, let handle, let connection): try scan(handle, connection, cells, body)
    case .postgres(let connection, let sql):
      let rows = try connection.rows(sql, cells.map(PostgresValue.init))
      for row in 0..<rows.count {
        if try !body(RowCells(.postgres(rows, Int32(row)))) { return }
      }
    }
  }

  private func scan(
    _ handle: SQLiteStatement, _ connection: SQLiteConnection?, _ cells: [Cell],
    _ body: (RowCells) throws -> Bool
  ) throws {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, cell) in cells.enumerated() { Self.bind(cell, handle, Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: if try !body(RowCells(.sqlite(handle))) { return }
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: String(cString: sqlite3_errmsg(connection))
        )
      }
    }
  }

  private static func bind(_ cell: Cell, _ handle: SQLiteStatement, _ index: Int32) {
    // SQLite copies texts and bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch cell {
    case .null: sqlite3_bind_null(handle, index)
    case .int(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(var value):
      _ = value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty text has no address, and none would bind null.
          sqlite3_bind_text(handle, index, $0.baseAddress ?? none, Int32($0.count), copied)
        }
      }
    case .blob(let bytes):
      _ = bytes.withUnsafeBytes {
        sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), copied)
      }
    }
  }

  // reason: one byte that is never written.
  private nonisolated(unsafe) static let none: UnsafePointer<CChar> = {  // reason: see above
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()
}

/// One row while its statement stands on it.
struct RowCells {
  fileprivate enum Source {
    case sqlite(SQLiteStatement)
    case postgres(PostgresRows, Int32)
  }

  private let source: Source

  fileprivate init(_ source: Source) { self.source = source }

  func int(_ column: Int32) -> Int64 {
    switch source {
    case .sqlite(let handle): sqlite3_column_int64(handle, column)
    case .postgres(let rows, let row): rows.int(row, column)
    }
  }

  func real(_ column: Int32) -> Double {
    switch source {
    case .sqlite(let handle): sqlite3_column_double(handle, column)
    case .postgres(let rows, let row): rows.real(row, column)
    }
  }

  func isNull(_ column: Int32) -> Bool {
    switch source {
    case .sqlite(let handle): sqlite3_column_type(handle, column) == SQLITE_NULL
    case .postgres(let rows, let row): rows.isNull(row, column)
    }
  }

  func text(_ column: Int32) -> String {
    switch source {
    case .sqlite(let handle):
      guard let start = sqlite3_column_text(handle, column) else { return "" }
      let count = Int(sqlite3_column_bytes(handle, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    case .postgres(let rows, let row): return rows.text(row, column)
    }
  }

  func bytes(_ column: Int32) -> [UInt8] {
    switch source {
    case .sqlite(let handle):
      let start = sqlite3_column_blob(handle, column)
      return Array(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    case .postgres(let rows, let row): return rows.blob(row, column)
    }
  }

  /// The value in its own type.
  func cell(_ column: Int32) -> Cell {
    switch source {
    case .postgres(let rows, let row): return rows.cell(row, column)
    case .sqlite(let handle):
      switch sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: return .int(int(column))
      case SQLITE_FLOAT: return .real(real(column))
      case SQLITE_TEXT: return .text(text(column))
      case SQLITE_BLOB: return .blob(bytes(column))
      default: return .null
      }
    }
  }
}
