import Reactor
import ScriptHost
import Testing

/// Host functions that are waited for without a Swift task.
@Suite("Suspended calls")
struct SuspendedCallTests {
  /// `mix.later`: what ends in a later turn of the reactor, or when it is cancelled.
  private static func later() -> Module {
    var module = Module("later", "")
    func add(_ name: String, _ begin: @escaping @Sendable (HostCall) -> (SuspendedCall) -> Void) {
      module.asyncFunction(
        name, "", Parameter("value", "", LuaValue?.self), start: { .suspends(begin($0)) })
    }
    add("value") { call in
      let (reactor, number) = (call.context.engine.reactor, call.stack.integer(1) ?? 0)
      return { suspended in reactor.post { suspended.finish(.success(number)) } }
    }
    add("fail") { call in
      let reactor = call.context.engine.reactor
      let error = HostError(kind: "odd", message: call.stack.string(1) ?? "")
      return { suspended in reactor.post { suspended.finish(.failure(error)) } }
    }
    add("misuse") { call in
      let reactor = call.context.engine.reactor
      return { suspended in
        reactor.post { suspended.finish(.failure(HostError.usage("not like that"))) }
      }
    }
    add("never") { call in
      let reactor = call.context.engine.reactor
      return { suspended in
        suspended.onCancel {
          reactor.post { suspended.finish(.failure(CancellationError())) }
        }
      }
    }
    // Ends while it is being started, and once more: the second end counts for nothing.
    add("now") { call in
      let number = call.stack.integer(1) ?? 0
      return { suspended in
        suspended.finish(returning: number)
        suspended.finish(returning: -1)
        suspended.onCancel { Issue.record("the call has ended") }
      }
    }
    module.function("is_marked", "") { call -> Bool in call.context.isMarked("test") }
    module.asyncFunction("marked", "", Parameter("fn", "", LuaFunction.self)) { context, fn in
      Several(try await context.call(fn, mark: "test"))
    }
    return module
  }

  private func makeEngine() async -> TestEngine {
    await TestEngine(time: ManualTime(autoAdvance: true), modules: [("later", Self.later)])
  }

  @Test func resultsAndErrorsComeBack() async throws {
    let test = await makeEngine()
    let values = try await test.run(
      """
      local a = mix.later.value(1)
      local nothing, err = mix.later.fail("no luck")
      local co = coroutine.wrap(function(x)
        coroutine.yield(mix.later.value(x))
        return mix.later.value(x + 1)
      end)
      local ok, message = pcall(mix.later.misuse)
      return a, nothing, err.kind, err.message, co(10), co(), ok, tostring(message)
      """)
    #expect(
      values == [
        .int(1), .nil, .string("odd"), .string("no luck"), .int(10), .int(11), .bool(false),
        .string("test.lua:7: not like that"),
      ])
    #expect(await test.message("\nmix.later.misuse()").hasPrefix("test.lua:2: not like that"))
  }

  @Test func whatEndsAtOnceGoesOnAtOnce() async throws {
    let test = await makeEngine()
    let values = try await test.run(
      """
      local sum = 0
      for i = 1, 100000 do sum = sum + mix.later.now(1) end
      local co = coroutine.wrap(function() coroutine.yield(mix.later.now(7)) return mix.later.now(8) end)
      local cancelled
      mix.task.scope(function(s)
        local child = s:spawn(function() mix.later.now(1) mix.later.never() end)
        mix.later.value(1)
        child:cancel()
        local _, e = child:await()
        cancelled = e.kind
      end)
      return sum, co(), co(), mix.later.value(2), cancelled
      """)
    #expect(values == [.int(100_000), .int(7), .int(8), .int(2), .string("cancelled")])
  }

  @Test func childrenFollowEachOther() async throws {
    let test = await makeEngine()
    let values = try await test.run(
      """
      local list, running, most = {}, 0, 0
      for i = 1, 200 do list[i] = i end
      local results = mix.task.map(list, {limit = 7}, function(x)
        running = running + 1
        most = math.max(most, running)
        local y = mix.later.value(x) + mix.later.value(1)
        if x % 10 == 0 then mix.task.sleep(0.001) end
        running = running - 1
        return y
      end)
      for i = 1, 200 do assert(results[i] == i + 1) end
      return #results, most
      """)
    #expect(values == [.int(200), .int(7)])
  }

  @Test func aFailureCancelsThoseThatWait() async throws {
    let test = await makeEngine()
    let error = await test.failure(
      """
      mix.task.map({1, 2, 3}, function(x)
        mix.later.value(x)
        if x == 2 then error("no luck with " .. x) end
        mix.later.never()
      end)
      """)
    let script = try #require(error as? ScriptError)
    #expect(script.message == "test.lua:3: no luck with 2")
    #expect(script.traceback.contains { $0.hasPrefix("in task 2 of 3 of mix.task.map") })
  }

  @Test func aChildThatCancelsItselfLeavesTheOthers() async throws {
    let test = await makeEngine()
    let values = try await test.run(
      """
      local after
      local r = mix.task.map({1, 2, 3, 4}, {limit = 1}, function(x)
        mix.later.value(x)
        if x == 2 then
          pcall(mix.task.cancel)
          pcall(mix.later.value, 1)
          after = true
        end
        return mix.later.value(x)
      end)
      return r[1], r[2], r[3], r[4], after
      """)
    #expect(values == [.int(1), .nil, .int(3), .int(4), .nil])
  }

  @Test func timeLimitsAndHandlesCancelIt() async throws {
    let test = await makeEngine()
    let values = try await test.run(
      """
      local nothing, err = mix.task.timeout(1, function() mix.later.never() end)
      local cancelled
      mix.task.scope(function(s)
        local waiting = s:spawn(function() mix.later.value(1) mix.later.never() end)
        mix.later.value(1)
        mix.later.value(1)
        waiting:cancel()
        local _, e = waiting:await()
        cancelled = e.kind
      end)
      return nothing, err.kind, cancelled
      """)
    #expect(values == [.nil, .string("timeout"), .string("cancelled")])
  }

  @Test func cancellingTheSwiftTaskEndsTheScriptForGood() async throws {
    let test = await makeEngine()
    let engine = test.engine
    let script = Task {
      try await engine.run(
        "while true do pcall(function() mix.later.value(1) mix.later.never() end) end",
        name: "@test.lua")
    }
    // Let it come to its wait.
    for _ in 0..<10 { _ = await engine.memoryInUse }
    script.cancel()
    await #expect(throws: CancellationError.self) { try await script.value }
    #expect(try await test.run("return mix.later.value(5)") == [.int(5)])
  }

  @Test func marksReachWhatACallStarts() async throws {
    let test = await makeEngine()
    let values = try await test.run(
      """
      local seen = {}
      local function look() seen[#seen + 1] = mix.later.is_marked() end
      look()
      mix.later.marked(function()
        look()
        mix.later.value(1)
        look()
        mix.task.map({1}, function() mix.later.value(1) look() end)
        mix.task.scope(function(s)
          mix.later.value(1)
          s:spawn(function() mix.later.value(1) look() end)
        end)
      end)
      look()
      return table.unpack(seen)
      """)
    #expect(
      values == [
        .bool(false), .bool(true), .bool(true), .bool(true), .bool(true), .bool(false),
      ])
  }
}
