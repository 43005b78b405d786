import Reactor
import ScriptHost
import Testing

@Suite("Engine: values and errors")
struct EngineTests {
  @Test func returnsValues() async throws {
    let test = await TestEngine()
    let values = try await test.run("return 1, 2.5, 'x', true, nil, {1, 2}, {a = 1}")
    #expect(
      values == [
        .int(1), .number(2.5), .string("x"), .bool(true), .nil, .array([.int(1), .int(2)]),
        .object(["a": .int(1)]),
      ])
  }

  @Test func keepsStateBetweenRuns() async throws {
    let test = await TestEngine(strict: false)
    try await test.run("x = 41")
    #expect(try await test.run("x = x + 1 return x") == [.int(42)])
  }

  @Test func passesOverAFirstLineWithAHash() async throws {
    let test = await TestEngine()
    #expect(try await test.run("#!/usr/bin/env mixhost\nreturn 7") == [.int(7)])
  }

  @Test func namesFileAndLineOfASyntaxError() async throws {
    let test = await TestEngine()
    let error = await test.failure("local x =\n= 1") as? ScriptError
    #expect(error?.kind == "syntax")
    #expect(error?.message.hasPrefix("test.lua:2:") == true)
    let braces = String(repeating: "{", count: 300) + String(repeating: "}", count: 300)
    #expect(await test.message("return " + braces).hasPrefix("test.lua: the text nests too deeply"))
  }

  @Test func tracesARuntimeErrorWithoutHostFrames() async throws {
    let test = await TestEngine()
    let error = await test.failure(
      """
      local function inner(t)
        return t.a.b
      end
      local function outer(t) inner(t) return 1 end
      outer({})
      """)
    let script = try #require(error as? ScriptError)
    #expect(script.message == "test.lua:2: attempt to index a nil value (field 'a')")
    #expect(
      script.traceback == [
        "test.lua:2: in function 'inner'",
        "test.lua:4: in function 'outer'", "test.lua:5: in main chunk",
      ])
  }

  @Test(arguments: [
    ("error({})", "test.lua:1: (error object is a table value)"),
    (
      "error({why = 'x', code = 3, more = {}})",
      "test.lua:1: (error object is a table value: {code = 3, more = …, why = \"x\"})"
    ),
    ("error(nil)", "test.lua:1: (error object is a nil value)"),
    ("error('plain', 0)", "plain"), ("error({message = 'told'})", "test.lua:1: told"),
    (
      "error(setmetatable({}, {__tostring = function() return 'named' end}))", "test.lua:1: named"
    ),
    (
      "error(setmetatable({}, {__tostring = error}))",
      "test.lua:1: (a table whose __tostring failed)"
    ),
  ])
  func describesAnyErrorValue(source: String, message: String) async {
    let test = await TestEngine()
    #expect(await test.message(source) == message)
  }

  @Test func refusesUnknownGlobalsAndSuggests() async {
    let test = await TestEngine()
    #expect(
      await test.message("prnt(1)") == "test.lua:1: unknown global 'prnt' (did you mean 'print'?)")
    #expect(
      await test.message("count = 1")
        == "test.lua:1: global 'count' is not declared: write local count")
  }

  @Test func keepsModulesReadOnly() async throws {
    let test = await TestEngine()
    #expect(await test.message("mix.task.map = nil").contains("mix.task is read-only"))
    #expect(await test.message("return mix.tsk").contains("did you mean mix.task?"))
    #expect(try await test.run("return getmetatable(mix)") == [.bool(false)])
    let names = try await test.run(
      "local names = {} for name, module in pairs(mix) do names[name] = type(module) end return names.task"
    )
    #expect(names == [.string("table")], "modules that were not used yet are listed, too")
    #expect(try await test.run("return getmetatable('')") == [.bool(false)])
  }

  @Test(arguments: [
    ("return load('\\27Lua')", "attempt to load a binary chunk"),
    ("return load('return 1', 'x', 'b')", "only text chunks can be loaded"),
  ])
  func loadsTextOnly(source: String, message: String) async throws {
    let test = await TestEngine()
    let values = try await test.run(source)
    #expect(values.first == .nil)
    #expect("\(values.last!)".contains(message))
  }

  @Test(arguments: [
    ("'3'", 3), ("3.0", 3), ("true", 0), ("false", 1), ("", 0), ("nil", 0), ("257", 1),
  ])
  func exitsWith(value: String, code: Int32) async {
    let test = await TestEngine()
    let error = await #expect(throws: ScriptExit.self) { try await test.run("os.exit(\(value))") }
    #expect(error?.code == code)
  }

  @Test(arguments: ["{}", "1.5", "0/0", "math.huge", "'x'"])
  func exitsWithCodesAlone(value: String) async {
    let test = await TestEngine()
    let message = await test.message("os.exit(\(value))")
    #expect(message.contains("os.exit takes true, false or a whole number"))
  }

  @Test(arguments: [
    "dofile", "loadfile", "io.open", "os.execute", "debug.sethook",
    "string.dump", "package", "os.remove",
  ])
  func leavesOutWhatReachesTheMachine(name: String) async throws {
    let test = await TestEngine(strict: false)
    #expect(try await test.run("return \(name)") == [.nil])
  }

  @Test func endsAtOsExitThroughPcallAndTasks() async throws {
    let test = await TestEngine()
    let source = "mix.task.map({1, 2}, function() pcall(os.exit, 3) mix.task.sleep(60) end)"
    #expect(await test.failure(source) as? ScriptExit == ScriptExit(code: 3))
  }

  @Test func runsScriptCoroutines() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local function range(n)
        return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end)
      end
      local sum = 0
      for i in range(4) do sum = sum + i end
      local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error('x' .. b, 0) end)
      local _, first = coroutine.resume(co, 1)
      local ok, message = coroutine.resume(co, 'y')
      return sum, first, ok, message, coroutine.status(co)
      """)
    #expect(values == [.int(10), .int(2), .bool(false), .string("xy"), .string("dead")])
  }

  @Test func protectsCallsAsLuaDoes() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local ok, e = pcall(error, {code = 7})
      local ok2, trace = xpcall(function() error('deep') end, debug.traceback)
      local ok3, a, b = xpcall(function(...) return ... end, print, 1, 2)
      return ok, e.code, ok2, trace:match('deep') , trace:find('stack traceback') ~= nil, ok3, a, b
      """)
    #expect(
      values == [
        .bool(false), .int(7), .bool(false), .string("deep"), .bool(true), .bool(true), .int(1),
        .int(2),
      ])
  }

  @Test func passesManyArguments() async throws {
    let test = await TestEngine()
    let arguments = (1...3000).map(String.init)
    let values = try await test.engine.run(
      "return select('#', ...), (select(3000, ...)), #arg", name: "=test", arguments: arguments)
    #expect(values == [.int(3000), .string("3000"), .int(3000)])
  }

  @Test func keepsTheMarkOfListsToItself() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local list = mix.task.map({}, print)
      local mine = setmetatable(mix.task.map({}, print), {__index = {x = 7}})
      return getmetatable(list), mine.x, (pcall(rawset, getmetatable(list), '__gc', print))
      """)
    #expect(values == [.bool(false), .int(7), .bool(false)])
  }

  @Test func aWaitingHandlersTracebackIsItsOwn() async throws {
    let test = await TestEngine(time: ManualTime())
    let values = try await test.run(
      """
      local first, second
      mix.task.all{
        function()
          local function culprit() error('a', 0) end
          local function handler(e) mix.task.sleep(0) return debug.traceback(e) end
          local _, trace = xpcall(culprit, handler)
          first = trace:find('test.lua:4:') ~= nil
        end,
        function() second = debug.traceback('b'):find('test.lua:4:') end,
      }
      return first, second
      """)
    #expect(values == [.bool(true), .nil])
  }

  @Test(arguments: [
    // A handler that waits on the way out must not hand the exit to another task.
    """
    mix.task.all{
      function()
        pcall(function()
          local guard <close> = setmetatable({}, {__close = function() mix.task.sleep(0) end})
          os.exit(3)
        end)
        os.exit(4)
      end,
      function() mix.task.sleep(0) pcall(error) os.exit(5) end,
    }
    """,
    """
    local _, e = pcall(mix.task.sleep, 'x')
    return e .. setmetatable({}, {__tostring = function() os.exit(3) end})
    """,
  ])
  func nothingCatchesAnExit(source: String) async {
    let test = await TestEngine()
    #expect(await test.failure(source) as? ScriptExit == ScriptExit(code: 3))
    let after = try? await test.run("return pcall(error)")
    #expect(after == [.bool(false), .nil], "nothing is left")
  }
}
