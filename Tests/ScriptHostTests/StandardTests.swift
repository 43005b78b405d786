import ScriptHost
import Testing

@Suite("Engine: what scripts expect of Lua")
struct StandardTests {
  @Test func aTaskIsTheMainCoroutine() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local task, main = coroutine.running()
      local inner, inner_main
      coroutine.wrap(function() inner, inner_main = coroutine.running() end)()
      local resumed, why = coroutine.resume(task)
      local _, normal = coroutine.resume(coroutine.create(function() coroutine.close(task) end))
      return main, inner_main, inner ~= task, resumed, why, normal
      """)
    #expect(values.prefix(4) == [.bool(true), .bool(false), .bool(true), .bool(false)])
    #expect(values[4] == .string("cannot resume non-suspended coroutine"))
    #expect(values[5] == .string("test.lua:5: cannot close a normal coroutine"))
  }

  @Test(arguments: [
    ("os.date, '%Ez'", "bad argument #1 to 'os.date' (invalid conversion specifier '%Ez')"),
    ("io.write, {}", "bad argument #1 to 'io.write' (string expected, got table)"),
    ("string.rep", "bad argument #1 to 'string.rep' (string expected, got no value)"),
  ])
  func messagesNameTheFunctionThatPcallCalled(call: String, message: String) async throws {
    let test = await TestEngine()
    #expect(try await test.run("return select(2, pcall(\(call)))") == [.string(message)])
  }

  @Test func aWaitingCoroutineBelongsToTheHost() async throws {
    let test = await TestEngine(modules: [
      (
        "pause",
        {
          var module = Module("pause", "")
          module.asyncFunction("once", "") { _ -> Bool in
            await Task.yield()
            return true
          }
          return module
        }
      )
    ])
    let values = try await test.run(
      """
      local waiting = coroutine.create(function() mix.pause.once() return "done" end)
      local answers = mix.task.all{
        function() return select(2, coroutine.resume(waiting)) end,
        function()
          local _, resumed = coroutine.resume(waiting)
          local _, closed = pcall(coroutine.close, waiting)
          return resumed .. "; " .. closed
        end,
      }
      return answers[1], answers[2], coroutine.status(waiting)
      """)
    #expect(
      values == [
        .string("done"),
        .string(
          "cannot resume a coroutine that waits for the host; "
            + "cannot close a coroutine that waits for the host"),
        .string("dead"),
      ])
  }

  @Test func tellsWhatRunsWhereButHandsOutNoFunction() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local function f(a, b, ...) return debug.getinfo(1, "nSlf") end
      local here = f()
      local named = debug.getinfo(f)
      return here.name, here.short_src, here.currentline, here.func, named.func, named.nparams,
        named.isvararg, named.what, debug.getinfo(print, "S").what, debug.getinfo(1000)
      """)
    #expect(
      values == [
        .string("f"), .string("test.lua"), .int(1), .nil, .nil, .int(2), .bool(true),
        .string("Lua"),
        .string("C"), .nil,
      ])
    #expect(
      await test.message("debug.getinfo(1, '>S')").contains("invalid option"))
  }

  @Test func anErrorInAHandlerIsHandledByTheHandler() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local calls = 0
      local function handler(problem)
        calls = calls + 1
        if calls < 3 then error("again", 0) end
        return problem .. " " .. calls
      end
      local _, third = xpcall(error, handler, "first")
      local _, never = xpcall(error, function() error("always") end)
      return third, never
      """)
    #expect(values == [.string("again 3"), .string("error in error handling")])
  }

  @Test func collectsASmallStateWhenAsked() async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local weak = setmetatable({ {} }, { __mode = "v" })
      collectgarbage()
      return weak[1], collectgarbage("step"), collectgarbage("generational")
      """)
    #expect(values == [.nil, .bool(true), .string("incremental")])
  }

  @Test func removesAtTheEndOfAnEmptyTable() async throws {
    let test = await TestEngine()
    let values = try await test.run("local t = {} return table.remove(t, #t), table.remove(t, 1)")
    #expect(values == [.nil, .nil])
    #expect(
      await test.message("table.remove({1, 2}, 4)").contains(
        "bad argument #1 to 'remove' (position out of bounds)"))
    #expect(
      await test.message("table.concat({1, {}})").contains(
        "invalid value (table) at index 2 in table for 'concat'"))
  }
}
