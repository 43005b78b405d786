internal import SQL
public import Reactor

// Removes old jobs.
extension SQLJobStore {
  /// The most items to delete in one transaction.
  private static let itemsAtOnce = 10_000

  /// Removes jobs that have been done or canceled for some time, with their items and logs. Their
  /// works stay.
  /// - Parameter seconds: the age from which jobs are removed, by the store's clock.
  /// - Returns: the number of removed jobs.
  @discardableResult
  public func removeFinished(after seconds: Double, now: ClockTime) throws -> Int {
    let jobs = try place.reading { db in
      try PreparedStatement(
        db, "SELECT id FROM job WHERE state IN ('done', 'canceled') AND updated < ?1 ORDER BY id"
      ).map(.real(backend.time(now, db).wall - seconds)) { $0.int(0) }
    }
    var removed = 0
    for job in jobs {
      while let isGone = try place.writing({ try removePart(of: job, after: seconds, now, $0) }) {
        guard isGone else { continue }
        removed += 1
        break
      }
    }
    return removed
  }

  /// Removes a job's next items, or the job itself when no items are left.
  /// - Returns: whether the job is removed; nil if it was opened again.
  private func removePart(
    of job: Int64, after seconds: Double, _ now: ClockTime, _ db: SQLSession
  ) throws -> Bool? {
    let isOver = try PreparedStatement(
      db,
      "SELECT 1 FROM job WHERE id = ?1 AND state IN ('done', 'canceled') AND updated < ?2"
        + db.locking("job")
    ).first(.int(job), .real(backend.time(now, db).wall - seconds)) { _ in true }
    guard isOver != nil else { return nil }
    let items = try PreparedStatement(
      db,
      "DELETE FROM item WHERE id IN (SELECT id FROM item WHERE job = ?1 LIMIT \(Self.itemsAtOnce))"
    ).run(.int(job))
    if items > 0 { return false }
    for table in ["job_event", "job_count", "job_key"] {
      try PreparedStatement(db, "DELETE FROM \(table) WHERE job = ?1").run(.int(job))
    }
    try PreparedStatement(db, "DELETE FROM job WHERE id = ?1").run(.int(job))
    return true
  }

  /// Lists leases in their owners' rows that a worker of an earlier version took after the store
  /// was migrated.
  public func findStrayLeases() throws {
    try place.writing { try $0.bulkItems?.findStrays() }
  }
}
