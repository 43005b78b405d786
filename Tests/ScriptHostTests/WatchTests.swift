import CLua
import Reactor
import ScriptHost
import Synchronization
import Testing

/// Stopping what computes without end, and leaving alone what does not.
@Suite("Watch")
struct WatchTests {
  /// An engine whose scripts can call a function as a rule and have themselves interrupted.
  private final class Watched {
    let test: TestEngine
    private let shared: Box

    init(budget: RuleBudget = RuleBudget()) async {
      let engine = Mutex<LuaEngine?>(nil)
      let shared = Box(engine: engine)
      self.shared = shared
      test = await TestEngine(
        limits: Limits(sliceSeconds: 30),
        modules: [
          (
            "watch",
            {
              var module = Module("watch", "for these tests")
              module.function("rule", "", Parameter("f", "a rule", LuaFunction.self)) {
                call, function in
                function.push(call.stack)
                try call.callRule("endless", arguments: 0, results: 1, budget: budget)
                return Pushed(1)
              }
              module.function("interrupt", "") { _ in
                let engine = shared.engine.withLock { $0 }
                Task.detached { engine?.interrupt() }
                return Pushed(0)
              }
              return module
            }
          )
        ])
      shared.engine.withLock { $0 = test.engine }
    }

    deinit {
      test.engine.clearInterrupt()
      // The module's functions hold it, and the engine holds them.
      shared.engine.withLock { $0 = nil }
    }
  }

  private final class Box: Sendable {
    let engine: Mutex<LuaEngine?>
    init(engine: consuming Mutex<LuaEngine?>) { self.engine = engine }
  }

  // MARK: Interrupts

  @Test(arguments: [
    "mix.watch.interrupt() while true do end",
    """
    coroutine.wrap(function()
      coroutine.wrap(function() mix.watch.interrupt() while true do end end)()
    end)()
    """,
    """
    local inner = coroutine.wrap(function() while true do coroutine.yield() end end)
    mix.watch.interrupt()
    while true do inner() end
    """,
    "mix.watch.interrupt() while true do coroutine.wrap(function() end)() end",
    "mix.watch.interrupt() while true do mix.watch.rule(function() end) end",
    "mix.watch.interrupt() mix.task.map({1}, function() while true do end end)",
  ])
  func interruptsWhereverItRuns(source: String) async {
    let watched = await Watched()
    let error = await watched.test.failure(source)
    #expect(error is CancellationError, "\(error)")
  }

  @Test func runsAgainWhenTheInterruptIsTakenBack() async throws {
    let watched = await Watched()
    let loop = "mix.watch.interrupt() while true do end"
    #expect(await watched.test.failure(loop) is CancellationError)
    #expect(
      await watched.test.failure("while true do end") is CancellationError,
      "it stays interrupted")
    watched.test.engine.clearInterrupt()
    #expect(
      try await watched.test.run("local n = 0 for i = 1, 1e6 do n = n + 1 end return n") == [
        .int(1_000_000)
      ])
    #expect(await watched.test.failure(loop) is CancellationError)
  }

  // MARK: Rules

  @Test func stopsALoopInARuleInACoroutine() async throws {
    var budget = RuleBudget()
    budget.instructions = .max
    budget.seconds = 0.02
    let watched = await Watched(budget: budget)
    let values = try await watched.test.run(
      """
      return coroutine.wrap(function()
        local ok, e = pcall(mix.watch.rule, function() while true do end end)
        return ok, tostring(e)
      end)()
      """)
    #expect(values.first == .bool(false))
    #expect("\(values)".contains("rule endless: ran longer than 20 ms"))
  }

  @Test func countsTheInstructionsOfEachRuleAlone() async throws {
    var budget = RuleBudget()
    budget.instructions = 50_000
    budget.seconds = 30
    let watched = await Watched(budget: budget)
    let values = try await watched.test.run(
      """
      local ok, e = pcall(mix.watch.rule, function() while true do end end)
      for i = 1, 1000 do mix.watch.rule(function() for j = 1, 1000 do end end) end
      for i = 1, 1e6 do end
      return ok, tostring(e)
      """)
    #expect(values.first == .bool(false))
    #expect("\(values)".contains("rule endless: used more than 50000 instructions"))
  }

  // MARK: Hooks

  /// The hook that a tick sets takes itself off, in each of many short runs and of long ones.
  @Test func leavesNoHookBehind() throws {
    let ledger = try #require(clua_ledger_new(0))
    defer { clua_ledger_free(ledger) }
    let opened = clua_open(ledger, nil, { _, _ in 0 }, { _ in }, { _ in }, { _ in false })
    let vm = try #require(opened)
    defer { clua_close(vm) }
    try #require(clua_open_libraries(vm) == LUA_OK)
    let L = try #require(vm.pointee.main)
    let text = "for i = 1, 20000 do end"
    try #require(clua_load_text(L, text, text.utf8.count, "=loop") == LUA_OK)
    let runs = 400
    var hooked = 0
    for _ in 0..<runs {
      lua_pushvalue(L, -1)
      try #require(clua_pcall(L, 0, 0) == LUA_OK)
      if lua_gethookmask(L) != 0 { hooked += 1 }
    }
    if clua_always_hooked() { return }
    #expect(hooked < runs / 4, "a tick may just have come, but rarely")
    var stopped: Int32 = 0
    for _ in 0..<runs {
      lua_pushvalue(L, -1)
      try #require(clua_pcall_rule(L, 0, 0, .max, 1_000_000_000, 1 << 20, &stopped) == LUA_OK)
      if lua_gethookmask(L) != 0 { hooked += 1 }
    }
    #expect(hooked < runs / 4)
  }

  // MARK: Threads

  @Test func stopsOneOfTwoEnginesOnTwoThreads() async throws {
    let looping = await Watched()
    let working = await Watched()
    let engine = looping.test.engine
    let stopped = Task { try await engine.run("while true do end", name: "@loop.lua") }
    for number in 1...200 {
      let values = try await working.test.run("return (function(n) return n end)(\(number))")
      #expect(values == [.int(Int64(number))])
    }
    let sum = "local n = 0 for i = 1, 5e6 do n = n + 1 end return n"
    engine.interrupt()
    #expect(try await working.test.run(sum) == [.int(5_000_000)])
    await #expect(throws: CancellationError.self) { try await stopped.value }
  }

  // MARK: Methods of strings

  @Test func keepsWhatProgramsDoToStringsFromRules() async throws {
    let watched = await Watched()
    let values = try await watched.test.run(
      """
      local function rule() return ("x"):upper() end
      string.upper = function() return "poison" end
      function string.twice(s) return s .. s end
      local reached = pcall(mix.watch.rule, function() return ("x"):twice() end)
      return mix.watch.rule(rule), ("ab"):twice(), reached
      """)
    #expect(values == [.string("X"), .string("abab"), .bool(false)])
  }
}
