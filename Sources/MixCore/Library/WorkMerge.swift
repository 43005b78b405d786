internal import GRDB

/// What is to be merged into a work.
public struct WorkUpdate: Sendable {
  /// The work.
  public var id: Int64
  /// Fields that may fill what is missing.
  public var record: WorkRecord
  /// Who says so: a provider's name.
  public var source: String
  /// The new status; nil leaves it.
  public var status: WorkStatus?
  /// Why it failed or is uncertain.
  public var error: String?
  /// How well the candidate fits, 0 to 1.
  public var score: Double?
  /// Candidates to decide on, as JSON.
  public var candidates: [UInt8]?
  /// The job that found it out; nil: somebody's own change.
  public var job: Int64?
  /// Whether it replaces what providers said before. The user's own fields stay in any case.
  public var refresh = false
  /// The user's decision behind it: `accept`, `skip`, `none`.
  public var decision: String?
  /// Whether the user says so: every field is replaced, and is the user's from then on.
  public var isUsers = false
  /// Fields to take away, by flat names, whoever has said them.
  public var cleared: Set<String> = []
  /// Whether to take away what anybody but the user has said.
  public var forgets = false

  /// - Parameters:
  ///   - id: the work.
  ///   - record: what may fill its gaps.
  ///   - source: who says so.
  public init(_ id: Int64, _ record: WorkRecord = WorkRecord(), source: String) {
    self.id = id
    self.record = record
    self.source = source
  }
}

/// What a merge did.
public struct MergeResult: Sendable, Equatable {
  /// The work.
  public var work: Int64
  /// The fields that changed, by flat names, in order.
  public var changed: [String]
}

extension Library {
  /// Merges updates, all in one transaction. Updates of works that are gone are passed over.
  public func merge(_ updates: [WorkUpdate], now: Double) throws -> [MergeResult] {
    if updates.isEmpty { return [] }
    return try file.write { db in
      let merger = try Merger(db, now: now)
      return try updates.compactMap { try merger.merge($0) }
    }
  }
}

/// Merges within one transaction.
private struct Merger {
  private let db: Database
  private let now: Double
  private let select: PreparedStatement
  private let field: PreparedStatement
  private let others: PreparedStatement
  private let note: PreparedStatement
  private let change: PreparedStatement
  private let set: PreparedStatement
  private let clear: PreparedStatement
  private let update: PreparedStatement
  private let fold: PreparedStatement

  init(_ db: Database, now: Double) throws {
    self.db = db
    self.now = now
    select = try PreparedStatement(
      db, "SELECT status, error, score, decision, candidates, merge FROM work WHERE id = ?")
    field = try PreparedStatement(
      db, "SELECT value, source, time, user, change FROM field WHERE work = ? AND name = ?")
    others = try PreparedStatement(db, "SELECT name FROM field WHERE work = ? AND user = 0")
    note = try PreparedStatement(
      db,
      """
      INSERT INTO merge (work, job, time, source, status, error, score, decision, candidates, before)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    change = try PreparedStatement(
      db,
      """
      INSERT INTO change (merge, work, name, value, source, time, user, before)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    set = try PreparedStatement(
      db,
      """
      INSERT OR REPLACE INTO field (work, name, value, source, time, user, change)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    clear = try PreparedStatement(db, "DELETE FROM field WHERE work = ? AND name = ?")
    update = try PreparedStatement(
      db,
      """
      UPDATE work SET status = ?2, error = ?3, score = ?4, decision = ?5, candidates = ?6,
        merge = ?7, updated = ?8 WHERE id = ?1
      """)
    fold = try PreparedStatement(db, "UPDATE work SET folded = ? WHERE id = ?")
  }

  func merge(_ request: WorkUpdate) throws -> MergeResult? {
    let work = Cell.int(request.id)
    let before = try select.first(work) { row in (0..<6).map { row.cell(Int32($0)) } }
    guard let before, case .int(let oldStatus) = before[0] else { return nil }
    try note.run(
      work, Cell(request.job), .real(now), .text(request.source), before[0], before[1], before[2],
      before[3], before[4], before[5])
    let merge = db.lastInsertedRowID
    var changed: [String] = []
    for name in try cleared(request) where try apply(name, nil, request, merge) {
      changed.append(name)
    }
    for (name, value) in request.record.fields.sorted(by: { $0.key < $1.key })
    where try apply(name, value, request, merge) {
      changed.append(name)
    }
    if changed.contains("title") || changed.contains("creators"),
      let stored = try WorkReader(db).work(request.id)
    {
      try fold.run(.text(stored.record.folded), work)
    }
    let isSettled = request.status != nil
    try update.run(
      work, .int(request.status?.rawValue ?? oldStatus),
      isSettled ? Cell(request.error) : before[1],
      request.score.map(Cell.real) ?? (isSettled ? .null : before[2]),
      request.decision.map(Cell.text) ?? before[3],
      isSettled ? Cell(request.candidates) : before[4], .int(merge), .real(now))
    return MergeResult(work: request.id, changed: changed)
  }

  /// The fields to take away, in order; those that get another value are not among them.
  private func cleared(_ request: WorkUpdate) throws -> [String] {
    var names = request.cleared
    if request.forgets { names.formUnion(try others.map(.int(request.id)) { $0.text(0) }) }
    // Without a title there is nothing to look for, nor to show.
    names.remove("title")
    return names.subtracting(request.record.fields.keys).sorted()
  }

  /// Sets a field, or takes it away.
  /// - Returns: whether it has changed.
  private func apply(
    _ name: String, _ value: FieldValue?, _ request: WorkUpdate, _ merge: Int64
  ) throws -> Bool {
    let work = Cell.int(request.id)
    let old = try field.first(work, .text(name)) { row in
      (
        value: row.cell(0), source: row.cell(1), time: row.cell(2), isUsers: row.int(3) != 0,
        change: row.int(4), standsIn: row.text(1) == WorkRecord.placeholder
      )
    }
    if old == nil, value == nil { return false }
    if let old, value != nil {
      let isOpen = request.isUsers || !old.isUsers && (request.refresh || old.standsIn)
      let isSame = FieldValue(old.value, field: name) == value && old.isUsers == request.isUsers
      if !isOpen || isSame { return false }
    }
    try change.run(
      .int(merge), work, .text(name), old?.value ?? .null, old?.source ?? .null, old?.time ?? .null,
      .int(old?.isUsers == true ? 1 : 0), .int(old?.change ?? 0))
    guard let value else {
      try clear.run(work, .text(name))
      return true
    }
    try set.run(
      work, .text(name), value.cell, .text(request.source), .real(now),
      .int(request.isUsers ? 1 : 0), .int(db.lastInsertedRowID))
    return true
  }
}
