import Reactor
import ScriptHost
import Synchronization
import Testing

/// The end of a run with many tasks: each wait is cancelled once, and all of them share what is left of the limits.
@Suite("Ends of many tasks")
struct ManyTasksTests {
  /// How often waits were cancelled.
  private final class Told: Sendable {
    let count = Atomic<Int>(0)
  }

  private static func held(_ told: Told) -> Module {
    var module = Module("held", "for these tests")
    module.asyncFunction(
      "wait", "",
      start: { call in
        let reactor = call.context.engine.reactor
        return .suspends { wait in
          wait.onCancel {
            told.count.add(1, ordering: .relaxed)
            reactor.later { wait.finish(.failure(CancellationError())) }
          }
        }
      })
    return module
  }

  @Test(
    "Each wait is cancelled once", .timeLimit(.minutes(1)),
    arguments: [
      "mix.task.scope(function(s) for _ = 1, 2000 do s:spawn(mix.held.wait) end END() end)",
      "local t = {} for i = 1, 2000 do t[i] = i end mix.task.map(t, {limit = 2000}, function(i) if i == 2000 then END() end mix.held.wait() end)",
      "local t = {} for i = 1, 2000 do t[i] = mix.held.wait end t[2001] = END mix.task.all(t)",
      "local t = {} for i = 1, 2000 do t[i] = mix.held.wait end t[2001] = END mix.task.race(t)",
      "mix.task.timeout(99, function() mix.task.scope(function(s) for _ = 1, 2000 do s:spawn(mix.held.wait) end s:spawn(END) end) end)",
      "local function deep(n) mix.task.scope(function(s) for _ = 1, 20 do s:spawn(mix.held.wait) end if n > 1 then s:spawn(deep, n - 1) else s:spawn(END) end end) end deep(100)",
    ],
    ["os.exit(7)", "error('x')", "while true do end"])
  func isToldOnce(tasks: String, end: String) async {
    let told = Told()
    let test = await TestEngine(
      limits: Limits(sliceSeconds: 0.5), modules: [("held", { Self.held(told) })])
    let error = await test.failure("local function END() \(end) end \(tasks)")
    switch end {
    case "os.exit(7)": #expect(error as? ScriptExit == ScriptExit(code: 7), "\(error)")
    case "error('x')": #expect("\(error)".hasSuffix("x"), "\(error)")
    default: #expect(error as? LimitExceeded == .time(seconds: 0.5), "\(error)")
    }
    #expect(told.count.load(ordering: .relaxed) <= 2000)
    #expect((try? await test.run("return 1")) == [.int(1)], "the host lives")
  }

  @Test(
    "Handlers of all tasks share one time", .timeLimit(.minutes(1)),
    arguments: ["os.exit(7)", "while true do end", "mix.held.interrupt()"])
  func handlers(end: String) async throws {
    let test = await TestEngine(limits: Limits(sliceSeconds: 0.5), strict: false)
    await test.engine.register("held") {
      var module = Module("held", "for these tests")
      module.function("interrupt", "") { call -> Nothing in
        call.context.engine.interrupt()
        return Nothing()
      }
      return module
    }
    _ = await test.failure(
      """
      steps, ended, begun = 0, 0, 0
      mix.task.scope(function(s)
        for _ = 1, 1000 do
          s:spawn(function()
            local _ <close> = setmetatable({}, {__close = function()
              ended = ended + 1
              while true do steps = steps + 1 end
            end})
            begun = begun + 1
            mix.task.sleep(99)
          end)
        end
        while begun < 1000 do mix.task.sleep(0.001) end
        \(end)
      end)
      """)
    test.engine.clearInterrupt()
    let values = try await test.run("return steps > 0, steps < 1000000, ended < 1000")
    #expect(values == [.bool(true), .bool(true), .bool(true)])
  }

  @Test(
    "Handlers of tasks that are cancelled compute within the running time", .timeLimit(.minutes(1)))
  func cancelled() async {
    let test = await TestEngine(limits: Limits(sliceSeconds: 0.2))
    let error = await test.failure(
      """
      local begun = 0
      mix.task.scope(function(s)
        for _ = 1, 5000 do
          s:spawn(function()
            local _ <close> = setmetatable({}, {__close = function() while true do end end})
            begun = begun + 1
            mix.task.sleep(99)
          end)
        end
        while begun < 5000 do mix.task.sleep(0.001) end
        s:cancel()
      end)
      """)
    #expect(error as? LimitExceeded == .time(seconds: 0.2), "\(error)")
  }

  @Test("A wait that a time-out ends is a real wait")
  func timeouts() async throws {
    let test = await TestEngine(limits: Limits(sliceSeconds: 0.3))
    let values = try await test.run(
      """
      for _ = 1, 10 do
        mix.task.timeout(0.005, function() mix.task.sleep(9) end)
        local begin = os.clock()
        while os.clock() - begin < 0.1 do end
      end
      return "done"
      """)
    #expect(values == [.string("done")])
  }

  @Test("Children that had not begun when the run ended do not hold it", .timeLimit(.minutes(1)))
  func notBegun() async {
    let test = await TestEngine()
    let error = await test.failure(
      """
      mix.task.map({1, 2}, function(i)
        if i == 2 then os.exit(7) end
        mix.task.map({1, 2, 3}, function() mix.task.sleep(99) end)
      end)
      """)
    #expect(error as? ScriptExit == ScriptExit(code: 7), "\(error)")
  }

  @Test("Tasks that wait for one module are cancelled one by one", .timeLimit(.minutes(1)))
  func modules() async throws {
    let folder = try TemporaryFolder(["slow.lua": "mix.task.sleep(99) return {}"])
    let test = await TestEngine(limits: Limits(sliceSeconds: 30), folders: [folder.path])
    let values = try await test.run(
      """
      local _, err = mix.task.timeout(0.05, function()
        mix.task.scope(function(s) for _ = 1, 500 do s:spawn(require, "slow") end end)
      end)
      return err.kind
      """)
    #expect(values == [.string("timeout")])
  }
}
