import Reactor
import Synchronization
import Testing

@testable import MixCore
@testable import Store

@Suite("Scheduler of refreshers")
struct RefreshSchedulerTests {
  private static let start = 1_767_225_600.0

  private struct Down: Error, CustomStringConvertible {
    let description = "the source is down"
  }

  private struct Missing: Error, CustomStringConvertible {
    let description = "the rules were not found"
  }

  /// Rules in Swift, and what is kept in memory.
  private final class Surroundings: RefreshSurroundings {
    let reactor = Reactor(name: "test")
    let time: any TimeSource
    private let store: RefreshStore
    private let noted = Mutex<[String]>([])

    init(_ time: any TimeSource) throws {
      self.time = time
      store = RefreshStore(try DataFile.inMemory())
    }

    deinit { reactor.stop() }

    var warnings: [String] { noted.withLock { $0 } }
    func warn(_ message: String) { noted.withLock { $0.append(message) } }

    func run<T: Sendable>(_ work: @escaping @Sendable (RefreshStore) throws -> T) async throws -> T
    {
      try work(store)
    }

    /// `fixed`: at its interval; `on_demand`: old while nobody looks; others are missing.
    func decide(_ rule: String, _ facts: RefreshFacts) async throws -> RefreshDecision {
      let last = facts.history.lastSuccess
      switch rule {
      case "fixed":
        guard let every = facts.every else {
          return RefreshDecision(.wait, nextAt: facts.now + 1, reason: "off")
        }
        guard let last, facts.now < last + every else {
          return RefreshDecision(.refresh, nextAt: facts.now, reason: "its time has come")
        }
        return RefreshDecision(.wait, nextAt: last + every, reason: "it is new")
      case "on_demand":
        return RefreshDecision(
          facts.visible ? .refresh : .serveStale, nextAt: facts.now + 60, reason: "nobody looks")
      default: throw Missing()
      }
    }
  }

  /// The runs, and whether they fail.
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
    let surroundings = try Surroundings(time)
    let runs = Runs()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    var end = ends.makeAsyncIterator()
    let scheduler = RefreshScheduler(
      surroundings,
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
    #expect(surroundings.warnings.contains { $0.hasPrefix("refresh grids: ") })
  }

  @Test("A failure is kept with its reason, and asked for runs at once")
  func failure() async throws {
    let time = ManualTime(wall: Self.start)
    let surroundings = try Surroundings(time)
    let runs = Runs()
    let changes = Mutex<[Bool]>([])
    let scheduler = RefreshScheduler(
      surroundings, refreshers: [Self.refresher("feed", "on_demand")],
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
}
