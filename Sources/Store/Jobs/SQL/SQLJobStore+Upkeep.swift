internal import SQL
public import Reactor

// Queries, and the cleaning up after earlier runs.
extension SQLJobStore {
  /// Opens jobs that have been paused for some time and still have open items.
  /// - Parameter seconds: the shortest pause, by the store's clock.
  public func resumePaused(after seconds: Double, now: ClockTime) throws {
    let hasPaused = try place.reading { db in
      try PreparedStatement(db, "SELECT 1 FROM job WHERE state = 'paused' LIMIT 1").first { _ in
        true
      }
    }
    guard hasPaused != nil else { return }
    try place.writing { db in
      let time = try backend.time(now, db)
      let resumed = try PreparedStatement(
        db,
        """
        UPDATE job SET state = 'open', updated = ?1
        WHERE state = 'paused' AND updated <= ?2 AND EXISTS (
          SELECT 1 FROM job_count WHERE job_count.job = job.id AND job_count.state < 3 AND n > 0)
        RETURNING id
        """
      ).map(.real(time.wall), .real(time.wall - seconds)) { $0.int(0) }
      for job in resumed {
        try JobLog.add(JobEvent(job: job, time: time.wall, event: "resumed"), db)
        try backend.tell(.work(job), db)
      }
    }
  }

  /// See ``JobStore/removeItems(now:isMissing:)``.
  @discardableResult
  public func removeItems(
    now: ClockTime, isMissing: ([Int64]) throws -> Set<Int64>
  ) throws -> Int {
    var removed = 0
    var last: Int64 = 0
    while true {
      let page = try place.reading { db in
        try PreparedStatement(
          db,
          """
          SELECT work FROM item WHERE \(db.indexedState) < 3 AND work > ? ORDER BY work LIMIT 10000
          """
        ).map(.int(last)) { $0.int(0) }
      }
      guard let end = page.last else { return removed }
      last = end
      let missing = try isMissing(page)
      if missing.isEmpty { continue }
      removed += try place.writing { try ItemSettling.remove(missing, backend.time(now, $0), $0) }
    }
  }

  /// See ``JobStore/openWorks(_:)``.
  public func openWorks(_ works: [Int64]) throws -> Set<Int64> {
    try place.reading { db in
      if let items = db.bulkItems { return try items.open(works) }
      let find = try PreparedStatement(db, "SELECT 1 FROM item WHERE work = ? AND state < 3")
      return Set(try works.filter { try find.first(.int($0)) { _ in true } ?? false })
    }
  }

  /// See ``JobStore/failures(_:)``.
  public func failures(_ works: [Int64]) throws -> [Int64: String] {
    try place.reading { db in
      if let items = db.bulkItems { return try items.failures(works) }
      let latest = try PreparedStatement(
        db, "SELECT state, error FROM item WHERE work = ? ORDER BY id DESC LIMIT 1")
      var failures: [Int64: String] = [:]
      for work in works {
        let found = try latest.first(.int(work)) { (state: $0.int(0), error: $0.text(1)) }
        if let found, found.state == ItemState.failed.rawValue { failures[work] = found.error }
      }
      return failures
    }
  }

  /// See ``JobStore/events(_:after:limit:)``.
  public func events(_ job: Int64?, after id: Int64, limit: Int) throws -> [JobEvent] {
    try place.reading { try JobLog.events(job, after: id, limit: limit, $0) }
  }

  /// See ``JobStore/items(_:state:after:limit:)``.
  public func items(
    _ job: Int64, state: ItemState?, after id: Int64, limit: Int
  ) throws -> [QueuedItem] {
    try place.reading { db in
      try PreparedStatement(
        db,
        """
        SELECT id, work, priority, state, attempts, due, error FROM item
        WHERE job = ?1 AND id > ?2 AND (?3 < 0 OR state = ?3) ORDER BY id LIMIT ?4
        """
      ).map(.int(job), .int(id), .int(state?.rawValue ?? -1), .int(Int64(limit))) { row in
        QueuedItem(
          id: row.int(0), job: job, work: row.int(1), priority: Int(row.int(2)),
          state: ItemState(rawValue: row.int(3)) ?? .failed, attempts: Int(row.int(4)),
          due: row.real(5), error: row.isNull(6) ? nil : row.text(6))
      }
    }
  }
}
