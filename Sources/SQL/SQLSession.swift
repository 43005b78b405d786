package import GRDB

/// Runs statements within a transaction, on a SQLite file or on a database server.
///
/// Most SQL works on both: `?1` for values, `ON CONFLICT`, `RETURNING`, numbers as BIGINT.
package enum SQLSession {
  case sqlite(Database)
  case server(any SQLServerSession)

  /// Runs statements without values, separated by semicolons.
  package func execute(_ sql: String) throws {
    switch self {
    case .sqlite(let db): try db.execute(sql: sql)
    case .server(let session): try session.execute(sql)
    }
  }

  /// The SQL that differs between the two databases.
  package var dialect: SQLDialect {
    switch self {
    case .sqlite: .sqlite
    case .server: .postgres
    }
  }

  /// Prepares a statement, once for a session. Parameters are all `?`, or all `?1`, `?2`, … when
  /// one is used twice.
  package func statement(_ sql: String) throws -> PreparedStatement {
    try PreparedStatement(self, sql)
  }

  /// Lifts the time limits on this transaction's statements and on the pauses between them.
  package func takeLong() throws {
    if case .server(let session) = self { try session.takeLong() }
  }

  /// Waits for the lock of this name and holds it until the transaction ends. Does nothing on a
  /// file, which has one writer in any case.
  package func lock(_ name: String) throws {
    if case .server(let session) = self { try session.lock(name) }
  }
}

/// A transaction on a server. Calls block.
package protocol SQLServerSession: AnyObject {
  /// Runs statements without values, separated by semicolons.
  func execute(_ sql: String) throws
  /// Runs one statement with values to its end.
  func run(_ sql: String, _ cells: [Cell]) throws -> any SQLServerRows
  /// See ``SQLSession/takeLong()``.
  func takeLong() throws
  /// See ``SQLSession/lock(_:)``.
  func lock(_ name: String) throws
}

/// The rows that a statement returned. Rows and columns count from 0.
package protocol SQLServerRows {
  var count: Int { get }
  /// The number of rows that the statement changed.
  var changed: Int { get }
  func int(_ row: Int32, _ column: Int32) -> Int64
  func real(_ row: Int32, _ column: Int32) -> Double
  func isNull(_ row: Int32, _ column: Int32) -> Bool
  func text(_ row: Int32, _ column: Int32) -> String
  func blob(_ row: Int32, _ column: Int32) -> [UInt8]
  /// The value in the column's own type.
  func cell(_ row: Int32, _ column: Int32) -> Cell
}
