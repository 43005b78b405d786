public import Reactor
internal import SQL
internal import Synchronization

/// The jobs in a data file, or in a fleet's store.
///
/// A few steps differ between the two (``JobBackend``); the rest is the same SQL.
///
/// ```swift
/// let jobs = SQLJobStore(store)
/// let job = try jobs.createJob(name: "import", now: now)
/// _ = try jobs.enqueue([1, 2, 3], job: job, priority: 0, now: now)
/// ```
public final class SQLJobStore: JobStore {
  package let place: any SQLStore
  let backend: any JobBackend
  private let identity: ProcessIdentity
  private let liveness: @Sendable (ProcessIdentity) -> ProcessIdentity.Liveness
  private let own = OwnNumber()

  /// - Parameter file: a data file, which other objects such as the library may use, too.
  public convenience init(_ file: DataFile) {
    self.init(file, identity: .current, liveness: { $0.liveness })
  }

  /// - Parameter server: a server's database, which other objects such as the library may use, too.
  package convenience init(_ server: any JobServer) {
    // Processes of other nodes cannot be looked up, so only their leases tell.
    let here = ProcessIdentity.current
    self.init(
      server, backend: server.jobBackend(), identity: here,
      liveness: { $0.boot == here.boot ? $0.liveness : .unknown })
  }

  /// Opens the jobs of a store, beside its library.
  public convenience init(_ store: DataStore) {
    if let server = store.database as? any JobServer {
      self.init(server)
    } else if let file = store.database as? DataFile {
      self.init(file)
    } else {
      preconditionFailure("a store is a file or a server")
    }
  }

  /// - Parameters:
  ///   - identity: the process that takes items.
  ///   - liveness: looks up another process.
  convenience init(
    _ file: DataFile, identity: ProcessIdentity,
    liveness: @escaping @Sendable (ProcessIdentity) -> ProcessIdentity.Liveness
  ) {
    self.init(file, backend: SQLiteJobBackend(), identity: identity, liveness: liveness)
  }

  init(
    _ place: any SQLStore, backend: any JobBackend, identity: ProcessIdentity,
    liveness: @escaping @Sendable (ProcessIdentity) -> ProcessIdentity.Liveness
  ) {
    self.place = place
    self.backend = backend
    self.identity = identity
    self.liveness = liveness
  }

  /// See ``JobStore/watch(_:)``.
  public func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? {
    backend.watch(onChange)
  }

  // MARK: Items in

  /// See ``JobStore/createJob(name:now:)``.
  public func createJob(name: String, now: ClockTime) throws -> Int64 {
    try place.writing { try JobRows.create(name, backend.time(now, $0), $0) }
  }

  /// See ``JobStore/enqueue(_:job:priority:now:)``.
  public func enqueue(
    _ works: [Int64], job: Int64, priority: Int, now: ClockTime
  ) throws -> EnqueueCounts {
    try place.writing { db in
      guard try JobRows.progress(db, job) != nil else { throw UnknownJob(job: job) }
      let counts = try ItemQueueing.enqueue(
        works, job: job, priority: priority, backend.time(now, db), db)
      if counts.added > 0 { try backend.tell(.work(job), db) }
      return counts
    }
  }

  /// See ``JobStore/retry(_:now:)``.
  public func retry(_ selection: RetrySelection, now: ClockTime) throws -> [Int64] {
    try place.writing { db in
      let works: [Int64]
      switch selection {
      case .failed(let job?):
        works = try PreparedStatement(
          db, "SELECT DISTINCT work FROM item WHERE job = ? AND \(db.indexedState) = 6"
        )
        .map(.int(job)) { $0.int(0) }
      case .failed(nil):
        works = try PreparedStatement(
          db, "SELECT DISTINCT work FROM item WHERE \(db.indexedState) = 6"
        ).map { $0.int(0) }
      case .works(let list): works = list
      }
      let reopened = try ItemSettling.reopen(works, backend.time(now, db), db)
      if !reopened.isEmpty { try backend.tell(.work(nil), db) }
      return reopened
    }
  }

