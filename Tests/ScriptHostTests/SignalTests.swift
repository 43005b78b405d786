import Reactor
import ScriptHost
import Testing

/// Latches, channels and select: what tasks wait for each other with.
@Suite("Signals of tasks")
struct SignalTests {
  @Test("All that wait for a latch get its value, and so do those that come later")
  func latch() async throws {
    let test = await TestEngine(time: ManualTime(autoAdvance: true))
    let values = try await test.run(
      """
      local latch, seen = mix.task.latch(), {}
      mix.task.scope(function(s)
        for i = 1, 3 do s:spawn(function() seen[i] = latch:wait() end) end
        mix.task.sleep(1)
        assert(not latch:is_set() and #seen == 0)
        assert(latch:set("on") and not latch:set("off"))
      end)
      return seen, latch:wait(), latch:is_set()
      """)
    #expect(
      values == [
        .array([.string("on"), .string("on"), .string("on")]), .string("on"), .bool(true),
      ])
  }

  @Test("A channel keeps the order and no more than its capacity", arguments: [0, 1, 3])
  func channel(_ capacity: Int) async throws {
    let test = await TestEngine()
    let values = try await test.run(
      """
      local channel, sent, most, got = mix.task.channel(\(capacity)), 0, 0, {}
      mix.task.all{
        function()
          for i = 1, 50 do channel:send(i); sent = sent + 1 end
          channel:close()
        end,
        function()
          for value in channel do
            got[#got + 1] = value
            most = math.max(most, sent - #got)
          end
        end,
      }
      for i = 1, 50 do assert(got[i] == i) end
      return #got, most <= \(capacity), channel:receive()
      """)
    #expect(values == [.int(50), .bool(true), .nil])
  }

  @Test(
    "Closing ends waiting receivers with nil and waiting senders with an error; what is kept stays")
  func closing() async throws {
    let test = await TestEngine(time: ManualTime(autoAdvance: true))
    let values = try await test.run(
      """
      local empty, full = mix.task.channel(), mix.task.channel(1)
      full:send("kept")
      local received, refused = "none", nil
      mix.task.scope(function(s)
        s:spawn(function() received = empty:receive() end)
        s:spawn(function() local _, err = full:send("late"); refused = err.kind end)
        mix.task.sleep(1)
        empty:close()
        full:close()
      end)
      return received == nil, refused, full:receive(), full:receive() == nil, select(2, full:send(1)).kind
      """)
    #expect(
      values == [
        .bool(true), .string("closed"), .string("kept"), .bool(true), .string("closed"),
      ])
  }

  @Test("A cancelled receiver takes no value with it")
  func cancelled() async throws {
    let test = await TestEngine(time: ManualTime(autoAdvance: true))
    let values = try await test.run(
      """
      local channel = mix.task.channel(1)
      mix.task.scope(function(s)
        local waiting = s:spawn(function() channel:receive() end)
        mix.task.sleep(1)
        waiting:cancel()
        waiting:await()
      end)
      local _, late = mix.task.timeout(1, function() return channel:receive() end)
      channel:send("here")
      return late.kind, channel:receive()
      """)
    #expect(values == [.string("timeout"), .string("here")])
  }

  @Test("Select takes the first of a channel, a latch, a task and the time, and leaves the others")
  func selecting() async throws {
    let test = await TestEngine(time: ManualTime(autoAdvance: true))
    let values = try await test.run(
      """
      local channel, latch, out = mix.task.channel(1), mix.task.latch(), {}
      local function note(...) out[#out + 1] = table.concat({...}, " ") end
      local first, second = mix.task.latch(), mix.task.latch()
      mix.task.scope(function(s)
        s:spawn(function() first:wait(); channel:send("value") end)
        local task = s:spawn(function() second:wait(); return "done", 1 end)
        local none, err = mix.task.select{channel, latch, task, timeout = 1}
        note(tostring(none), err.kind)
        first:set()
        note(mix.task.select{latch, channel, task})
        second:set()
        note(mix.task.select{channel, latch, task})
        latch:set("set")
        note(mix.task.select{channel, latch, task})
        note(tostring(channel:count()))
      end)
      return table.concat(out, ", ")
      """)
    #expect(values == [.string("nil timeout, 2 value, 3 done 1, 2 set, 0")])
  }

  @Test(
    "Tasks that all wait for each other end with an error",
    arguments: [
      "mix.task.latch():wait()", "mix.task.channel():send(1)", "for _ in mix.task.channel() do end",
      "mix.task.select{mix.task.latch(), mix.task.channel()}",
      "mix.task.map({1, 2}, function() mix.task.latch():wait() end)",
      "mix.task.scope(function(s) local c = mix.task.channel(); s:spawn(c.send, c, 1); s:spawn(c.send, c, 2) end)",
      "mix.task.scope(function(s) local t = s:spawn(function() mix.task.latch():wait() end); t:await() end)",
    ])
  func deadlock(_ source: String) async throws {
    let test = await TestEngine()
    #expect((await test.failure(source) as? ScriptError)?.kind == "deadlock")
  }

  @Test("A task that sleeps, or has a time-out, may still end a wait")
  func noDeadlock() async throws {
    let test = await TestEngine(time: ManualTime(autoAdvance: true))
    let values = try await test.run(
      """
      local latch = mix.task.latch()
      local _, a = mix.task.timeout(5, function() latch:wait() end)
      local _, b = mix.task.select{latch, timeout = 5}
      mix.task.all{function() latch:wait() end, function() mix.task.sleep(5); latch:set() end}
      return a.kind, b.kind
      """)
    #expect(values == [.string("timeout"), .string("timeout")])
  }

  @Test(
    "Wrong use names what was expected",
    arguments: [
      ("mix.task.channel(-1)", "capacity"), ("mix.task.channel():send(nil)", "nil"),
      ("mix.task.select{}", "1 to 1000"), ("mix.task.select{1}", "element 1"),
      ("mix.task.select{mix.task.latch(), timout = 1}", "timout"),
    ])
  func misuse(_ source: String, _ part: String) async throws {
    let test = await TestEngine()
    let error = try #require(await test.failure(source) as? ScriptError)
    #expect(error.kind == "usage" && error.message.contains(part), "\(error.message)")
  }
}
