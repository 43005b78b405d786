/// A transaction of several calls. One that is let go without an end leaves nothing. Calls block.
protocol SQLTransaction: Sendable {
  /// One step: all of it, or nothing.
  func step<T>(_ body: (SQLSession) throws -> T) throws -> T

  /// Saves what was done so far and lets others make changes. The next step begins a transaction again,
  /// for which it may have to wait.
  func save() throws

  /// Saves all of it, or takes back all that was not saved yet.
  func end(commit: Bool) throws
}

/// The table that one transaction at a time may change. The data file has one writer in any case.
enum SQLLock {
  /// New works: whether one is there already is asked before it is added.
  case imports
  /// The records of a program.
  case program(String)
  /// The record of one thing that is refreshed.
  case refresh(String, key: String)

  /// Its key.
  var name: String {
    switch self {
    case .imports: "imports"
    case .program(let name): "program \(name)"
    case .refresh(let name, let key): "refresh \(name) \(key)"
    }
  }
}

extension SQLSession {
  /// The database's own words where SQL has no common ones.
  var dialect: SQLDialect {
    switch self {
    case .sqlite: .sqlite
    case .postgres: .postgres
    }
  }

  /// A statement, prepared once for a session. Its parameters are `?`, or `?1`, `?2`, … where one is
  /// used twice; one form in a statement.
  func statement(_ sql: String) throws -> PreparedStatement { try PreparedStatement(self, sql) }

  /// Waits until no other transaction holds a lock, and holds it until this one ends.
  func lock(_ lock: SQLLock) throws {
    guard case .postgres(let connection) = self else { return }
    try connection.rows(
      "SELECT pg_advisory_xact_lock(hashtextextended(CAST(?1 AS text), 0))",
      [.text("mixhost \(connection.schema) \(lock.name)")])
  }

  /// Lets this transaction's statements take as long as they need, and it stand still between them.
  func takeLong() throws {
    guard case .postgres(let connection) = self else { return }
    try connection.runScript(
      "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
  }
}
