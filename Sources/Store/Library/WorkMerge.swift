internal import SQL

/// New facts to merge into a work.
public struct WorkUpdate: Sendable {
  /// The number of the work.
  public var id: Int64
  /// Fields that may fill gaps of the work.
  public var record: WorkRecord
  /// The source of the fields: a provider's name.
  public var source: String
  /// The new status; nil keeps the present one.
  public var status: WorkStatus?
  /// Why the work failed or is uncertain.
  public var error: String?
  /// How well the candidate fits, from 0 to 1.
  public var score: Double?
  /// Candidates to decide on, as JSON.
  public var candidates: [UInt8]?
  /// The job that found the facts; nil for a change by the user or a script.
  public var job: Int64?
  /// Whether the fields replace earlier ones from providers. The user's own fields always stay.
  public var refresh = false
  /// The user's decision behind the update: `accept`, `skip` or `none`.
  public var decision: String?
  /// Whether the fields come from the user: they replace all others and are the user's from then
  /// on.
  public var isUsers = false
  /// Flat names of fields to remove, whatever their source.
  public var cleared: Set<String> = []
  /// Whether to remove all fields that did not come from the user.
  public var forgets = false

  /// - Parameters:
  ///   - id: the number of the work.
  ///   - record: fields that may fill gaps of the work.
  ///   - source: the source of the fields.
  public init(_ id: Int64, _ record: WorkRecord = WorkRecord(), source: String) {
    self.id = id
    self.record = record
    self.source = source
  }
}

/// The result of a merge.
public struct MergeResult: Sendable, Equatable {
  /// The number of the work.
  public var work: Int64
  /// The flat names of the changed fields, sorted.
  public var changed: [String]
}

extension Library {
  /// Merges updates in one transaction. Updates of deleted works are skipped.
  public func merge(_ updates: [WorkUpdate], now: Double) throws -> [MergeResult] {
    if updates.isEmpty { return [] }
    return try database.writing { db in
      try WorkLocks.take(updates.map(\.id), db)
      var merger = try Merger(db, updates, now: now)
      return try updates.compactMap { try merger.merge($0) }
    }
  }
}

/// Merges within one transaction.
private struct Merger {
  private let db: SQLSession
  private let now: Double
  // On a server the rows of all works are read at once. Each is used once, because the next update
  // of the same work must see this one's changes.
  private var works: [Int64: [Cell]] = [:]
  private var fields: [Int64: [String: FieldRow]] = [:]

  init(_ db: SQLSession, _ updates: [WorkUpdate], now: Double) throws {
    self.db = db
    self.now = now
    guard db.dialect == .postgres, updates.count > 1 else { return }
    let list = db.dialect.list(updates.map(\.id))
    try db.statement(
      "SELECT \(Self.columns), id FROM work WHERE \(db.dialect.isListed("id"))"
    ).forEach(list) { works[$0.int(6)] = Self.cells($0) }
    try db.statement(
      "SELECT \(FieldRows.columns), work FROM field WHERE \(db.dialect.isListed("work"))"
    ).forEach(list) { row in
      fields[row.int(6), default: [:]][row.text(0)] = FieldRows.row(row, db)
    }
  }

  private static let columns = "status, error, score, decision, candidates, merge"

  private static func cells(_ row: RowCells) -> [Cell] { (0..<6).map { row.cell(Int32($0)) } }

  mutating func merge(_ request: WorkUpdate) throws -> MergeResult? {
    let work = Cell.int(request.id)
    let known = works.removeValue(forKey: request.id)
    let before =
      try known
      ?? db.statement("SELECT \(Self.columns) FROM work WHERE id = ?").first(work, body: Self.cells)
    guard let before, case .int(let oldStatus) = before[0] else { return nil }
    let merge = try db.statement(
      """
      INSERT INTO merge (work, job, time, source, status, error, score, decision, candidates, before)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """
    ).first(
      work, Cell(request.job), .real(now), .text(request.source), before[0], before[1], before[2],
      before[3], before[4], before[5], body: { $0.int(0) })
    guard let merge else { return nil }
    let rows = FieldRows(work: request.id, db)
    let held = known == nil ? try rows.all() : fields.removeValue(forKey: request.id) ?? [:]
    let changes = try Self.changes(request, held)
    try rows.apply(changes, request, merge: merge, now: now)
    let changed = changes.map(\.name)
    if changed.contains("title") || changed.contains("creators"),
      let stored = try WorkReader(db).work(request.id)
    {
      try db.statement("UPDATE work SET folded = ? WHERE id = ?")
        .run(.text(stored.record.folded), work)
    }
    let isSettled = request.status != nil
    try db.statement(
      """
      UPDATE work SET status = ?2, error = ?3, score = ?4, decision = ?5, candidates = ?6,
        merge = ?7, updated = ?8 WHERE id = ?1
      """
    ).run(
      work, .int(request.status?.rawValue ?? oldStatus),
      isSettled ? Cell(request.error) : before[1],
      request.score.map(Cell.real) ?? (isSettled ? .null : before[2]),
      request.decision.map(Cell.text) ?? before[3],
      isSettled ? Cell(request.candidates) : before[4], .int(merge), .real(now))
    return MergeResult(work: request.id, changed: changed)
  }

