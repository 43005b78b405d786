import Reactor
import ScriptHost
import Testing

/// The library's example: ten lines that run Lua in another program.
private func example() async throws -> [LuaValue] {
  let reactor = Reactor()
  defer { reactor.stop() }
  let engine = LuaEngine(reactor: reactor)
  await engine.register("shop") {
    var shop = Module("shop", "Prices.")
    shop.function("price", "A price.", Parameter("name", "of the good", String.self)) { _, name in
      name == "tea" ? 3.5 : 0
    }
    return shop
  }
  return try await engine.run("return mix.shop.price('tea') * 2", name: "=order")
}

@Suite("Embedding ScriptHost")
struct EmbeddingTests {
  @Test func theExampleRuns() async throws {
    #expect(try await example() == [.number(7)])
  }
}
