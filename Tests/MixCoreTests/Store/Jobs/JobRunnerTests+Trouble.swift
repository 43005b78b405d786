import Reactor
import Testing

@testable import Store

/// Services in trouble: retries by the table, and jobs that pause.
extension JobRunnerTests {
  @Test("A service in trouble: the fourth power of the attempt's number, to the table's end")
  func trouble() async throws {
    // Ten attempts take four hours, in each second of which the run looks at its jobs.
    #expect(RetryTable().troubleAttempts == 10)
    var retries = Self.patient
    retries.troubleAttempts = 6
    let (summary, handler, store) = try await run([1], retries: retries, isWatched: true) {
      _ in Self.failed(.trouble(.server, "500"))
    }
    #expect(summary[.failed] == 1 && handler.starts.count == 6)
    for (index, wait) in try waits(store).enumerated() {
      let power = Double(index + 1) * Double(index + 1) * Double(index + 1) * Double(index + 1)
      #expect(abs(wait - power) <= power * 0.1 + 1e-6)
    }
  }

  @Test(
    "Trouble on most of ten answers pauses the job; nothing has failed",
    arguments: [
      AttemptFailure.trouble(.portal, "a web page"), .trouble(.server, "500"),
      .trouble(.reset, "broken off"), .unavailable("503"), .throttled("429"),
    ])
  func pausesForTrouble(_ failure: AttemptFailure) async throws {
    let (summary, handler, store) = try await run(Array(1...200), concurrency: 6) { _ in
      Self.failed(failure)
    }
    #expect(summary.ending == .paused && summary.reason == failure.reason)
    #expect(summary[.failed] == 0 && handler.starts.count <= 16)
    let progress = try #require(try store.progress(nil))
    #expect(progress.state == .paused && progress.open == 200 && progress[.leased] == 0)
  }

  @Test(
    "Trouble on everything pauses a job of few items after the tries of one request",
    arguments: [
      AttemptFailure.trouble(.portal, "a web page"), .trouble(.server, "500"),
      .trouble(.reset, "broken off"), .unavailable("503"),
    ], [1, 4])
  func pausesFewForTrouble(_ failure: AttemptFailure, _ count: Int64) async throws {
    let (summary, handler, store) = try await run(Array(1...count), concurrency: 6) { _ in
      Self.failed(failure)
    }
    #expect(summary.ending == .paused && summary.reason == failure.reason)
    #expect(summary[.failed] == 0 && summary.seconds <= 32)
    #expect(handler.starts.count >= count * 2 && handler.starts.count <= count * 3)
    let progress = try #require(try store.progress(nil))
    #expect(progress.state == .paused && progress.open == count && progress[.leased] == 0)
    #expect(
      handler.rests.first?.text(now: 0).hasPrefix("\(failure.reason); tried again at") == true)
  }

  @Test("The next run asks at once, not when the item would have been tried again")
  func resumesAtOnce() async throws {
    let (_, _, store) = try await run([1]) { _ in Self.failed(.trouble(.server, "500")) }
    #expect(try store.progress(nil)?[.waiting] == 1)
    let time = ManualTime(autoAdvance: true)
    let begin = time.wall
    let (summary, handler) = try await run(
      store, time: time, concurrency: 2, limit: nil, Self.enriched)
    #expect(summary.ending == .done && summary[.enriched] == 1)
    #expect(handler.starts.allSatisfy { $0 < begin + 1 })
  }

  @Test(
    "An item in trouble of its own, where others are answered, follows the table and reports its waits"
  )
  func ownTrouble() async throws {
    let (summary, handler, store) = try await run(Array(1...20)) { item in
      item.work == 7 ? Self.failed(.unavailable("503")) : Self.enriched(item)
    }
    #expect(summary.ending == .done && summary[.enriched] == 19 && summary[.failed] == 1)
    #expect(try waits(store).count == 20 && handler.rests.count == 20)
    guard case .retry("503", _)? = handler.rests.last else {
      Issue.record("no wait was told: \(handler.rests)")
      return
    }
  }

  @Test("An answer from the cache says nothing of a service in trouble")
  func troubleBehindTheCache() async throws {
    let (summary, _, _) = try await run(Array(1...20)) { item in
      item.work == 7
        ? Self.failed(.unavailable("503"))
        : Attempt(.done(.enriched, WorkUpdate(item.work, source: "t")), provesNetwork: false)
    }
    #expect(summary.ending == .paused && summary[.enriched] == 19 && summary.reason == "503")
  }

  @Test("A few failures among many answers pause nothing")
  func passingTrouble() async throws {
    let (summary, _, _) = try await run(Array(1...100)) { item in
      item.work % 2 == 0 && item.attempt == 1
        ? Self.failed(.trouble(.server, "500")) : Self.enriched(item)
    }
    #expect(summary.ending == .done && summary[.enriched] == 100)
  }

  @Test("A run whose store failed leaves nothing that the next run of the process cannot take")
  func failedStore() async throws {
    let time = ManualTime(autoAdvance: true)
    let store = SQLJobStore(try DataFile(path: folder.file("mixhost.sqlite")))
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue(Array(1...100), job: job, priority: 0, now: now)
    let gone = DataFileError(.unreachable, "gone")
    await #expect(throws: DataFileError.self) {
      try await run(
        store, time: time, concurrency: 2, limit: nil, savingError: gone, Self.enriched)
    }
    let (summary, handler) = try await run(
      store, time: time, concurrency: 2, limit: nil, Self.enriched)
    #expect(summary.ending == .done && summary[.enriched] == 100)
    #expect(handler.saved.withLock { Set($0).count } == 100)
  }

  @Test("Items that come again to a run that hung, after others took them back, are saved once")
  func takenBack() async throws {
    let time = ManualTime(autoAdvance: true)
    let path = folder.file("mixhost.sqlite")
    let store = SQLJobStore(try DataFile(path: path))
    let other = SQLJobStore(
      try DataFile(path: path),
      identity: ProcessIdentity(pid: 2, boot: "b", started: 2, namespace: "n"),
      liveness: { _ in .alive })
    let now = ClockTime(wall: time.wall, monotonic: time.monotonic.seconds)
    let job = try store.createJob(name: "a", now: now)
    _ = try store.enqueue(Array(1...20), job: job, priority: 0, now: now)
    let (later, begin) = AsyncStream.makeStream(of: Void.self)
    let (summary, handler) = try await run(
      store, time: time, concurrency: 6, limit: nil,
      before: { item in
        guard item.work == 20 else { return }
        if item.attempt > 1 { return begin.finish() }
        // All that the run has goes back. Its next claim gets it again, and begins this one a second time.
        try other.recover(now: ClockTime(wall: 2e9, monotonic: 1e9))
        for await _ in later {}
      }, Self.enriched)
    #expect(summary.ending == .done && summary[.enriched] == 20)
    #expect(handler.saved.withLock { $0.sorted() } == Array(1...20))
    let progress = try #require(try store.progress(nil))
    #expect(progress[.enriched] == 20 && progress[.leased] == 0 && progress.state == .done)
  }
}
