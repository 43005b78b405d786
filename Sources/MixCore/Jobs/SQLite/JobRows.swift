internal import GRDB

/// Jobs and their counts.
enum JobRows {
  /// One job, or the newest.
  static func progress(_ db: Database, _ job: Int64?) throws -> JobProgress? {
    try read(
      db,
      "SELECT id, name, state, created, updated FROM job WHERE ?1 IS NULL OR id = ?1 "
        + "ORDER BY id DESC LIMIT 1", Cell(job)
    ).first
  }

  /// Makes a job without items.
  static func create(_ name: String, _ now: JobTime, _ db: Database) throws -> Int64 {
    try PreparedStatement(
      db, "INSERT INTO job (name, state, created, updated) VALUES (?, 'open', ?, ?)"
    ).run(.text(name), .real(now.wall), .real(now.wall))
    let job = db.lastInsertedRowID
    try JobLog.add(JobEvent(job: job, time: now.wall, event: "created"), db)
    return job
  }

  /// All jobs, newest first.
  static func all(_ db: Database) throws -> [JobProgress] {
    try read(
      db, "SELECT id, name, state, created, updated FROM job WHERE ?1 IS NULL ORDER BY id DESC",
      .null)
  }

  private static func read(_ db: Database, _ sql: String, _ cell: Cell) throws -> [JobProgress] {
    var jobs = try PreparedStatement(db, sql).map(cell) { row in
      JobProgress(
        job: row.int(0), name: row.text(1), state: JobState(rawValue: row.text(2)) ?? .done,
        created: row.real(3), updated: row.real(4),
        counts: Array(repeating: 0, count: ItemState.allCases.count))
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

  /// The jobs whose items may be taken: one, or all.
  static func openJobs(_ db: Database, _ job: Int64?) throws -> [Int64] {
    try PreparedStatement(
      db, "SELECT id FROM job WHERE state = 'open' AND (?1 IS NULL OR id = ?1) ORDER BY id"
    ).map(Cell(job)) { $0.int(0) }
  }

  /// Sets where a job stands and notes it.
  static func set(
    _ job: Int64, _ state: JobState, _ event: String, _ reason: String?, _ now: JobTime,
    _ db: Database
  ) throws {
    try PreparedStatement(db, "UPDATE job SET state = ?, updated = ? WHERE id = ?")
      .run(.text(state.rawValue), .real(now.wall), .int(job))
    try JobLog.add(JobEvent(job: job, time: now.wall, event: event, reason: reason), db)
  }

  /// A job without open items is done; one that was canceled stays so, also when its works are removed.
  static func closeIfDone(_ job: Int64, _ now: JobTime, _ db: Database) throws {
    guard let progress = try progress(db, job), progress.open == 0, progress.state != .done,
      progress.state != .canceled
    else { return }
    try set(job, .done, "done", nil, now, db)
  }
}

/// Changes of the counts, gathered so that a batch writes each once.
struct CountDelta {
  private var changes: [Int64: [Int]] = [:]

  /// The jobs it touches.
  var jobs: [Int64] { changes.keys.sorted() }

  mutating func add(_ job: Int64, _ state: ItemState, _ count: Int) {
    changes[job, default: Array(repeating: 0, count: ItemState.allCases.count)][
      Int(state.rawValue)] += count
  }

  mutating func move(_ job: Int64, _ from: ItemState, _ to: ItemState) {
    add(job, from, -1)
    add(job, to, 1)
  }

  func apply(_ db: Database) throws {
    let update = try PreparedStatement(
      db,
      """
      INSERT INTO job_count (job, state, n) VALUES (?1, ?2, ?3)
      ON CONFLICT (job, state) DO UPDATE SET n = n + ?3
      """)
    for (job, states) in changes {
      for (state, count) in states.enumerated() where count != 0 {
        try update.run(.int(job), .int(Int64(state)), .int(Int64(count)))
      }
    }
  }
}

/// The kept log.
enum JobLog {
  static func add(_ event: JobEvent, _ db: Database) throws {
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

  /// Why a job was paused last; nil when nothing was noted.
  static func pauseReason(_ job: Int64, _ db: Database) throws -> String? {
    try PreparedStatement(
      db, "SELECT reason FROM job_event WHERE job = ? AND event = 'paused' ORDER BY id DESC LIMIT 1"
    ).first(.int(job)) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
  }

  static func events(
    _ job: Int64?, after id: Int64, limit: Int, _ db: Database
  ) throws -> [JobEvent] {
    try PreparedStatement(
      db,
      """
      SELECT id, job, time, event, work, attempt, wait, reason FROM job_event
      WHERE id > ?1 AND (?2 IS NULL OR job = ?2) ORDER BY id LIMIT ?3
      """
    ).map(.int(id), Cell(job), .int(Int64(limit))) { row in
      JobEvent(
        id: row.int(0), job: row.int(1), time: row.real(2), event: row.text(3),
        work: row.isNull(4) ? nil : row.int(4), attempt: row.isNull(5) ? nil : Int(row.int(5)),
        wait: row.isNull(6) ? nil : row.real(6), reason: row.isNull(7) ? nil : row.text(7))
    }
  }
}
