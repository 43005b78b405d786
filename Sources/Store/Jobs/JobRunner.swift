public import Reactor

// @unchecked Sendable: confined to the reactor.
/// Works on the queue: takes items in batches, passes several at a time to a handler, and settles
/// them by the retry table.
///
/// An item in hand is with the handler, in `buffer` or in `settled`; in every case it is settled or
/// goes back to the queue. Waits between attempts are kept in the store and hold no slot.
///
/// ```swift
/// let runner = JobRunner(
///   store: SQLJobStore(store), reactor: reactor, time: time, options: JobRunOptions(),
///   handler: handler)
/// let summary = try await runner.run()
/// ```
public final class JobRunner: @unchecked Sendable {  // confined: see above
  /// How often to check whether the jobs are still open, in seconds: with a store that reports
  /// changes, and without.
  static let (watchedPollInterval, pollInterval) = (1.0, 0.25)

  /// Seconds until the next check of the jobs.
  var pollInterval: Double { watch == nil ? Self.pollInterval : Self.watchedPollInterval }

  let store: any JobStore
  let reactor: Reactor
  let time: any TimeSource
  let options: JobRunOptions
  let handler: any JobHandler
  let offload: Offload

  var buffer: [LeasedItem] = []
  var settled: [SettledItem] = []
  /// The current attempt of each item in hand. When this process hung and another took an item
  /// back, it may come again while an earlier attempt runs: the later one counts.
  var attempts: [Int64: Int] = [:]
  var unreachable: UnreachableItems
  var holds = JobHolds()
  var health = JobHealth()
  /// Whether an item of this run has been processed.
  var hasProved = false
  /// Jobs to pause, and waits that have begun; the feeder reports both.
  var pausing: [(job: Int64, reason: String)] = []
  var waits: [(job: Int64, wait: JobWait)] = []
  /// The last reported time of the next attempt, by job.
  var reportedRests: [Int64: Double] = [:]
  var inFlight = 0
  var started = 0
  var summary = JobRunSummary()
  var stop: JobRunSummary.Ending?
  /// The error of the store or of a report.
  var failure: (any Error)?
  /// The error by which the handler ended the run.
  private var handlerEnd: (any Error)?
  var total = 0
  /// Items of the same jobs that other processes have ended since the start.
  var endedElsewhere = 0
  var answer = JobExchange.Answer()
  var nextClaim = Duration.zero
  var nextBeat = Duration.zero
  var bell: CheckedContinuation<Void, Never>?
  var isRung = false
  var workers: [CheckedContinuation<Void, Never>] = []
  var isOver = false
  var isCancelled = false
  var running = 0
  var tasks: [Task<Void, Never>] = []
  /// The subscription to other processes' changes.
  var watch: (any JobWatch)?
  private var preparing: Task<AttemptFailure?, any Error>?
  var ended: UnsafeContinuation<Void, any Error>?
  var ownJobs: Set<Int64> = []
  var nextPoll = Duration.zero

  /// Runs blocking work outside the reactor and returns its result there.
  public typealias Offload =
    nonisolated(nonsending) @Sendable (@escaping @Sendable () throws -> any Sendable) async throws
    -> any Sendable

  /// - Parameters:
  ///   - reactor: the reactor that the handler runs on.
  ///   - time: the clock for waits and leases.
  ///   - offload: runs calls of the store; nil for a Dispatch queue.
  public init(
    store: any JobStore, reactor: Reactor, time: any TimeSource, options: JobRunOptions,
    handler: any JobHandler, offload: Offload? = nil
  ) {
    self.store = store
    self.reactor = reactor
    self.time = time
    self.options = options
    self.handler = handler
    self.offload = offload ?? Self.onDispatch
    unreachable = UnreachableItems(
      tolerated: options.isOffline ? .max : max(3, options.concurrency))
  }

  /// The two clocks now.
  var now: ClockTime { ClockTime(wall: time.wall, monotonic: time.monotonic.seconds) }

