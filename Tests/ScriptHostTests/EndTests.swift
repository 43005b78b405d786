import Glibc
import Reactor
import ScriptHost
import Synchronization
import Testing

/// The end of a script is lost in no host function, however it takes errors of its callbacks.
@Suite("Ends")
struct EndTests {
  /// A module whose functions pass over every error of a callback, and note what a script reaches.
  private static func careless(_ reached: Reached, _ time: ManualTime? = nil) -> Module {
    var module = Module("careless", "for these tests")
    module.asyncFunction("call", "", Parameter("f", "", LuaFunction.self)) {
      context, function -> Bool in
      (try? await context.call(function)) != nil
    }
    module.function("call_now", "", Parameter("f", "", LuaFunction.self)) {
      call, function -> Bool in
      function.push(call.stack)
      return (try? call.context.callNow(on: call.stack, arguments: 0, results: 0)) != nil
    }
    module.function("rule", "", Parameter("f", "", LuaFunction.self)) { call, function -> Bool in
      function.push(call.stack)
      return (try? call.callRule("r", arguments: 0, results: 0, budget: RuleBudget())) != nil
    }
    module.asyncFunction("instant", "") { _ -> Bool in true }
    module.function("advance", "", Parameter("seconds", "", Double.self)) { _, seconds -> Bool in
      time?.advance(by: .seconds(seconds))
      return true
    }
    module.function("reach", "", Parameter("where", "", String.self)) { _, place -> Bool in
      reached.places.withLock { $0.append(place) }
      return true
    }
    return module
  }

  private final class Reached: Sendable {
    let places = Mutex<[String]>([])
    var all: [String] { places.withLock { $0 } }
  }

  private func engine(
    _ reached: Reached, _ limits: Limits = Limits(memoryBytes: 32_000_000, sliceSeconds: 0.05),
    time: ManualTime? = nil
  ) async -> TestEngine {
    await TestEngine(
      time: time, limits: limits, modules: [("careless", { Self.careless(reached, time) })])
  }

  // MARK: Callbacks

  @Test(
    "A callback's end is the end of the run",
    arguments: [
      "mix.careless.call(END)",
      "mix.careless.call_now(END)",
      "pcall(mix.careless.call, END)",
      "coroutine.wrap(function() mix.careless.call(END) end)()",
      "mix.task.all{function() mix.careless.call(END) mix.careless.reach('child') end}",
      "mix.careless.call(function() mix.careless.call(END) mix.careless.reach('callback') end)",
      "mix.task.race{function() mix.careless.call(END) end, function() mix.task.sleep(9) end}",
      "mix.task.scope(function(s) s:spawn(END) while true do mix.task.sleep(0.001) end end)",
    ],
    [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end",
      "os.exit(7)",
    ])
  func isKept(call: String, end: String) async {
    let reached = Reached()
    // Only what runs until its time is over depends on it, and ends by nothing else.
    let isEndless = end.hasPrefix("while true")
    let limits = Limits(memoryBytes: 32_000_000, sliceSeconds: isEndless ? 0.05 : 30)
    let test = await engine(reached, limits)
    let source = "local END = function() \(end) end \(call) mix.careless.reach('after')"
    let error = await test.failure(source)
    switch end {
    case "os.exit(7)": #expect(error as? ScriptExit == ScriptExit(code: 7), "\(error)")
    case _ where isEndless: #expect(error as? LimitExceeded == .time(seconds: 0.05), "\(error)")
    default: #expect(error as? LimitExceeded == .memory(bytes: 32_000_000), "\(error)")
    }
    #expect(reached.all == [], "nothing of the run continues")
    #expect((try? await test.run("return 1")) == [.int(1)], "the next run is another one")
  }

  @Test("A callback that cancels its task cancels the one that it is called for")
  func cancels() async throws {
    let reached = Reached()
    let test = await engine(reached)
    let values = try await test.run(
      """
      local kind
      mix.task.scope(function(s)
        local t = s:spawn(function()
          mix.careless.call(function() mix.task.cancel() end)
          mix.careless.instant()
          mix.careless.reach("after")
        end)
        kind = select(2, t:await()).kind
      end)
      return kind
      """)
    #expect(values == [.string("cancelled")])
    #expect(reached.all == [])
  }

