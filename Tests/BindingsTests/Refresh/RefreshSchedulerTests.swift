import MixCore
import Reactor
import ScriptHost
import Synchronization
import Testing

@testable import Bindings

@Suite("Scheduler of refreshers: a host's rules and records")
struct RefreshSchedulerTests {
  private static let rules = Checkout.scripts + "/rules"
  private static let start = 1_767_225_600.0

  /// The runs.
  private final class Runs: Sendable {
    private let state = Mutex<[String]>([])
    var names: [String] { state.withLock { $0 } }
    func run(_ name: String) { state.withLock { $0.append(name) } }
  }

  private static func refresher(
    _ name: String, _ rule: String = "fixed", every: Double? = 3_600
  ) -> Refresher {
    Refresher(name: name, doc: "", rule: rule, key: name, every: every, program: "p", command: name)
  }

  @Test("A rule that is missing is named, and the others are asked")
  func rulesOfFiles() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await TestHost(time: time, configure: { $0.rulesFolders = [Self.rules] })
    let scheduler = RefreshScheduler(
      host: test.host, engine: test.engine,
      refreshers: [Self.refresher("chart", every: 120), Self.refresher("grids", "missing")]
    ) { _, _ in }
    let states = try await scheduler.states()
    #expect(states[0].decision?.isDue == true && states[0].problem == nil)
    #expect(states[1].decision == nil && states[1].problem?.contains("were not found") == true)
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
      runs.run(refresher.name)
      try await engine.run(
        "mix.policy.record('chart', true, {idle = true, error = 'nothing is wanted', not_before = "
          + "mix.time.now() + 900})", name: "=run")
    }
    let state = try await scheduler.refresh("chart")
    #expect(state.history.lastSuccess == nil && state.history.lastFailure == nil)
    #expect(state.history.failures == 0 && state.history.error == "nothing is wanted")
    #expect(runs.names == ["chart"])
  }

  @Test("A result that the run recorded itself counts")
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
