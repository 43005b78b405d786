internal import GRDB
internal import Reactor

/// Jobs in the data file.
public final class SQLiteJobStore: JobStore {
  let file: DataFile
  private let identity: ProcessIdentity
  private let liveness: @Sendable (ProcessIdentity) -> ProcessIdentity.Liveness
  // Guarded: calls come from any thread. 0: this process has not taken anything yet.
  private let owner = Guarded<Int64>(0)

  /// - Parameter file: also used by others, the library among them.
  public convenience init(_ file: DataFile) {
    self.init(file, identity: .current, liveness: { $0.liveness })
  }

  /// - Parameters:
  ///   - identity: who takes items.
  ///   - liveness: looks another process up.
  init(
    _ file: DataFile, identity: ProcessIdentity,
    liveness: @escaping @Sendable (ProcessIdentity) -> ProcessIdentity.Liveness
  ) {
    self.file = file
    self.identity = identity
    self.liveness = liveness
  }

  // MARK: Items in

  /// See ``JobStore/createJob(name:now:)``.
  public func createJob(name: String, now: JobTime) throws -> Int64 {
    try file.write { try JobRows.create(name, now, $0) }
  }

  /// See ``JobStore/enqueue(_:job:priority:now:)``.
  public func enqueue(
    _ works: [Int64], job: Int64, priority: Int, now: JobTime
  ) throws -> EnqueueCounts {
    try file.write { db in
      guard try JobRows.progress(db, job) != nil else { throw UnknownJob(job: job) }
      return try ItemQueueing.enqueue(works, job: job, priority: priority, now, db)
    }
  }

  /// See ``JobStore/retry(_:now:)``.
  public func retry(_ selection: RetrySelection, now: JobTime) throws -> [Int64] {
    try file.write { db in
      let works: [Int64]
      switch selection {
      case .failed(let job?):
        works = try PreparedStatement(
          db, "SELECT DISTINCT work FROM item WHERE job = ? AND state = 6"
        )
        .map(.int(job)) { $0.int(0) }
      case .failed(nil):
        works = try PreparedStatement(db, "SELECT DISTINCT work FROM item WHERE state = 6")
          .map { $0.int(0) }
      case .works(let list): works = list
      }
      return try ItemSettling.reopen(works, now, db)
    }
  }

  // MARK: Items out

  /// See ``JobStore/exchange(_:now:saving:)``.
  public func exchange(
    _ request: JobExchange, now: JobTime, saving: (Set<Int64>) throws -> Void
  ) throws -> JobExchange.Answer {
    try file.write { db in
      let owner = try ownerNumber(db)
      var answer = JobExchange.Answer()
      answer.lost = try ItemSettling.settle(request.settled, owner: owner, now, db)
      let kept = Set(request.settled.map(\.item.id)).subtracting(answer.lost)
      if !kept.isEmpty { try saving(kept) }
      try PreparedStatement(db, "UPDATE lease_owner SET until = ? WHERE id = ?")
        .run(.real(now.monotonic + request.lease), .int(owner))
      let jobs = try JobRows.openJobs(db, request.job)
      answer.isOpen = !jobs.isEmpty
      try ItemClaiming.wakeDue(now, db)
      answer.items = try ItemClaiming.claim(
        request.claim, jobs.filter { !request.skipped.contains($0) }, owner: owner, db)
      for job in jobs {
        try ItemClaiming.look(
          at: job, isWanted: !request.skipped.contains(job), owner: owner, now, db, &answer)
      }
      return answer
    }
  }

  /// See ``JobStore/markStarted(_:)``.
  public func markStarted(_ item: LeasedItem) throws {
    try file.write { db in
      _ = try PreparedStatement(db, "UPDATE item SET started = 1 WHERE id = ? AND state = 1")
        .run(.int(item.id))
    }
  }

  /// See ``JobStore/recover(now:)``.
  @discardableResult
  public func recover(now: JobTime) throws -> Int {
    let own = owner.withLock { $0 }
    let (owners, empty) = try file.read { db in
      let empty = try JobRows.all(db).filter { $0.state == .open && $0.open == 0 }.map(\.job)
      return (try LeaseOwners.holding(db), empty)
    }
    if !empty.isEmpty {
      try file.write { db in for job in empty { try JobRows.closeIfDone(job, now, db) } }
    }
    let gone = owners.filter { $0.number != own && isGone($0, now) }.map(\.number)
    if gone.isEmpty { return 0 }
    return try file.write { db in
      // Asked again within the transaction: another process may have been quicker.
      let still = try LeaseOwners.holding(db).filter {
        gone.contains($0.number) && isGone($0, now)
      }
      return try still.reduce(0) {
        try $0 + ItemSettling.takeBack(from: $1.number, now, db)
      }
    }
  }

