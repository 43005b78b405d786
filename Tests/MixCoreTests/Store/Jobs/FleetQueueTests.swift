import Foundation
import PostgresInstance
import Reactor
import Testing

@testable import Fleet
@testable import SQL
@testable import Store

/// A queue that several hosts share on one server: what no data file has.
@Suite("A fleet's queue")
struct FleetQueueTests {
  private let address: PostgresAddress

  init() throws { address = try PostgresAddress(PostgresInstance.shared.get().address()) }

  private func store() throws -> SQLJobStore { SQLJobStore(try PostgresDatabase(address)) }

  private func time(offBy seconds: Double = 0) -> ClockTime {
    let now = Date().timeIntervalSince1970 + seconds
    return ClockTime(wall: now, monotonic: 1)
  }

  private func claim(_ count: Int, lease: Double = 60) -> JobExchange {
    var request = JobExchange()
    request.claim = count
    request.lease = lease
    return request
  }

  @Test("A host whose clock is off by an hour takes nothing from others, and waits as long as they")
  func clocks() throws {
    let (right, wrong) = (try store(), try store())
    let job = try right.createJob(name: "a", now: time())
    _ = try right.enqueue([1, 2], job: job, priority: 0, now: time())
    let item = try #require(try right.exchange(claim(1), now: time()).items.first)
    for seconds in [3_600.0, -3_600] {
      let now = time(offBy: seconds)
      #expect(try wrong.recover(now: now) == 0)
      var request = claim(1)
      request.settled = try wrong.exchange(claim(1), now: now).items.map {
        ($0, .again(after: 30, cause: .unavailable, reason: "503"))
      }
      _ = try wrong.exchange(request, now: now)
      let due = try #require(try wrong.exchange(claim(1), now: now).nextDue)
      #expect(abs(due - now.wall - 30) < 10, "by its own clock")
      let others = try #require(try right.exchange(claim(1), now: time()).nextDue)
      #expect(abs(others - time().wall - 30) < 10)
      #expect(try right.retryWaiting(2, now: time()) == 1)
    }
    #expect(try right.items(job, state: .leased, after: 0, limit: 9).map(\.id) == [item.id])
  }

