internal import Dispatch
public import Reactor

// @unchecked Sendable: confined to the reactor.
/// Works on the queue: takes items in batches, hands them to a handler several at a time, and settles
/// them by the retry table.
///
/// An item in hand is either with the handler, or waits in `buffer` or `settled`; whatever happens, it
/// is settled or goes back. Waits between attempts are in the store and hold no slot.
public final class JobRunner: @unchecked Sendable {  // confined: see above
  /// Items written down, and taken, in one transaction.
  static let batch = 50
  /// How often it looks whether its jobs are still open, in seconds.
  static let pollInterval = 0.25

  private let store: any JobStore
  private let reactor: Reactor
  private let time: any TimeSource
  private let options: JobRunOptions
  private let handler: any JobHandler
  private let offload: Offload

  private var buffer: [LeasedItem] = []
  private var settled: [SettledItem] = []
  private var unreachable: UnreachableItems
  private var inFlight = 0
  private var started = 0
  private var summary = JobRunSummary()
  private var stop: JobRunSummary.Ending?
  private var failure: (any Error)?
  private var total = 0
  private var answer = JobExchange.Answer()
  private var nextClaim = Duration.zero
  private var nextBeat = Duration.zero
  private var bell: CheckedContinuation<Void, Never>?
  private var isRung = false
  private var workers: [CheckedContinuation<Void, Never>] = []
  private var isOver = false
  private var isCancelled = false
  private var running = 0
  private var tasks: [Task<Void, Never>] = []
  private var ended: UnsafeContinuation<Void, any Error>?
  private var ownJobs: Set<Int64> = []
  private var nextPoll = Duration.zero

  /// Runs blocking work elsewhere and comes back.
  public typealias Offload =
    nonisolated(nonsending) @Sendable (@escaping @Sendable () throws -> any Sendable) async throws
    -> any Sendable

