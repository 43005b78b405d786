internal import CPostgres
internal import Store
internal import Synchronization

/// A session on a PostgreSQL server. Calls block; one thread at a time may use it.
package final class PostgresConnection {
  /// How long a statement may take, in seconds, before the server ends it.
  static let statementTime = 60
  /// How long a transaction may be idle, in seconds: a hanging process would block others.
  static let idleTime = 20
  /// How long connecting may take, in seconds.
  private static let connectTime = 10
  /// How long this side waits for an answer, in milliseconds. It exceeds the server's limit,
  /// because the server itself may hang.
  private static let answerTime = Int32((statementTime + 15) * 1_000)
  /// The most prepared statements of a session.
  private static let mostStatements = 500

  private let handle: OpaquePointer
  // libpq sets it, so it needs an address that stays.
  private let warned: UnsafeMutablePointer<Int32>
  let address: PostgresAddress
  /// The session's user.
  let user: String
  /// The schema of the store's tables.
  package private(set) var schema = ""
  /// The server's process number for the session.
  private(set) var backend: Int64 = 0
  private var statements: [String: String] = [:]
  private var statementCount = 0
  /// When the open transaction began, by the server's clock; nil if unknown.
  private(set) var began: Double?
  /// Whether the connection has ended.
  private(set) var isLost = false

  /// Connects and prepares the session.
  /// - Throws: ``PostgresFailure``.
  init(_ address: PostgresAddress) throws {
    self.address = address
    if let reason = cpostgres_load("libpq.so.5") {
      throw PostgresFailure.library(String(cString: reason))
    }
    let parameters = try Self.parameters(address)
    user = parameters.first { $0.key == "user" }?.value ?? address.user
    let wanted = parameters.first { $0.key == "connect_timeout" }.flatMap { Int($0.value) } ?? 0
    let seconds = wanted > 0 ? wanted : Self.connectTime
    let warned = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    warned.initialize(to: 0)
    self.warned = warned
    var end = CPOSTGRES_LOST
    let made = PostgresArguments.withStrings(parameters.map(\.key)) { keys in
      PostgresArguments.withStrings(parameters.map(\.value)) { values in
        cpostgres_connect(keys, values, Int32(clamping: seconds * 1_000), warned, &end)
      }
    }
    guard let made else {
      warned.deallocate()
      throw PostgresFailure.connection(state: nil, "out of memory")
    }
    handle = made
    guard end == CPOSTGRES_DONE else {
      let message = String(cString: cpostgres_message(made))
      // `deinit` closes the handle.
      isLost = true
      throw end == CPOSTGRES_TIMED_OUT
        ? PostgresFailure.connection(state: nil, "no answer within \(seconds) s")
        : Self.failure(message, address)
    }
    try prepareSession()
  }

  deinit {
    cpostgres_close(handle)
    warned.deallocate()
  }

  private static func parameters(_ address: PostgresAddress) throws -> [(
    key: String, value: String
  )] {
    var parameters = try address.parameters()
    func add(_ key: String, _ value: String) {
      if !parameters.contains(where: { $0.key == key }) { parameters.append((key, value)) }
    }
    add("fallback_application_name", "mixhost")
    // The keepalive settings detect a server that vanished.
    add("keepalives_idle", "15")
    add("keepalives_interval", "5")
    add("keepalives_count", "3")
    parameters.removeAll { $0.key == "client_encoding" }
    parameters.append(("client_encoding", "UTF8"))
    return parameters
  }

  private func prepareSession() throws {
    try runScript(
      """
      SET statement_timeout = '\(Self.statementTime)s';
      SET idle_in_transaction_session_timeout = '\(Self.idleTime)s';
      SET client_min_messages = warning
      """)
    if let schema = address.schema { try runScript("SET search_path TO \(Self.quoted(schema))") }
    let row = try rows("SELECT pg_backend_pid()::bigint, current_setting('search_path')")
    backend = row.int(0, 0)
    schema = address.schema ?? Self.firstName(row.text(0, 1))
    let version = cpostgres_server_version(handle)
    if version < 130_000 {
      throw PostgresFailure.refused(
        DataFileError(
          .refused,
          "the store \(address.shown) is on PostgreSQL \(version / 10_000): mixhost needs 13 or later"
        ))
    }
  }

  // The schema may not exist yet, and `current_schema()` would then be null.
  private static func firstName(_ path: String) -> String {
    let names = path.split(separator: ",").map { name in
      String(name.filter { $0 != " " && $0 != "\"" })
    }
    return names.first { $0 != "$user" } ?? "public"
  }

  /// Whether a pooler between this process and the server hands out its own sessions.
  var isPooled: Bool { Int64(cpostgres_backend(handle)) != backend }

  // MARK: Statements

  /// Runs statements without values, separated by semicolons, whose rows are mostly unused.
  /// - Throws: ``PostgresFailure``.
  @discardableResult
  package func runScript(_ sql: String, seconds: Int? = nil) throws -> PostgresRows? {
    var end = CPOSTGRES_LOST
    let result = cpostgres_run_script(handle, sql, Self.milliseconds(seconds), &end)
    return try checked(result, end)
  }

  /// Sends statements whose result does not matter, without waiting for the answer.
  func post(_ sql: String) { if cpostgres_post(handle, sql) == 0 { lose() } }

  /// Runs a script and returns whether the server warned of something that has no code of its own.
  /// - Throws: ``PostgresFailure``.
  func isWarned(by script: String) throws -> Bool {
    warned.pointee = 0
    try runScript(script)
    return warned.pointee != 0
  }

  private func lose() {
    if !isLost { StoreCounts.connectionsLost.add(1, ordering: .relaxed) }
    isLost = true
  }

  /// Runs a statement, which the session keeps prepared.
  /// - Parameter sql: uses `?` or `?1` for values, as SQLite does, or `$1`.
  /// - Throws: ``PostgresFailure``.
  @discardableResult
  package func rows(_ sql: String, _ values: [PostgresValue] = [], seconds: Int? = nil) throws
    -> PostgresRows
  {
    let time = Self.milliseconds(seconds)
    return try PostgresArguments.withValues(values) { pointer in
      let name = try prepared(sql, values, pointer, time)
      var end = CPOSTGRES_LOST
      let result = cpostgres_run(handle, name, pointer, time, &end)
      guard let rows = try checked(result, end) else {
        throw PostgresFailure.lost("no answer")
      }
      return rows
    }
  }

  private func prepared(
    _ sql: String, _ values: [PostgresValue], _ pointer: UnsafePointer<cpostgres_values>,
    _ time: Int32
  ) throws -> String {
    let key = String(values.map(\.letter)) + sql
    if let name = statements[key] { return name }
    if statements.count >= Self.mostStatements {
      try runScript("DEALLOCATE ALL")
      statements = [:]
    }
    let text = PostgresPlaceholders.translated(sql)
    statementCount += 1
    let name = "s\(statementCount)"
    var end = CPOSTGRES_LOST
    _ = try checked(cpostgres_prepare(handle, name, text, pointer, time, &end), end)
    statements[key] = name
    return name
  }

  private static func milliseconds(_ seconds: Int?) -> Int32 {
    seconds.map { Int32(clamping: $0 * 1_000) } ?? answerTime
  }

  private func checked(_ result: OpaquePointer?, _ end: cpostgres_end) throws -> PostgresRows? {
    let rows = result.map(PostgresRows.init)
    if end == CPOSTGRES_TIMED_OUT {
      lose()
      throw PostgresFailure.timedOut
    }
    if end == CPOSTGRES_LOST || cpostgres_is_connected(handle) == 0 {
      lose()
      let state = result.flatMap { cpostgres_failure($0, Self.stateField) }
      let text = String(cString: cpostgres_message(handle))
      if let state, String(cString: state) == "25P03" {
        throw PostgresFailure.lost("a transaction stood still for \(Self.idleTime) s")
      }
      throw PostgresFailure.lost(address.hiding(text))
    }
    guard let result, cpostgres_succeeded(result) == 0 else { return rows }
    let state = cpostgres_failure(result, Self.stateField).map { String(cString: $0) } ?? "XX000"
    let text = cpostgres_failure(result, Self.textField).map { String(cString: $0) } ?? ""
    throw PostgresFailure.statement(state: state, address.hiding(text))
  }

  /// Checks that the open transaction has not failed and can be committed.
  func checkTransaction() throws {
    if cpostgres_has_failed(handle) != 0 {
      throw PostgresFailure.statement(state: "25P02", "a statement before had failed")
    }
  }

  // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
  private static let (stateField, textField) = (Int32(UInt8(ascii: "C")), Int32(UInt8(ascii: "M")))

  // MARK: Transactions

  /// Begins a transaction that changes data, and records the server's time.
  func begin() throws {
    let row = try runScript("BEGIN; SELECT \(PostgresClock.sql)")
    began = row.flatMap { Double($0.text(0, 0)) }
  }

  /// Begins a transaction that reads one snapshot.
  func beginReading() throws {
    began = nil
    try runScript("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  }

  /// The server's time in the open transaction, in seconds since 1970.
  func transactionTime() throws -> Double {
    if let began { return began }
    return try rows("SELECT \(PostgresClock.sql)").real(0, 0)
  }

  // MARK: Notifications

  /// The channel on which nodes notify each other of changes in this schema.
  var channel: String { "mixhost_\(schema)" }

  /// Notifies all nodes once the transaction is committed.
  func notify(_ text: String) throws {
    try rows("SELECT pg_notify(?1, ?2)", [.text(channel), .text(text)])
  }

  /// Waits for notifications, or until `wake` is readable.
  /// - Returns: the texts of the notifications; empty after the time limit.
  /// - Throws: ``PostgresFailure/lost(_:)``.
  func notifications(wake: Int32, milliseconds: Int32) throws -> [String] {
    let end = cpostgres_wait(handle, wake, milliseconds)
    if end == CPOSTGRES_LOST {
      lose()
      throw PostgresFailure.lost(address.hiding(String(cString: cpostgres_message(handle))))
    }
    var texts: [String] = []
    var buffer = [CChar](repeating: 0, count: 8_192)
    while cpostgres_next_notification(handle, &buffer, buffer.count) != 0 {
      texts.append(
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return texts
  }

  // MARK: Texts for C

  /// A name quoted for SQL.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  // Reads a message such as `FATAL:  28P01: password authentication failed…`, whose first word
  // depends on the language.
  private static func failure(_ message: String, _ address: PostgresAddress) -> PostgresFailure {
    let line = message.split(separator: "\n").first { $0.contains(":  ") } ?? ""
    var state: String?
    for part in line.split(separator: ":") {
      let word = part.drop { $0 == " " }
      if word.count == 5, part.hasPrefix("  "),
        word.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
      {
        state = String(word)
      }
    }
    var text = address.hiding(message)
    if let state, let range = text.firstRange(of: "\(state): ") {
      text = String(text[range.upperBound...])
    }
    if state == nil, let range = text.firstRange(of: " failed: ") {
      text = String(text[range.upperBound...])
    }
    return .connection(state: state, text)
  }
}
