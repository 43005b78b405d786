import GRDB
import Reactor
import ScriptHost
import Testing

@testable import Bindings
@testable import Files
@testable import MixCore
@testable import Store

/// `mix.store`: what programs keep in the data file.
@Suite("Collections of programs")
struct StoreTests {
  private static func manifest(
    _ name: String = "pod", folder: String = "/nowhere", version: Int = 1,
    indexes: [String] = ["feed", "published"], collection: String = "episodes"
  ) -> ProgramManifest {
    var manifest = ProgramManifest(
      name: name, command: name, summary: "A test.", entry: folder + "/a.lua", folder: folder,
      isBundled: false)
    manifest.collections = [
      CollectionDeclaration(name: collection, key: "id", indexes: indexes)
    ]
    manifest.storeVersion = version
    return manifest
  }

  private static func host(
    _ manifest: ProgramManifest? = manifest(), folder: String? = nil, ownsData: Bool = true,
    limits: Limits = Limits(sliceSeconds: 60)
  ) async -> TestHost {
    await TestHost(limits: limits, ownsData: ownsData, folder: folder) {
      $0.program = { manifest }
    }
  }

  private static let fill = """
    local e = mix.store.open("episodes")
    e:put{
      {id = 1, feed = "a", published = 5, tags = {"x", "y"}, none = mix.json.null},
      {id = 2, feed = "a", published = 4.5}, {id = "2", feed = "b", published = 7, title = "Ä"},
      {id = 3, published = "later"},
    }
    local function ids(query)
      local found = {}
      for i, record in ipairs(e:find(query)) do found[i] = tostring(record.id) end
      return table.concat(found, " ")
    end

    """

  @Test(
    "Records are found by equality, range and order",
    arguments: [
      ("nil", "1 2 3 2"), ("{feed = 'a'}", "1 2"), ("{order = 'published'}", "2 1 2 3"),
      ("{order = 'published', descending = true, limit = 2}", "3 2"),
      ("{published = {from = 5}}", "1 2"), ("{published = {to = 5}, feed = 'a'}", "2 1"),
      ("{published = {from = 'a'}}", "3"), ("{published = {to = 'z'}}", "3"),
      ("{order = 'published', after = 1}", "2 3"), ("{id = {from = 2}}", "2 3"),
      ("{id = '2'}", "2"),
      ("{after = 2}", "3 2"), ("{feed = 'a', order = 'published', descending = true}", "1 2"),
    ])
  func find(_ query: String, _ expected: String) async throws {
    let test = try await Self.host().run(Self.fill + "return ids(\(query))")
    #expect(test == [.string(expected)])
  }

