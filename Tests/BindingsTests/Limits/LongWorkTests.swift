import MixCore
import Reactor
import ScriptHost
import Testing

@testable import Bindings

/// Work that takes long in Swift or C looks whether the script is to stop.
@Suite("Long work")
struct LongWorkTests {
  @Test(
    "An interrupt ends it in the middle",
    arguments: [
      ("local list = {} for i = 1, 100000 do list[i] = i end", "mix.json.encode(list)"),
      ("local text = '[' .. ('1,'):rep(100000) .. '1]'", "mix.json.decode(text)"),
      ("local text = ('\\1'):rep(100000)", "mix.json.encode(text)"),
      ("local text = '\"' .. ('\\\\n'):rep(100000) .. '\"'", "mix.json.decode(text)"),
      ("local text = ('a,b\\n'):rep(100000)", "mix.csv.parse(text)"),
      ("local text = ('a,'):rep(100000)", "mix.csv.parse(text, {delimiter = ','})"),
      ("local text = '<a>' .. ('<b/>'):rep(100000) .. '</a>'", "mix.xml.decode(text)"),
      ("local text = '<a>' .. ('b'):rep(100000) .. '</a>'", "mix.xml.decode(text)"),
      ("local text = '<a b=\"' .. ('b'):rep(100000) .. '\"/>'", "mix.xml.decode(text)"),
      ("local text = '<!--' .. ('b'):rep(100000) .. '--><a/>'", "mix.xml.decode(text)"),
    ])
  func isInterrupted(setup: String, work: String) async throws {
    try await expectInterrupted(setup: setup, work: work)
  }

  /// Calls of every function that folds or compares texts; `t` and `u` are long, `list` holds `t` often.
  private static let textWork =
    TextScorer.allCases.flatMap { scorer in
      [
        "mix.text.\(scorer.rawValue)(t, u)", "mix.text.\(scorer.rawValue)('9', t)",
        "mix.text.best_of('9', list, {scorer = '\(scorer.rawValue)'})",
        "mix.text.scores('9', list, {scorer = '\(scorer.rawValue)'})",
        "mix.text.matrix({'9'}, list, {scorer = '\(scorer.rawValue)'})",
        "mix.text.matrix(list, {'9'}, {scorer = '\(scorer.rawValue)'})",
      ]
    }
    + TextForm.allCases.map {
      "mix.text.scores('9', list, {cutoff = 1, processor = '\($0.rawValue)'})"
    }
    + ["levenshtein", "damerau"].map { "mix.text.\($0)(t, u)" }
    + ["fold", "casefold", "normalize", "tokens", "slug"].map { "mix.text.\($0)(t)" }

  @Test("An interrupt ends work on texts in the middle", arguments: textWork)
  func textIsInterrupted(work: String) async throws {
    for words in ["aB ", "éß ", "x"] {
      try await expectInterrupted(
        setup: """
          local t, u = ('\(words)'):rep(100000), ('cB '):rep(30000)
          local list = {} for i = 1, 100 do list[i] = t end
          """, work: work)
    }
  }

  private func expectInterrupted(setup: String, work: String) async throws {
    let host = await TestHost()
    let engine = Guarded<LuaEngine?>(host.engine)
    // The module's functions hold it, and the engine holds them.
    defer { engine.withLock { $0 = nil } }
    let reached = Guarded(false)
    await host.engine.register("probe") {
      var module = Module("probe", "")
      module.function("stop", "") { _ in
        engine.withLock { $0 }?.interrupt()
        return Nothing()
      }
      module.function("reach", "") { _ in
        reached.withLock { $0 = true }
        return Nothing()
      }
      return module
    }
    let error = await host.failure(
      """
      local probe = mix.probe
      \(setup)
      probe.stop()
      pcall(function()
        local _ = \(work)
        probe.reach()
      end)
      probe.reach()
      """)
    host.engine.clearInterrupt()
    #expect(error is CancellationError, "\(error)")
    #expect(!reached.withLock { $0 })
  }

  @Test(
    "A text that is too long is refused before any work",
    arguments: [
      ("mix.fs.read(('a/'):rep(1e6))", "a path of 2000000 bytes is too long: 4095 at most"),
      ("mix.fs.exists(('a'):rep(4096))", "a path of 4096 bytes is too long: 4095 at most"),
      ("mix.fs.bundled(('a'):rep(1e6))", "is too long: 4095 at most"),
    ])
  func returned(work: String, message: String) async throws {
    let host = await TestHost { $0.shareFolder = "/usr/share" }
    let found = try await host.run("local v, err = \(work) return v, err.kind, err.message")
    #expect(found[0] == .nil)
    #expect(found[1] == .string("io"))
    guard case .string(let text) = found[2] else { throw UnexpectedSuccess(values: found) }
    #expect(text.contains(message))
  }

  @Test(
    "A name that nothing has is an error that shows its beginning",
    arguments: [
      ("require(('a'):rep(256))", "is too long: 255 bytes at most"),
      ("require(('a'):rep(1e6))", "(1,000,000 bytes in all)' is too long: 255 bytes at most"),
      ("mix.rules.load(('a'):rep(1e6))", "(1,000,000 bytes in all)' is too long"),
      (
        "mix.http.get('https://a/', {[('a'):rep(1e6)] = 1})",
        "unknown option '\(String(repeating: "a", count: 100))… (1,000,000 bytes in all)'; known: "
      ),
      ("mix.http.client{base = ('https://a/'):rep(1e5)}", "a URL of 1000000 bytes is too long"),
      ("mix.http.get(('https://a/'):rep(1e5))", "a URL of 1000000 bytes is too long: 65536"),
      ("mix.http.get('https://a/', {query = {q = ('a'):rep(1e5)}})", "bytes is too long: 65536"),
      ("mix.text.fold(('a'):rep(4000001))", "4,000,001 bytes is too long: 4,000,000 at most"),
      ("mix.text.slug(('é'):rep(2000001))", "4,000,002 bytes is too long: 4,000,000 at most"),
    ])
  func raised(work: String, message: String) async throws {
    let host = await TestHost()
    let error = try #require(await host.failure(work) as? ScriptError)
    #expect(error.kind == "usage")
    #expect(error.message.contains(message), "\(error.message.prefix(300))")
    #expect(error.message.utf8.count < 1_000)
  }

  @Test("A path within the limit whose parts are missing is only not there")
  func longPath() async throws {
    let files = try TemporaryFiles()
    let host = await TestHost(grants: Grants(write: [files.path]))
    let deep = "'\(files.path)/' .. ('a/'):rep(1500)"
    #expect(try await host.value("mix.fs.exists(\(deep))") == .bool(false))
    #expect(await host.kind("mix.fs.exists(\(deep) .. '../x')") == "denied")
  }

  @Test("mix.task.map starts no more than 10,000 children at once")
  func mapLimit() async throws {
    let host = await TestHost()
    let values = try await host.run(
      """
      local list, now, most, full = {}, 0, 0, mix.task.latch()
      for i = 1, 10050 do list[i] = i end
      local results = mix.task.map(list, {limit = 1e9}, function(i)
        now = now + 1
        most = math.max(most, now)
        if now == 10000 then full:set() end
        full:wait()
        now = now - 1
        return i
      end)
      return most, #results
      """)
    #expect(values == [.int(10_000), .int(10_050)])
  }
}
