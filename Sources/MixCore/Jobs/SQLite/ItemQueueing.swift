internal import GRDB

/// Puts works into a job's queue.
enum ItemQueueing {
  /// A work that has an open item already gets no second one, but the higher priority of the two.
  static func enqueue(
    _ works: [Int64], job: Int64, priority: Int, _ now: JobTime, _ db: Database
  ) throws -> EnqueueCounts {
    let insert = try PreparedStatement(
      db, "INSERT OR IGNORE INTO item (job, work, priority) VALUES (?, ?, ?)")
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
    var delta = CountDelta()
    delta.add(job, .ready, counts.added)
    try delta.apply(db)
    if counts.added > 0 {
      try db.execute(
        sql: """
          UPDATE job SET updated = ?2, state = CASE state WHEN 'done' THEN 'open' ELSE state END
          WHERE id = ?1
          """, arguments: [job, now.wall])
    }
    return counts
  }
}
