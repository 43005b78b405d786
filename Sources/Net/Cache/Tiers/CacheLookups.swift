internal import GRDB
internal import GRDBSQLite
internal import Reactor

// @unchecked Sendable: connection and statements are used with `state` locked only.
/// Single rows of the cache file, read by a connection of their own.
///
/// GRDB opens and closes the connection. Its queue, its statements and its texts are passed by: they cost
/// three times what SQLite takes to find a row.
final class CacheLookups: @unchecked Sendable {  // locked: see above
  private struct State {
    var isClosed = false
    /// Whether the read transaction is open that a burst of lookups shares.
    var isOpen = false
    /// The commits of this program that it sees.
    var commits = 0
    /// Each is compiled when it is first needed.
    var statements = [SQLiteStatement?](repeating: nil, count: texts.count)
  }

  /// The statements: the beginning and the end of a burst, and a lookup in each table.
  private static let texts =
    ["BEGIN", "COMMIT"]
    + CacheTable.allCases.map {
      "SELECT digest, used, expires, grp, meta, body FROM \($0.name) WHERE id = ?"
    }
  private static let begin = 0
  private static let commit = 1
  private static let firstSelect = 2

  private let queue: DatabaseQueue
  private let connection: SQLiteConnection
  private let state = Guarded(State())

  /// - Throws: `DatabaseError`.
  init(path: String, configuration: GRDB.Configuration) throws {
    queue = try DatabaseQueue(path: path, configuration: configuration)
    // By its number, as pointers do not leave GRDB's queue.
    let place = queue.unsafeRead { UInt(bitPattern: $0.sqliteConnection) }
    guard let connection = SQLiteConnection(bitPattern: place) else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    self.connection = connection
  }

  deinit { close() }

  /// Closes the connection; what runs on it ends first.
  func close() {
    state.withLock { state in
      if state.isClosed { return }
      state.isClosed = true
      for statement in state.statements { sqlite3_finalize(statement) }
    }
    try? queue.close()
  }

  /// One row, or nil.
  /// - Parameters:
  ///   - commits: of this program; a transaction that began before the last one does not see it.
  ///   - burstBegan: called when this lookup begins a burst, which somebody must end soon.
  /// - Throws: `DatabaseError`.
  func read(
    _ table: CacheTable, _ key: CacheKey, commits: Int, burstBegan: () -> Void
  ) throws -> DiskRecord? {
    try state.withLock { state in
      try check(state)
      if try beginBurst(&state, commits) { burstBegan() }
      let statement = try statement(Self.firstSelect + table.rawValue, &state)
      defer { sqlite3_reset(statement) }
      sqlite3_bind_int64(statement, 1, key.rowID)
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        if code == SQLITE_DONE { return nil }
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
      }
      guard CacheKey(bytes: CacheFile.bytes(statement, 0)) == key else { return nil }
      return DiskRecord(
        expires: sqlite3_column_double(statement, 2),
        group: String(decoding: CacheFile.bytes(statement, 3), as: UTF8.self),
        meta: Array(CacheFile.bytes(statement, 4)), body: Array(CacheFile.bytes(statement, 5)),
        used: sqlite3_column_int64(statement, 1))
    }
  }

  /// Ends the transaction that lookups share, and lets no other begin before `body` is done.
  func withoutBursts(_ body: () throws -> Void) throws {
    try state.withLock { state in
      try check(state)
      if state.isOpen { try run(Self.commit, &state) }
      state.isOpen = false
      try body()
    }
  }

  /// Gives back the pages of its connection.
  func freePages() { try? withoutBursts { sqlite3_db_release_memory(connection) } }

  // One transaction for many lookups saves a third of each: no locks, no look at the log's index.
  private func beginBurst(_ state: inout State, _ commits: Int) throws -> Bool {
    if state.isOpen {
      if state.commits == commits { return false }
      try run(Self.commit, &state)
    }
    let isFirst = !state.isOpen
    state.isOpen = false
    state.commits = commits
    try run(Self.begin, &state)
    state.isOpen = true
    return isFirst
  }

  private func run(_ number: Int, _ state: inout State) throws {
    let statement = try statement(number, &state)
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  private func statement(_ number: Int, _ state: inout State) throws -> SQLiteStatement {
    if let statement = state.statements[number] { return statement }
    var statement: SQLiteStatement?
    let code = sqlite3_prepare_v3(
      connection, Self.texts[number], -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    state.statements[number] = statement
    return statement
  }

  private func check(_ state: State) throws {
    if state.isClosed { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
  }
}
