internal import Match
internal import Notation
package import SQL

/// Reads works within one transaction.
struct WorkReader {
  private let db: SQLSession

  init(_ db: SQLSession) { self.db = db }

  /// Reads works that an index has just listed, in that order.
  /// - Parameter fields: see ``Library/page(_:after:limit:fields:)``.
  /// - Throws: ``DataFileError`` when a work is missing from the table.
  func known(_ ids: [Int64], fields: [String]? = nil) throws -> [StoredWork] {
    let found = try byNumber(ids, fields: fields)
    return try ids.map { id in
      guard let work = found[id] else {
        throw DataFileError(
          .damaged, "the library is damaged: work \(id) is in an index and not in its table")
      }
      return work
    }
  }

  /// The works of these numbers that exist, ordered by number.
  func works(_ ids: [Int64]) throws -> [StoredWork] {
    try byNumber(ids).values.sorted { $0.id < $1.id }
  }

  func work(_ id: Int64) throws -> StoredWork? { try byNumber([id])[id] }

  private func byNumber(_ ids: [Int64], fields: [String]? = nil) throws -> [Int64: StoredWork] {
    let dialect = db.dialect
    let list = dialect.list(ids)
    var works: [Int64: StoredWork] = [:]
    try db.statement(
      """
      SELECT id, kind, status, error, score, decision, \(fields == nil ? "candidates" : "NULL"),
        added, updated FROM work
      WHERE \(dialect.isListed("id"))
      """
    ).forEach(list) { row in
      let id = row.int(0)
      works[id] = StoredWork(
        id: id, kind: row.text(1), status: WorkStatus(rawValue: row.int(2)) ?? .pending,
        error: row.optionalText(3), score: row.optionalReal(4), decision: row.optionalText(5),
        candidates: row.optionalBytes(6), added: row.real(7), updated: row.real(8))
    }
    if works.isEmpty { return works }
    let isWanted = fields == nil ? "" : " AND " + dialect.isListedText("name", "?2")
    let names = fields.map { [dialect.list($0)] } ?? []
    try db.statement(
      """
      SELECT work, name, value, source, time, "user" FROM field
      WHERE \(dialect.isListed("work", "?1"))\(isWanted)
      """
    ).forEach(of: [list] + names) { row in
      let name = row.text(1)
      guard let value = FieldValue(dialect.restored(row.cell(2)), field: name) else { return }
      works[row.int(0)]?.fields[name] = StoredField(
        value: value, source: row.text(3), time: row.real(4), isUsers: row.int(5) != 0)
    }
    return works
  }
}

/// Finds the numbers of works.
enum WorkQuery {
  static func ids(
    _ filter: Library.Filter, after id: Int64, limit: Int, _ db: SQLSession
  ) throws -> [Int64] {
    let dialect = db.dialect
    var conditions = ["work.id > ?"]
    var cells = [Cell.int(id)]
    func add(_ condition: String, _ values: Cell...) {
      conditions.append(condition)
      cells += values
    }
    if !filter.statuses.isEmpty {
      let list = filter.statuses.map { String($0.rawValue) }.joined(separator: ",")
      add("status IN (\(list))")
    }
    if let time = filter.changedBefore { add("updated < ?", .real(time)) }
    if let kind = filter.kind { add("kind = ?", .text(kind)) }
    if let ids = filter.ids { add(dialect.isListed("work.id"), dialect.list(ids)) }
    if let job = filter.job { add("work.id IN (SELECT work FROM merge WHERE job = ?)", .int(job)) }
    if let identifier = filter.identifier {
      add(
        "work.id IN (SELECT work FROM field WHERE name = ? AND value = ? "
          + "AND name >= 'identifiers.' AND name < 'identifiers/')",
        .text(WorkField.identifierPrefix + identifier.name),
        dialect.kept(.text(identifier.value)))
    }
    func holds(_ part: String, _ text: String) {
      add("\(dialect.position)(\(part), ?) > 0", .text(TextFold.key(of: text)))
    }
    // The folded text holds title and first creator, separated by U+001F.
    let end = "\(dialect.position)(folded, '\u{1F}')"
    if let title = filter.title { holds("substr(folded, 1, \(end) - 1)", title) }
    if let creator = filter.creator { holds("substr(folded, \(end) + 1)", creator) }
    if let text = filter.text { holds("folded", text) }
    cells.append(.int(Int64(limit)))
    return try db.statement(
      "SELECT id FROM work WHERE \(conditions.joined(separator: " AND ")) ORDER BY id LIMIT ?"
    ).map(of: cells) { $0.int(0) }
  }
}

/// Locks works that are about to change.
package enum WorkLocks {
  /// Prevents other transactions from changing works until this one ends. Locks are taken in one
  /// order, so that two transactions do not wait for each other.
  package static func take(_ ids: [Int64], _ db: SQLSession) throws {
    if db.dialect.forUpdate.isEmpty || ids.isEmpty { return }
    try db.statement(
      "SELECT id FROM work WHERE \(db.dialect.isListed("id")) ORDER BY id\(db.dialect.forUpdate)"
    ).run(db.dialect.list(ids))
  }
}