  @Test("A rule that uses up its own budget is an error like others")
  func rule() async throws {
    let test = await engine(Reached(), Limits(sliceSeconds: 30))
    let values = try await test.run(
      "return mix.careless.rule(function() while true do end end), mix.careless.instant()")
    #expect(values == [.bool(false), .bool(true)])
  }

  // MARK: Unwinding

  @Test(
    "Protected calls that nest without end are unwound once", .timeLimit(.minutes(1)),
    arguments: [
      "local function f() while true do pcall(f) end end while true do pcall(f) end",
      "local function f() while true do pcall(pcall, f) end end while true do pcall(f) end",
      "local function f() while true do xpcall(f, f) end end while true do xpcall(f, f) end",
      "local function f() while true do pcall(coroutine.wrap(f)) end end while true do pcall(f) end",
      "local function f() while true do pcall(string.gsub, 'x', '.', f) end end while true do pcall(f) end",
      "local t local function f() while true do pcall(function() return t.x end) end end "
        + "t = setmetatable({}, {__index = f}) while true do pcall(f) end",
      "local function f() local x <close> = setmetatable({}, {__close = function() while true do pcall(error) end end}) "
        + "return (f()) end pcall(f) while true do end",
    ])
  func unwindsOnce(source: String) async {
    let test = await engine(Reached(), Limits(memoryBytes: 256_000_000, sliceSeconds: 0.05))
    #expect(await test.failure(source) as? LimitExceeded == .time(seconds: 0.05))
  }

  @Test("The first end counts")
  func first() async {
    let test = await engine(Reached())
    let error = await test.failure(
      "local x <close> = setmetatable({}, {__close = function() os.exit(3) end}) while true do end")
    #expect(error as? LimitExceeded == .time(seconds: 0.05), "\(error)")
  }

  @Test("200 calls of pcall are the most inside each other, whatever was caught before")
  func nesting() async throws {
    let test = await engine(Reached(), Limits(sliceSeconds: 30))
    let values = try await test.run(
      """
      local deepest, message = 0, nil
      local function descend(n)
        if n > deepest then deepest = n end
        -- An error that is caught takes the calls around it off the C stack.
        pcall(error)
        local ok, e = pcall(descend, n + 1)
        if not ok then message = message or e end
      end
      descend(0)
      local again = 0
      local function count() again = again + 1 assert(pcall(count)) end
      pcall(count)
      return deepest <= 200, message:match("stack overflow"), again > 100
      """)
    #expect(values == [.bool(true), .string("stack overflow"), .bool(true)])
  }

  // MARK: Slices

  @Test(
    "A call that is over at once is not a wait",
    arguments: [
      "while true do mix.careless.instant() end",
      "while true do mix.careless.call(function() end) end",
      "while true do mix.task.all{function() end} end",
      "while true do mix.task.sleep(0) end",
      "while true do mix.task.timeout(9, function() end) end",
      "mix.task.map({1, 2, 3}, function() while true do mix.careless.instant() end end)",
      "mix.task.scope(function(s) while true do s:spawn(function() end):await() end end)",
    ])
  func instantWaits(source: String) async {
    let test = await engine(Reached())
    #expect(await test.failure(source) as? LimitExceeded == .time(seconds: 0.05))
  }

  @Test("A real wait begins a slice")
  func realWaits() async throws {
    let reactor = Mutex<Reactor?>(nil)
    let shared = Shared(reactor: reactor)
    // The time of a thread grows by what a busy hypervisor takes from it: a slice is four times as
    // long as what the script computes between two rests, and long beside such a pause.
    let limit = 0.8
    let test = await TestEngine(
      limits: Limits(sliceSeconds: limit), modules: [("slices", { Self.slices(shared) })])
    shared.reactor.withLock { $0 = test.reactor }
    let values = try await test.run(
      """
      local begin = mix.slices.used()
      for i = 1, 6 do
        local start = mix.slices.used()
        while mix.slices.used() - start < \(limit / 4) do end
        mix.slices.rest()
      end
      return mix.slices.used() - begin
      """)
    guard case .number(let used) = values[0] else { throw UnexpectedSuccess(values: values) }
    #expect(used > 1.4 * limit, "it computed longer than a slice")
  }

