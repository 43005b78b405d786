internal import GRDB

/// The stored works: what the user's files said, what providers added, what the user decided.
///
/// Calls block and are atomic; several processes may use one library.
public final class Library: Sendable {
  let file: DataFile

  /// - Parameter file: also used by the jobs.
  public init(_ file: DataFile) { self.file = file }

  /// Which works are meant; conditions that are not set do not count.
  public struct Filter: Sendable {
    /// One of these statuses.
    public var statuses: [WorkStatus] = []
    /// `book`, `track` or `film`.
    public var kind: String?
    /// What a job has merged.
    public var job: Int64?
    /// These works.
    public var ids: [Int64]?
    /// An identifier's name and value.
    public var identifier: (name: String, value: String)?
    /// Words in the title, folded.
    public var title: String?
    /// Words in the first creator's name, folded.
    public var creator: String?
    /// Words in title or creator, folded.
    public var text: String?

    /// Every work.
    public init() {}
  }

  /// A work; nil when there is none of that number.
  public func work(_ id: Int64) throws -> StoredWork? {
    try works([id]).first
  }

  /// Those works that exist, by number.
  public func works(_ ids: [Int64]) throws -> [StoredWork] {
    try file.read { db in
      let reader = try WorkReader(db)
      return try ids.sorted().compactMap { try reader.work($0) }
    }
  }

  /// The works of a filter after a number, in order; a page at a time keeps memory flat.
  public func page(_ filter: Filter, after id: Int64, limit: Int) throws -> [StoredWork] {
    try file.read { db in
      let reader = try WorkReader(db)
      return try WorkQuery.ids(filter, after: id, limit: limit, db).map { try reader.known($0) }
    }
  }

  /// As ``page(_:after:limit:)``, numbers only.
  public func ids(_ filter: Filter, after id: Int64, limit: Int) throws -> [Int64] {
    try file.read { try WorkQuery.ids(filter, after: id, limit: limit, $0) }
  }

  /// How many works have which status.
  public func counts(kind: String?) throws -> [WorkStatus: Int] {
    try file.read { db in
      var counts: [WorkStatus: Int] = [:]
      try PreparedStatement(
        db, "SELECT status, count(*) FROM work WHERE ?1 IS NULL OR kind = ?1 GROUP BY status"
      ).forEach(Cell(kind)) { row in
        if let status = WorkStatus(rawValue: row.int(0)) { counts[status] = Int(row.int(1)) }
      }
      return counts
    }
  }

  /// Every name of a field that some work of a filter's kind has, in order.
  public func fieldNames() throws -> [String] {
    try file.read { db in
      try PreparedStatement(db, "SELECT DISTINCT name FROM field ORDER BY name").map { $0.text(0) }
    }
  }

  /// Which of some works do not exist.
  public func missing(_ ids: [Int64]) throws -> Set<Int64> {
    try file.read { db in
      let find = try PreparedStatement(db, "SELECT 1 FROM work WHERE id = ?")
      return Set(try ids.filter { try find.first(.int($0)) { _ in true } == nil })
    }
  }

  /// Sets the status of works that have one of some statuses.
  public func setStatus(_ ids: [Int64], _ status: WorkStatus, now: Double) throws {
    if ids.isEmpty { return }
    try file.write { db in
      let update = try PreparedStatement(
        db, "UPDATE work SET status = ?, error = NULL, updated = ? WHERE id = ?")
      for id in ids { try update.run(.int(status.rawValue), .real(now), .int(id)) }
    }
  }

  /// Removes a work; false when there was none.
  public func delete(_ id: Int64) throws -> Bool {
    try file.write { db in
      for table in ["field", "change", "merge"] {
        try PreparedStatement(db, "DELETE FROM \(table) WHERE work = ?").run(.int(id))
      }
      return try PreparedStatement(db, "DELETE FROM work WHERE id = ?").run(.int(id)) > 0
    }
  }

