/// Records on their way into the library: one transaction, however many there are.
///
/// It has a connection of its own, so that what else the program does is not part of it. Calls come
/// one after another and block.
public final class LibraryImport: Sendable {
  /// The treatment of a record of a work that is there already.
  public enum OnDuplicate: String, Sendable, CaseIterable {
    /// Nothing.
    case skip
    /// It fills what the work lacks.
    case fill
  }

  /// The fate of a record.
  public enum Outcome: Sendable, Equatable {
    /// A new work.
    case added(Int64)
    /// It is there already; `by` names what both share.
    case duplicate(work: Int64, by: String, isOfImport: Bool, filled: Bool)
  }

  /// Titles come in no order, so that each looks into another page of their index.
  private static let cacheKilobytes = 32_000

  private let kind: String
  private let source: String
  private let onDuplicate: OnDuplicate
  private let now: Double
  private let transaction: any SQLTransaction
  /// Works up to this number were there before.
  private let lastBefore: Int64

  /// Begins the transaction.
  /// - Parameters:
  ///   - kind: of all records.
  ///   - source: the name of the file's format, for the fields.
  ///   - now: seconds since 1970.
  public init(
    _ library: Library, kind: WorkKind, source: String, onDuplicate: OnDuplicate, now: Double
  ) throws {
    self.kind = kind.rawValue
    self.source = source
    self.onDuplicate = onDuplicate
    self.now = now
    transaction = try library.database.begin(.imports, cacheKilobytes: Self.cacheKilobytes)
    lastBefore = try transaction.step { db in
      try db.statement("SELECT max(id) FROM work").first { $0.int(0) } ?? 0
    }
  }

  /// Adds records; their outcomes in order.
  public func add(_ records: [WorkRecord]) throws -> [Outcome] {
    try transaction.step { db in
      let writer = try ImportWriter(db, kind: kind, source: source, now: now)
      return try records.map { try add($0, writer) }
    }
  }

  /// Ends the transaction, for good or for nothing.
  public func finish(commit: Bool) throws { try transaction.end(commit: commit) }

  private func add(_ record: WorkRecord, _ writer: ImportWriter) throws -> Outcome {
    guard let known = try writer.known(record) else {
      return .added(try writer.insert(record))
    }
    let filled = onDuplicate == .fill ? try writer.fill(known.work, record) : false
    return .duplicate(
      work: known.work, by: known.by, isOfImport: known.work > lastBefore, filled: filled)
  }
}

/// Writes records within one transaction.
private struct ImportWriter {
  private static let rowsAtOnce = 100

  private let db: SQLSession
  private let kind: String
  private let source: String
  private let now: Double
  private let byIdentifier: PreparedStatement
  private let byTitle: PreparedStatement
  private let identifiers: PreparedStatement
  private let work: PreparedStatement

  init(_ db: SQLSession, kind: String, source: String, now: Double) throws {
    self.db = db
    self.kind = kind
    self.source = source
    self.now = now
    byIdentifier = try db.statement(
      """
      SELECT work FROM field JOIN work ON work.id = field.work
      WHERE name = ?1 AND value = ?2 AND name >= 'identifiers.' AND name < 'identifiers/'
        AND kind = ?3 LIMIT 1
      """)
    byTitle = try db.statement("SELECT id FROM work WHERE folded = ? AND kind = ? ORDER BY id")
    identifiers = try db.statement(
      """
      SELECT name, value FROM field
      WHERE work = ? AND name >= 'identifiers.' AND name < 'identifiers/'
      """)
    work = try db.statement(
      """
      INSERT INTO work (kind, status, folded, added, updated) VALUES (?, 0, ?, ?, ?) RETURNING id
      """)
  }

  /// The work that a record is about, and what says so. Titles count only where no identifier
  /// contradicts: two editions of a book are two works.
  func known(_ record: WorkRecord) throws -> (work: Int64, by: String)? {
    let own = record.identifiers
    for (name, value) in own.sorted(by: { $0.key < $1.key }) {
      let key = WorkField.identifierPrefix + name
      if let work = try byIdentifier.first(
        .text(key), db.dialect.kept(.text(value)), .text(kind), body: { $0.int(0) })
      {
        return (work, name)
      }
    }
    for candidate in try byTitle.map(.text(record.folded), .text(kind), body: { $0.int(0) }) {
      var contradicts = false
      try identifiers.forEach(.int(candidate)) { row in
        let name = String(row.text(0).dropFirst(WorkField.identifierPrefix.count))
        if let value = own[name], db.dialect.restored(row.cell(1)) != .text(value) {
          contradicts = true
        }
      }
      if !contradicts { return (candidate, "title") }
    }
    return nil
  }

  func insert(_ record: WorkRecord) throws -> Int64 {
    let id = try work.first(
      .text(kind), .text(record.folded), .real(now), .real(now), body: { $0.int(0) })
    guard let id else { preconditionFailure("a new work has no number") }
    _ = try fill(id, record)
    return id
  }

  /// Adds the fields that a work lacks; whether there were any.
  func fill(_ id: Int64, _ record: WorkRecord) throws -> Bool {
    var filled = false
    let fields = Array(record.fields)
    for start in stride(from: 0, to: fields.count, by: Self.rowsAtOnce) {
      let part = fields[start..<min(fields.count, start + Self.rowsAtOnce)]
      var cells: [Cell] = []
      for (name, value) in part {
        let standsIn = name == "title" && record.hasPlaceholderTitle
        cells += [
          .int(id), .text(name), db.dialect.kept(value.cell),
          .text(standsIn ? WorkRecord.placeholder : source), .real(now), .int(standsIn ? 0 : 1),
        ]
      }
      let added = try db.statement(
        """
        INSERT INTO field (work, name, value, source, time, "user")
        VALUES \(SQLText.rows(part.count, of: 6)) ON CONFLICT DO NOTHING
        """
      ).change(cells)
      if added > 0 { filled = true }
    }
    return filled
  }
}