  private final class Shared: Sendable {
    let reactor: Mutex<Reactor?>
    init(reactor: consuming Mutex<Reactor?>) { self.reactor = reactor }
  }

  /// The unit of a slice, and a wait that is a real one however busy the machine is.
  private static func slices(_ shared: Shared) -> Module {
    var module = Module("slices", "for these tests")
    module.function("used", "The thread's own time.") { _ -> Double in
      var now = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
    module.asyncFunction("rest", "") { _ -> Bool in
      guard let reactor = shared.reactor.withLock({ $0 }) else { return false }
      let time = SystemTime(reactor: reactor)
      let before = reactor.restNanoseconds
      while reactor.restNanoseconds - before < 2_000_000 {
        try await time.sleep(for: .milliseconds(2))
      }
      return true
    }
    return module
  }

  // MARK: Time-outs

  /// The clock is moved while the script computes: no timer can fire before it waits.
  @Test(
    "A time-out ends what computes, and only that",
    arguments: [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "coroutine.wrap(function() while true do end end)()",
      "mix.task.all{function() while true do end end}",
      "mix.careless.call(function() while true do end end)",
      "while true do mix.careless.call(function() end) end",
      "while true do mix.task.timeout(60, function() while true do end end) end",
      "while true do mix.careless.rule(function() while true do end end) end",
    ])
  func timeout(work: String) async throws {
    let reached = Reached()
    let test = await engine(reached, Limits(sliceSeconds: 30), time: ManualTime())
    let values = try await test.run(
      """
      local result, err = mix.task.timeout(1, function()
        mix.careless.advance(2)
        \(work)
        mix.careless.reach("inside")
      end)
      mix.careless.instant()
      local again = mix.task.timeout(1, function() return "in time" end)
      return result, err.kind, err.message, again
      """)
    #expect(
      values == [.nil, .string("timeout"), .string("timed out after 1.0 s"), .string("in time")])
    #expect(reached.all == [])
  }

  @Test(
    "A limit of computing ends what computes, and only that",
    arguments: [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "mix.task.all{function() while true do end end}",
      "while true do mix.careless.call(function() end) end",
      "while true do mix.task.limit(60, function() while true do end end) end",
    ])
  func computing(work: String) async throws {
    let reached = Reached()
    let test = await engine(reached, Limits(sliceSeconds: 30), time: ManualTime())
    let values = try await test.run(
      """
      local result, err = mix.task.limit(0.1, function()
        \(work)
        mix.careless.reach("inside")
      end)
      mix.careless.instant()
      local again = mix.task.limit(20, function() mix.task.sleep(0) return "in time" end)
      return result, err.kind, err.message, again
      """)
    #expect(
      values == [
        .nil, .string("limit"), .string("computed for 0.1 s without an end"), .string("in time"),
      ])
    #expect(reached.all == [])
  }

  @Test("A limit of computing takes no account of the clock")
  func clockOfLimit() async throws {
    let test = await engine(Reached(), Limits(sliceSeconds: 30), time: ManualTime())
    let values = try await test.run(
      """
      return mix.task.limit(20, function()
        mix.careless.advance(3600)
        for _ = 1, 100000 do end
        return "done"
      end)
      """)
    #expect(values == [.string("done")])
  }

  @Test("The inner one of two time-outs ends alone")
  func innerTimeout() async throws {
    let test = await engine(Reached(), Limits(sliceSeconds: 30), time: ManualTime())
    let values = try await test.run(
      """
      return mix.task.timeout(60, function()
        local _, err = mix.task.timeout(1, function()
          mix.careless.advance(2)
          while true do end
        end)
        return err.kind, "went on"
      end)
      """)
    #expect(values == [.string("timeout"), .string("went on")])
  }

  // MARK: Nesting

  @Test(
    "Callbacks and tasks nest 200 deep",
    arguments: [
      "local function f() mix.task.all{f} end f()",
      "local function f() mix.task.timeout(9, f) end f()",
      "local function f() mix.task.map({1}, f) end f()",
    ])
  func depth(source: String) async {
    let test = await engine(Reached(), Limits(sliceSeconds: 30))
    let message = await test.message(source)
    #expect(message.contains("nested more than 200 deep"), "\(message)")
  }
}
