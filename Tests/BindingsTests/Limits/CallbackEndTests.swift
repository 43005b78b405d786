import Glibc
import MixCore
import ScriptHost
import Testing

@testable import Bindings

/// The host functions that call back into a script, and how the script's end passes them.
@Suite("Ends in callbacks")
struct CallbackEndTests {
  private static let queued =
    "mix.library.import{{title = 'a'}, {title = 'b'}, {title = 'c'}} mix.jobs.enqueue({1, 2, 3}) "

  @Test(
    "An exit in a callback ends the script",
    arguments: [
      "mix.grid.new(END):show(1)",
      "local g = mix.grid.new(function() return {1} end) g:on_change(END) pcall(g.show, g, 1)",
      "local g = mix.grid.new(function() return {1} end) g:show(1) g:remove(END)",
      "mix.grid.detail(END):open(1)",
      "mix.cache.fetch('k', {}, END)",
      "mix.library.import(END)",
      "mix.library.replay(END)",
      "mix.merge.sorted({END}):take()",
      "mix.merge.sorted({{pages = END}}):take()",
      "mix.merge.sorted({{2}, {1}}, {by = END}):take()",
      "mix.merge.sorted({{{a = 1}}, {{a = 2}}}, {by = {{value = END}}}):take()",
      queued + "mix.jobs.run(nil, {}, END)",
      queued + "mix.jobs.run(nil, {on_event = END}, function() return {status = 'not_found'} end)",
      "mix.task.map({1, 2}, END)",
    ])
  func exits(call: String) async {
    let test = await TestHost()
    let error = await test.failure(
      "local calls = 0 local function END() calls = calls + 1 os.exit(calls) end "
        + "\(call) error('went on')")
    #expect(error as? ScriptExit == ScriptExit(code: 1), "\(error)")
  }

  @Test("The end of a run gives the items in hand back to the queue")
  func queue() async throws {
    let test = await TestHost(limits: Limits(sliceSeconds: 0.1))
    let error = await test.failure(
      Self.queued + "mix.jobs.run(nil, {concurrency = 2}, function() while true do end end)")
    #expect(error as? LimitExceeded == .time(seconds: 0.1), "\(error)")
    let values = try await test.run(
      "local j = mix.jobs.progress() return j.state, j.queued, j.running, j.failed")
    #expect(values == [.string("open"), .int(3), .int(0), .int(0)])
  }

  @Test(
    "Endless iterators end with the running time",
    arguments: [
      "mix.library.import(function() return {title = 'x'} end, {dry_run = true})",
      "mix.library.replay(function() return 'x' end)",
      "mix.merge.sorted({function() return 1 end}, {cap = 0}):take()",
      "while true do mix.cache.fetch('k', {ttl = 0}, function() return 1 end) end",
    ])
  func iterators(source: String) async {
    let test = await TestHost(limits: Limits(sliceSeconds: 0.2))
    let error = await test.failure(source)
    #expect(error as? LimitExceeded == .time(seconds: 0.2), "\(error)")
  }

  @Test("Each item of a queue has a slice of its own")
  func items() async throws {
    let test = await TestHost(limits: Limits(sliceSeconds: 0.2))
    let values = try await test.run(
      Self.queued + """
        return mix.jobs.run(nil, {concurrency = 1}, function()
          local start = os.clock()
          while os.clock() - start < 0.1 do end
          return {status = "not_found"}
        end).not_found
        """)
    #expect(values == [.int(3)])
  }

  // MARK: Waiting for oneself

  @Test(
    "An import's iterator cannot change the data file",
    arguments: [
      "mix.library.import({{title = 'in'}})", "mix.library.update(1, {pages = 1})",
      "mix.library.delete(1)", "mix.library.undo{last = true}", "mix.library.reset()",
      "mix.library.replay({})", "mix.library.decide(1, 'skip')", "mix.jobs.enqueue({1})",
      "mix.jobs.run(nil, {}, print)", "mix.jobs.cancel(1)", "mix.jobs.retry{failed = true}",
      "mix.policy.record('chart', true)",
      "mix.task.all{function() mix.library.delete(1) end}",
    ])
  func imports(call: String) async {
    let test = await TestHost()
    let message = await test.message("mix.library.import(function() \(call) end)")
    #expect(message.contains("the iterator of mix.library.import cannot change"), "\(message)")
  }

  @Test("Fetches that wait for each other are an error of one of them")
  func crossedFetches() async throws {
    let test = await TestHost()
    let values = try await test.run(
      """
      local function fetch(key, other)
        return function()
          return mix.cache.fetch(key, {}, function()
            mix.task.sleep(0.01)
            local ok, inner = pcall(mix.cache.fetch, other, {}, function() return "made" end)
            return ok and key .. " got " .. inner or tostring(inner)
          end)
        end
      end
      local three = mix.task.all{fetch("a", "b"), fetch("b", "c"), fetch("c", "a")}
      return three[3]:match("mix.cache.fetch of 'a' would never end: its function waits for 'c'"),
        three[2]:sub(1, 6), three[1]:sub(1, 12)
      """)
    let error = "mix.cache.fetch of 'a' would never end: its function waits for 'c'"
    #expect(values == [.string(error), .string("b got "), .string("a got b got ")])
  }

  @Test("Fetches do not nest without end")
  func nestedFetches() async {
    let test = await TestHost()
    let message = await test.message(
      """
      local function f(n) return mix.cache.fetch("k" .. n, {}, function() return f(n + 1) end) end
      f(1)
      """)
    #expect(message.contains("nested more than 200 deep"), "\(message)")
  }

  // MARK: Reading what never comes

  @Test(
    "A pipe that the user named can be given up",
    arguments: ["mix.fs.read(path)", "mix.csv.open(path)"])
  func pipes(call: String) async throws {
    let folder = try TemporaryFiles()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let test = await TestHost(grants: Grants(read: [pipe]))
    let values = try await test.run(
      """
      local path = "\(pipe)"
      return select(2, mix.task.timeout(0.05, function() return \(call) end)).kind, "went on"
      """)
    #expect(values == [.string("timeout"), .string("went on")])
    // The thread that was given up waits for a writer, and holds the host until one comes.
    let writer = open(pipe, O_WRONLY | O_NONBLOCK)
    #expect(writer >= 0)
    close(writer)
  }
}
