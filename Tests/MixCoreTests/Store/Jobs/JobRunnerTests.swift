import Reactor
import Testing

@testable import Net
@testable import SQL
@testable import Store

/// The runner on a clock that moves automatically, with answers that a test chooses.
@Suite("Running the queue")
struct JobRunnerTests {
  let folder = TemporaryFolder()

  /// Runs a queue of works; `answer` is asked for each attempt.
  /// - Parameter isWatched: the store tells of changes, so that the run looks for them once a second, where it
  ///   looks four times otherwise.
  func run(
    _ works: [Int64], concurrency: Int = 2, limit: Int? = nil, retries: RetryTable = RetryTable(),
    isWatched: Bool = false,
    _ answer: @escaping @Sendable (LeasedItem) throws -> Attempt
  ) async throws -> (summary: JobRunSummary, handler: ScriptedHandler, store: SQLJobStore) {
    let time = ManualTime(autoAdvance: true)
    let store = SQLJobStore(
      try DataFile(path: folder.file("mixhost.sqlite")),
      backend: isWatched ? WatchedBackend() : SQLiteJobBackend(), identity: .current,
      liveness: { $0.liveness })
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try store.createJob(name: "test", now: now)
    _ = try store.enqueue(works, job: job, priority: 0, now: now)
    let (summary, handler) = try await run(
      store, time: time, concurrency: concurrency, limit: limit, retries: retries, answer)
    return (summary, handler, store)
  }

  /// A store with one job of some works.
  func queue(_ works: [Int64], _ time: ManualTime) throws -> (SQLJobStore, Int64, ClockTime) {
    let store = SQLJobStore(try DataFile(path: folder.file("mixhost.sqlite")))
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try store.createJob(name: "test", now: now)
    _ = try store.enqueue(works, job: job, priority: 0, now: now)
    return (store, job, now)
  }

  /// Runs all that is queued.
  func run(
    _ store: SQLJobStore, time: ManualTime = ManualTime(autoAdvance: true), concurrency: Int,
    limit: Int?, isOffline: Bool = false, retries: RetryTable = RetryTable(),
    savingError: (any Error & Sendable)? = nil,
    before: (@Sendable (LeasedItem) async throws -> Void)? = nil,
    beforePreparing: (@Sendable () async throws -> Void)? = nil,
    prepare: @escaping @Sendable ([LeasedItem]) -> AttemptFailure? = { _ in nil },
    _ answer: @escaping @Sendable (LeasedItem) throws -> Attempt
  ) async throws -> (summary: JobRunSummary, handler: ScriptedHandler) {
    let reactor = Reactor(name: "jobs")
    defer { reactor.stop() }
    var options = JobRunOptions()
    options.concurrency = concurrency
    options.limit = limit
    options.isOffline = isOffline
    options.retries = retries
    let handler = ScriptedHandler(time: time, store: store, prepare: prepare, answer)
    (handler.savingError, handler.before) = (savingError, before)
    handler.beforePreparing = beforePreparing
    let runner = JobRunner(
      store: store, reactor: reactor, time: time, options: options, handler: handler)
    let summary = try await Task(executorPreference: reactor) { try await runner.run() }.value
    return (summary, handler)
  }

  /// The standard table, of a run that does not pause for trouble.
  static let patient: RetryTable = {
    var table = RetryTable()
    table.patience = RetryTable.longestWait
    return table
  }()

  static func failed(_ failure: AttemptFailure, reached: Bool = true) -> Attempt {
    Attempt(.failed(failure), provesNetwork: reached)
  }

  static func enriched(_ item: LeasedItem) -> Attempt {
    Attempt(.done(.enriched, WorkUpdate(item.work, source: "t")), provesNetwork: true)
  }

  func waits(_ store: SQLJobStore) throws -> [Double] {
    try store.events(nil, after: 0, limit: 999).filter { $0.event == "retry" }.compactMap(\.wait)
  }