  @Test("Put says how many were new, delete whether there was one; a record comes back as it was")
  func changes() async throws {
    let test = await Self.host()
    let values = try await test.run(
      Self.fill + """
        local new = e:put{{id = 1, feed = "c"}, {id = 9}}
        return new, e:count(), ids{feed = "a"}, e:delete(9), e:delete(9), e:get(9) == nil, e:get("2").title,
          mix.json.encode(e:get("2"), {sort_keys = true})
        """)
    #expect(
      values.dropLast() == [
        .int(1), .int(5), .string("2"), .bool(true), .bool(false), .bool(true), .string("Ä"),
      ])
    #expect(try await test.value("mix.store.open('episodes'):clear()") == .int(4))
  }

  @Test("A transaction is saved as a whole, or not at all when it raises or is stopped")
  func transactions() async throws {
    let test = await Self.host(limits: Limits(sliceSeconds: 1))
    let values = try await test.run(
      Self.fill + """
        local result = mix.store.transaction(function()
          e:put{id = 10}
          local n = 0
          for _ in e:each() do n = n + 1 end
          return n
        end)
        local ok, err = pcall(mix.store.transaction, function() e:put{id = 11}; error("no") end)
        local _, waited = pcall(mix.store.transaction, function() e:put{id = 12}; mix.task.sleep(1) end)
        local _, nested = pcall(mix.store.transaction, function() mix.store.transaction(print) end)
        local halves, wrong = pcall(mix.store.transaction, function() e:put{id = 14}; e:put{id = {}} end)
        return result, ok, e:count(), waited.message:match("inside mix.store.transaction"), nested.kind,
          tostring(err):match("no$"), halves, e:get(14)
        """)
    #expect(
      values == [
        .int(5), .bool(false), .int(5), .string("inside mix.store.transaction"), .string("usage"),
        .string("no"), .bool(false), .nil,
      ])
    let error = await test.failure(
      """
      local e = mix.store.open("episodes")
      mix.store.transaction(function() e:put{id = 13}; while true do end end)
      """)
    #expect(error as? LimitExceeded == .time(seconds: 1))
    #expect(try await test.value("mix.store.open('episodes'):count()") == .int(5))
  }

  /// Keeps hosts, the first of which removes the folder at its end.
  private final class Hosts {
    private var all: [TestHost] = []
    func host(_ manifest: ProgramManifest?, ownsData: Bool = true) async -> TestHost {
      let host = await StoreTests.host(manifest, folder: all.first?.folder, ownsData: ownsData)
      all.append(host)
      return host
    }
    func end() { all = [] }
  }

  @Test("Programs do not see each other's collections, and scripts without one have none")
  func namespaces() async throws {
    let hosts = Hosts()
    defer { hosts.end() }
    let first = await hosts.host(Self.manifest())
    try await first.run(Self.fill)
    let other = await hosts.host(Self.manifest("other"))
    #expect(try await other.value("mix.store.open('episodes'):count()") == .int(0))
    #expect(await other.message("mix.store.open('feeds')").contains("declares no collection"))
    let plain = await hosts.host(nil)
    #expect(await plain.message("mix.store.open('episodes')").contains("only programs have"))
    let denied = await hosts.host(Self.manifest(), ownsData: false)
    #expect(await denied.kind("mix.store.open('episodes')") == "denied")
    let file = try DataFile(path: first.host.home.dataFile)
    #expect(try ProgramStore(file, program: "pod").removeAll() == 4)
    #expect(await first.kind("mix.store.open('episodes'):put{id = 1}") == "store")
  }

  @Test("A declared index is filled anew, flags and numbers apart")
  func reindexing() async throws {
    let hosts = Hosts()
    defer { hosts.end() }
    let first = await hosts.host(Self.manifest())
    try await first.run("mix.store.open('episodes'):put{{id = 1, new = true}, {id = 2, new = 1}}")
    let second = await hosts.host(Self.manifest(indexes: ["new"]))
    let values = try await second.run(
      "local e = mix.store.open('episodes') return e:count{new = true}, e:find{new = 1}[1].id")
    #expect(values == [.int(1), .int(2)])
  }

  @Test("Migrations run once, in order; one that fails changes nothing and is named")
  func migrations() async throws {
    let hosts = Hosts()
    defer { hosts.end() }
    let first = await hosts.host(Self.manifest())
    try await first.run(Self.fill)
    let folder = first.folder
    let steps = """
      return {
        [2] = function(c) for r in c.episodes:each() do r.feed = (r.feed or "") .. "2"; c.episodes:put(r) end end,
        [3] = function(c) c.episodes:put{id = "three"}; STEP end,
      }
      """
    try PrivateFile.write(
      Array(steps.replacing("STEP", with: "error('oh no')").utf8), to: folder + "/migrations.lua")
    let manifest = Self.manifest(folder: folder, version: 3)
    let failing = await hosts.host(manifest)
    let message = await failing.message("mix.store.open('episodes')")
    #expect(
      message.contains("to store_version 3 failed") && message.contains("oh no"), "\(message)")
    #expect(try await first.value("mix.store.open('episodes'):count{feed = 'a'}") == .int(2))
    try PrivateFile.write(
      Array(steps.replacing("STEP", with: "").utf8), to: folder + "/migrations.lua")
    for _ in 0..<2 {
      let next = await hosts.host(manifest)
      let values = try await next.run(
        "local e = mix.store.open('episodes') return e:count{feed = 'a2'}, e:count()")
      #expect(values == [.int(2), .int(5)])
    }
    let old = await hosts.host(Self.manifest(folder: folder, version: 2))
    #expect(await old.message("mix.store.open('episodes')").contains("later version"))
  }

  @Test(
    "A value that cannot be kept is refused, with its place",
    arguments: [
      "e:put{feed = 1}", "e:put{id = 1.5}", "e:put{id = ''}", "e:put{id = ('x'):rep(513)}",
      "e:put{id = 1, f = print}", "e:put{id = 1, f = {g = {'\\xff'}}}",
      "e:put{id = 1, feed = ('x'):rep(513)}",
      "e:put{id = 1, text = ('x'):rep(1000001)}", "e:put{{id = 1}, 2}", "e:find{feeed = 1}",
      "e:find{limit = 0}", "e:find{limit = 10001}", "e:find{feed = {1}}",
      "e:find{feed = {from = 1, to = 'x'}}",
      "e:get(true)", "e:find{order = 'title'}",
    ])
  func misuse(_ call: String) async throws {
    let test = await Self.host()
    #expect(await test.kind("local e = mix.store.open('episodes') " + call) == "usage")
    #expect(try await test.value("mix.store.open('episodes'):count()") == .int(0))
  }

  @Test(
    "A read that fails is raised",
    arguments: [
      "e:get(150)", "#e:find{order = 'published', limit = 400}", "e:count()", "e:count{feed = 'a'}",
      "walk(e:each())", "walk(e:each{feed = 'a', order = 'published'})",
    ])
  func failedReads(_ expression: String) async throws {
    let test = await Self.host()
    let head = """
      local e = mix.store.open("episodes")
      local function walk(iterator) local n = 0 for _ in iterator do n = n + 1 end return n end

      """
    try await test.run(
      head
        + "local l = {} for i = 1, 1200 do l[i] = {id = i, feed = 'a', published = i} end e:put(l)")
    let whole = try await test.run(head + "return \(expression)")
    let queue = try DataFile(path: test.host.home.dataFile).opened.queue
    var (step, failures) = (1, 0)
    while true {
      let fault = ReadFault(after: step)
      try await queue.writeWithoutTransaction { fault.install(in: $0) }
      let outcome: [LuaValue]
      do { outcome = try await test.run(head + "return \(expression)") } catch {
        outcome = [.string((error as? ScriptError)?.kind ?? "\(error)")]
      }
      try await queue.writeWithoutTransaction { ReadFault.remove(from: $0) }
      guard fault.hasStruck else {
        #expect(outcome == whole)
        break
      }
      failures += 1
      #expect(outcome == [.string("library")], "after \(step) steps")
      step = step < 8 ? step + 1 : step * 2
    }
    #expect(failures > 0)
  }

  @Test("100,000 records are walked over within 64 MB")
  func many() async throws {
    let test = await Self.host(limits: Limits(memoryBytes: 64_000_000, sliceSeconds: 60))
    let values = try await test.run(
      """
      local e = mix.store.open("episodes")
      for part = 0, 19 do
        local list = {}
        for i = 1, 5000 do
          local id = part * 5000 + i
          list[i] = {id = id, feed = "f" .. id % 100, published = id * 7 % 100003, text = ("x"):rep(1000)}
        end
        e:put(list)
      end
      local n, last = 0, -1
      for record in e:each{order = "published"} do
        assert(record.published > last)
        n, last = n + 1, record.published
      end
      return n, e:count{feed = "f7"}, #e:find{feed = "f7", order = "published", limit = 2000}
      """)
    #expect(values == [.int(100_000), .int(1_000), .int(1_000)])
  }
}
