internal import SQL
internal import Reactor

/// Reads and changes jobs and their counts.
package enum JobRows {
  /// One job, or the newest for nil.
  static func progress(_ db: SQLSession, _ job: Int64?) throws -> JobProgress? {
    try read(
      db,
      "SELECT id, name, state, created, updated FROM job WHERE CAST(?1 AS BIGINT) IS NULL OR id = ?1 "
        + "ORDER BY id DESC LIMIT 1", Cell(job)
    ).first
  }

  /// Creates a job without items.
  static func create(_ name: String, _ now: ClockTime, _ db: SQLSession) throws -> Int64 {
    let job = try PreparedStatement(
      db, "INSERT INTO job (name, state, created, updated) VALUES (?1, 'open', ?2, ?2) RETURNING id"
    ).first(.text(name), .real(now.wall)) { $0.int(0) }
    guard let job else { throw UnknownJob(job: 0) }
    try JobLog.add(JobEvent(job: job, time: now.wall, event: "created"), db)
    return job
  }

  /// All jobs, newest first.
  static func all(_ db: SQLSession) throws -> [JobProgress] {
    try read(
      db, "SELECT id, name, state, created, updated FROM job WHERE id > ?1 ORDER BY id DESC", 0)
  }

  private static func read(_ db: SQLSession, _ sql: String, _ cell: Cell) throws -> [JobProgress] {
    var jobs = try PreparedStatement(db, sql).map(cell) { row in
      JobProgress(
        job: row.int(0), name: row.text(1), state: JobState(rawValue: row.text(2)) ?? .done,
        created: row.real(3), updated: row.real(4),
        counts: Array(repeating: 0, count: ItemState.allCases.count))
    }
    if jobs.count > 1, let items = db.bulkItems {
      try items.readCounts(&jobs)
      return jobs
    }
    let counts = try PreparedStatement(db, "SELECT state, n FROM job_count WHERE job = ?")
    for index in jobs.indices {
      try counts.forEach(.int(jobs[index].job)) { row in
        guard let state = ItemState(rawValue: row.int(0)) else { return }
        jobs[index][state] = Int(row.int(1))
      }
    }
    return jobs
  }

  /// The jobs whose items may be taken: the given job if it is open, or all open ones.
  static func openJobs(_ db: SQLSession, _ job: Int64?) throws -> [Int64] {
    try PreparedStatement(
      db,
      "SELECT id FROM job WHERE state = 'open' AND (CAST(?1 AS BIGINT) IS NULL OR id = ?1) ORDER BY id"
    ).map(Cell(job)) { $0.int(0) }
  }

  /// Open jobs that have no open items.
  static func withoutOpenItems(_ db: SQLSession) throws -> [Int64] {
    try PreparedStatement(
      db,
      """
      SELECT id FROM job WHERE state = 'open' AND NOT EXISTS (
        SELECT 1 FROM job_count WHERE job_count.job = job.id AND job_count.state < 3 AND n > 0)
      ORDER BY id
      """
    ).map { $0.int(0) }
  }

  /// Sets a job's state and logs the event.
  static func set(
    _ job: Int64, _ state: JobState, _ event: String, _ reason: String?, _ now: ClockTime,
    _ db: SQLSession
  ) throws {
    try PreparedStatement(db, "UPDATE job SET state = ?, updated = ? WHERE id = ?")
      .run(.text(state.rawValue), .real(now.wall), .int(job))
    try JobLog.add(JobEvent(job: job, time: now.wall, event: event, reason: reason), db)
  }

  /// Marks a job as done if it has no open items. A canceled job stays canceled, even when its
  /// works are removed.
  /// - Returns: whether the job was closed.
  @discardableResult
  static func closeIfDone(_ job: Int64, _ now: ClockTime, _ db: SQLSession) throws -> Bool {
    let closed = try PreparedStatement(
      db,
      """
      UPDATE job SET state = 'done', updated = ?2
      WHERE id = ?1 AND state IN ('open', 'paused') AND NOT EXISTS (
        SELECT 1 FROM job_count WHERE job_count.job = job.id AND job_count.state < 3 AND n > 0)
      """
    ).run(.int(job), .real(now.wall))
    if closed == 0 { return false }
    try JobLog.add(JobEvent(job: job, time: now.wall, event: "done"), db)
    return true
  }
}
