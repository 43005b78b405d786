internal import SQL
internal import Reactor

/// Saves the results of attempts.
enum ItemSettling {
  /// Settles items that an owner still holds in the reported attempt; returns the items that it no
  /// longer holds.
  /// - Parameter delta: collects the changes of the counts.
  static func settle(
    _ settled: [(item: LeasedItem, verdict: ItemVerdict)], owner: Int64, _ now: SettlingTime,
    _ db: SQLSession, _ delta: inout CountDelta
  ) throws -> [Int64] {
    if settled.isEmpty { return [] }
    let changes = settled.map { (item: $0.item, next: NextState($0.item, $0.verdict, now)) }
    let kept =
      try db.bulkItems?.settle(changes, owner: owner) ?? write(changes, owner: owner, db)
    var lost: [Int64] = []
    var events: [JobEvent] = []
    for (item, next) in changes {
      guard kept.contains(item.id) else {
        lost.append(item.id)
        continue
      }
      delta.move(item.job, .leased, next.state)
      if let event = next.event { events.append(event) }
    }
    try JobLog.add(events, db)
    return lost
  }

  private static func write(
    _ changes: [(item: LeasedItem, next: NextState)], owner: Int64, _ db: SQLSession
  ) throws -> Set<Int64> {
    let update = try PreparedStatement(
      db,
      """
      UPDATE item SET state = ?3, due = ?4, error = ?5, throttled = ?6, returns = ?7,
        timeouts = ?8, attempts = ?9, lost = 0, owner = 0
      WHERE id = ?1 AND owner = ?2 AND state = 1 AND attempts = ?10
      """)
    var kept = Set<Int64>()
    for (item, next) in changes {
      let changed = try update.run(
        .int(item.id), .int(owner), .int(next.state.rawValue), .real(next.due), Cell(next.error),
        .int(Int64(next.throttled)), .int(Int64(next.returns)), .int(Int64(next.timeouts)),
        .int(Int64(next.attempts)), .int(Int64(item.attempt)))
      if changed > 0 { kept.insert(item.id) }
    }
    return kept
  }

  /// Takes the items of a dead owner back. An item that was lost too often counts as the cause and
  /// fails.
  static func takeBack(from owner: Int64, _ now: ClockTime, _ db: SQLSession) throws -> Int {
    var list =
      "SELECT id, job, work, attempts, lost, started FROM item WHERE state = 1 AND owner = ?1"
    if db.dialect == .postgres {
      list +=
        " AND id = ANY (ARRAY(SELECT unnest(held) FROM lease_owner WHERE lease_owner.id = ?1))"
    }
    let items = try PreparedStatement(db, list).map(.int(owner)) { row in
      (
        id: row.int(0), job: row.int(1), work: row.int(2), attempts: row.int(3),
        lost: row.int(4), isCounted: row.int(4) == 0 || row.int(5) != 0
      )
    }
    let update = try PreparedStatement(
      db, "UPDATE item SET state = ?2, owner = 0, lost = ?3, error = ?4 WHERE id = ?1")
    var delta = CountDelta()
    for item in items {
      let count = Int(item.lost) + (item.isCounted ? 1 : 0)
      let isCause = count >= RetryTable.lostProcesses
      let state = isCause ? ItemState.failed : .ready
      let reason =
        isCause ? "\(count) processes in a row ended or hung while they worked on it" : nil
      try update.run(.int(item.id), .int(state.rawValue), .int(Int64(count)), Cell(reason))
      delta.move(item.job, .leased, state)
      try JobLog.add(
        JobEvent(
          job: item.job, time: now.wall, event: isCause ? "failed" : "lost", work: item.work,
          attempt: Int(item.attempts), reason: reason ?? "its process ended or hung"), db)
    }
    try db.bulkItems?.hold([], without: items.map(\.id), owner: owner)
    try delta.apply(db)
    for job in delta.jobs { try JobRows.closeIfDone(job, now, db) }
    return items.count
  }

  /// Returns the latest items of works to the queue, with fresh counts.
  static func reopen(_ works: [Int64], _ now: ClockTime, _ db: SQLSession) throws -> [Int64] {
    let latest = try PreparedStatement(
      db,
      "SELECT id, job, state FROM item WHERE work = ? ORDER BY id DESC LIMIT 1"
        + db.locking("item"))
    let update = try PreparedStatement(
      db,
      """
      UPDATE item SET state = 0, due = 0, owner = 0, attempts = 0, throttled = 0, returns = 0,
        timeouts = 0, lost = 0, error = NULL WHERE id = ?
      """)
    var delta = CountDelta()
    var reopened: [Int64] = []
    for work in works {
      let found = try latest.first(.int(work)) { (id: $0.int(0), job: $0.int(1), state: $0.int(2)) }
      guard let found, let state = ItemState(rawValue: found.state), !state.isOpen,
        state != .removed
      else { continue }
      try update.run(.int(found.id))
      delta.move(found.job, state, .ready)
      reopened.append(work)
    }
    try delta.apply(db)
    for job in delta.jobs {
      if try JobRows.progress(db, job)?.state == .done {
        try JobRows.set(job, .open, "resumed", nil, now, db)
      }
    }
    return reopened
  }

  /// Removes the open items of works that no longer exist.
  static func remove(_ works: Set<Int64>, _ now: ClockTime, _ db: SQLSession) throws -> Int {
    let find = try PreparedStatement(
      db, "SELECT id, job, state FROM item WHERE work = ? AND state < 3" + db.locking("item"))
    let update = try PreparedStatement(db, "UPDATE item SET state = 7, owner = 0 WHERE id = ?")
    var delta = CountDelta()
    var count = 0
    for work in works.sorted() {
      let found = try find.first(.int(work)) { (id: $0.int(0), job: $0.int(1), state: $0.int(2)) }
      guard let found, let state = ItemState(rawValue: found.state) else { continue }
      try update.run(.int(found.id))
      delta.move(found.job, state, .removed)
      try JobLog.add(
        JobEvent(
          job: found.job, time: now.wall, event: "removed", work: work,
          reason: "the work no longer exists"), db)
      count += 1
    }
    try delta.apply(db)
    for job in delta.jobs { try JobRows.closeIfDone(job, now, db) }
    return count
  }
}