  @Test("429: waits of 1, 2, 4 and 8 s, then failed")
  func throttled() async throws {
    let (summary, handler, store) = try await run([1]) { _ in Self.failed(.throttled("429")) }
    #expect(summary[.failed] == 1 && summary.retries == 4)
    #expect(try waits(store) == [1, 2, 4, 8])
    let gaps = zip(handler.starts.dropFirst(), handler.starts).map { $0 - $1 }
    #expect(gaps.count == 4)
    for (gap, wait) in zip(gaps, [1.0, 2, 4, 8]) { #expect(gap >= wait && gap < wait + 1) }
  }

  @Test("503: back in the queue for 30 s, 20 times")
  func unavailable() async throws {
    let (summary, handler, store) = try await run([1], retries: Self.patient) { _ in
      Self.failed(.unavailable("503"))
    }
    #expect(summary[.failed] == 1 && handler.starts.count == 21)
    #expect(try waits(store) == Array(repeating: 30, count: 20))
  }

  @Test("Time-outs: at once, three attempts")
  func timeouts() async throws {
    let (summary, handler, store) = try await run([1]) { _ in Self.failed(.timeout("slow")) }
    #expect(summary[.failed] == 1 && handler.starts.count == 3)
    #expect(try waits(store) == [0, 0])
  }

  @Test("A table of the run's own")
  func ownTable() async throws {
    var table = RetryTable()
    table.throttledWaits = [5]
    table.timeoutAttempts = 1
    let (summary, _, store) = try await run([1, 2], retries: table) { item in
      Self.failed(item.work == 1 ? .throttled("429") : .timeout("slow"))
    }
    #expect(summary[.failed] == 2 && summary.retries == 1)
    #expect(try waits(store) == [5])
  }

  @Test("A second run waits for what the first has in hand, and does what that gives back")
  func secondRun() async throws {
    let time = ManualTime(autoAdvance: true)
    let begin = time.monotonic
    let (store, _, _) = try queue([1, 2, 3], time)
    let (hasBegun, isOver) = (Guarded(false), Guarded(false))
    let second = Task {
      while !hasBegun.withLock({ $0 }) { await Task.yield() }
      defer { isOver.withLock { $0 = true } }
      return try await run(store, time: time, concurrency: 2, limit: nil) { Self.enriched($0) }
    }
    let first = try await run(
      store, concurrency: 3, limit: 3,
      before: { _ in
        hasBegun.withLock { $0 = true }
        while !isOver.withLock({ $0 }), time.monotonic < begin + .seconds(5) { await Task.yield() }
      }
    ) { _ in Attempt(.cancelled, provesNetwork: false) }
    #expect(first.summary[.enriched] == 0)
    #expect(try await second.value.summary[.enriched] == 3)
  }

  @Test("A job that is canceled while a service takes long to prepare its items ends at once")
  func canceledWhilePreparing() async throws {
    let time = ManualTime(autoAdvance: true)
    let (store, job, now) = try queue([1, 2, 3], time)
    let (summary, handler) = try await run(
      store, time: time, concurrency: 2, limit: nil,
      beforePreparing: {
        _ = try store.cancel(job, now: now)
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
    ) { Self.enriched($0) }
    #expect(summary.ending == .canceled && handler.starts.isEmpty)
    let progress = try #require(try store.progress(job))
    #expect(progress[.ready] == 3 && progress[.leased] == 0)
  }

  @Test("Items that have ended count once, however long the next ones are prepared")
  func countsOnce() async throws {
    let time = ManualTime(autoAdvance: true)
    let (store, job, now) = try queue(Array(1...100), time)
    let preparations = Guarded(0)
    let (summary, handler) = try await run(
      store, time: time, concurrency: 2, limit: nil,
      beforePreparing: {
        let count = preparations.withLock { count in
          count += 1
          return count
        }
        guard count == 2 else { return }
        _ = try store.cancel(job, now: now)
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
    ) { Self.enriched($0) }
    #expect(summary.ending == .canceled)
    #expect(summary.processed > 0)
    #expect(handler.progress.withLock { $0.max() } == summary.processed)
  }

  @Test("An upstream's pause: one item asks again when it is over, and no attempt is spent")
  func held() async throws {
    let time = ManualTime(autoAdvance: true)
    let store = SQLJobStore(try DataFile(path: folder.file("mixhost.sqlite")))
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try store.createJob(name: "held", now: now)
    let other = try store.createJob(name: "free", now: now)
    _ = try store.enqueue(Array(1...30), job: job, priority: 1, now: now)
    _ = try store.enqueue(Array(31...60), job: other, priority: 0, now: now)
    let end = time.wall + 180
    let (summary, handler) = try await run(store, time: time, concurrency: 6, limit: nil) { item in
      guard item.job == job, time.wall < end else {
        return item.attempt == 1 ? Self.enriched(item) : Self.failed(.other("an attempt was spent"))
      }
      let wait = TrafficWait(upstream: "books", reason: .paused, until: time.wall + 60)
      return Self.failed(.held(wait, "books asked for a pause"), reached: false)
    }
    #expect(summary.ending == .done && summary[.enriched] == 60 && summary.retries == 0)
    // Two at the start, then one a minute; those of the other job do not wait.
    #expect(handler.starts.count <= 60 + 2 + 3)
    #expect(handler.starts.count { $0 < now.wall + 60 } >= 30)
    #expect(handler.upstreams.allSatisfy { $0 == "books" } && handler.upstreams.count >= 3)
  }

  @Test("An upstream's pause met while items are prepared: they wait, and nothing is spent")
  func heldWhilePreparing() async throws {
    let time = ManualTime(autoAdvance: true)
    let (store, _, now) = try queue(Array(1...30), time)
    let end = time.wall + 180
    let (summary, handler) = try await run(
      store, time: time, concurrency: 6, limit: nil,
      prepare: { _ in
        guard time.wall < end else { return nil }
        // A pause that is over already must not make a loop.
        let until = time.wall < now.wall + 60 ? time.wall + 60 : time.wall - 5
        return .held(TrafficWait(upstream: "books", reason: .paused, until: until), "a pause")
      }
    ) { item in
      item.attempt == 1 ? Self.enriched(item) : Self.failed(.other("an attempt was spent"))
    }
    #expect(summary.ending == .paused && summary.reason == "a pause" && handler.starts.isEmpty)
    #expect(handler.preparations == 10 && summary[.failed] == 0)
    let (rest, later) = try await run(
      store, time: time, concurrency: 6, limit: nil,
      prepare: { _ in Self.pause(time, end) }, Self.enriched)
    #expect(rest.ending == .done && rest[.enriched] == 30 && later.starts.count == 30)
    #expect(later.starts.allSatisfy { $0 >= end })
  }

  /// One pause, up to `end`.
  private static func pause(_ time: ManualTime, _ end: Double) -> AttemptFailure? {
    guard time.wall < end else { return nil }
    return .held(TrafficWait(upstream: "books", reason: .paused, until: end), "a pause")
  }

  @Test("404 and every other failure: for good, with the reason")
  func permanent() async throws {
    let (summary, handler, store) = try await run([1, 2]) { item in
      Self.failed(item.work == 1 ? .missing("not there") : .other("broken"))
    }
    #expect(summary[.failed] == 2 && handler.starts.count == 2)
    let job = try #require(try store.progress(nil)).job
    let errors = try store.items(job, state: .failed, after: 0, limit: 9).map(\.error)
    #expect(errors == ["not there", "broken"])
  }

  @Test("One host that is down fails its item; the others continue")
  func unreachableHost() async throws {
    let (summary, _, _) = try await run(Array(1...20)) { item in
      item.work == 5 ? Self.failed(.unreachable("refused"), reached: false) : Self.enriched(item)
    }
    #expect(summary.ending == .done && summary[.enriched] == 19 && summary[.failed] == 1)
  }

  @Test("Nothing reachable: the run pauses and every item stays queued")
  func outage() async throws {
    let (summary, handler, store) = try await run(Array(1...20)) { _ in
      Self.failed(.unreachable("no route"), reached: false)
    }
    #expect(summary.ending == .paused && summary.reason == "no route" && summary.processed == 0)
    #expect(handler.starts.count <= 5)
    let progress = try #require(try store.progress(nil))
    #expect(progress.state == .paused && progress[.ready] == 20)
  }

  @Test("Off the network, items in the cache are done; the rest stays queued")
  func offline() async throws {
    let (_, _, store) = try await run(Array(1...40), limit: 1, Self.enriched)
    let (summary, _) = try await run(store, concurrency: 2, limit: nil, isOffline: true) { item in
      item.work % 4 == 0
        ? Attempt(.done(.enriched, WorkUpdate(item.work, source: "t")), provesNetwork: false)
        : Self.failed(.unreachable("off"), reached: false)
    }
    #expect(summary.ending == .paused && summary[.enriched] == 10 && summary[.failed] == 0)
    #expect(try store.progress(nil)?[.ready] == 29)
  }

  @Test("A paused job continues with the next run")
  func resumesPaused() async throws {
    let works: [Int64] = Array(1...20)
    _ = try await run(works) { _ in Self.failed(.unreachable("no route"), reached: false) }
    let store = SQLJobStore(try DataFile(path: folder.file("mixhost.sqlite")))
    let (summary, _) = try await run(store, concurrency: 2, limit: nil, Self.enriched)
    #expect(summary.ending == .done && summary[.enriched] == 20)
  }

  @Test("A work that is gone leaves the queue")
  func missingWork() async throws {
    let (summary, _, _) = try await run([1, 2]) { item in
      item.work == 1 ? Attempt(.workMissing, provesNetwork: false) : Self.enriched(item)
    }
    #expect(summary[.removed] == 1 && summary[.enriched] == 1)
  }

  @Test("A limit ends the run, the rest stays queued")
  func limit() async throws {
    let (summary, handler, store) = try await run(Array(1...200), limit: 70, Self.enriched)
    #expect(summary.ending == .limit && handler.starts.count == 70)
    #expect(try store.progress(nil)?[.ready] == 130)
  }

  @Test("Canceled in the middle: nothing new starts, the rest can be resumed")
  func cancel() async throws {
    let store = SQLJobStore(try DataFile(path: folder.file("mixhost.sqlite")))
    let (summary, handler, _) = try await run(Array(1...500), concurrency: 1) { item in
      if item.work == 3 { _ = try? store.cancel(nil, now: ClockTime(wall: 0, monotonic: 0)) }
      return Self.enriched(item)
    }
    #expect(summary.ending == .canceled && handler.starts.count <= 51)
    let progress = try #require(try store.progress(nil))
    #expect(progress.state == .canceled && progress[.leased] == 0)
    #expect(progress[.ready] + progress[.enriched] == 500)
  }

  @Test("A result is saved with its item, and up to fifty results together")
  func order() async throws {
    let (_, handler, _) = try await run(Array(1...120), Self.enriched)
    #expect(handler.savedWhileOpen)
    #expect(handler.saved.withLock { $0 }.sorted() == Array(1...120))
    #expect(handler.batches.count <= 6, "\(handler.batches)")
  }

  private struct End: Error, Equatable {}

  @Test("An error that the handler throws ends the run; the items in hand are queued again")
  func end() async throws {
    let calls = Guarded(0)
    await #expect(throws: End()) {
      _ = try await run(Array(1...20), concurrency: 4) { item in
        calls.withLock { $0 += 1 }
        if item.work == 3 { throw End() }
        return Self.enriched(item)
      }
    }
    #expect(calls.withLock { $0 } <= 7, "nothing new is started")
    let store = SQLJobStore(try DataFile(path: folder.file("mixhost.sqlite")))
    let progress = try #require(try store.progress(nil))
    #expect(progress[.ready] + progress[.enriched] == 20 && progress[.leased] == 0, "\(progress)")
  }
}

/// A data file that tells of changes; nobody else makes any.
private struct WatchedBackend: JobBackend {
  private final class Watch: JobWatch {}

  func time(_ host: ClockTime, _ db: SQLSession) throws -> ClockTime { host }
  func tell(_ change: JobChange, _ db: SQLSession) throws {}
  func tellProgress(_ jobs: [Int64]) {}
  func watch(_ onChange: @escaping @Sendable (JobChange) -> Void) -> (any JobWatch)? { Watch() }
}
