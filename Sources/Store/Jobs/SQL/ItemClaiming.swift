internal import SQL
internal import Reactor

/// Takes items out of the queue.
enum ItemClaiming {
  /// A due time further ahead than any wait of the table means that the clock was set back.
  private static let longestWait = RetryTable.longestWait

  /// Makes items ready whose wait is over.
  static func wakeDue(_ now: ClockTime, _ db: SQLSession, _ delta: inout CountDelta) throws {
    if let items = db.bulkItems {
      return try items.wakeDue(until: now.wall, beyond: now.wall + longestWait, &delta)
    }
    let due = try PreparedStatement(
      db, "SELECT id, job FROM item WHERE state = 2 AND (due <= ? OR due > ?)"
    ).map(.real(now.wall), .real(now.wall + longestWait)) { (id: $0.int(0), job: $0.int(1)) }
    if due.isEmpty { return }
    let wake = try PreparedStatement(db, "UPDATE item SET state = 0, due = 0 WHERE id = ?")
    for item in due {
      try wake.run(.int(item.id))
      delta.move(item.job, .waiting, .ready)
    }
  }

  /// Makes a job's items ready that wait for another attempt.
  static func wake(_ job: Int64, _ db: SQLSession) throws {
    let woken = try PreparedStatement(
      db,
      """
      UPDATE item SET state = 0, due = 0 WHERE job = ? AND \(db.indexedState) = 2 RETURNING id
      """
    ).map(.int(job)) { $0.int(0) }
    if woken.isEmpty { return }
    var delta = CountDelta()
    for _ in woken { delta.move(job, .waiting, .ready) }
    try delta.apply(db)
  }

  /// Takes the first items of some jobs. An index orders each job's items, so the length of the
  /// queue does not matter.
  static func claim(
    _ count: Int, _ jobs: [Int64], owner: Int64, _ db: SQLSession, _ delta: inout CountDelta
  ) throws -> [LeasedItem] {
    if count <= 0 || jobs.isEmpty { return [] }
    if let items = try db.bulkItems?.claim(count, jobs, owner: owner) {
      for item in items { delta.move(item.job, .ready, .leased) }
      return items
    }
    let select = try PreparedStatement(
      db,
      """
      SELECT id, work, attempts, throttled, returns, timeouts, lost, priority FROM item
      WHERE job = ? AND state = 0 ORDER BY priority DESC, lost, id LIMIT ?
      """)
    var found: [(priority: Int64, item: LeasedItem)] = []
    for job in jobs {
      try select.forEach(.int(job), .int(Int64(count))) { row in
        let item = LeasedItem(
          id: row.int(0), job: job, work: row.int(1), attempt: Int(row.int(2)) + 1,
          throttled: Int(row.int(3)), returns: Int(row.int(4)), timeouts: Int(row.int(5)),
          lost: Int(row.int(6)))
        found.append((row.int(7), item))
      }
    }
    if jobs.count > 1 {
      found.sort {
        ($1.priority, $0.item.lost, $0.item.id) < ($0.priority, $1.item.lost, $1.item.id)
      }
    }
    let take = try PreparedStatement(
      db, "UPDATE item SET state = 1, owner = ?, attempts = attempts + 1, started = 0 WHERE id = ?")
    let items = found.prefix(count).map(\.item)
    for item in items {
      try take.run(.int(owner), .int(item.id))
      delta.move(item.job, .ready, .leased)
    }
    return items
  }

  /// Finds out why a process that took no items must wait.
  /// - Parameter isWanted: whether the process would take the job's items; ready ones are then due
  ///   now.
  static func look(
    at job: Int64, isWanted: Bool, _ now: ClockTime, _ db: SQLSession,
    _ answer: inout JobExchange.Answer
  ) throws {
    guard answer.items.isEmpty else { return }
    let ready = try PreparedStatement(
      db, "SELECT 1 FROM item WHERE job = ? AND state = 0 LIMIT 1"
    ).first(.int(job)) { _ in true }
    if isWanted, ready != nil { answer.nextDue = min(now.wall, answer.nextDue ?? now.wall) }
    let due = try PreparedStatement(db, "SELECT min(due) FROM item WHERE state = 2 AND job = ?")
      .first(.int(job)) { $0.isNull(0) ? nil : $0.real(0) }
    if let due, let due { answer.nextDue = min(due, answer.nextDue ?? due) }
    answer.held +=
      try PreparedStatement(db, "SELECT count(*) FROM item WHERE state = 1 AND job = ?")
      .first(.int(job)) { Int($0.int(0)) } ?? 0
  }
}
