internal import SQL

extension Library {
  /// Undoes the merges of a job, or the last merge: fields and status return to their earlier
  /// values.
  /// - Parameter job: the job; nil for the last act, which is a whole job if a job did it.
  /// - Returns: the numbers of works and fields.
  public func undo(job: Int64?) throws -> (works: Int, fields: Int) {
    try database.writing { db in
      let merges = try MergeRows.latestFirst(job: job, db)
      try WorkLocks.take(merges.map(\.work), db)
      let undoer = Undoer(db)
      var works: Set<Int64> = []
      var fields = 0
      for merge in merges { fields += try undoer.undo(merge.id, &works) }
      return (works.count, fields)
    }
  }
}

/// Selects the merges to undo.
private enum MergeRows {
  /// The merges of a job; for nil the last merge, or all merges of its job.
  static func latestFirst(
    job: Int64?, _ db: SQLSession
  ) throws -> [(id: Int64, work: Int64)] {
    if let job { return try merges(of: job, db) }
    let last = try db.statement("SELECT id, work, job FROM merge ORDER BY id DESC LIMIT 1")
      .first { (id: $0.int(0), work: $0.int(1), job: $0.optionalInt(2)) }
    guard let last else { return [] }
    return try last.job.map { try merges(of: $0, db) } ?? [(last.id, last.work)]
  }

  private static func merges(
    of job: Int64, _ db: SQLSession
  ) throws -> [(id: Int64, work: Int64)] {
    try db.statement("SELECT id, work FROM merge WHERE job = ? ORDER BY id DESC")
      .map(.int(job)) { ($0.int(0), $0.int(1)) }
  }
}

/// Undoes merges within one transaction, the latest first.
private struct Undoer {
  private let db: SQLSession

  init(_ db: SQLSession) { self.db = db }

  func undo(_ merge: Int64, _ works: inout Set<Int64>) throws -> Int {
    let found = try db.statement(
      "SELECT work, status, error, score, decision, candidates, before, job FROM merge WHERE id = ?"
    ).first(.int(merge)) { row in (0..<8).map { row.cell(Int32($0)) } }
    guard let found, case .int(let work) = found[0] else { return 0 }
    works.insert(work)
    let changes = try db.statement(
      "SELECT id, name, value, source, time, before, \"user\" FROM change WHERE merge = ?"
    ).map(.int(merge)) { row in
      (id: row.int(0), name: row.text(1), cells: (2..<7).map { row.cell(Int32($0)) })
    }
    let before = try WorkReader(db).work(work)
    for change in changes { try undo(change, work) }
    try undoStatus(merge, found)
    // The next run must not apply an undone decision again.
    if let before, before.decision != nil, case .null = found[7],
      try WorkReader(db).work(work)?.decision == nil
    {
      try db.statement("DELETE FROM decision WHERE key = ?")
        .run(db.dialect.identifying(WorkIdentity(before).key))
    }
    for sql in ["DELETE FROM change WHERE merge = ?", "DELETE FROM merge WHERE id = ?"] {
      try db.statement(sql).run(.int(merge))
    }
    if let stored = try WorkReader(db).work(work) {
      try db.statement("UPDATE work SET folded = ? WHERE id = ?")
        .run(.text(stored.record.folded), .int(work))
    }
    return changes.count
  }

  private func undo(_ change: (id: Int64, name: String, cells: [Cell]), _ work: Int64) throws {
    let cells = change.cells
    // A later change refers to this one for the earlier value; give it the value from before this
    // one.
    let later = try db.statement(
      """
      UPDATE change SET value = ?2, source = ?3, time = ?4, before = ?5, "user" = ?6
      WHERE before = ?1
      """
    ).run(.int(change.id), cells[0], cells[1], cells[2], cells[3], cells[4])
    if later > 0 { return }
    if case .null = cells[1] {
      try db.statement("DELETE FROM field WHERE work = ? AND name = ?")
        .run(.int(work), .text(change.name))
      return
    }
    // The field may have been removed since.
    try db.statement(
      """
      INSERT INTO field (work, name, value, source, time, change, "user")
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (work, name) DO UPDATE SET value = excluded.value, source = excluded.source,
        time = excluded.time, change = excluded.change, "user" = excluded."user"
      """
    ).run(.int(work), .text(change.name), cells[0], cells[1], cells[2], cells[3], cells[4])
  }

  private func undoStatus(_ merge: Int64, _ found: [Cell]) throws {
    let later = try db.statement(
      """
      UPDATE merge SET status = ?2, error = ?3, score = ?4, decision = ?5, candidates = ?6,
        before = ?7 WHERE before = ?1
      """
    ).run(.int(merge), found[1], found[2], found[3], found[4], found[5], found[6])
    if later > 0 { return }
    // A work that was queued then is pending now: its job has run.
    var status = found[1]
    if case .int(WorkStatus.queued.rawValue) = status { status = .int(WorkStatus.pending.rawValue) }
    try db.statement(
      """
      UPDATE work SET status = ?2, error = ?3, score = ?4, decision = ?5, candidates = ?6,
        merge = ?7 WHERE id = ?1 AND merge = ?8
      """
    ).run(found[0], status, found[2], found[3], found[4], found[5], found[6], .int(merge))
  }
}