  /// - Parameters:
  ///   - reactor: where the handler runs.
  ///   - time: for waits and leases.
  ///   - offload: how the store is called; nil: on a queue of Dispatch.
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
    unreachable = UnreachableItems(concurrency: options.concurrency)
  }

  /// The two clocks now.
  private var now: JobTime { JobTime(wall: time.wall, monotonic: time.monotonic.seconds) }

  /// Runs until nothing is left, or something ends it. Only on the reactor.
  /// - Throws: what the store and the handler's `save` and `report` throw; `CancellationError`. What
  ///   was in hand is then back in the queue, as far as the store can be reached.
  public func run() async throws -> JobRunSummary {
    let begin = time.monotonic
    try await open()
    try? await reactor.suspend { continuation in
      ended = continuation
      // The feeder is not cancelled: it puts back what is in hand.
      start { await self.feed() }
      tasks = (0..<options.concurrency).map { _ in start { await self.work() } }
      if Task.isCancelled { cancel() }
    } onCancel: {
      self.cancel()
    }
    summary.seconds = (time.monotonic - begin).seconds
    if let failure { throw failure }
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
    ring()
  }

  private func open() async throws {
    let (store, now, job) = (store, now, options.job)
    let jobs = try await offloaded {
      try store.recover(now: now)
      if let job { try store.resume(job, now: now) }
      return try store.jobs().filter { job == nil ? $0.state == .open : $0.job == job }
    }
    total = jobs.reduce(0) { $0 + $1.open }
    ownJobs = Set(jobs.map(\.job))
    try await handler.report(.started(jobs: jobs.map(\.job), total: total))
  }

  // MARK: Workers

  private func work() async {
    while let item = await nextItem() {
      inFlight += 1
      let mark = unreachable.mark
      let attempt = await handler.attempt(item)
      inFlight -= 1
      finish(item, attempt, mark)
    }
  }

  private func nextItem() async -> LeasedItem? {
    while !isOver {
      if stop == nil, !isCancelled, !buffer.isEmpty {
        started += 1
        let item = buffer.removeFirst()
        if buffer.isEmpty { ring() }
        return item
      }
      await withCheckedContinuation { workers.append($0) }
    }
    return nil
  }

  private func releaseWorkers() {
    let waiting = workers
    workers = []
    for worker in waiting { worker.resume() }
  }

  private func finish(_ item: LeasedItem, _ attempt: Attempt, _ mark: Int) {
    if attempt.provesNetwork {
      for suspect in unreachable.prove() { settle(suspect.item, .failed(suspect.reason)) }
    }
    switch attempt.outcome {
    case .done(let state, let update): settle(item, .done(state), update)
    case .workMissing: settle(item, .removed)
    case .cancelled: settle(item, .released)
    case .failed(.unreachable(let reason)):
      if unreachable.add(item, reason, since: mark) { settle(item, .failed(reason)) }
      if unreachable.isOutage { pause() }
    case .failed(let failure):
      settle(item, RetryTable.verdict(item, failure, unreachable: .released))
    }
    if settled.count >= Self.batch || buffer.isEmpty || stop != nil { ring() }
  }

  private func settle(_ item: LeasedItem, _ verdict: ItemVerdict, _ update: WorkUpdate? = nil) {
    settled.append(SettledItem(item: item, verdict: verdict, update: update))
  }

  /// Nothing can be reached: what has not failed stays queued.
  private func pause() {
    let suspects = unreachable.take()
    for suspect in suspects { settle(suspect.item, .released) }
    if stop == nil {
      stop = .paused
      summary.reason = suspects.first?.reason
    }
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
        // The store cannot be reached: leases end by themselves. What is in flight still ends first.
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

  /// One look at everything; true: the run is over.
  private func step() async throws -> Bool {
    if isExchangeDue { try await exchange() }
    if stop == nil, failure == nil, time.monotonic >= nextPoll || isAtEnd {
      nextPoll = time.monotonic + .seconds(Self.pollInterval)
      stop = try await ending()
      if stop != nil { giveBack() }
    }
    guard inFlight == 0, settled.isEmpty, buffer.isEmpty else { return false }
    if stop != nil { return true }
    return isAtEnd ? leave() : false
  }

  private func giveBack() {
    for item in buffer { settle(item, .released) }
    buffer = []
    for suspect in unreachable.take() { settle(suspect.item, .released) }
  }

  private var remaining: Int { (options.limit ?? .max) - started - buffer.count }

  private var wanted: Int {
    guard stop == nil, buffer.count < options.concurrency, remaining > 0,
      time.monotonic >= nextClaim
    else { return 0 }
    return min(max(Self.batch, options.concurrency) - buffer.count, remaining)
  }

  private var isExchangeDue: Bool {
    if failure != nil { return false }
    if settled.count >= Self.batch || (!settled.isEmpty && inFlight == 0 && buffer.isEmpty) {
      return true
    }
    return wanted > 0 || time.monotonic >= nextBeat || (!settled.isEmpty && isTick)
  }

  /// Set by the feeder's timer: what has been settled for a while is written down.
  private var isTick = false

  private func exchange() async throws {
    isTick = false
    let done = settled
    settled = []
    try await handler.save(done)
    var request = JobExchange()
    request.settled = done.map { ($0.item, $0.verdict) }
    request.claim = wanted
    request.job = options.job
    request.lease = options.lease
    let (store, now, final) = (store, now, request)
    let isIdle = inFlight == 0 && buffer.isEmpty
    answer = try await offloaded {
      if isIdle, final.settled.isEmpty { try store.recover(now: now) }
      return try store.exchange(final, now: now)
    }
    nextBeat = time.monotonic + .seconds(options.lease / 3)
    take(asked: request.claim)
    try await report(done)
  }

  private func take(asked: Int) {
    buffer += answer.items
    if answer.items.count < asked {
      // Nothing more for now: not asked again before something may have become ready.
      var pause = 1.0
      if let due = answer.nextDue { pause = min(pause, max(due - time.wall, 0.001)) }
      nextClaim = time.monotonic + .seconds(pause)
    }
    releaseWorkers()
  }

  private func report(_ done: [SettledItem]) async throws {
    let lost = Set(answer.lost)
    for item in done where !lost.contains(item.item.id) {
      switch item.verdict {
      case .done(let state): summary[state] += 1
      case .failed: summary[.failed] += 1
      case .removed: summary[.removed] += 1
      case .released: continue
      case .again(let wait, let cause, let reason):
        summary.retries += 1
        if wait == 0 { nextClaim = .zero }
        try await handler.report(
          .retry(item: item.item, cause: cause, wait: wait, reason: reason))
        continue
      }
      try await handler.report(.item(item))
    }
    if !done.isEmpty {
      try await handler.report(.progress(done: summary.processed, total: total))
    }
  }

  /// Whether nothing is left that this run could do or wait for.
  private var isAtEnd: Bool {
    guard answer.items.isEmpty, time.monotonic < nextClaim || remaining <= 0 else { return false }
    if remaining <= 0 { return true }
    return answer.nextDue == nil && answer.heldElsewhere == 0
  }

  /// - Returns: whether the run is over; else there is something left to settle.
  private func leave() -> Bool {
    if !unreachable.suspects.isEmpty {
      if unreachable.hasProof {
        for suspect in unreachable.take() { settle(suspect.item, .failed(suspect.reason)) }
      } else {
        pause()
      }
      return false
    }
    if remaining <= 0 { summary.ending = .limit }
    return true
  }

  /// Why the run has to end, as somebody canceled or paused its jobs; what was taken of those goes
  /// back. Nil: it goes on.
  private func ending() async throws -> JobRunSummary.Ending? {
    let (store, job) = (store, options.job)
    let jobs = try await offloaded { try store.jobs() }
    let stopped = Set(jobs.filter { $0.state == .canceled || $0.state == .paused }.map(\.job))
    for item in buffer where stopped.contains(item.job) { settle(item, .released) }
    buffer.removeAll { stopped.contains($0.job) }
    let own = jobs.filter { job == nil ? ownJobs.contains($0.job) : $0.job == job }
    if jobs.contains(where: { $0.state == .open && (job == nil || $0.job == job) }) { return nil }
    if own.contains(where: { $0.state == .canceled }) { return .canceled }
    return own.contains(where: { $0.state == .paused }) ? .paused : nil
  }

  private func close() async {
    if let stop { summary.ending = stop }
    guard stop == .paused, failure == nil, summary.reason != nil else { return }
    let (store, now, job) = (store, now, options.job)
    let reason = summary.reason ?? "nothing could be reached"
    do {
      try await offloaded {
        for open in try store.jobs() where open.state == .open && (job == nil || open.job == job) {
          try store.pause(open.job, reason: reason, now: now)
        }
      }
      try await handler.report(.paused(reason: reason))
    } catch {
      failure = error
    }
  }

  // MARK: Waiting

  /// Lets the feeder look again.
  private func ring() {
    isRung = true
    bell?.resume()
    bell = nil
  }

  private func wait() async {
    if !isRung {
      var length = Self.pollInterval
      if let due = answer.nextDue, buffer.isEmpty {
        length = min(length, max(due - time.wall, 0.001))
      }
      let timer = Task(executorPreference: reactor) { [time] in
        guard (try? await time.sleep(for: .seconds(length))) != nil else { return }
        self.isTick = true
        self.ring()
      }
      await withCheckedContinuation { continuation in
        if isRung { continuation.resume() } else { bell = continuation }
      }
      timer.cancel()
    }
    isRung = false
  }

  private func offloaded<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await offload(work) as! T
  }

  private static func onDispatch(
    _ work: @escaping @Sendable () throws -> any Sendable
  ) async throws -> any Sendable {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try work() })
      }
    }
  }
}