  /// The changes to a work's fields: first the fields to remove, then those to set.
  private static func changes(
    _ request: WorkUpdate, _ fields: [String: FieldRow]
  ) throws -> [FieldChange] {
    var cleared = request.cleared
    if request.forgets { cleared.formUnion(fields.filter { !$0.value.isUsers }.keys) }
    // A work without a title could be neither searched for nor shown.
    cleared.remove("title")
    cleared.subtract(request.record.fields.keys)
    var changes = cleared.sorted().compactMap { name in
      fields[name].map { FieldChange(name: name, old: $0, value: nil) }
    }
    for (name, value) in request.record.fields.sorted(by: { $0.key < $1.key }) {
      let old = fields[name]
      if let old, !isReplaced(old, by: value, request) { continue }
      changes.append(FieldChange(name: name, old: old, value: value))
    }
    return changes
  }

  private static func isReplaced(
    _ old: FieldRow, by value: FieldValue, _ request: WorkUpdate
  ) -> Bool {
    let standsIn = old.source == .text(WorkRecord.placeholder)
    let isOpen = request.isUsers || !old.isUsers && (request.refresh || standsIn)
    return isOpen && !(old.value == value && old.isUsers == request.isUsers)
  }
}

/// A row of the table of fields.
private struct FieldRow {
  var value: FieldValue?
  /// The value as the table holds it.
  var cell: Cell
  var source: Cell
  var time: Cell
  var isUsers: Bool
  /// The number of the change that set the field.
  var change: Int64
}

/// A merge's change of one field.
private struct FieldChange {
  var name: String
  var old: FieldRow?
  /// The new value; nil removes the field.
  var value: FieldValue?
}

/// The fields of one work in a merge. Each statement handles many fields, because on a server the
/// round trip costs more than the work.
private struct FieldRows {
  private static let rowsAtOnce = 100

  private let work: Int64
  private let db: SQLSession

  init(work: Int64, _ db: SQLSession) { (self.work, self.db) = (work, db) }

  func all() throws -> [String: FieldRow] {
    var fields: [String: FieldRow] = [:]
    try db.statement("SELECT \(Self.columns) FROM field WHERE work = ?").forEach(.int(work)) {
      row in
      fields[row.text(0)] = Self.row(row, db)
    }
    return fields
  }

  /// The columns that ``row(_:_:)`` reads.
  static let columns = "name, value, source, time, \"user\", change"

  static func row(_ row: RowCells, _ db: SQLSession) -> FieldRow {
    FieldRow(
      value: FieldValue(db.dialect.restored(row.cell(1)), field: row.text(0)), cell: row.cell(1),
      source: row.cell(2), time: row.cell(3), isUsers: row.int(4) != 0, change: row.int(5))
  }

  /// Saves changes together with the earlier values.
  func apply(
    _ changes: [FieldChange], _ request: WorkUpdate, merge: Int64, now: Double
  ) throws {
    for start in stride(from: 0, to: changes.count, by: Self.rowsAtOnce) {
      let part = changes[start..<min(changes.count, start + Self.rowsAtOnce)]
      let numbers = try note(part, merge)
      try set(part.filter { $0.value != nil }, numbers, request, now)
    }
    let clear = try db.statement("DELETE FROM field WHERE work = ? AND name = ?")
    for change in changes where change.value == nil {
      try clear.run(.int(work), .text(change.name))
    }
  }

  /// Saves the earlier values of changed fields.
  /// - Returns: the changes' numbers by field name.
  private func note(
    _ changes: ArraySlice<FieldChange>, _ merge: Int64
  ) throws -> [String: Int64] {
    var cells: [Cell] = []
    // New fields first: PostgreSQL prepares a statement for each pattern of nulls.
    for change in changes.filter({ $0.old == nil }) + changes.filter({ $0.old != nil }) {
      let old = change.old
      cells += [
        .int(merge), .int(work), .text(change.name), old?.cell ?? .null, old?.source ?? .null,
        old?.time ?? .null, .int(old?.isUsers == true ? 1 : 0), .int(old?.change ?? 0),
      ]
    }
    let found = try db.statement(
      """
      INSERT INTO change (merge, work, name, value, source, time, "user", before)
      VALUES \(SQLText.rows(changes.count, of: 8)) RETURNING name, id
      """
    ).map(of: cells) { ($0.text(0), $0.int(1)) }
    return Dictionary(found) { $1 }
  }

  private func set(
    _ changes: [FieldChange], _ numbers: [String: Int64], _ request: WorkUpdate, _ now: Double
  ) throws {
    if changes.isEmpty { return }
    var cells: [Cell] = []
    for change in changes {
      guard let value = change.value else { continue }
      cells += [
        .int(work), .text(change.name), db.dialect.kept(value.cell), .text(request.source),
        .real(now), .int(request.isUsers ? 1 : 0), .int(numbers[change.name] ?? 0),
      ]
    }
    _ = try db.statement(
      """
      INSERT INTO field (work, name, value, source, time, "user", change)
      VALUES \(SQLText.rows(changes.count, of: 7))
      ON CONFLICT (work, name) DO UPDATE SET value = excluded.value, source = excluded.source,
        time = excluded.time, "user" = excluded."user", change = excluded.change
      """
    ).change(cells)
  }
}
