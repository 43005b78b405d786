import Reactor
import ScriptHost
import Testing

@Suite("A run's own clocks and seed")
struct RunSourcesTests {
  private func run(_ code: String, seed: Int = 7) async throws -> [LuaValue] {
    let reactor = Reactor(name: "sources")
    defer {
      reactor.stop()
      reactor.join()
    }
    let sources = RunSources(time: ManualTime(wall: 86_400.75), seed: seed)
    let engine = LuaEngine(
      reactor: reactor, configuration: EngineConfiguration(sources: sources))
    return try await engine.run(code, name: "=test")
  }

  @Test func clocksAreThoseOfTheRun() async throws {
    let values = try await run(
      "return os.time(), os.date('!%F %T'), os.date('!*t').year, os.clock(), math.type(os.time())")
    #expect(
      values == [
        .int(86_400), .string("1970-01-02 00:00:00"), .int(1970), .number(1_000),
        .string("integer"),
      ])
    #expect(
      try await run("return os.date('!%F', 0), os.time({year=2000, month=1, day=1, hour=12}) > 0")
        == [.string("1970-01-01"), .bool(true)])
  }

  @Test func randomNumbersAreThoseOfTheSeed() async throws {
    let code = "local a = math.random(1 << 50) math.randomseed() return a, math.random(1 << 50)"
    let first = try await run(code)
    #expect(try await run(code) == first)
    #expect(try await run(code, seed: 8) != first)
    let given = "math.randomseed(5) return math.random(1 << 50)"
    #expect(try await run(given) == run(given, seed: 8))
  }
}
