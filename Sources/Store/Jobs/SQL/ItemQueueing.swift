internal import SQL
internal import Reactor

/// Puts works into a job's queue.
enum ItemQueueing {
  /// Moves open items of canceled jobs to another job, because no run would work on them.
  /// - Returns: the number of moved items.
  static func adopt(_ works: [Int64], job: Int64, _ db: SQLSession) throws -> Int {
    let find = try PreparedStatement(
      db,
      """
      SELECT item.id, item.job, item.state FROM item JOIN job ON job.id = item.job
      WHERE item.work = ? AND item.state IN (0, 2) AND job.state = 'canceled'
      """ + db.locking("item"))
    let move = try PreparedStatement(db, "UPDATE item SET job = ? WHERE id = ?")
    var delta = CountDelta()
    var count = 0
    for work in works {
      let found = try find.first(.int(work)) {
        ($0.int(0), $0.int(1), ItemState(rawValue: $0.int(2)))
      }
      guard let (item, from, state) = found, let state else { continue }
      try move.run(.int(job), .int(item))
      delta.add(from, state, -1)
      delta.add(job, state, 1)
      count += 1
    }
    try delta.apply(db)
    return count
  }

  /// Queues works. A work with an open item gets no second item; its item takes the higher of the
  /// two priorities.
  static func enqueue(
    _ works: [Int64], job: Int64, priority: Int, _ now: ClockTime, _ db: SQLSession
  ) throws -> EnqueueCounts {
    let counts =
      try db.bulkItems?.insert(works, job: job, priority: priority)
      ?? insert(works, job: job, priority: priority, db)
    var delta = CountDelta()
    delta.add(job, .ready, counts.added)
    try delta.apply(db)
    if counts.added > 0 {
      try PreparedStatement(
        db,
        """
        UPDATE job SET updated = ?2, state = CASE state WHEN 'done' THEN 'open' ELSE state END
        WHERE id = ?1
        """
      ).run(.int(job), .real(now.wall))
    }
    return counts
  }

  private static func insert(
    _ works: [Int64], job: Int64, priority: Int, _ db: SQLSession
  ) throws -> EnqueueCounts {
    let insert = try PreparedStatement(
      db, "INSERT INTO item (job, work, priority) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
    let raise = try PreparedStatement(
      db, "UPDATE item SET priority = ?2 WHERE work = ?1 AND state < 3 AND priority < ?2")
    var counts = EnqueueCounts()
    for work in works {
      if try insert.run(.int(job), .int(work), .int(Int64(priority))) > 0 {
        counts.added += 1
      } else {
        counts.already += 1
        try raise.run(.int(work), .int(Int64(priority)))
      }
    }
    return counts
  }
}
