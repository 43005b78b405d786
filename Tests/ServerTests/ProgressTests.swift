import NIOCore
import NIOEmbedded
import NIOWebSocket
import Reactor
import Synchronization
import Testing

@testable import Net
@testable import Notation
@testable import Store
@testable import Server

/// The messages to each socket, and their time.
@Suite struct ProgressTests {
  private static func snapshot(
    _ key: String, _ finished: Int, of total: Int, _ phase: JobSnapshot.Phase = .running
  ) -> JobSnapshot {
    JobSnapshot(
      key: key, phase: phase, total: total, finished: finished, enriched: finished, failed: 0,
      currentWork: nil, updated: Double(finished))
  }

  private static func processed(_ frame: RawWebSocket.Frame) throws -> Int64? {
    guard case .int(let number)? = try JSONReader.read(frame.payload)["data"]?["processedItems"]
    else { return nil }
    return number
  }

  @Test func aWaitIsExplained() throws {
    let wait = TrafficWait(upstream: "books.example", reason: .paused, until: 160)
    let snapshot = Self.snapshot("a", 3, of: 9, .waiting(wait.text(now: 100)))
    #expect(!snapshot.isOver && snapshot.phase.name == "running")
    let data = try JSONReader.read(snapshot.message().bytes)["data"]
    guard case .string(let status)? = data?["currentStatus"] else {
      Issue.record("no status")
      return
    }
    #expect(status.hasPrefix("Enriched 3/9 works; books.example asked for a pause until "))
    #expect(status.hasSuffix(" (60 s)"))
  }

  @Test func theRunningJobShowsTheStoresCountsOnceOthersWorkOnIt() {
    func job(_ enriched: Int, failed: Int = 0, state: JobState = .open) -> KeyedJob {
      var progress = JobProgress(
        job: 1, name: "a", state: state, created: 1, updated: 1,
        counts: Array(repeating: 0, count: ItemState.allCases.count))
      (progress[.enriched], progress[.failed]) = (enriched, failed)
      progress[.ready] = 100 - enriched - failed
      return KeyedJob(key: "a", isServed: true, progress: progress)
    }
    func item(_ id: Int64) -> LeasedItem {
      LeasedItem(
        id: id, job: 1, work: id, attempt: 1, throttled: 0, returns: 0, timeouts: 0, lost: 0)
    }
    let asked = Mutex<[Int]>([])
    var running = RunningJob(job(10)) { done, left in
      asked.withLock { $0 += [done, left] }
      return nil
    }
    #expect(running.note(item(1), .done(.enriched), now: 2)?.finished == 11)
    // Read before the item that has just ended here.
    #expect(running.take(job(10), notes: 0, now: 3) == nil)
    #expect(running.take(job(11), notes: 1, now: 3) == nil)
    #expect(running.snapshot.finished == 11)
    let taken = running.take(job(30, failed: 2), notes: 1, now: 4)
    #expect(taken?.finished == 32 && taken?.enriched == 30 && taken?.failed == 2)
    // From now on the store counts: an item that ends here may be counted there already.
    #expect(running.note(item(2), .done(.enriched), now: 5)?.finished == 32)
    #expect(running.take(job(33, failed: 2), notes: 1, now: 6)?.finished == 35)
    #expect(running.take(job(100, state: .done), notes: 2, now: 7) == nil)
    #expect(asked.withLock { $0 } == [1, 89, 2, 68])
  }

  @Test func itemsThatOtherHostsEndedCount() {
    let hub = ProgressHub(events: EventBus())
    // The store's time of a job is that of its start, however many of its items have ended since.
    var read = Self.snapshot("a", 3, of: 9)
    hub.offer(read)
    read.finished = 5
    hub.offer(read)
    #expect(hub.snapshot("a")?.finished == 5)
    (read.finished, read.updated) = (1, 2)
    hub.offer(read)
    #expect(hub.snapshot("a")?.finished == 5)
  }

  @Test func manyUpdatesBecomeFewMessages() async throws {
    let server = try await TestServer()
    let hub = server.server.parts.hub
    let key = JobKey.random()
    let socket = try await server.socket("/ws/progress?jobId=\(key)")
    for number in 0..<5_000 { hub.publish(Self.snapshot(key, number, of: 5_000)) }
    hub.publish(Self.snapshot(key, 5_000, of: 5_000, .complete))
    let frames = try await blocking { try socket.readToClose() }
    #expect(frames.count < 500)
    #expect(frames.last?.code == 1000)
    #expect(try Self.processed(try #require(frames.dropLast().last)) == 5_000)
    await server.stop()
  }

