package import GRDB
internal import GRDBSQLite

/// A prepared statement for loops over many rows. On SQLite it reads and binds SQLite's own memory,
/// which is faster than GRDB's rows and arguments.
package struct PreparedStatement {
  private enum Backing {
    // The statement keeps the handle alive.
    case sqlite(Statement, SQLiteStatement, SQLiteConnection?)
    case server(any SQLServerSession, String)
  }

  private let backing: Backing

  package init(_ db: Database, _ sql: String) throws { try self.init(.sqlite(db), sql) }

  package init(_ session: SQLSession, _ sql: String) throws {
    switch session {
    case .sqlite(let db):
      let statement = try db.cachedStatement(sql: sql)
      backing = .sqlite(statement, statement.sqliteStatement, db.sqliteConnection)
    case .server(let session): backing = .server(session, sql)
    }
  }

  /// Runs the statement to its end.
  /// - Returns: the number of changed rows.
  @discardableResult
  package func change(_ cells: [Cell]) throws -> Int {
    switch backing {
    case .sqlite(_, _, let connection):
      try forEach(of: cells) { _ in }
      return Int(sqlite3_changes(connection))
    case .server(let session, let sql): return try session.run(sql, cells).changed
    }
  }

  /// Calls `body` with each row until it returns false.
  package func scan(_ cells: [Cell], _ body: (RowCells) throws -> Bool) throws {
    switch backing {
    case .sqlite(_, let handle, let connection): try scan(handle, connection, cells, body)
    case .server(let session, let sql):
      let rows = try session.run(sql, cells)
      for row in 0..<rows.count {
        if try !body(RowCells(.server(rows, Int32(row)))) { return }
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
          // An empty text may have a null address, which would bind NULL.
          sqlite3_bind_text(handle, index, $0.baseAddress ?? none, Int32($0.count), copied)
        }
      }
    case .blob(let bytes):
      _ = bytes.withUnsafeBytes {
        sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), copied)
      }
    }
  }

  // reason: points to one byte that is never written.
  private nonisolated(unsafe) static let none: UnsafePointer<CChar> = {  // reason: see above
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()
}

/// The current row of a running statement.
package struct RowCells {
  fileprivate enum Source {
    case sqlite(SQLiteStatement)
    case server(any SQLServerRows, Int32)
  }

  private let source: Source

  fileprivate init(_ source: Source) { self.source = source }

  package func int(_ column: Int32) -> Int64 {
    switch source {
    case .sqlite(let handle): sqlite3_column_int64(handle, column)
    case .server(let rows, let row): rows.int(row, column)
    }
  }

  package func real(_ column: Int32) -> Double {
    switch source {
    case .sqlite(let handle): sqlite3_column_double(handle, column)
    case .server(let rows, let row): rows.real(row, column)
    }
  }

  package func isNull(_ column: Int32) -> Bool {
    switch source {
    case .sqlite(let handle): sqlite3_column_type(handle, column) == SQLITE_NULL
    case .server(let rows, let row): rows.isNull(row, column)
    }
  }

  package func text(_ column: Int32) -> String {
    switch source {
    case .sqlite(let handle):
      guard let start = sqlite3_column_text(handle, column) else { return "" }
      let count = Int(sqlite3_column_bytes(handle, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    case .server(let rows, let row): return rows.text(row, column)
    }
  }

  package func bytes(_ column: Int32) -> [UInt8] {
    switch source {
    case .sqlite(let handle):
      let start = sqlite3_column_blob(handle, column)
      return Array(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    case .server(let rows, let row): return rows.blob(row, column)
    }
  }

  /// The value in the column's own type.
  package func cell(_ column: Int32) -> Cell {
    switch source {
    case .server(let rows, let row): return rows.cell(row, column)
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
