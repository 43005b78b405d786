internal import SQL

// A server's transaction for statements that work on both databases.
extension PostgresConnection: SQLServerSession {
  func execute(_ sql: String) throws { try runScript(sql) }

  func run(_ sql: String, _ cells: [Cell]) throws -> any SQLServerRows {
    try rows(sql, cells.map(PostgresValue.init))
  }

  func takeLong() throws {
    try runScript(
      "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
  }

  func lock(_ name: String) throws {
    try rows(
      "SELECT pg_advisory_xact_lock(hashtextextended(CAST(?1 AS text), 0))",
      [.text("mixhost \(schema) \(name)")])
  }
}

extension PostgresRows: SQLServerRows {}

extension SQLSession {
  /// The session if it is one of PostgreSQL.
  var postgres: PostgresConnection? {
    guard case .server(let session) = self else { return nil }
    return session as? PostgresConnection
  }
}