  @Test func aSlowReaderGetsTheNewestStateAndTheEnd() async throws {
    let server = try await TestServer()
    let hub = server.server.parts.hub
    let key = JobKey.random()
    // A job whose messages are so long that the system's buffers soon hold no more of them.
    let filler = String(repeating: "x", count: 200_000)
    let slow = try await blocking { [port = server.port, bearer = server.bearer] in
      try RawWebSocket(
        port: port, path: "/ws/progress?jobId=\(key)", fields: bearer, receiveBuffer: 4_096)
    }
    let quick = try await server.socket("/ws/progress?jobId=\(key)")
    // The quick one reads each message before the next is published.
    for number in 1...30 {
      hub.publish(Self.snapshot(key, number, of: 100, .paused(filler)))
      var frame = try await blocking { try quick.read() }
      // The start comes first, unless the job began before the server had noted the socket.
      if number == 1, try Self.processed(frame) == 0 {
        frame = try await blocking { try quick.read() }
      }
      #expect(try Self.processed(frame) == Int64(number))
    }
    hub.publish(Self.snapshot(key, 100, of: 100, .complete))
    let frames = try await blocking { try slow.readToClose() }
    let numbers = try frames.dropLast().compactMap { try Self.processed($0) }
    #expect(numbers.count < 30)
    #expect(numbers == numbers.sorted())
    #expect(numbers.last == 100)
    #expect(frames.last?.code == 1000)
    await server.stop()
  }

  @Test func lateSocketsGetTheStateAtOnce() async throws {
    let server = try await TestServer()
    let hub = server.server.parts.hub
    let key = JobKey.random()
    hub.publish(Self.snapshot(key, 42, of: 100))
    let socket = try await server.socket("/ws/progress?jobId=\(key)")
    #expect(try Self.processed(try await blocking { try socket.read() }) == 42)
    await server.stop()
  }

  @Test func theEndWaitsForNoTurn() throws {
    let (loop, hub, key) = (EmbeddedEventLoop(), ProgressHub(events: EventBus()), JobKey.random())
    let endpoint = ProgressEndpoint(
      key: key, hub: hub, limits: ServerLimits(), mayFollow: { true }, find: { _ in })
    let socket = WebSocketSession(
      endpoint: endpoint, limits: ServerLimits(), metrics: Metrics(),
      ledger: ByteLedger(most: 1_000))
    let channel = EmbeddedChannel(handler: socket, loop: loop)
    // No time passes, so that no turn comes.
    hub.publish(Self.snapshot(key, 1, of: 10))
    loop.run()
    #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
    hub.publish(Self.snapshot(key, 10, of: 10, .complete))
    loop.run()
    let start = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(String(buffer: start.data).contains("Starting enrichment for 10 works..."))
    let text = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    let message = try JSONReader.read(Array(text.data.readableBytesView))
    #expect(message["data"]?["processedItems"] == .int(10))
    #expect(try channel.readOutbound(as: WebSocketFrame.self)?.opcode == .connectionClose)
    _ = try channel.finish(acceptAlreadyClosed: true)
  }

  @Test func whatIsOverStaysOver() {
    let hub = ProgressHub(events: EventBus())
    let key = JobKey.random()
    hub.publish(Self.snapshot(key, 3, of: 10, .canceled))
    hub.publish(Self.snapshot(key, 4, of: 10))
    #expect(hub.snapshot(key)?.phase == .canceled)
    #expect(hub.snapshot(key.uppercased())?.finished == 3)
  }

