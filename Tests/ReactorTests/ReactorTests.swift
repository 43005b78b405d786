@testable import Reactor
import Testing

/// Collects what jobs wrote, from any thread.
final class Notes: Sendable {
  private let lines = Guarded<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// An actor on a reactor that tells whether it really runs there.
actor Pinned {
  nonisolated let reactor: Reactor
  nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }
  private(set) var count = 0

  init(_ reactor: Reactor) { self.reactor = reactor }

  func increment() -> Bool {
    count += 1
    return reactor.isCurrent
  }

  /// Calls another actor of the same reactor. Returns whether each of its steps ran in place.
  func talk(to other: Pinned, rounds: Int) async -> Bool {
    var inPlace = true
    for _ in 0..<rounds {
      let there = await other.increment()
      inPlace = inPlace && there && reactor.isCurrent
    }
    return inPlace
  }

  func sleep(_ time: any TimeSource, _ duration: Duration) async throws -> Bool {
    try await time.sleep(for: duration)
    return reactor.isCurrent
  }

  func timers(_ notes: Notes) async {
    await withUnsafeContinuation { (done: UnsafeContinuation<Void, Never>) in
      let now = Reactor.monotonicNanoseconds()
      reactor.scheduleTimer(at: now + 2_000_000) {
        notes.add("late")
        done.resume()
      }
      reactor.scheduleTimer(at: now) { notes.add("first") }
      reactor.scheduleTimer(at: now) { notes.add("second") }
      let cancelled = reactor.scheduleTimer(at: now + 1_000_000) { notes.add("cancelled") }
      reactor.cancelTimer(cancelled)
    }
  }
}

@Suite struct TimerQueueTests {
  @Test func theFirstDeadlineFollowsEveryChange() {
    var queue = TimerQueue()
    #expect(queue.nextDeadline() == nil)
    let middle = queue.add(deadline: 20) {}
    #expect(queue.nextDeadline() == 20)
    let first = queue.add(deadline: 10) {}
    #expect(queue.nextDeadline() == 10)
    _ = queue.add(deadline: 30) {}
    #expect(queue.popDue(now: 9, upTo: queue.lastNumber) == nil)
    queue.remove(first)
    #expect(queue.nextDeadline() == 20)
    #expect(queue.popDue(now: 20, upTo: middle.number - 1) == nil)
    #expect(queue.popDue(now: 20, upTo: queue.lastNumber) != nil)
    #expect(queue.nextDeadline() == 30)
    #expect(queue.popDue(now: 40, upTo: queue.lastNumber) != nil)
    #expect(queue.nextDeadline() == nil)
  }
}

@Suite struct ReactorTests {
  private func withReactor<R>(_ body: (Reactor) async throws -> R) async rethrows -> R {
    let reactor = Reactor(name: "test")
    defer {
      reactor.stop()
      reactor.join()
    }
    return try await body(reactor)
  }

  @Test func actorsRunOnTheReactor() async {
    await withReactor { reactor in
      #expect(!reactor.isCurrent)
      let actor = Pinned(reactor)
      let there = await actor.increment()
      #expect(there)
    }
  }

  @Test func noHopBetweenActorsOfOneReactor() async {
    await withReactor { reactor in
      let (one, other) = (Pinned(reactor), Pinned(reactor))
      let inPlace = await one.talk(to: other, rounds: 1_000)
      let count = await other.count
      #expect(inPlace)
      #expect(count == 1_000)
    }
  }

  @Test func postedWorkRunsInOrder() async {
    await withReactor { reactor in
      let notes = Notes()
      await withUnsafeContinuation { (done: UnsafeContinuation<Void, Never>) in
        for number in 0..<100 { reactor.post { notes.add("\(number)") } }
        reactor.post { done.resume() }
      }
      #expect(notes.all == (0..<100).map(String.init))
    }
  }

