import Reactor
import ScriptHost
import Testing

@Suite("Tasks")
struct TaskTests {
  @Test func mapKeepsOrderAndLimit() async throws {
    let test = await TestEngine(time: ManualTime(autoAdvance: true))
    let values = try await test.run(
      """
      local running, most = 0, 0
      local squares = mix.task.map({1, 2, 3, 4, 5}, {limit = 2}, function(x, i)
        running = running + 1
        most = math.max(most, running)
        mix.task.sleep(0.01 * (6 - x))
        running = running - 1
        return x * x + i
      end)
      return squares, most
      """)
    #expect(values == [.array([.int(2), .int(6), .int(12), .int(20), .int(30)]), .int(2)])
  }

  @Test func aFailureCancelsTheOthersAndIsRaisedWithOneTraceback() async throws {
    let test = await TestEngine()
    let error = await test.failure(
      """
      local function work(x)
        if x == 2 then error("no luck with " .. x) end
        mix.task.sleep(3600)
      end
      local function all() return (mix.task.map({1, 2, 3}, work)) end
      all()
      """)
    let script = try #require(error as? ScriptError)
    #expect(script.message == "test.lua:2: no luck with 2")
    #expect(
      script.traceback == [
        "test.lua:2: in a function", "in task 2 of 3 of mix.task.map at test.lua:5",
        "test.lua:5: in function 'all'", "test.lua:6: in main chunk",
      ])
  }

  @Test func anErrorKeepsItsSwiftIdentity() async throws {
    struct Odd: Error { let number: Int }
    let test = await TestEngine(modules: [
      (
        "odd",
        {
          var module = Module("odd", "")
          module.asyncFunction("fail", "") { _ -> Nothing in throw Odd(number: 7) }
          return module
        }
      )
    ])
    let error = await test.failure("mix.task.all{function() mix.odd.fail() end}")
    let script = try #require(error as? ScriptError)
    #expect((script.underlying as? Odd)?.number == 7)
  }

  @Test func cancellationIsSticky() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local log = {}
      mix.task.scope(function(s)
        local t = s:spawn(function()
          local guard <close> = setmetatable({}, {__close = function() log[#log + 1] = "closed" end})
          for i = 1, 3 do
            pcall(mix.task.sleep, 3600)
            log[#log + 1] = "survived"
          end
        end)
        mix.task.sleep(0)
        t:cancel()
        local value, err = t:await()
        log[#log + 1] = err.kind
      end)
      return log
      """)
    #expect(values == [.array([.string("closed"), .string("cancelled")])])
  }

  @Test("Tasks begin and continue in the order in which they were started and yielded")
  func firstComeFirstServed() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local order = {}
      mix.task.scope(function(s)
        for i = 1, 4 do
          s:spawn(function()
            order[#order + 1] = i
            s:spawn(function() order[#order + 1] = i * 10 end)
            if i % 2 == 0 then mix.task.sleep(0) end
            order[#order + 1] = -i
          end)
        end
      end)
      return table.concat(order, " ")
      """)
    #expect(values == [.string("1 -1 2 3 -3 4 10 20 -2 30 40 -4")])
  }

  @Test func awaitingCanBeCancelledAndNeverGoesInCircles() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local kind, selfish, round
      mix.task.scope(function(s)
        local slow = s:spawn(mix.task.sleep, 3600)
        local _, err = mix.task.timeout(0.001, function() slow:await() end)
        kind = err.kind
        local own
        own = s:spawn(function() mix.task.sleep(0) selfish = select(2, pcall(own.await, own)) end)
        local a, b
        a = s:spawn(function() mix.task.sleep(0) b:await() end)
        b = s:spawn(function() mix.task.sleep(0) mix.task.sleep(0) round = select(2, pcall(a.await, a)) end)
        own:await() b:await()
        slow:cancel()
      end)
      return kind, tostring(selfish), tostring(round)
      """)
    #expect(values[0] == .string("timeout"))
    for value in values.dropFirst() {
      #expect("\(value)".contains("would wait for itself for ever"))
    }
  }

  @Test func spawnPassesFunctionsAndObjects() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local seen
      mix.task.scope(function(s)
        s:spawn(function(f, scope, t) seen = {f(20), type(scope), t.k} end, function(x) return x + 1 end, s, {k = 'v'})
      end)
      return seen
      """)
    #expect(values == [.array([.int(21), .string("userdata"), .string("v")])])
  }

  @Test func aChildThatCancelsItselfLeavesNoResult() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local seen = 0
      local results = mix.task.map({1, 2, 3}, {limit = 1}, function(x)
        seen = seen + 1
        if x == 2 then mix.task.cancel() end
        mix.task.sleep(0)
        return x
      end)
      return seen, results[1], results[2], results[3]
      """)
    #expect(values == [.int(3), .int(1), .nil, .int(3)])
  }

  @Test func anExitInALoserOfARaceEndsTheScript() async {
    let test = await TestEngine()
    let source = """
      mix.task.race{
        function() mix.task.sleep(0.001) return 'won' end,
        function()
          local guard <close> = setmetatable({}, {__close = function() os.exit(4) end})
          mix.task.sleep(3600)
        end,
      }
      """
    #expect(await test.failure(source) as? ScriptExit == ScriptExit(code: 4))
  }

  @Test func timeoutReturnsAnErrorObject() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local value, err = mix.task.timeout("5s", function()
        mix.task.scope(function(s) local t = s:spawn(function() mix.task.sleep(0) end) t:await() end)
        return "in time", 2
      end)
      return value, err
      """)
    #expect(values == [.string("in time"), .int(2)])
    let never = await TestEngine()
    let late = try await never.run(
      """
      local value, err = mix.task.timeout(0.001, function() mix.task.sleep(3600) end)
      return value, err.kind, err.retryable, tostring(err)
      """)
    #expect(late == [.nil, .string("timeout"), .bool(true), .string("timed out after 0.001 s")])
  }

  @Test func raceTakesTheFirstAndCancelsTheRest() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local cancelled = false
      local winner = mix.task.race{
        function()
          local guard <close> = setmetatable({}, {__close = function() cancelled = true end})
          mix.task.sleep(3600)
        end,
        function() mix.task.sleep(0.001) return "fast" end,
      }
      return winner, cancelled
      """)
    #expect(values == [.string("fast"), .bool(true)])
  }

  @Test func waitsInsideScriptCoroutines() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local function pages()
        return coroutine.wrap(function()
          for i = 1, 3 do
            mix.task.sleep(0)
            coroutine.yield(i)
          end
        end)
      end
      local sum = 0
      for page in pages() do sum = sum + page end
      local co = coroutine.create(function() mix.task.sleep(0) return pcall(function() mix.task.sleep(0) error("e", 0) end) end)
      return sum, select(2, coroutine.resume(co)), coroutine.status(co)
      """)
    #expect(values == [.int(6), .bool(false), .string("dead")])
  }

  @Test(arguments: [
    "pcall(mix.task.sleep, 0)",
    "setmetatable({}, {__index = function() mix.task.sleep(0) return 1 end}).x",
    "setmetatable({}, {__add = function() mix.task.sleep(0) return 1 end}) + 1", "require('waits')",
  ])
  func waitsWhereLuaAllows(expression: String) async throws {
    let folder = try TemporaryFolder(["waits.lua": "mix.task.sleep(0) return {}"])
    let test = await TestEngine(folders: [folder.path])
    _ = try await test.run("local x = \(expression) return 1")
  }

  @Test(arguments: [
    ("table.sort({2, 1}, function() mix.task.sleep(0) end)", "table.sort"),
    ("('x'):gsub('x', function() mix.task.sleep(0) end)", "string.gsub"),
    ("table.sort({2, 1}, coroutine.wrap(function() mix.task.sleep(0) end))", "table.sort"),
  ])
  func namesWhatCannotWait(source: String, name: String) async {
    let test = await TestEngine()
    #expect(await test.message(source).contains("mix.task.sleep cannot wait inside \(name)"))
  }

  @Test func aTaskCannotBeResumedByAScript() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local thread, result
      mix.task.scope(function(s)
        s:spawn(function() thread = coroutine.running() mix.task.sleep(0.001) end)
        mix.task.sleep(0)
        result = {coroutine.resume(thread)}
      end)
      return result
      """)
    #expect(
      values == [
        .array([.bool(false), .string("cannot resume a coroutine that waits for the host")])
      ])
    #expect(await test.message("coroutine.yield(1)").contains("outside a coroutine"))
  }

  @Test(arguments: [
    ("mix.task.map({1}, {limt = 2}, print)", "unknown option 'limt' (did you mean 'limit'?)"),
    ("mix.task.map({1}, {limit = 0}, print)", "'limit'"),
    (
      "mix.task.map({1}, {limit = 1.5}, print)",
      "bad argument 'limit' to mix.task.map: a whole number, 1 or more expected, got 1.5"
    ),
    ("mix.task.map(1, print)", "bad argument 'list' to mix.task.map: table expected, got integer"),
    (
      "mix.task.sleep('soon')",
      "bad argument 'seconds' to mix.task.sleep: \"soon\" is not a duration"
    ),
    ("mix.task.sleep(-1)", "a duration is a finite number"),
    ("mix.task.sleep(0/0)", "a duration is a finite number"),
    ("mix.task.all{1}", "element 1 of the list is integer, function expected"),
  ])
  func namesTheArgumentThatIsWrong(source: String, message: String) async {
    let test = await TestEngine()
    #expect(await test.message(source).contains(message))
  }

  @Test(arguments: ["1e300", "'99999999999999999999d'", "1e18"])
  func takesDurationsThatNeverEnd(duration: String) async throws {
    let test = await TestEngine()
    #expect(
      try await test.run("return mix.task.timeout(\(duration), function() return 1 end)")
        == [.int(1)])
  }

  @Test func aTableThatIsRaisedStaysTheTableItIs() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local raised = {code = 5}
      local function fail() mix.task.all{function() error(raised) end} end
      local ok, caught = pcall(mix.task.map, {1}, fail)
      return ok, rawequal(caught, raised)
      """)
    #expect(values == [.bool(false), .bool(true)])
    let error = await test.failure("mix.task.all{function() error({message = 'no'}) end}")
    let lines = (error as? ScriptError)?.traceback ?? []
    #expect(lines.contains("in mix.task.all"), "\(lines)")
  }
}
