internal import Net
internal import Notation
public import Store

/// The SQL of answers that a fleet shares. Times in rows are the server's, in seconds since 1970.
struct PostgresAnswerRows {
  /// How long a call may take, in seconds.
  private static let patience = 1
  /// The most answers to one address that are looked through.
  private static let mostVariants = 64
  /// How exact ``touch(_:_:)`` is, in seconds.
  private static let useStep = 600.0
  /// How long an expired answer may stand in for a service that fails, in seconds.
  private static let expiredFor = 86_400.0

  let connection: PostgresConnection

  /// An answer, its own times counted from when it came.
  struct Found: Sendable {
    let key: CacheKey
    let response: StoredResponse
    /// When it came, and how long ago that is.
    let stored: Double
    let age: Double
  }

  /// The newest answer that a question selects.
  /// - Parameter seen: only answers that came later.
  func find(_ question: SharedQuestion, after seen: Double) throws -> Found? {
    let rows = try connection.rows(
      """
      SELECT variant, names, stored, \(PostgresClock.sql) - stored FROM cached_answer WHERE address = ?1 AND stored > ?2
      ORDER BY stored DESC LIMIT \(Self.mostVariants)
      """, [.blob(question.address.bytes), .real(seen)], seconds: Self.patience)
    for index in 0..<rows.count {
      let row = Int32(index)
      let names = rows.text(row, 1).split(separator: ",").map(String.init)
      let key = question.variant(names)
      guard rows.blob(row, 0) == key.bytes else { continue }
      let response = try read(question.address, key)
      return response.map {
        Found(key: key, response: $0, stored: rows.real(row, 2), age: max(0, rows.real(row, 3)))
      }
    }
    return nil
  }

  private func read(_ address: CacheKey, _ key: CacheKey) throws -> StoredResponse? {
    let rows = try connection.rows(
      "SELECT meta, body FROM cached_answer WHERE address = ?1 AND variant = ?2",
      [.blob(address.bytes), .blob(key.bytes)], seconds: Self.patience)
    guard rows.count > 0 else { return nil }
    let record = DiskRecord(
      expires: 0, group: "", meta: rows.blob(0, 0), body: rows.blob(0, 1), used: 0)
    guard case .response(let response)? = StoredNode(record) else { return nil }
    return response
  }

  /// Keeps an answer, unless a later one is there. No host's own clock is in its row.
  /// - Parameter age: how long ago it came, in seconds.
  /// - Returns: its bytes.
  func put(_ response: StoredResponse, for question: SharedQuestion, age: Double) throws -> Int {
    let record = StoredNode.response(response.shifted(by: -response.responseTime)).record(now: 0)
    let names = VaryingFields(response.headers, request: question.headers).names
    try connection.rows(
      """
      INSERT INTO cached_answer AS known
        (address, variant, names, meta, body, size, stored, expires, used)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, clock - CAST(?7 AS float8),
        clock - CAST(?7 AS float8) + CAST(?8 AS float8), clock
      FROM (SELECT \(PostgresClock.sql) AS clock) AS server
      ON CONFLICT (address, variant) DO UPDATE SET names = excluded.names, meta = excluded.meta,
        body = excluded.body, size = excluded.size, stored = excluded.stored,
        expires = excluded.expires, used = excluded.used
      WHERE known.stored <= excluded.stored
      """,
      [
        .blob(question.address.bytes), .blob(question.variant(names).bytes),
        .text(names.joined(separator: ",")), .blob(record.meta), .blob(record.body),
        .int(Int64(record.size)), .real(age), .real(record.expires),
      ], seconds: Self.patience)
    return record.size
  }

  /// Notes that an answer was used.
  func touch(_ question: SharedQuestion, _ key: CacheKey) throws {
    try connection.rows(
      """
      UPDATE cached_answer SET used = \(PostgresClock.sql)
      WHERE address = ?1 AND variant = ?2 AND used < \(PostgresClock.sql) - \(Self.useStep)
      """, [.blob(question.address.bytes), .blob(key.bytes)], seconds: Self.patience)
  }

  /// Forgets all answers to an address.
  func remove(_ question: SharedQuestion) throws {
    try connection.rows(
      "DELETE FROM cached_answer WHERE address = ?1", [.blob(question.address.bytes)],
      seconds: Self.patience)
  }

  /// Removes what expired long ago, then what was used longest ago until the rest has at most some bytes.
  /// One host does that at a time.
  func prune(to bytes: Int) throws {
    try connection.runScript("BEGIN")
    let isMine = try connection.rows(
      "SELECT pg_try_advisory_xact_lock(hashtextextended(CAST(?1 AS text), 0))",
      [.text("mixhost \(connection.schema) answers")])
    if isMine.int(0, 0) != 0 {
      try connection.rows(
        "DELETE FROM cached_answer WHERE expires < \(PostgresClock.sql) - \(Self.expiredFor)")
      try connection.rows(
        """
        DELETE FROM cached_answer WHERE (address, variant) IN (
          SELECT address, variant FROM (
            SELECT address, variant, sum(size) OVER (ORDER BY used DESC, address, variant) AS total
            FROM cached_answer) AS ranked
          WHERE total > ?1)
        """, [.int(Int64(bytes))])
    }
    try connection.runScript("COMMIT")
  }

  // MARK: The host that asks the service

  /// Takes the right to ask the service, until ``unlock(_:)`` or the end of the session.
  /// - Returns: false when another host has it.
  func lock(_ question: SharedQuestion) throws -> Bool {
    try connection.rows(
      "SELECT pg_try_advisory_lock(?1)", [.int(number(question))], seconds: Self.patience
    ).int(0, 0) != 0
  }

  func unlock(_ question: SharedQuestion) throws {
    try connection.rows(
      "SELECT pg_advisory_unlock(?1)", [.int(number(question))], seconds: Self.patience)
  }

  // Two fleets in one database have different answers.
  private func number(_ question: SharedQuestion) -> Int64 {
    CacheKey(connection.schema + "\n" + HexText.of(question.address.bytes)).rowID
  }
}

extension CacheKey {
  /// The 32 bytes.
  var bytes: [UInt8] { withBytes(Array.init) }
}

/// The table of shared answers, for its upkeep. Calls block.
public struct SharedAnswerTable: Sendable {
  private let database: PostgresDatabase
  private let maxBytes: Int

  /// Nil for a data file, which no other host reads.
  /// - Parameter maxBytes: what the answers may have together; 0 empties it.
  public init?(_ store: DataStore, maxBytes: Int) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    (self.database, self.maxBytes) = (database, maxBytes)
  }

  /// Removes what is too old, or too much.
  /// - Throws: ``DataFileError``.
  public func prune() throws {
    try database.bare { try PostgresAnswerRows(connection: $0).prune(to: maxBytes) }
  }
}
