internal import SQL

/// The log of jobs in the store.
enum JobLog {
  static func add(_ event: JobEvent, _ db: SQLSession) throws { try add([event], db) }

  static func add(_ events: [JobEvent], _ db: SQLSession) throws {
    if events.count > 1, let items = db.bulkItems { return try items.addEvents(events) }
    for event in events { try insert(event, db) }
  }

  private static func insert(_ event: JobEvent, _ db: SQLSession) throws {
    try PreparedStatement(
      db,
      """
      INSERT INTO job_event (job, time, event, work, attempt, wait, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      .int(event.job), .real(event.time), .text(event.event), Cell(event.work),
      Cell(event.attempt.map(Int64.init)), Cell(event.wait), Cell(event.reason))
  }

  /// Why a job was last paused; nil if no reason was recorded.
  static func pauseReason(_ job: Int64, _ db: SQLSession) throws -> String? {
    try PreparedStatement(
      db, "SELECT reason FROM job_event WHERE job = ? AND event = 'paused' ORDER BY id DESC LIMIT 1"
    ).first(.int(job)) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
  }

  static func events(
    _ job: Int64?, after id: Int64, limit: Int, _ db: SQLSession
  ) throws -> [JobEvent] {
    try PreparedStatement(
      db,
      """
      SELECT id, job, time, event, work, attempt, wait, reason FROM job_event
      WHERE id > ?1 AND \(job == nil ? "?2 = 0" : "job = ?2") ORDER BY id LIMIT ?3
      """
    ).map(.int(id), .int(job ?? 0), .int(Int64(limit))) { row in
      JobEvent(
        id: row.int(0), job: row.int(1), time: row.real(2), event: row.text(3),
        work: row.isNull(4) ? nil : row.int(4), attempt: row.isNull(5) ? nil : Int(row.int(5)),
        wait: row.isNull(6) ? nil : row.real(6), reason: row.isNull(7) ? nil : row.text(7))
    }
  }
}
