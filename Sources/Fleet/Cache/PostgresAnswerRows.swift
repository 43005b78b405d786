internal import Net
internal import Notation
public import Store

/// The SQL of answers that a fleet shares. Times in rows are by the server's clock, in seconds
/// since 1970.
struct PostgresAnswerRows {
  /// How long a call may take, in seconds.
  private static let patience = 1
  /// The most answers to one address that a look-up reads.
  private static let mostVariants = 64
  /// The precision of ``touch(_:_:)``, in seconds.
  private static let useStep = 600.0
  /// How long an expired answer may replace one of a failing service, in seconds.
  private static let expiredFor = 86_400.0

  let connection: PostgresConnection

  /// A stored answer. Its own times count from its arrival.
  struct Found: Sendable {
    let key: CacheKey
    let response: StoredResponse
    /// When the answer arrived, and how many seconds ago that is.
    let stored: Double
    let age: Double
  }

  /// The newest answer that matches a question.
  /// - Parameter seen: considers only answers that arrived later.
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

  /// Stores an answer unless a later one is stored. Rows hold no time of a node's own clock.
  /// - Parameter age: how long ago the answer arrived, in seconds.
  /// - Returns: the answer's size in bytes.
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

  /// Records that an answer was used.
  func touch(_ question: SharedQuestion, _ key: CacheKey) throws {
    try connection.rows(
      """
      UPDATE cached_answer SET used = \(PostgresClock.sql)
      WHERE address = ?1 AND variant = ?2 AND used < \(PostgresClock.sql) - \(Self.useStep)
      """, [.blob(question.address.bytes), .blob(key.bytes)], seconds: Self.patience)
  }

  /// Deletes all answers to an address.
  func remove(_ question: SharedQuestion) throws {
    try connection.rows(
      "DELETE FROM cached_answer WHERE address = ?1", [.blob(question.address.bytes)],
      seconds: Self.patience)
  }

  /// Deletes answers that expired long ago, then the least recently used ones until the rest fits
  /// `bytes`. One node at a time does this.
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

  // MARK: The node that asks the service

  /// Takes the right to ask the service, until ``unlock(_:)`` or the end of the session.
  /// - Returns: false when another node has it.
  func lock(_ question: SharedQuestion) throws -> Bool {
    try connection.rows(
      "SELECT pg_try_advisory_lock(?1)", [.int(number(question))], seconds: Self.patience
    ).int(0, 0) != 0
  }

  func unlock(_ question: SharedQuestion) throws {
    try connection.rows(
      "SELECT pg_advisory_unlock(?1)", [.int(number(question))], seconds: Self.patience)
  }

  // Two fleets in one database use different locks.
  private func number(_ question: SharedQuestion) -> Int64 {
    CacheKey(connection.schema + "\n" + HexText.of(question.address.bytes)).rowID
  }
}

extension CacheKey {
  /// The key's 32 bytes.
  var bytes: [UInt8] { withBytes(Array.init) }
}

/// The table of shared answers, for its maintenance. Calls block.
public struct SharedAnswerTable: Sendable {
  private let database: PostgresDatabase
  private let maxBytes: Int

  /// Opens the table; nil for a data file, which no other node reads.
  /// - Parameter maxBytes: the most bytes that all answers may take; 0 empties the table.
  public init?(_ store: DataStore, maxBytes: Int) {
    guard let database = store.database as? PostgresDatabase else { return nil }
    (self.database, self.maxBytes) = (database, maxBytes)
  }

  /// Deletes answers that are too old or exceed the limit.
  /// - Throws: ``DataFileError``.
  public func prune() throws {
    try database.bare { try PostgresAnswerRows(connection: $0).prune(to: maxBytes) }
  }
}