  /// Removes all works and decisions.
  /// - Returns: how many works.
  public func reset() throws -> Int {
    try file.write { db in
      let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM work") ?? 0
      for table in ["field", "change", "merge", "decision", "work"] {
        try db.execute(sql: "DELETE FROM \(table)")
      }
      return count
    }
  }
}

/// Reads works of one transaction.
struct WorkReader {
  private let select: PreparedStatement
  private let fields: PreparedStatement

  init(_ db: Database) throws {
    select = try PreparedStatement(
      db,
      """
      SELECT kind, status, error, score, decision, candidates, added, updated FROM work
      WHERE id = ?
      """)
    fields = try PreparedStatement(
      db, "SELECT name, value, source, time, user FROM field WHERE work = ?")
  }

  /// A work that an index has just named.
  /// - Throws: `DatabaseError` when the table lacks it.
  func known(_ id: Int64) throws -> StoredWork {
    if let work = try work(id) { return work }
    throw DatabaseError(
      resultCode: .SQLITE_CORRUPT, message: "work \(id) is in an index and not in its table")
  }

  func work(_ id: Int64) throws -> StoredWork? {
    let found = try select.first(.int(id)) { row in
      StoredWork(
        id: id, kind: row.text(0), status: WorkStatus(rawValue: row.int(1)) ?? .pending,
        error: row.isNull(2) ? nil : row.text(2), score: row.isNull(3) ? nil : row.real(3),
        decision: row.isNull(4) ? nil : row.text(4),
        candidates: row.isNull(5) ? nil : row.bytes(5), added: row.real(6), updated: row.real(7))
    }
    guard var work = found else { return nil }
    try fields.forEach(.int(id)) { row in
      let name = row.text(0)
      guard let value = FieldValue(row.cell(1), field: name) else { return }
      work.fields[name] = StoredField(
        value: value, source: row.text(2), time: row.real(3), isUsers: row.int(4) != 0)
    }
    return work
  }
}

/// Finds works.
enum WorkQuery {
  static func ids(
    _ filter: Library.Filter, after id: Int64, limit: Int, _ db: Database
  ) throws -> [Int64] {
    var conditions = ["work.id > ?"]
    var arguments: [any DatabaseValueConvertible] = [id]
    func add(_ condition: String, _ values: any DatabaseValueConvertible...) {
      conditions.append(condition)
      arguments += values
    }
    if !filter.statuses.isEmpty {
      let list = filter.statuses.map { String($0.rawValue) }.joined(separator: ",")
      add("status IN (\(list))")
    }
    if let kind = filter.kind { add("kind = ?", kind) }
    if let ids = filter.ids { add("work.id IN (\(ids.map(String.init).joined(separator: ",")))") }
    if let job = filter.job { add("work.id IN (SELECT work FROM merge WHERE job = ?)", job) }
    if let identifier = filter.identifier {
      add(
        "work.id IN (SELECT work FROM field WHERE name = ? AND value = ? "
          + "AND name >= 'identifiers.' AND name < 'identifiers/')",
        WorkField.identifierPrefix + identifier.name, identifier.value)
    }
    if let title = filter.title { add(titleHolds, TextFold.normalize(title)) }
    if let creator = filter.creator { add(creatorHolds, TextFold.normalize(creator)) }
    if let text = filter.text { add("instr(folded, ?) > 0", TextFold.normalize(text)) }
    arguments.append(limit)
    return try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM work WHERE \(conditions.joined(separator: " AND ")) ORDER BY id LIMIT ?
        """, arguments: StatementArguments(arguments.map { $0.databaseValue }))
  }

  // The folded text holds both, with U+001F between them.
  private static let titleHolds =
    "instr(substr(folded, 1, instr(folded, char(31)) - 1), ?) > 0"
  private static let creatorHolds = "instr(substr(folded, instr(folded, char(31)) + 1), ?) > 0"
}
