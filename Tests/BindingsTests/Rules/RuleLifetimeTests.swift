import Reactor
import ScriptHost
import Testing

@testable import Bindings

@Suite("Rules: lifetime")
struct RuleLifetimeTests {
  @Test("An engine is freed though it has loaded rules of every kind and decided by them")
  func engine() async throws {
    weak var host: Host?
    weak var engine: LuaEngine?
    let reactor: Reactor
    do {
      let folder = try await RuleFolder(then: [RuleFolder.shipped])
      (host, engine, reactor) = (folder.test.host, folder.test.engine, folder.test.reactor)
      let values = try await folder.test.run(
        """
        for _, rules in ipairs(mix.rules.list()) do mix.rules.check(rules.name) end
        rawset(_G, "kept", mix.rules.load("match/tracks"))
        return mix.match.best({title = "Halo"}, {{title = "Halo"}}, rawget(_G, "kept")).index
        """)
      #expect(values == [.int(1)])
    }
    reactor.join()
    #expect(host == nil && engine == nil)
  }
}
