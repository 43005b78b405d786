import Reactor
import Testing

@Suite("EventClock")
struct EventClockTests {
  /// Runs on a reactor of its own, whose events are those of a clock that waits for none.
  private func run<Value: Sendable>(
    isHeld: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping @Sendable (EventClock, Reactor) async throws -> Value
  ) async throws -> Value {
    let reactor = Reactor(name: "events")
    let clock = EventClock(reactor: reactor, start: 1_000, isLive: false, isHeld: isHeld)
    defer {
      reactor.stop()
      reactor.join()
    }
    return try await Task(executorPreference: reactor) { try await body(clock, reactor) }.value
  }

  @Test func sleepsTakeNoTime() async throws {
    let start = ContinuousClock.now
    let times = try await run { clock, _ in
      try await clock.sleep(for: .seconds(3_600))
      let first = (clock.monotonic, clock.wall)
      try await clock.sleep(until: .seconds(10))
      return [first.0.seconds, first.1, clock.monotonic.seconds]
    }
    #expect(times == [3_600, 4_600, 3_600], "a deadline that has passed does not turn time back")
    #expect(ContinuousClock.now - start < .seconds(600))
  }

  @Test func eventsHappenInTheOrderOfTheirTimes() async throws {
    let log = Guarded<[String]>([])
    try await run { clock, reactor in
      func note(_ name: String) { log.withLock { $0.append("\(name) \(clock.nanoseconds)") } }
      _ = clock.addArrival(at: 300) { note("arrival") }
      _ = clock.addArrival(at: 300) { note("arrival of the same time") }
      let gone = clock.addArrival(at: 100) { note("cancelled") }
      clock.cancelArrival(gone)
      _ = clock.scheduleTimer(at: .nanoseconds(300), on: reactor) { note("timer") }
      let stopped = clock.scheduleTimer(at: .nanoseconds(50), on: reactor) { note("stopped") }
      clock.cancelTimer(stopped, on: reactor)
      try await clock.sleep(until: .nanoseconds(200))
      note("sleeper")
      try await clock.sleep(until: .nanoseconds(400))
    }
    #expect(
      log.withLock { $0 } == [
        "sleeper 200", "timer 300", "arrival 301", "arrival of the same time 302",
      ])
  }

  @Test func oneEventComesToRestBeforeTheNext() async throws {
    let log = Guarded<[String]>([])
    try await run { clock, reactor in
      let tasks = ["a", "b"].map { name in
        Task(executorPreference: reactor) {
          try await clock.sleep(until: .nanoseconds(10))
          for step in 1...3 {
            log.withLock { $0.append("\(name)\(step)") }
            await Task.yield()
          }
        }
      }
      for task in tasks { try await task.value }
    }
    #expect(log.withLock { $0 } == ["a1", "a2", "a3", "b1", "b2", "b3"])
  }

  @Test func readingTakesTimeForScriptsOnly() async throws {
    let times = try await run { clock, _ in
      let script = clock.forScripts
      let before = [clock.monotonic, clock.monotonic]
      return before + [script.monotonic, script.monotonic, clock.monotonic]
    }
    #expect(times == [0, 0, 1, 2, 2].map { .microseconds($0) })
  }

  @Test func standsStillWhileWorkIsElsewhere() async throws {
    let isHeld = Guarded(true)
    let time = try await run(isHeld: { isHeld.withLock { $0 } }) { clock, reactor in
      let sleeper = Task(executorPreference: reactor) { try await clock.sleep(until: .seconds(5)) }
      for _ in 0..<100 { await Task.yield() }
      let held = clock.monotonic
      isHeld.withLock { $0 = false }
      try await sleeper.value
      return [held, clock.monotonic]
    }
    #expect(time == [.zero, .seconds(5)])
  }

  @Test func asksWhenNothingCanHappen() async throws {
    let count = try await run { clock, reactor in
      let asked = Guarded(0)
      try await reactor.suspend { (continuation: UnsafeContinuation<Void, any Error>) in
        clock.setStandstillHandler {
          asked.withLock { $0 += 1 }
          if asked.withLock({ $0 }) > 1 { return false }
          continuation.resume()
          return true
        }
      } onCancel: {
      }
      return asked.withLock { $0 }
    }
    #expect(count == 1)
  }

  @Test func aCancelledSleepEndsAtOnce() async throws {
    let time = try await run { clock, reactor in
      let sleeper = Task(executorPreference: reactor) { try await clock.sleep(until: .seconds(5)) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      return clock.monotonic
    }
    #expect(time == .zero)
  }

  @Test func liveEventsKeepTheMachinesTime() async throws {
    let reactor = Reactor(name: "live")
    let clock = EventClock(reactor: reactor, start: 0, isLive: true)
    defer {
      reactor.stop()
      reactor.join()
    }
    let start = ContinuousClock.now
    let times = try await Task(executorPreference: reactor) {
      try await clock.sleep(until: .milliseconds(5))
      let slept = clock.monotonic
      return [slept, clock.monotonic]
    }.value
    #expect(times == [.milliseconds(5), .milliseconds(5)], "it stands still between events")
    #expect(ContinuousClock.now - start >= .milliseconds(4))
  }
}