  // MARK: Items out

  /// See ``JobStore/exchange(_:now:saving:)``.
  public func exchange(
    _ request: JobExchange, now: ClockTime, saving: (Set<Int64>) throws -> Void
  ) throws -> JobExchange.Answer {
    let answer = try numbered { db, made in
      let time = SettlingTime(store: try backend.time(now, db), host: now)
      let owner = try ownerNumber(request.lease, time.store, db, &made)
      var answer = JobExchange.Answer()
      var delta = CountDelta()
      answer.lost = try ItemSettling.settle(request.settled, owner: owner, time, db, &delta)
      let kept = Set(request.settled.map(\.item.id)).subtracting(answer.lost)
      if !kept.isEmpty { try saving(kept) }
      let settledJobs = delta.jobs
      var jobs = try JobRows.openJobs(db, request.job)
      try ItemClaiming.wakeDue(time.store, db, &delta)
      answer.items = try ItemClaiming.claim(
        request.claim, jobs.filter { !request.skipped.contains($0) }, owner: owner, db, &delta)
      try db.bulkItems?.hold(
        answer.items.map(\.id), without: request.settled.map(\.item.id), owner: owner)
      // Change the counts last: their rows stay locked until the transaction ends.
      try delta.apply(db)
      for job in settledJobs {
        if try JobRows.closeIfDone(job, time.store, db) { jobs.removeAll { $0 == job } }
      }
      answer.isOpen = !jobs.isEmpty
      try look(at: jobs, skipped: request.skipped, time, db, &answer)
      return answer
    }
    if !request.settled.isEmpty { backend.tellProgress(request.settled.map(\.item.job)) }
    return answer
  }

  /// Runs a step that may create this process's number, and drops that number if the step is rolled
  /// back.
  private func numbered<T>(_ body: (SQLSession, inout Int64?) throws -> T) throws -> T {
    var made: Int64?
    do {
      return try place.writing { db in
        // The first run of the step was rolled back.
        if let number = made { own.forget(number) }
        return try body(db, &made)
      }
    } catch {
      if let number = made { own.forget(number) }
      throw error
    }
  }

  /// Finds out why a process that took no items must wait.
  private func look(
    at jobs: [Int64], skipped: Set<Int64>, _ time: SettlingTime, _ db: SQLSession,
    _ answer: inout JobExchange.Answer
  ) throws {
    guard answer.items.isEmpty else { return }
    if let items = db.bulkItems {
      try items.look(at: jobs, skipped: skipped, time.store.wall, &answer)
    } else {
      for job in jobs {
        try ItemClaiming.look(
          at: job, isWanted: !skipped.contains(job), time.store, db, &answer)
      }
    }
    // Convert to the caller's clock, which may be off.
    answer.nextDue = answer.nextDue.map { $0 - time.store.wall + time.host.wall }
  }

  /// See ``JobStore/markStarted(_:)``.
  public func markStarted(_ item: LeasedItem) throws {
    try place.writing { db in
      _ = try PreparedStatement(db, "UPDATE item SET started = 1 WHERE id = ? AND state = 1")
        .run(.int(item.id))
    }
  }

  /// See ``JobStore/recover(now:)``.
  @discardableResult
  public func recover(now: ClockTime) throws -> Int {
    let number = own.current
    let (owners, empty, time) = try place.reading { db in
      (try LeaseOwners.holding(db), try JobRows.withoutOpenItems(db), try backend.time(now, db))
    }
    if !empty.isEmpty {
      try place.writing { db in
        let time = try backend.time(now, db)
        for job in empty { try JobRows.closeIfDone(job, time, db) }
      }
    }
    let gone = owners.filter { $0.number != number && isGone($0, time) }.map(\.number)
    if gone.isEmpty { return 0 }
    let taken = try place.writing { db in
      // Check again within the transaction: another process may have been quicker.
      let time = try backend.time(now, db)
      let still = try LeaseOwners.holding(db, forTaking: true).filter {
        gone.contains($0.number) && isGone($0, time)
      }
      let count = try still.reduce(0) {
        try $0 + ItemSettling.takeBack(from: $1.number, time, db)
      }
      if count > 0 { try backend.tell(.work(nil), db) }
      return count
    }
    StoreCounts.leasesLost.add(taken, ordering: .relaxed)
    return taken
  }