  @Test func postsOfManyThreadsAllArrive() async {
    await withReactor { reactor in
      let actor = Pinned(reactor)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<500 { _ = await actor.increment() } }
        }
      }
      let count = await actor.count
      #expect(count == 4_000)
    }
  }

  @Test func timersFireByDeadlineThenByOrder() async {
    await withReactor { reactor in
      let notes = Notes()
      await Pinned(reactor).timers(notes)
      #expect(notes.all == ["first", "second", "late"])
    }
  }

  @Test func aBusyQueueLetsTimersThrough() async {
    await withReactor { reactor in
      let notes = Notes()
      let actor = Pinned(reactor)
      // Twice as many jobs as one turn takes: timers come in between.
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await actor.timers(notes) }
        for _ in 0..<(2 * Reactor.jobsPerTurn) {
          group.addTask(executorPreference: reactor) { _ = await actor.increment() }
        }
      }
      #expect(notes.all == ["first", "second", "late"])
    }
  }

  @Test func sleepingStaysOnTheReactor() async throws {
    try await withReactor { reactor in
      let time = SystemTime(reactor: reactor)
      let before = time.monotonic
      let there = try await Pinned(reactor).sleep(time, .milliseconds(3))
      #expect(there)
      #expect(time.monotonic - before >= .milliseconds(3))
    }
  }

  @Test func sleepingFromElsewhere() async throws {
    try await withReactor { reactor in
      let time = SystemTime(reactor: reactor)
      let before = time.monotonic
      try await time.sleep(for: .milliseconds(2))
      #expect(time.monotonic - before >= .milliseconds(2))
    }
  }

  @Test func aFasterTimePassesWhileItSleeps() async throws {
    try await withReactor { reactor in
      let machine = SystemTime(reactor: reactor)
      let time = SystemTime(reactor: reactor, rate: 2_000, since: machine.wall - 1)
      #expect(time.wall > machine.wall + 1_900)
      let before = (time.monotonic, time.wall)
      try await time.sleep(for: .seconds(6))
      #expect(time.monotonic - before.0 >= .seconds(6))
      #expect(time.wall - before.1 >= 5.9)
    }
  }

  @Test func cancelledSleepEndsAtOnce() async {
    await withReactor { reactor in
      let actor = Pinned(reactor)
      let task = Task { try await actor.sleep(SystemTime(reactor: reactor), .seconds(3_600)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func cancelledWhileAsleep() async {
    await withReactor { reactor in
      let actor = Pinned(reactor)
      let task = Task { try await actor.sleep(SystemTime(reactor: reactor), .seconds(3_600)) }
      // The task sleeps once the actor is free for this call.
      _ = await actor.increment()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func stopRunsWhatIsReady() {
    let reactor = Reactor(name: "stop")
    let notes = Notes()
    reactor.post { notes.add("ran") }
    reactor.stop()
    reactor.join()
    #expect(notes.all == ["ran"])
  }

  @Test func nothingIsKeptBeyondTheEnd() async {
    weak var reactor: Reactor?
    weak var held: Notes?
    do {
      let ending = Reactor(name: "end")
      let notes = Notes()
      (reactor, held) = (ending, notes)
      // Each refers to the reactor, as most work does.
      ending.post {
        let deadline = Reactor.monotonicNanoseconds() + 3_600_000_000_000
        ending.scheduleTimer(at: deadline) { ending.post { notes.add("timer") } }
        ending.setIdleHandler {
          ending.post { notes.add("idle") }; return false
        }
        ending.stop()
      }
      ending.join()
      ending.post { ending.post { notes.add("late") } }
      #expect(notes.all.allSatisfy { $0 == "idle" })
    }
    #expect(reactor == nil)
    #expect(held == nil)
  }
}

@Suite struct ManualTimeTests {
  @Test func sleepersWakeByDeadline() async throws {
    let time = ManualTime()
    let notes = Notes()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await time.sleep(for: .seconds(seconds))
          notes.add("\(seconds)")
        }
      }
      while time.sleeperCount < 3 { await Task.yield() }
      for expected in 1...3 {
        time.advance(by: .seconds(1))
        try await group.next()
        #expect(notes.all.count == expected)
      }
    }
    #expect(notes.all == ["1", "2", "3"])
  }

  @Test func autoAdvanceRecordsSleeps() async throws {
    let time = ManualTime(wall: 100, autoAdvance: true)
    try await time.sleep(for: .seconds(5))
    try await time.sleep(for: .milliseconds(500))
    #expect(time.sleeps == [.seconds(5), .milliseconds(500)])
    #expect(time.wall == 105.5)
  }

  @Test func cancelledSleeper() async {
    let time = ManualTime()
    let task = Task { try await time.sleep(for: .seconds(1)) }
    while time.sleeperCount < 1 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.sleeperCount == 0)
  }

  @Test(
    arguments: [
      (Duration.seconds(2), 2_000_000_000), (.milliseconds(-5), -5_000_000), (.zero, 0),
      (.seconds(Int64.max), Int64.max), (.seconds(-Int64.max), Int64.min),
    ] as [(Duration, Int64)])
  func nanoseconds(_ duration: Duration, _ expected: Int64) {
    #expect(duration.nanoseconds == expected)
  }
}
