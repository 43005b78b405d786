import ScriptHost
import Testing

@Suite("Limits")
struct LimitTests {
  private static let short = Limits(memoryBytes: 32_000_000, sliceSeconds: 0.05)

  @Test(arguments: [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "xpcall(error, function() while true do end end)",
    "local co = coroutine.wrap(function() while true do end end) while true do pcall(co) end",
    "local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
    "coroutine.wrap(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end end)()",
    "table.sort({3, 2, 1}, function() while true do end end)",
    "return ('x'):gsub('.', function() while true do end end)",
    "setmetatable({}, {__index = function() while true do end end}).x = nil; local t = setmetatable({}, {__index = function() while true do end end}); return t.x",
  ])
  func stopsALoop(source: String) async {
    let test = await TestEngine(limits: Self.short)
    #expect(await test.failure(source) as? LimitExceeded == .time(seconds: 0.05))
    #expect((try? await test.run("return 1")) == [.int(1)], "the host lives")
  }

  @Test("Blanks within a long text take one look", .timeLimit(.minutes(1)))
  func trimsInOneGo() async throws {
    let test = await TestEngine(limits: Limits(sliceSeconds: 30))
    let values = try await test.run(
      """
      local text = "a" .. (" "):rep(1000000) .. "b"
      return #text:match("^%s*(.-)%s*$"), #text:gsub("%s+$", ""), #text:gsub("(%s*)$", ""),
        ("a " .. text .. "  "):find("%s+$"), ("  a b  "):match("^%s*(.-)%s*$"),
        (" a  b "):gsub("%s*$", "."), ("aab"):match("^a*$"), ("aaa"):match("^(a*)$")
      """)
    #expect(
      values == [
        .int(1_000_002), .int(1_000_002), .int(1_000_002), .int(1_000_005), .string("a b"),
        .string(" a  b."), .nil, .string("aaa"),
      ])
  }

  private static let endless =
    "setmetatable({}, {__len = function() return (1 << 31) - 2 end, __index = type, __newindex = rawequal})"

  @Test(arguments: [
    "return (('a'):rep(40)):find(('a-'):rep(40) .. 'b')",
    "return (('a'):rep(40)):match(('a*'):rep(40) .. 'b')",
    "return (('a'):rep(40)):gsub(('a-'):rep(40) .. 'b', '')",
    "for _ in (('a'):rep(40)):gmatch(('a?'):rep(40) .. ('a'):rep(41)) do end",
    "pcall(string.find, ('a'):rep(40), ('a-'):rep(40) .. 'b') while true do end",
    "table.move({}, 1, 1 << 40, 2)",
    "table.insert(\(endless), 1, 0)",
    "table.remove(\(endless), 1)",
    "return #table.concat(\(endless))",
    "table.sort(\(endless))",
    "return ('b'):rep(4 << 20):find('[' .. ('a'):rep(1 << 18) .. ']c')",
    "return ('b'):rep(4 << 20):match('[' .. ('a'):rep(1 << 18) .. 'b]*c')",
    "return ('b'):rep(4 << 20):match('[' .. ('a'):rep(1 << 18) .. ']*[' .. ('a'):rep(1 << 18) .. 'c]')",
    "return ('b'):rep(4 << 20):match('^[' .. ('a'):rep(1 << 18) .. 'b]-c')",
    "return ('b'):rep(4 << 20):find('%f[' .. ('a'):rep(1 << 18) .. ']')",
    "return ('b'):rep(4 << 20):gsub('[' .. ('a'):rep(1 << 18) .. ']', '')",
    "local s = ('x'):rep(4 << 20) while true do s:find('y', 1, true) end",
    "local s = ('x'):rep(4 << 20) while true do utf8.len(s) end",
  ])
  func stopsWorkInLibraryFunctions(source: String) async {
    let test = await TestEngine(limits: Self.short)
    #expect(await test.failure(source) as? LimitExceeded == .time(seconds: 0.05))
    #expect((try? await test.run("return 1")) == [.int(1)], "the host lives")
  }

  @Test func findsPatternsAsTheStockLibraryDoes() async throws {
    let test = await TestEngine()
    let found = try await test.run(
      #"""
      local all = {}
      for key, value in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do all[#all + 1] = key .. value end
      return table.concat(all), ("THE (quick) fox"):find("%((%a+)%)"), ("hello"):gsub("l+", "<%0>"),
        ("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("[[x]]"):match("%b[]"),
        ("THE (quick) fox"):gsub("%f[%a]%a+", string.lower), select("#", ("ab"):find("()b()"))
      """#)
    #expect(
      found == [
        .string("a1b2"), .int(5), .string("he<ll>o"), .string("key"), .string("[[x]]"),
        .string("the (quick) fox"), .int(4),
      ])
    #expect(
      await test.message("return ('x'):find('[a')").contains("malformed pattern (missing ']')"))
    #expect(
      await test.message("return ('x'):rep(300):find(('(x)'):rep(33))").contains(
        "too many captures"))
  }

  @Test(arguments: [
    "local s = 'x' while true do s = s .. s end",
    "local t = {} for i = 1, 1e9 do t[i] = {} end",
    "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end",
    "return table.concat((function() local t = {} for i = 1, 64 do t[i] = ('x'):rep(1 << 20) end return t end)())",
    "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end",
  ])
  func stopsGrowth(source: String) async {
    let test = await TestEngine(limits: Limits(memoryBytes: 32_000_000, sliceSeconds: 20))
    #expect(await test.failure(source) as? LimitExceeded == .memory(bytes: 32_000_000))
    #expect((try? await test.run("return 1")) == [.int(1)], "the host lives")
  }

  @Test(arguments: [
    (Limits().memoryBytes, "256 MB"), (64_000_000, "64 MB"), (2_000_000_000, "2000 MB"),
    (67_108_864, "67 MB"), (500_000, "500000 bytes"),
  ])
  func saysTheMemoryAsItWasGiven(bytes: Int, shown: String) {
    #expect(
      "\(LimitExceeded.memory(bytes: bytes))"
        == "memory limit: the script needed more than \(shown) (raise it with --max-memory)")
  }

  @Test func refusesARepetitionThatCannotFit() async throws {
    let test = await TestEngine(limits: Limits(memoryBytes: 32_000_000, sliceSeconds: 5))
    #expect(
      await test.message("return string.rep('x', 1e10)")
        == "test.lua:1: resulting string too large (memory limit: 32 MB)")
    #expect(
      try await test.run("return #(''):rep(1e15), ('ab'):rep(3, '-')") == [
        .int(0), .string("ab-ab-ab"),
      ])
  }

  @Test func endsDeepRecursionWithAnError() async {
    let test = await TestEngine(limits: Limits(memoryBytes: 256_000_000, sliceSeconds: 20))
    #expect(
      await test.message("local function f() return 1 + f() end return f()").contains(
        "stack overflow"))
    #expect(
      await test.message("local function f() return (('x'):gsub('x', f)) end return f()")
        .contains("C stack overflow"))
  }

  @Test func endsChainsOfClosingCoroutines() async {
    let test = await TestEngine()
    let message = await test.message(
      """
      local function nest(n)
        return coroutine.create(function()
          local inner <close> = setmetatable({}, {__close = function()
            local co = nest(n + 1)
            coroutine.resume(co)
            local ok, e = coroutine.close(co)
            if not ok then error(e, 0) end
          end})
          coroutine.yield()
        end)
      end
      local co = nest(1)
      coroutine.resume(co)
      local ok, e = coroutine.close(co)
      error(e, 0)
      """)
    #expect(message.contains("too many nested") || message.contains("C stack overflow"))
  }

  @Test func refusesFinalizers() async {
    let test = await TestEngine()
    #expect(
      await test.message("setmetatable({}, {__gc = function() end})").contains(
        "use a <close> variable"))
  }

  @Test func countsMemoryPushedByTheHost() async {
    let test = await TestEngine(
      limits: Limits(memoryBytes: 8_000_000, sliceSeconds: 5),
      modules: [
        (
          "big",
          {
            var module = Module("big", "pushes much")
            module.function("text", "", Parameter("n", "bytes", Int.self)) { _, n in
              Bytes([UInt8](repeating: 65, count: n))
            }
            return module
          }
        )
      ])
    #expect(
      await test.failure("return #mix.big.text(16000000)") as? LimitExceeded
        == .memory(bytes: 8_000_000))
    #expect((try? await test.run("return #mix.big.text(1000)")) == [.int(1000)])
  }

  @Test func interruptsFromAnotherThread() async throws {
    let test = await TestEngine(limits: Limits(sliceSeconds: 30))
    let running = Task { await test.failure("while true do end") }
    test.engine.interrupt()
    #expect(await running.value is CancellationError)
  }
}
