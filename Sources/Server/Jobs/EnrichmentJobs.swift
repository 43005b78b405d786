internal import Bindings
internal import HostSetup
internal import Logging
internal import MixCore
internal import Reactor
internal import ScriptHost
internal import Synchronization

/// The server's jobs: accepts them, runs them one after another, reports their state.
///
/// Each job runs on its own engine, with the Lua code of `scripts/enrich.lua run`. Lasting state is
/// in the store, so the next start continues after a crash or a stop.
final class EnrichmentJobs: Sendable {
  /// The most works of a job.
  static let mostWorks = 100_000
  /// How long to wait, in seconds, after the jobs could not be read.
  private static let readPause = 5.0

  let library: Library
  let store: SQLJobStore
  let setup: Setup
  let hub: ProgressHub
  let metrics: Metrics
  let log: AccessLog
  private let script: BundledScript
  private let options: ServerOptions
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  // Requests come from any thread, items from the reactor.
  let state = Mutex(State())

  /// Estimates how long the rest of a job takes, from its finished and remaining items.
  private typealias Forecast = @Sendable (_ done: Int, _ left: Int) -> String?

  struct State {
    var running: RunningJob?
    var task: Task<[LuaValue], any Error>?
    var isCanceled = false
    var isStopping = false
    var pauses = PausedJobs()
    /// Why the jobs could not be read last time.
    var readFailure: String?
  }

  init(
    _ setup: Setup, data: DataStore, hub: ProgressHub, log: AccessLog, script: BundledScript,
    options: ServerOptions
  ) {
    self.setup = setup
    self.hub = hub
    self.log = log
    metrics = log.metrics
    self.script = script
    self.options = options
    library = Library(data)
    store = SQLJobStore(data)
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    setup.host.onJobItem = { [weak self] item, verdict in self?.note(item, verdict) }
    setup.host.onJobWait = { [weak self] job, wait in self?.note(job, wait) }
  }

  /// The present time on both clocks.
  var now: ClockTime {
    ClockTime(wall: setup.host.time.wall, monotonic: setup.host.time.monotonic.seconds)
  }

  // MARK: Requests

  /// The result of ``start(key:works:)``.
  struct Started: Sendable {
    var start: JobStart
    /// The number of requested works that do not exist.
    var missing: Int
  }

  /// Starts a job. A known job is not changed, but continues if it was paused.
  /// - Throws: ``RouteProblem`` 503 while the server stops, 422 if none of the works exists.
  func start(key: String, works: [Int64]) async throws -> Started {
    if state.withLock({ $0.isStopping }) { throw RouteProblem(503, "the server stops") }
    let (library, store, now) = (library, store, now)
    let started = try await blocking {
      if let known = try store.job(key: key) {
        return Started(start: JobStart(job: known, isNew: false), missing: 0)
      }
      var seen = Set<Int64>()
      let missing = try library.missing(works)
      let wanted = works.filter { !missing.contains($0) && seen.insert($0).inserted }
      if wanted.isEmpty {
        throw RouteProblem(422, "none of the \(works.count) works is in the library")
      }
      // Set the status first: the job may finish an item before a later write sets `queued`.
      let open = try store.openWorks(wanted)
      try library.setStatus(wanted.filter { !open.contains($0) }, .queued, now: now.wall)
      return Started(
        start: try store.startJob(key: key, name: "enrich", works: wanted, now: now),
        missing: missing.count)
    }
    let job = started.start.job
    state.withLock { $0.pauses.forget(job.progress.job) }
    let goesOn = job.progress.state == .open || job.progress.state == .paused
    if goesOn, hub.snapshot(key)?.isOver == true { hub.forget(key) }
    hub.offer(JobSnapshot(job, isRunning: isRunning(job.progress.job)))
    signal.yield()
    return started
  }

  /// Cancels a job: items in hand go back, the rest stays queued.
  /// - Returns: the job's state afterwards.
  /// - Throws: ``RouteProblem`` 404 for an unknown job, 409 for one that is done.
  func cancel(key: String) async throws -> JobSnapshot {
    let (store, now) = (store, now)
    let job = try await blocking {
      guard let job = try store.job(key: key) else {
        throw RouteProblem(404, "there is no job \(key)")
      }
      if job.progress.state == .done {
        throw RouteProblem(409, "job \(job.key) is complete; there is nothing left to cancel")
      }
      _ = try store.cancel(job.progress.job, now: now)
      return try store.job(key: key) ?? job
    }
    let task = state.withLock { state -> Task<[LuaValue], any Error>? in
      guard state.running?.number == job.progress.job else { return nil }
      state.isCanceled = true
      return state.task
    }
    task?.cancel()
    let snapshot = JobSnapshot(job)
    hub.publish(snapshot)
    return snapshot
  }

