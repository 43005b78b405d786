package import GRDB

/// Runs statements within a transaction: of a file of SQLite's, or of a database on a server.
///
/// Most SQL is the same for both: `?1` for values, `ON CONFLICT`, `RETURNING`, numbers as BIGINT.
package enum SQLSession {
  case sqlite(Database)
  case server(any SQLServerSession)

  /// Runs statements without values, semicolons between them.
  package func execute(_ sql: String) throws {
    switch self {
    case .sqlite(let db): try db.execute(sql: sql)
    case .server(let session): try session.execute(sql)
    }
  }

  /// The database's own words where SQL has no common ones.
  package var dialect: SQLDialect {
    switch self {
    case .sqlite: .sqlite
    case .server: .postgres
    }
  }

  /// A statement, prepared once for a session. Its parameters are `?`, or `?1`, `?2`, … where one is
  /// used twice; one form in a statement.
  package func statement(_ sql: String) throws -> PreparedStatement {
    try PreparedStatement(self, sql)
  }

  /// Lets this transaction's statements take as long as they need, and it stand still between them.
  package func takeLong() throws {
    if case .server(let session) = self { try session.takeLong() }
  }

  /// Waits until no other transaction holds a lock of this name, and holds it until this one ends. A file
  /// has one writer in any case.
  package func lock(_ name: String) throws {
    if case .server(let session) = self { try session.lock(name) }
  }
}

/// A transaction on a server. Calls block.
package protocol SQLServerSession: AnyObject {
  /// Runs statements without values, semicolons between them.
  func execute(_ sql: String) throws
  /// Runs a statement with values to its end.
  func run(_ sql: String, _ cells: [Cell]) throws -> any SQLServerRows
  /// See ``SQLSession/takeLong()``.
  func takeLong() throws
  /// See ``SQLSession/lock(_:)``.
  func lock(_ name: String) throws
}

/// The rows that a statement brought, and the values in them by row and column, from 0.
package protocol SQLServerRows {
  var count: Int { get }
  /// How many rows the statement changed.
  var changed: Int { get }
  func int(_ row: Int32, _ column: Int32) -> Int64
  func real(_ row: Int32, _ column: Int32) -> Double
  func isNull(_ row: Int32, _ column: Int32) -> Bool
  func text(_ row: Int32, _ column: Int32) -> String
  func blob(_ row: Int32, _ column: Int32) -> [UInt8]
  /// The value in its own type.
  func cell(_ row: Int32, _ column: Int32) -> Cell
}