  /// Runs until no items are left or something ends the run. Call it on the reactor.
  /// - Throws: errors of the store and the handler; `CancellationError`. Items in hand are then
  ///   back in the queue, if the store can be reached.
  public func run() async throws -> JobRunSummary {
    let begin = time.monotonic
    watch = store.watch { change in
      if change.concernsRuns { self.reactor.post { self.hear(change) } }
    }
    defer { watch = nil }
    try await open()
    try? await reactor.suspend { continuation in
      ended = continuation
      // The feeder is never cancelled: it returns the items in hand.
      start { await self.feed() }
      tasks = (0..<options.concurrency).map { _ in start { await self.work() } }
      if Task.isCancelled { cancel() }
    } onCancel: {
      self.cancel()
    }
    summary.seconds = (time.monotonic - begin).seconds
    if let error = handlerEnd ?? failure { throw error }
    try Task.checkCancellation()
    return summary
  }

  @discardableResult
  private func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    running += 1
    return Task(executorPreference: reactor) {
      await body()
      self.running -= 1
      if self.running == 0 { self.ended?.resume() }
    }
  }

  private func cancel() {
    isCancelled = true
    for task in tasks { task.cancel() }
    preparing?.cancel()
    ring()
  }

  /// Ends the run like a cancellation; ``run()`` throws the first such error.
  func end(_ error: any Error) {
    handlerEnd = handlerEnd ?? error
    cancel()
  }

  private func open() async throws {
    let (store, now, job) = (store, now, options.job)
    let takesCanceled = job == nil ? options.resumesCanceled : !options.leavesCanceled
    let paused: Set<JobState> = options.leavesPaused ? [] : [.paused]
    let resumed = takesCanceled ? paused.union([.canceled]) : paused
    let jobs = try await offloaded {
      try store.recover(now: now)
      if let job, try store.progress(job) == nil { throw UnknownJob(job: job) }
      // A job whose works were all removed has nothing left to do.
      let stopped = try store.jobs().filter {
        resumed.contains($0.state) && $0.open > 0 && (job == nil || $0.job == job)
      }
      for job in stopped { try store.resume(job.job, now: now) }
      return try store.jobs().filter { job == nil ? $0.state == .open : $0.job == job }
    }
    total = jobs.reduce(0) { $0 + $1.open }
    ownJobs = Set(jobs.map(\.job))
    try await handler.report(.started(jobs: jobs.map(\.job), total: total))
  }

  // MARK: The feeder

  private func feed() async {
    while true {
      if isCancelled { stop = stop ?? .canceled }
      if stop != nil { giveBack() }
      if failure != nil { settled = [] }
      do {
        if try await step() { break }
      } catch {
        // Items cannot be returned to an unreachable store. Attempts in flight still finish first.
        if failure == nil { store.leave() }
        failure = failure ?? error
        stop = .canceled
        (settled, buffer) = ([], [])
        if inFlight == 0 { break }
      }
      if !isExchangeDue { await wait() }
    }
    isOver = true
    releaseWorkers()
    await close()
  }

  /// Checks everything once. Returns true when the run is over.
  private func step() async throws -> Bool {
    if !pausing.isEmpty || !waits.isEmpty { try await tellHolds() }
    if isExchangeDue { try await exchange() }
    if stop == nil, failure == nil, time.monotonic >= nextPoll || isAtEnd {
      nextPoll = time.monotonic + .seconds(clamping: pollInterval)
      let found = try await ending()
      // The run may have ended for another reason meanwhile.
      stop = stop ?? found
      if stop != nil { giveBack() }
    }
    guard inFlight == 0, settled.isEmpty, buffer.isEmpty else { return false }
    if stop != nil { return true }
    return isAtEnd ? leave() : false
  }

  private func giveBack() {
    giveBack { _ in true }
    for suspect in unreachable.take() { settle(suspect.item, .released) }
  }

  var remaining: Int { (options.limit ?? .max) - started - buffer.count }

  private var wanted: Int {
    guard stop == nil, buffer.count < options.concurrency, remaining > 0,
      time.monotonic >= nextClaim
    else { return 0 }
    return min(max(JobBatch.size, options.concurrency) - buffer.count, remaining)
  }

  /// Whether items that lost a process before are settled; they are saved at once.
  var hasSuspects: Bool { settled.contains { $0.item.lost > 0 } }

  private var isExchangeDue: Bool {
    if failure != nil { return false }
    if settled.count >= JobBatch.size || hasSuspects
      || (!settled.isEmpty && inFlight == 0 && buffer.isEmpty)
    {
      return true
    }
    return wanted > 0 || time.monotonic >= nextBeat || (!settled.isEmpty && isTick)
  }

  /// Set by the feeder's timer: settled items are due to be saved.
  var isTick = false

  private func exchange() async throws {
    isTick = false
    let done = settled
    settled = []
    let saving = try await handler.saving(done)
    var request = JobExchange()
    request.settled = done.map { ($0.item, $0.verdict) }
    request.claim = wanted
    request.job = options.job
    request.skipped = holds.held(now: time.monotonic)
    request.lease = options.lease
    let (store, now, final) = (store, now, request)
    let isIdle = inFlight == 0 && buffer.isEmpty
    answer = try await offloaded {
      if isIdle, final.settled.isEmpty { try store.recover(now: now) }
      return try store.exchange(final, now: now, saving: saving)
    }
    nextBeat = time.monotonic + .seconds(clamping: options.lease / 3)
    // Before the next items are prepared, which may take long: else they count as ended elsewhere.
    let known = count(done)
    let failure = await prepare(answer.items)
    take(asked: request.claim)
    if let failure { learn(answer.items, failure) }
    releaseWorkers()
    try await report(known)
  }

  // Runs in a separate task, because the feeder is not cancelled with the run.
  private func prepare(_ items: [LeasedItem]) async -> AttemptFailure? {
    if items.isEmpty || isCancelled { return nil }
    let handler = handler
    let task = Task(executorPreference: reactor) { try await handler.prepare(items) }
    preparing = task
    watchPreparing()
    defer { preparing = nil }
    do {
      return try await task.value
    } catch {
      if !(error is CancellationError && (isCancelled || stop != nil)) { end(error) }
      return nil
    }
  }

  /// Ends the preparation when the jobs are canceled or paused: a service may take long to answer.
  private func watchPreparing() {
    guard let task = preparing else { return }
    let next = time.monotonic + .seconds(clamping: pollInterval)
    _ = time.scheduleTimer(at: next, on: reactor) {
      guard self.preparing == task else { return }
      self.start {
        // The next exchange meets an error of the store, too, and reports it.
        guard let found = try? await self.ending() else { return self.watchPreparing() }
        self.stop = self.stop ?? found
        task.cancel()
      }
    }
  }

  /// Counts settled items; returns those that were still the run's own.
  private func count(_ done: [SettledItem]) -> [SettledItem] {
    let lost = Set(answer.lost)
    let own = done.filter { !lost.contains($0.item.id) }
    for item in own {
      handler.note(item.item, item.verdict)
      switch item.verdict {
      case .done(let state): summary[state] += 1
      case .failed: summary[.failed] += 1
      case .removed: summary[.removed] += 1
      case .again: summary.retries += 1
      case .released, .postponed: break
      }
    }
    return own
  }

  private func report(_ done: [SettledItem]) async throws {
    for item in done {
      switch item.verdict {
      case .done, .failed, .removed: break
      case .released, .postponed: continue
      case .again(let wait, let cause, let reason):
        if wait == 0 { nextClaim = .zero }
        try await handler.report(
          .retry(item: item.item, cause: cause, wait: wait, reason: reason))
        continue
      }
      try await handler.report(.item(item))
    }
    if !done.isEmpty {
      try await reportProgress()
    }
  }
}
