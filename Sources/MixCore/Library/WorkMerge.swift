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

  /// Takes back what a job merged, or what was merged last: fields and status are as they were.
  /// - Parameter job: nil: the last act, which is a whole job when a job did it.
  /// - Returns: how many works and fields.
  public func undo(job: Int64?) throws -> (works: Int, fields: Int) {
    try file.write { db in
      let merges: [Int64]
      if let job {
        merges = try PreparedStatement(db, "SELECT id FROM merge WHERE job = ? ORDER BY id DESC")
          .map(.int(job)) { $0.int(0) }
      } else {
        let last = try PreparedStatement(db, "SELECT id, job FROM merge ORDER BY id DESC LIMIT 1")
          .first { (id: $0.int(0), job: $0.isNull(1) ? nil : $0.int(1)) }
        guard let last else { return (0, 0) }
        merges =
          try last.job.map { job in
            try PreparedStatement(db, "SELECT id FROM merge WHERE job = ? ORDER BY id DESC")
              .map(.int(job)) { $0.int(0) }
          } ?? [last.id]
      }
      let undoer = try Undoer(db)
      var works: Set<Int64> = []
      var fields = 0
      for merge in merges { fields += try undoer.undo(merge, &works) }
      return (works.count, fields)
    }
  }
}

/// Merges within one transaction.
private struct Merger {
  private let db: Database
  private let now: Double
  private let select: PreparedStatement
  private let field: PreparedStatement
  private let note: PreparedStatement
  private let change: PreparedStatement
  private let set: PreparedStatement
  private let update: PreparedStatement
  private let fold: PreparedStatement

  init(_ db: Database, now: Double) throws {
    self.db = db
    self.now = now
    select = try PreparedStatement(
      db, "SELECT status, error, score, decision, candidates, merge FROM work WHERE id = ?")
    field = try PreparedStatement(
      db, "SELECT value, source, time, user, change FROM field WHERE work = ? AND name = ?")
    note = try PreparedStatement(
      db,
      """
      INSERT INTO merge (work, job, time, source, status, error, score, decision, candidates, before)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    change = try PreparedStatement(
      db,
      """
      INSERT INTO change (merge, work, name, value, source, time, before)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    set = try PreparedStatement(
      db,
      """
      INSERT OR REPLACE INTO field (work, name, value, source, time, user, change)
      VALUES (?, ?, ?, ?, ?, 0, ?)
      """)
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

  private func apply(
    _ name: String, _ value: FieldValue, _ request: WorkUpdate, _ merge: Int64
  ) throws -> Bool {
    let work = Cell.int(request.id)
    let old = try field.first(work, .text(name)) { row in
      (
        value: row.cell(0), source: row.cell(1), time: row.cell(2), isUsers: row.int(3) != 0,
        change: row.int(4), standsIn: row.text(1) == WorkRecord.placeholder
      )
    }
    if let old {
      let isOpen = request.refresh || old.standsIn
      if old.isUsers || !isOpen || FieldValue(old.value, field: name) == value { return false }
    }
    try change.run(
      .int(merge), work, .text(name), old?.value ?? .null, old?.source ?? .null, old?.time ?? .null,
      .int(old?.change ?? 0))
    try set.run(
      work, .text(name), value.cell, .text(request.source), .real(now),
      .int(db.lastInsertedRowID))
    return true
  }
}

/// Takes merges back within one transaction, the latest first.
private struct Undoer {
  private let db: Database

  init(_ db: Database) throws { self.db = db }

  func undo(_ merge: Int64, _ works: inout Set<Int64>) throws -> Int {
    let found = try PreparedStatement(
      db,
      "SELECT work, status, error, score, decision, candidates, before, job FROM merge WHERE id = ?"
    ).first(.int(merge)) { row in (0..<8).map { row.cell(Int32($0)) } }
    guard let found, case .int(let work) = found[0] else { return 0 }
    works.insert(work)
    let changes = try PreparedStatement(
      db, "SELECT id, name, value, source, time, before FROM change WHERE merge = ?"
    ).map(.int(merge)) { row in
      (id: row.int(0), name: row.text(1), cells: (2..<6).map { row.cell(Int32($0)) })
    }
    let before = try WorkReader(db).work(work)
    for change in changes { try undo(change, work) }
    try undoStatus(merge, found)
    // A decision that was taken back must not be applied again by the next run.
    if let before, before.decision != nil, case .null = found[7],
      try WorkReader(db).work(work)?.decision == nil
    {
      try PreparedStatement(db, "DELETE FROM decision WHERE key = ?")
        .run(.text(WorkIdentity(before).key))
    }
    for sql in ["DELETE FROM change WHERE merge = ?", "DELETE FROM merge WHERE id = ?"] {
      try PreparedStatement(db, sql).run(.int(merge))
    }
    if let stored = try WorkReader(db).work(work) {
      try PreparedStatement(db, "UPDATE work SET folded = ? WHERE id = ?")
        .run(.text(stored.record.folded), .int(work))
    }
    return changes.count
  }

  private func undo(_ change: (id: Int64, name: String, cells: [Cell]), _ work: Int64) throws {
    let cells = change.cells
    // A later change knows this one as what was before it: it gets what was before this one.
    let later = try PreparedStatement(
      db, "UPDATE change SET value = ?2, source = ?3, time = ?4, before = ?5 WHERE before = ?1"
    ).run(.int(change.id), cells[0], cells[1], cells[2], cells[3])
    if later > 0 { return }
    if case .null = cells[1] {
      try PreparedStatement(db, "DELETE FROM field WHERE work = ? AND name = ?")
        .run(.int(work), .text(change.name))
      return
    }
    try PreparedStatement(
      db,
      "UPDATE field SET value = ?3, source = ?4, time = ?5, change = ?6 WHERE work = ?1 AND name = ?2"
    ).run(.int(work), .text(change.name), cells[0], cells[1], cells[2], cells[3])
  }

  private func undoStatus(_ merge: Int64, _ found: [Cell]) throws {
    let later = try PreparedStatement(
      db,
      """
      UPDATE merge SET status = ?2, error = ?3, score = ?4, decision = ?5, candidates = ?6,
        before = ?7 WHERE before = ?1
      """
    ).run(.int(merge), found[1], found[2], found[3], found[4], found[5], found[6])
    if later > 0 { return }
    // Queued then is not queued now: the job that was to come has run.
    var status = found[1]
    if case .int(WorkStatus.queued.rawValue) = status { status = .int(WorkStatus.pending.rawValue) }
    try PreparedStatement(
      db,
      """
      UPDATE work SET status = ?2, error = ?3, score = ?4, decision = ?5, candidates = ?6,
        merge = ?7 WHERE id = ?1 AND merge = ?8
      """
    ).run(found[0], status, found[2], found[3], found[4], found[5], found[6], .int(merge))
  }
}