  /// The state of a job; nil if it does not exist.
  func snapshot(key: String) async throws -> JobSnapshot? {
    if let known = hub.snapshot(key) { return known }
    let store = store
    guard let job = try await blocking({ try store.job(key: key) }) else { return nil }
    return JobSnapshot(job, isRunning: isRunning(job.progress.job))
  }

  /// The newest jobs, newest first.
  func newest(limit: Int) async throws -> [(job: KeyedJob, snapshot: JobSnapshot)] {
    let store = store
    let jobs = try await blocking { try store.keyedJobs(limit: limit, makeKey: JobKey.random) }
    return jobs.map { job in
      (job, hub.snapshot(job.key) ?? JobSnapshot(job, isRunning: isRunning(job.progress.job)))
    }
  }

  /// Reads a job from the store and passes its state to the hub.
  func find(_ key: String) {
    Task {
      if let snapshot = try? await snapshot(key: key) { hub.offer(snapshot) }
    }
  }

  private func isRunning(_ job: Int64) -> Bool {
    state.withLock { $0.running?.number == job }
  }

  // MARK: Work

  /// Works on the requested jobs until ``stop()``.
  func run() async {
    await withTaskGroup { group in
      group.addTask { await self.watchOthers() }
      while !state.withLock({ $0.isStopping }) {
        do {
          guard let job = try await next() else {
            await wait()
            continue
          }
          await work(job)
        } catch {
          noteUnread(error)
          await wait(atMost: Self.readPause)
        }
      }
      group.cancelAll()
    }
  }

  /// Ends ``run()``. Items in hand go back to the queue for the next start.
  func stop() {
    let task = state.withLock { state in
      state.isStopping = true
      return state.task
    }
    task?.cancel()
    signal.yield()
  }

  /// The next job to work on; nil if none is due.
  /// - Throws: `DataFileError` when the jobs cannot be read.
  func next() async throws -> KeyedJob? {
    let (store, time) = (store, now.monotonic)
    let jobs = try await blocking { try store.servedJobs() }
    return state.withLock { state in
      state.readFailure = nil
      return jobs.first { state.pauses.isDue($0.progress.job, now: time) }
    }
  }

  /// Logs why the jobs cannot be read, once for each reason.
  private func noteUnread(_ error: any Error) {
    let reason = "\(error)"
    let isNew = state.withLock { state in
      defer { state.readFailure = reason }
      return state.readFailure != reason
    }
    if isNew { log.note(.error, "cannot read the jobs, trying again: \(reason)") }
  }

  /// Waits for a request or a paused job that is due.
  /// - Parameter pause: the longest wait in seconds; nil for no limit.
  private func wait(atMost pause: Double? = nil) async {
    let latest = pause.map { now.monotonic + $0 }
    let due = [state.withLock { $0.pauses.nextDue }, latest].compactMap(\.self).min()
    let timer = due.map { due in
      let pause = max(0.05, due - now.monotonic)
      return Deadline(in: .seconds(clamping: pause)) { [signal] in signal.yield() }
    }
    for await _ in signals { break }
    timer?.cancel()
  }

  private func work(_ job: KeyedJob) async {
    let number = job.progress.job
    let arguments = ["\(number)", "\(options.concurrency)", options.rules]
    let (setup, script) = (setup, script)
    let (forecast, host) = (Guarded<Forecast?>(nil), setup.host)
    let task = Task(executorPreference: setup.host.reactor) {
      // On the reactor, so that everything sent from now on counts.
      let begun = host.beginTextForecast()
      forecast.withLock { $0 = begun }
      let engine = await setup.freshEngine()
      let values = try await engine.run(script.text, name: script.name, arguments: arguments)
      return values
    }
    let running = RunningJob(job) { done, left in forecast.withLock { $0 }?(done, left) }
    let goesOn = state.withLock { state in
      (state.running, state.task, state.isCanceled) = (running, task, false)
      return !state.isStopping
    }
    if !goesOn { task.cancel() }
    hub.publish(JobSnapshot(job, isRunning: true))
    let result = await task.result
    let isCanceled = state.withLock { state in
      (state.running, state.task) = (nil, nil)
      return state.isCanceled
    }
    await settle(job, result, isCanceled: isCanceled)
    await FreedMemory.giveBack()
  }
}