  /// See ``JobStore/isWorkedOn(now:)``.
  public func isWorkedOn(now: ClockTime) throws -> Bool {
    try place.reading { db in
      let time = try backend.time(now, db)
      return try LeaseOwners.all(db).contains { !isGone($0, time) }
    }
  }

  private func isGone(_ owner: LeaseOwner, _ now: ClockTime) -> Bool {
    liveness(owner.identity) == .dead || owner.until <= now.monotonic
      || (owner.identity == identity && own.hasLeft(owner.number))
  }

  /// See ``JobStore/leave()``.
  public func leave() { own.leave() }

  /// This process's number, with its leases extended.
  private func ownerNumber(
    _ lease: Double, _ now: ClockTime, _ db: SQLSession, _ made: inout Int64?
  ) throws -> Int64 {
    let until = now.monotonic + lease
    let known = own.current
    if known > 0, try LeaseOwners.renew(known, until: until, db) { return known }
    let number = try LeaseOwners.add(
      identity, host: HostName.current, until: until, now, db)
    own.use(number)
    made = number
    return number
  }

  // MARK: Jobs

  /// See ``JobStore/progress(_:)``.
  public func progress(_ job: Int64?) throws -> JobProgress? {
    try place.reading { try JobRows.progress($0, job) }
  }

  /// See ``JobStore/jobs()``.
  public func jobs() throws -> [JobProgress] { try place.reading { try JobRows.all($0) } }

  /// See ``JobStore/resume(_:now:)``.
  public func resume(_ job: Int64, now: ClockTime) throws {
    try place.writing { db in
      guard let progress = try JobRows.progress(db, job) else { throw UnknownJob(job: job) }
      guard progress.state == .paused || progress.state == .canceled else { return }
      let state = progress.open > 0 ? JobState.open : .done
      // A resumed job is worked on now, so its items must not wait for a later attempt.
      try ItemClaiming.wake(job, db)
      try JobRows.set(job, state, "resumed", nil, backend.time(now, db), db)
      try backend.tell(.work(job), db)
    }
  }

  /// See ``JobStore/cancel(_:now:)``.
  public func cancel(_ job: Int64?, now: ClockTime) throws -> Int {
    try place.writing { db in
      let jobs = try JobRows.all(db).filter {
        (job == nil || $0.job == job) && ($0.state == .open || $0.state == .paused)
      }
      if let job, try JobRows.progress(db, job) == nil { throw UnknownJob(job: job) }
      let time = try backend.time(now, db)
      for job in jobs {
        try JobRows.set(job.job, .canceled, "canceled", nil, time, db)
        try backend.tell(.state(job.job), db)
      }
      return jobs.count
    }
  }

  /// See ``JobStore/pause(_:reason:now:)``.
  public func pause(_ job: Int64, reason: String, now: ClockTime) throws {
    try place.writing { db in
      guard try JobRows.progress(db, job)?.state == .open else { return }
      try JobRows.set(job, .paused, "paused", reason, backend.time(now, db), db)
      try backend.tell(.state(job), db)
    }
  }
}

/// The error for a job number that does not exist.
public struct UnknownJob: Error, Sendable, CustomStringConvertible {
  /// The number that was asked for.
  public let job: Int64

  /// The message to the user.
  public var description: String {
    "there is no job \(job); mix.jobs.status() lists those there are"
  }
}