  @Test("Many threads of many hosts take every item once, and what they settle counts once")
  func together() async throws {
    let job = try store().createJob(name: "a", now: time())
    _ = try store().enqueue(Array(1...2_000), job: job, priority: 0, now: time())
    let taken = Guarded<[Int64]>([])
    let saved = Guarded<[Int64]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for host in 0..<4 {
        let store = try store()
        let now = time()
        group.addTask {
          try await offQueue {
            var request = self.claim(10 + host)
            while true {
              let settled = request.settled
              let answer = try store.exchange(request, now: now) { kept in
                let works = settled.filter { kept.contains($0.item.id) }.map(\.item.work)
                saved.withLock { $0 += works }
              }
              request.settled = answer.items.map { ($0, .done(.enriched)) }
              taken.withLock { $0 += answer.items.map(\.work) }
              if answer.items.isEmpty, answer.nextDue == nil, answer.held == 0 { return }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(taken.withLock { $0.sorted() } == Array(1...2_000))
    #expect(Set(saved.withLock { $0 }).count == 2_000)
    let progress = try #require(try store().progress(job))
    #expect(progress.state == .done && progress[.enriched] == 2_000 && progress.total == 2_000)
  }

  @Test("Highest priorities first, also of more jobs than are looked into at once")
  func manyJobs() throws {
    let store = try store()
    for number in 1...20 {
      let job = try store.createJob(name: "\(number)", now: time())
      let works = (0..<10).map { Int64(number * 100 + $0) }
      _ = try store.enqueue(works, job: job, priority: number % 7, now: time())
    }
    var priorities: [Int] = []
    while true {
      let items = try store.exchange(claim(15), now: time()).items
      if items.isEmpty { break }
      priorities += items.map { Int($0.work / 100 % 7) }
    }
    #expect(priorities.count == 200)
    #expect(priorities == priorities.sorted(by: >))
  }

  @Test("All hosts hear of new work, of a cancel and of progress")
  func notifications() async throws {
    let (here, there) = (try store(), try store())
    let (heard, continuation) = AsyncStream<JobChange>.makeStream()
    let watch = there.watch { continuation.yield($0) }
    var changes = heard.makeAsyncIterator()
    var all = [await changes.next()]
    let job = try here.createJob(name: "a", now: time())
    _ = try here.enqueue([1], job: job, priority: 0, now: time())
    all.append(await changes.next())
    var request = JobExchange()
    request.settled = try here.exchange(claim(1), now: time()).items.map { ($0, .done(.enriched)) }
    _ = try here.exchange(request, now: time())
    all.append(await changes.next())
    _ = try here.enqueue([2], job: job, priority: 0, now: time())
    all.append(await changes.next())
    _ = try here.cancel(job, now: time())
    all.append(await changes.next())
    #expect(all == [.unknown, .work(job), .progress(job), .work(job), .state(job)])
    withExtendedLifetime(watch) {}
  }

  @Test("A run on a server takes items that another host queues, and heeds its cancels")
  func runs() async throws {
    let (here, there) = (try store(), try store())
    let reactor = Reactor(name: "jobs")
    defer { reactor.stop() }
    let time = SystemTime(reactor: reactor)
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try there.createJob(name: "a", now: now)
    _ = try there.enqueue(Array(1...500), job: job, priority: 0, now: now)
    let handler = ScriptedHandler(time: ManualTime(autoAdvance: true), store: here) { item in
      if item.work == 60 { _ = try there.cancel(job, now: now) }
      return Attempt(.done(.enriched, WorkUpdate(item.work, source: "t")), provesNetwork: true)
    }
    var options = JobRunOptions()
    options.concurrency = 1
    let runner = JobRunner(
      store: here, reactor: reactor, time: time, options: options, handler: handler)
    let summary = try await Task(executorPreference: reactor) { try await runner.run() }.value
    #expect(summary.ending == .canceled)
    let progress = try #require(try there.progress(job))
    #expect(progress.state == .canceled && progress[.leased] == 0)
    #expect(progress[.enriched] >= 60 && progress[.ready] + progress[.enriched] == 500)
  }

  @Test("The progress of a run counts what other hosts end of its job")
  func progress() async throws {
    let (here, there) = (try store(), try store())
    let reactor = Reactor(name: "jobs")
    defer { reactor.stop() }
    let time = SystemTime(reactor: reactor)
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try there.createJob(name: "a", now: now)
    _ = try there.enqueue(Array(1...500), job: job, priority: 0, now: now)
    let handler = ScriptedHandler(time: ManualTime(autoAdvance: true), store: here) { item in
      if item.work == 20 {
        var request = self.claim(200)
        request.settled = try there.exchange(request, now: now).items.map { ($0, .done(.notFound)) }
        request.claim = 0
        _ = try there.exchange(request, now: now)
      }
      return Attempt(.done(.enriched, WorkUpdate(item.work, source: "t")), provesNetwork: true)
    }
    var options = JobRunOptions()
    options.concurrency = 1
    let runner = JobRunner(
      store: here, reactor: reactor, time: time, options: options, handler: handler)
    let summary = try await Task(executorPreference: reactor) { try await runner.run() }.value
    let progress = handler.progress.withLock { $0 }
    #expect(summary.processed == 300 && progress.last == 500)
    #expect(progress == progress.sorted() && Set(progress).count == progress.count)
  }

  @Test("Works are looked up many at once")
  func lookUps() throws {
    let store = try store()
    let job = try store.createJob(name: "a", now: time())
    _ = try store.enqueue([1, 2, 3], job: job, priority: 0, now: time())
    var request = JobExchange()
    let items = try store.exchange(claim(2), now: time()).items
    request.settled = [(items[0], .failed("a\0b")), (items[1], .done(.notFound))]
    _ = try store.exchange(request, now: time())
    #expect(try store.openWorks([1, 2, 3, 4]) == [3])
    #expect(try store.failures([1, 2, 3, 4]) == [1: "ab"])
    let key = "6F0D"
    let start = try store.startJob(key: key, name: "k", works: [9, 3], now: time())
    #expect(start.isNew && start.elsewhere == 1)
    #expect(try !store.startJob(key: "6f0d", name: "k", works: [9], now: time()).isNew)
    #expect(try store.job(key: key)?.progress.open == 1)
    #expect(try store.servedJobs().map(\.key) == [key])
    #expect(try store.keyedJobs(limit: 9) { "made" }.map(\.key) == [key, "made"])
  }
}

extension SQLJobStore {
  /// Has a waiting item wait no more; how many there were.
  fileprivate func retryWaiting(_ work: Int64, now: ClockTime) throws -> Int {
    try place.writing { db in
      let item = try PreparedStatement(
        db, "UPDATE item SET state = 0, due = 0 WHERE work = ? AND state = 2 RETURNING job"
      ).map(.int(work)) { $0.int(0) }
      var delta = CountDelta()
      for job in item { delta.move(job, .waiting, .ready) }
      try delta.apply(db)
      return item.count
    }
  }
}

/// Runs what blocks where it may.
func offQueue(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Void, any Error>) in
    DispatchQueue(label: "blocking").async {
      continuation.resume(with: Result { try work() })
    }
  }
}
