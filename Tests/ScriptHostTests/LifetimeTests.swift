import Reactor
import ScriptHost
import Testing

@Suite("Lifetimes")
struct LifetimeTests {
  private final class Token: Sendable {}

  /// Whether what an engine holds is freed with it, after a script that leaves things behind.
  private func isFreed(after source: String) async throws -> Bool {
    let reactor = Reactor(name: "test")
    weak var left: Token?
    do {
      let token = Token()
      left = token
      let engine = LuaEngine(
        reactor: reactor, configuration: EngineConfiguration(strictGlobals: false))
      await engine.register("task") { TaskModule.make() }
      await engine.register("token") { [token] in
        var module = Module("token", "")
        module.function("hold", "") { _ in withExtendedLifetime(token) { Nothing() } }
        return module
      }
      try await engine.run("mix.token.hold() " + source, name: "@test.lua")
    }
    reactor.stop()
    reactor.join()
    return left == nil
  }

  @Test(
    "An engine is freed though its scripts hold",
    arguments: [
      "return 1",
      "mix.task.scope(function(s) scope = s end)",
      "mix.task.scope(function(s) task = s:spawn(function() return {} end) end)",
      "mix.task.scope(function(s) task = s:spawn(mix.task.sleep, 3600) task:cancel() end)",
    ])
  func engine(source: String) async throws {
    #expect(try await isFreed(after: source))
  }
}
