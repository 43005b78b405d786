internal import GRDB
internal import GRDBSQLite

/// A statement for loops over many rows: reads and binds SQLite's own memory, which takes a fifth of
/// the time of GRDB's rows and arguments.
struct PreparedStatement {
  // Keeps the handle alive.
  private let statement: Statement
  private let handle: SQLiteStatement
  private let connection: SQLiteConnection?

  init(_ db: Database, _ sql: String) throws {
    statement = try db.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    connection = db.sqliteConnection
  }

  /// Runs it to its end.
  /// - Returns: how many rows it changed.
  @discardableResult
  func run(_ cells: Cell...) throws -> Int { try change(cells) }

  /// Runs it to its end.
  /// - Returns: how many rows it changed.
  func change(_ cells: [Cell]) throws -> Int {
    try step(cells) { _ in }
    return Int(sqlite3_changes(connection))
  }

  /// Calls `body` with each row.
  func forEach(_ cells: Cell..., body: (RowCells) throws -> Void) throws { try step(cells, body) }

  /// What `body` makes of the rows.
  func map<T>(_ cells: Cell..., body: (RowCells) throws -> T) throws -> [T] {
    var values: [T] = []
    try step(cells) { values.append(try body($0)) }
    return values
  }

  /// What `body` makes of the first row; nil when there is none.
  func first<T>(_ cells: Cell..., body: (RowCells) throws -> T) throws -> T? {
    var value: T?
    try step(cells) { if value == nil { value = try body($0) } }
    return value
  }

  private func step(_ cells: [Cell], _ body: (RowCells) throws -> Void) throws {
    try scan(cells) {
      try body($0)
      return true
    }
  }

  /// Calls `body` with the rows until it returns false.
  func scan(_ cells: [Cell], _ body: (RowCells) throws -> Bool) throws {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, cell) in cells.enumerated() { bind(cell, Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: if try !body(RowCells(handle: handle)) { return }
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: String(cString: sqlite3_errmsg(connection))
        )
      }
    }
  }

  private func bind(_ cell: Cell, _ index: Int32) {
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
          sqlite3_bind_text(handle, index, $0.baseAddress ?? Self.none, Int32($0.count), copied)
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
  fileprivate let handle: SQLiteStatement

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
  func bytes(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column)
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
  /// The value in its own type.
  func cell(_ column: Int32) -> Cell {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .int(int(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}
