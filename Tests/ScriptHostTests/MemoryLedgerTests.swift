import ScriptHost
import Testing

/// One limit for what Lua holds and what the host holds for scripts.
@Suite("The ledger of memory")
struct MemoryLedgerTests {
  private static let limit = 16_000_000
  private static let small = Limits(memoryBytes: limit, sliceSeconds: 20)

  /// An object that holds bytes of a charge.
  private final class Holder: LuaObject {
    static let luaTypeName = "holder"
    static let luaType: ObjectType<Holder> = {
      var type = ObjectType<Holder>("Holds bytes.")
      type.method("keep", "Keeps a text.", Parameter("text", "", String.self)) { _, _, _ in
        Nothing()
      }
      return type
    }()
    private let charge: MemoryCharge?
    init(_ charge: MemoryCharge?) { self.charge = charge }
  }

  private func engine(_ limits: Limits = small) async -> TestEngine {
    await TestEngine(
      limits: limits,
      modules: [
        (
          "hold",
          {
            var module = Module("hold", "")
            module.function("charge", "", Parameter("bytes", "", Int.self)) { call, bytes in
              ObjectResult(Holder(try call.memory.charge(bytes)))
            }
            module.function("label", "", Parameter("text", "", String.self)) { _, _ in
              ObjectResult(Holder(nil))
            }
            module.function("value", "", Parameter("value", "", LuaValue.self)) { _, _ in Nothing()
            }
            module.function("texts", "", Parameter("texts", "", [String].self)) { _, _ in Nothing()
            }
            module.asyncFunction("wait", "", Parameter("text", "", String.self)) { _, _ in
              try await Task.sleep(for: .seconds(3600))
              return Nothing()
            }
            module.type(Holder.luaType)
            return module
          }
        )
      ])
  }

  @Test(
    "Memory held by the host ends a script as Lua's own does",
    arguments: [
      "local kept = mix.hold.charge(17000000)",
      "local kept = {} for i = 1, 17 do kept[i] = mix.hold.charge(1000000) end",
      "local a = ('x'):rep(9000000) local b = mix.hold.charge(9000000)",
      "local a = mix.hold.charge(9000000) local b = ('x'):rep(9000000)",
      // Objects keep what the call that makes them, or a method, was given.
      "local text, kept = ('x'):rep(100000), {} for i = 1, 1e6 do kept[i] = mix.hold.label(text) end",
      "local text, kept = ('x'):rep(100000), {} for i = 1, 1e6 do kept[i] = mix.hold.label('') kept[i]:keep(text) end",
      // Calls that wait hold their arguments.
      "local text, list = ('x'):rep(1000000), {} for i = 1, 20 do list[i] = i end mix.task.map(list, {limit = 20}, function() mix.hold.wait(text) end)",
      // A copy is far larger than a table that is reached by many ways.
      "local t = {} for i = 1, 30 do t = {t, t} end mix.hold.value(t)",
      "local t = {} for i = 1, 30 do t = {a = t, b = t} end mix.hold.value(t)",
      "local text, list = ('x'):rep(1000000), {} for i = 1, 1000 do list[i] = text end mix.hold.value(list)",
      "local text, list = ('x'):rep(1000000), {} for i = 1, 1000 do list[i] = text end mix.hold.texts(list)",
    ])
  func isLimited(source: String) async throws {
    let test = await engine()
    #expect(await test.failure(source) as? LimitExceeded == .memory(bytes: Self.limit))
    let caught = "pcall(function() \(source) end) return 'went on'"
    #expect(await test.failure(caught) as? LimitExceeded == .memory(bytes: Self.limit))
    #expect(try await test.run("return 1") == [.int(1)], "the host lives")
  }

  @Test("A script's results are copied within the limit")
  func results() async {
    let test = await engine()
    let failure = await test.failure("local t = {} for i = 1, 30 do t = {t, t} end return t")
    #expect(failure as? LimitExceeded == .memory(bytes: Self.limit))
  }

  @Test("Calls that ended give back what they held, exactly")
  func isExact() async throws {
    let test = await engine()
    let hold = """
      local text = ('x'):rep(1000000)
      local list = {} for i = 1, 5 do list[i] = i end
      mix.task.timeout(0.001, function()
        mix.task.map(list, {limit = 5}, function() mix.hold.wait(text) end)
      end)
      """
    // The first run makes what stays: modules, threads that are used again.
    try await test.run(hold)
    try await test.run("collectgarbage()")
    let before = test.engine.memory.total
    for _ in 0..<5 { try await test.run(hold) }
    try await test.run("collectgarbage()")
    #expect(abs(test.engine.memory.total - before) < 20_000)
  }

  @Test("A copy without a limit of memory ends at the limit of time")
  func copyTakesTime() async throws {
    let test = await engine(Limits(memoryBytes: 0, sliceSeconds: 0.05))
    let failure = await test.failure(
      "local t = {} for i = 1, 22 do t = {t, t} end mix.hold.value(t)")
    #expect(failure as? LimitExceeded == .time(seconds: 0.05))
  }

  @Test("Memory that scripts drop is returned; garbage is collected before anything is refused")
  func isGivenBack() async throws {
    let test = await engine()
    try await test.run("for i = 1, 1000 do mix.hold.charge(1000000) end")
    try await test.run(
      "local text = ('x'):rep(100000) for i = 1, 1000 do mix.hold.label(text):keep(text) end")
    try await test.run(
      """
      local text = ('x'):rep(1000000)
      for _ = 1, 30 do
        mix.task.timeout(0.001, function() mix.hold.wait(text) end)
      end
      """)
    try await test.run("collectgarbage()")
    #expect(test.engine.memory.total < 1_000_000)
  }

  @Test("Objects that are garbage make room for what Lua allocates")
  func paces() async throws {
    let test = await engine()
    try await test.run(
      """
      local text, kept = ('x'):rep(100000), {}
      for i = 1, 300 do
        mix.hold.label(text)
        kept[i % 4] = ('y'):rep(1000000 + i)
      end
      """)
  }

  @Test("Blocks count with their places")
  func countsOverhead() async throws {
    let test = await engine(Limits(memoryBytes: 0, sliceSeconds: 20))
    let values = try await test.run(
      """
      collectgarbage()
      local kept, before = {}, collectgarbage('count')
      for i = 1, 10000 do kept[i] = {} end
      return (collectgarbage('count') - before) * 1024 / 10000
      """)
    guard case .number(let bytes)? = values.first else { throw UnexpectedSuccess(values: values) }
    // A table of 56 bytes is a block of 64, its place in the list takes 16 of an array that doubles.
    #expect((80...114).contains(bytes), "\(bytes)")
  }
}