  private func isGone(_ owner: LeaseOwner, _ now: JobTime) -> Bool {
    liveness(owner.identity) == .dead || owner.until <= now.monotonic
  }

  private func ownerNumber(_ db: Database) throws -> Int64 {
    let known = owner.withLock { $0 }
    if known > 0, try LeaseOwners.exists(known, db) { return known }
    let number = try LeaseOwners.add(identity, db)
    owner.withLock { $0 = number }
    return number
  }

  // MARK: Jobs

  /// See ``JobStore/progress(_:)``.
  public func progress(_ job: Int64?) throws -> JobProgress? {
    try file.read { try JobRows.progress($0, job) }
  }

  /// See ``JobStore/jobs()``.
  public func jobs() throws -> [JobProgress] { try file.read { try JobRows.all($0) } }

  /// See ``JobStore/resume(_:now:)``.
  public func resume(_ job: Int64, now: JobTime) throws {
    try file.write { db in
      guard let progress = try JobRows.progress(db, job) else { throw UnknownJob(job: job) }
      guard progress.state == .paused || progress.state == .canceled else { return }
      let state = progress.open > 0 ? JobState.open : .done
      try JobRows.set(job, state, "resumed", nil, now, db)
    }
  }

  /// See ``JobStore/cancel(_:now:)``.
  public func cancel(_ job: Int64?, now: JobTime) throws -> Int {
    try file.write { db in
      let jobs = try JobRows.all(db).filter {
        (job == nil || $0.job == job) && ($0.state == .open || $0.state == .paused)
      }
      if let job, try JobRows.progress(db, job) == nil { throw UnknownJob(job: job) }
      for job in jobs { try JobRows.set(job.job, .canceled, "canceled", nil, now, db) }
      return jobs.count
    }
  }

  /// See ``JobStore/pause(_:reason:now:)``.
  public func pause(_ job: Int64, reason: String, now: JobTime) throws {
    try file.write { db in
      guard try JobRows.progress(db, job)?.state == .open else { return }
      try JobRows.set(job, .paused, "paused", reason, now, db)
    }
  }

  // MARK: Upkeep

  /// See ``JobStore/removeItems(now:isMissing:)``.
  @discardableResult
  public func removeItems(
    now: JobTime, isMissing: ([Int64]) throws -> Set<Int64>
  ) throws -> Int {
    var removed = 0
    var last: Int64 = 0
    while true {
      let page = try file.read { db in
        try PreparedStatement(
          db, "SELECT work FROM item WHERE state < 3 AND work > ? ORDER BY work LIMIT 10000"
        ).map(.int(last)) { $0.int(0) }
      }
      guard let end = page.last else { return removed }
      last = end
      let missing = try isMissing(page)
      if missing.isEmpty { continue }
      removed += try file.write { try ItemSettling.remove(missing, now, $0) }
    }
  }

  /// See ``JobStore/openWorks(_:)``.
  public func openWorks(_ works: [Int64]) throws -> Set<Int64> {
    try file.read { db in
      let find = try PreparedStatement(db, "SELECT 1 FROM item WHERE work = ? AND state < 3")
      return Set(try works.filter { try find.first(.int($0)) { _ in true } ?? false })
    }
  }

  /// See ``JobStore/failures(_:)``.
  public func failures(_ works: [Int64]) throws -> [Int64: String] {
    try file.read { db in
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
    try file.read { try JobLog.events(job, after: id, limit: limit, $0) }
  }

  /// See ``JobStore/items(_:state:after:limit:)``.
  public func items(
    _ job: Int64, state: ItemState?, after id: Int64, limit: Int
  ) throws -> [QueuedItem] {
    try file.read { db in
      try PreparedStatement(
        db,
        """
        SELECT id, work, priority, state, attempts, due, error FROM item
        WHERE job = ?1 AND id > ?2 AND (?3 IS NULL OR state = ?3) ORDER BY id LIMIT ?4
        """
      ).map(.int(job), .int(id), Cell(state?.rawValue), .int(Int64(limit))) { row in
        QueuedItem(
          id: row.int(0), job: job, work: row.int(1), priority: Int(row.int(2)),
          state: ItemState(rawValue: row.int(3)) ?? .failed, attempts: Int(row.int(4)),
          due: row.real(5), error: row.isNull(6) ? nil : row.text(6))
      }
    }
  }
}

/// A job's number that no job has.
public struct UnknownJob: Error, Sendable, CustomStringConvertible {
  /// The number.
  public let job: Int64

  /// In words.
  public var description: String {
    "there is no job \(job); mix.jobs.status() lists those there are"
  }
}
