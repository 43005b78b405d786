import MixCore
import Reactor
import ScriptHost
import Synchronization
import Testing

@testable import Bindings

@Suite("Scheduler of refreshers")
struct RefreshSchedulerTests {
  private static let rules = Checkout.scripts + "/rules"
  private static let start = 1_767_225_600.0

  private struct Down: Error, CustomStringConvertible {
    let description = "the source is down"
  }

  /// What was run, and whether it fails.
  private final class Runs: Sendable {
    private let state = Mutex<(names: [String], fails: Bool)>(([], false))
    var names: [String] { state.withLock { $0.names } }
    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }
    func run(_ name: String) throws {
      try state.withLock { state in
        state.names.append(name)
        if state.fails { throw Down() }
      }
    }
  }

  private static func refresher(
    _ name: String, _ rule: String = "fixed", every: Double? = 3_600
  ) -> Refresher {
    Refresher(name: name, doc: "", rule: rule, key: name, every: every, program: "p", command: name)
  }

  /// Advances the clock once the loop sleeps.
  private func advance(_ time: ManualTime, _ seconds: Double) async {
    while time.sleeperCount == 0 { await Task.yield() }
    time.advance(by: .seconds(clamping: seconds))
  }

  @Test("Runs what is due, notes how it went, and leaves alone what is off")
  func loop() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await TestHost(time: time, configure: { $0.rulesFolders = [Self.rules] })
    let runs = Runs()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    var end = ends.makeAsyncIterator()
    let scheduler = RefreshScheduler(
      host: test.host, engine: test.engine,
      refreshers: [
        Self.refresher("chart", every: 120), Self.refresher("feed", every: nil),
        Self.refresher("grids", "missing"),
      ], onChange: { if !$0.isRunning { ended.yield() } }
    ) { refresher, forced in
      #expect(!forced)
      try runs.run(refresher.name)
    }
    let loop = Task { await scheduler.run() }
    await end.next()
    #expect(runs.names == ["chart"])
    await advance(time, 60)
    await advance(time, 59)
    #expect(runs.names == ["chart"])
    await advance(time, 1)
    await end.next()
    #expect(runs.names == ["chart", "chart"])
    loop.cancel()
    await loop.value

    let states = try await scheduler.states()
    #expect(states[0].history.lastSuccess == Self.start + 120)
    #expect(states[0].decision?.action == .wait)
    #expect(states[1].decision?.reason.hasPrefix("fetched when asked for") == true)
    #expect(states[2].decision == nil && states[2].problem?.contains("were not found") == true)
    #expect(test.log.entries.contains { $0.message.contains("refresh grids: ") })
  }

  @Test("A failure is kept with its reason, and asked for runs at once")
  func failure() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await TestHost(time: time, configure: { $0.rulesFolders = [Self.rules] })
    let runs = Runs()
    let changes = Mutex<[Bool]>([])
    let scheduler = RefreshScheduler(
      host: test.host, engine: test.engine, refreshers: [Self.refresher("feed", "on_demand")],
      onChange: { state in changes.withLock { $0.append(state.isRunning) } }
    ) { refresher, _ in try runs.run(refresher.name) }
    runs.fail(true)
    let failed = try await scheduler.refresh("feed")
    #expect(failed.history.failures == 1 && failed.history.error == "the source is down")
    #expect(failed.decision?.action == .serveStale, "nobody looks")
    runs.fail(false)
    let done = try await scheduler.refresh("feed")
    #expect(done.history.lastSuccess == Self.start && done.history.error == nil)
    #expect(runs.names == ["feed", "feed"])
    #expect(changes.withLock { $0 } == [true, false, true, false])
    await #expect(throws: UnknownRefresher.self) { try await scheduler.refresh("fed") }
  }

  @Test("A run that had nothing to fetch counts as neither, and is not repeated at once")
  func idle() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await TestHost(time: time, configure: { $0.rulesFolders = [Self.rules] })
    let engine = test.engine
    let runs = Runs()
    let scheduler = RefreshScheduler(
      host: test.host, engine: test.engine, refreshers: [Self.refresher("chart", every: 120)]
    ) { refresher, _ in
      try runs.run(refresher.name)
      try await engine.run(
        "mix.policy.record('chart', true, {idle = true, error = 'nothing is wanted', not_before = "
          + "mix.time.now() + 900})", name: "=run")
    }
    let state = try await scheduler.refresh("chart")
    #expect(state.history.lastSuccess == nil && state.history.lastFailure == nil)
    #expect(state.history.failures == 0 && state.history.error == "nothing is wanted")
    #expect(runs.names == ["chart"])
  }

  @Test("What a run recorded itself counts")
  func ownRecord() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await TestHost(time: time, configure: { $0.rulesFolders = [Self.rules] })
    let engine = test.engine
    let scheduler = RefreshScheduler(
      host: test.host, engine: test.engine, refreshers: [Self.refresher("chart")]
    ) { _, _ in
      try await engine.run(
        "mix.policy.record('chart', false, {error = 'half of it'})", name: "=run")
    }
    let state = try await scheduler.refresh("chart")
    #expect(state.history.error == "half of it" && state.history.lastSuccess == nil)
  }
}