  @Test func messagesAreThoseOfTheDocument() throws {
    var snapshot = Self.snapshot("K", 1, of: 2)
    snapshot.currentWork = 7
    snapshot.updated = 1.5
    #expect(
      String(decoding: snapshot.message().bytes, as: UTF8.self)
        == "{\"type\":\"progress\",\"jobId\":\"K\",\"timestamp\":1500,\"data\":{\"progress\":0.5,"
        + "\"processedItems\":1,\"totalItems\":2,\"currentStatus\":\"Enriched 1/2 works\","
        + "\"currentWorkId\":\"7\"}}")
    let failed = Self.snapshot("K", 1, of: 2, .failed("no key")).message()["data"]
    #expect(failed?["currentStatus"] == .string("Enrichment failed"))
    #expect(failed?["error"] == .string("no key"))
    #expect(failed?["result"]?["success"] == .bool(false))
    let one = Self.snapshot("K", 0, of: 1, .starting).message(keepAlive: true)["data"]
    #expect(one?["currentStatus"] == .string("Starting enrichment for 1 work..."))
    #expect(one?["keepAlive"] == .bool(true))
  }

  /// A job of three works, as the store has it, after a look at it in the state that `body` brings about.
  private static func stored(
    _ body: (SQLJobStore, [LeasedItem], ClockTime) throws -> Void
  ) throws -> KeyedJob {
    let file = try DataFile.inMemory()
    let (store, library) = (SQLJobStore(file), Library(file))
    let now = ClockTime(wall: 1, monotonic: 1)
    let add = try LibraryImport(library, kind: .book, source: "test", onDuplicate: .skip, now: 1)
    _ = try add.add((1...3).map { WorkRecord(["title": .text("book \($0)")]) })
    try add.finish(commit: true)
    let works = try library.ids(Library.Filter(), after: 0, limit: 3)
    let start = try store.startJob(key: JobKey.random(), name: "enrich", works: works, now: now)
    var request = JobExchange()
    (request.job, request.claim) = (start.job.progress.job, 3)
    try body(store, try store.exchange(request, now: now) { _ in }.items, now)
    return try #require(try store.job(key: start.job.key))
  }

  @Test func aJobOfWhichEverythingFailedIsNotComplete() throws {
    let job = try Self.stored { store, items, now in
      var end = JobExchange()
      end.settled = items.map { ($0, .failed("no answer")) }
      _ = try store.exchange(end, now: now) { _ in }
    }
    let snapshot = JobSnapshot(job)
    #expect(snapshot.phase.name == "failed")
    let data = try #require(snapshot.message()["data"])
    #expect(data["currentStatus"] == .string("Enrichment failed"))
    #expect(data["error"] == .string("none of the 3 works could be looked up"))
    #expect(data["result"]?["success"] == .bool(false))
    #expect(data["result"]?["errorCount"] == .int(3))
    #expect(snapshot.closing?.reason == "Enrichment failed")
  }

  @Test func aJobOfWhichOneSucceededIsComplete() throws {
    let job = try Self.stored { store, items, now in
      var end = JobExchange()
      end.settled = items.enumerated().map { ($1, $0 == 0 ? .done(.notFound) : .failed("no")) }
      _ = try store.exchange(end, now: now) { _ in }
    }
    #expect(JobSnapshot(job).phase == .complete)
  }

  @Test func aPausedJobSaysWhy() throws {
    let job = try Self.stored { store, items, now in
      try store.pause(items[0].job, reason: "openlibrary.org cannot be reached", now: now)
    }
    let snapshot = JobSnapshot(job)
    #expect(snapshot.phase == .paused("openlibrary.org cannot be reached"))
    let data = try #require(snapshot.message()["data"])
    #expect(data["currentStatus"] == .string("Waiting: openlibrary.org cannot be reached"))
    #expect(data["error"] == .string("openlibrary.org cannot be reached"))
  }

  @Test func streamsKeepTheNewestOfEachJob() {
    let bus = EventBus()
    let subscriber = bus.subscribe()
    for number in 0..<1_000 {
      bus.publish(.job(Self.snapshot("a", number, of: 1_000)))
      bus.publish(.job(Self.snapshot("b", number, of: 1_000)))
    }
    let taken = subscriber.take()
    #expect(taken.count == 2)
    #expect(taken.first?.data["data"]?["processedItems"] == .int(999))
    #expect(subscriber.take().isEmpty)
  }

  @Test func pausesGrowAndEnd() {
    var pauses = PausedJobs()
    #expect(pauses.isDue(1, now: 0))
    pauses.add(1, now: 0)
    #expect(!pauses.isDue(1, now: 29))
    #expect(pauses.isDue(1, now: 30))
    pauses.add(1, now: 30)
    #expect(pauses.nextDue == 90)
    for _ in 0..<20 { pauses.add(1, now: 100) }
    #expect(pauses.nextDue == 1_000)
    pauses.giveUp(1)
    #expect(pauses.nextDue == nil)
    #expect(!pauses.isDue(1, now: 1e12))
    pauses.forget(1)
    #expect(pauses.isDue(1, now: 0))
  }
}
