import MixCore
import MockUpstreams
import ScriptHost
import Testing

@testable import Bindings

/// The memory that scripts make the modules hold is charged to `--max-memory`.
@Suite("Memory of modules")
struct MemoryTests {
  private static let limit = 16_000_000
  private static let small = Limits(memoryBytes: limit, sliceSeconds: 60)

  @Test(
    "Growth outside of Lua ends at the limit",
    arguments: [
      "local label, kept = ('x'):rep(100000), {} for i = 1, 1e6 do kept[i] = mix.ui.progress(1, label) end",
      "local note, kept = ('x'):rep(100000), {} for i = 1, 1e6 do kept[i] = mix.ui.progress(1, '') kept[i]:step(1, note) end",
      "local kept = {} for i = 1, 1e6 do kept[i] = mix.random.new(i) end",
      "local value, kept = ('x'):rep(60000), {} for i = 1, 1e6 do kept[i] = mix.http.client({headers = {a = value}}) end",
      "mix.library.import(function() return {title = ('x'):rep(100000)} end)",
      "local t = {} for i = 1, 30 do t = {t, t} end mix.json.encode(t)",
      "local text, t = ('x'):rep(1000000), {} for i = 1, 1000 do t[i] = text end mix.json.encode(t)",
      "mix.json.decode('[' .. ('[],'):rep(1000000) .. '[]]')",
      "mix.xml.decode('<a>' .. ('<b/>'):rep(900000) .. '</a>')",
      "mix.csv.parse(('a,b,c,d\\n'):rep(500000), {header = false})",
      "mix.merge.sorted({function() return 1 end}, {cap = 0}):take()",
    ])
  func isLimited(source: String) async throws {
    let test = await TestHost(limits: Self.small)
    let failure = await test.failure("pcall(function() \(source) end) return 'went on'")
    #expect(failure as? LimitExceeded == .memory(bytes: Self.limit), "\(failure)")
    #expect(try await test.run("return 1") == [.int(1)], "the host lives")
  }

  @Test("A file is charged by its size before it is read, and many reads at once together")
  func files() async throws {
    let folder = try TemporaryFiles([
      "big": String(repeating: "x", count: 20_000_000),
      "part": String(repeating: "x", count: 3_000_000),
    ])
    let test = await TestHost(grants: Grants(read: [folder.path]), limits: Self.small)
    let exceeded = LimitExceeded.memory(bytes: Self.limit)
    #expect(await test.failure("mix.fs.read('\(folder.path)/big')") as? LimitExceeded == exceeded)
    let many = """
      local list = {} for i = 1, 40 do list[i] = i end
      mix.task.map(list, {limit = 40}, function() return mix.fs.read('\(folder.path)/part') end)
      """
    #expect(await test.failure(many) as? LimitExceeded == exceeded)
    // Garbage makes room: no read is refused for what earlier ones have left. A host of its own: reads of the
    // run that was ended may still hold what they have read.
    let other = await TestHost(grants: Grants(read: [folder.path]), limits: Self.small)
    try await other.run(
      "for _ = 1, 20 do assert(#mix.fs.read('\(folder.path)/part') == 3000000) end")
  }

  @Test("Rows of a link file are charged as they are read")
  func linkedRows() async throws {
    let folder = try TemporaryFiles([:])
    let test = await TestHost(
      grants: Grants(read: [folder.path], write: [folder.path]), limits: Self.small)
    try await test.run(
      """
      local file = assert(mix.link.open('\(folder.path)/a.sqlite'))
      local text = ('x'):rep(50000)
      for i = 1, 40 do
        assert(file:add('left', {text}, {'k'}))
        assert(file:add('right', {text}, {'k'}))
        assert(file:decide({{left = i, right = 1, score = 0.5, state = 'uncertain'}}))
      end
      assert(file:index('right') and file:assign())
      file:close()
      """)
    let open = "local file = assert(mix.link.open('\(folder.path)/a.sqlite')) return "
    for call in ["near(1, 40, {share = 0, most = 40})", "near(1, 10000, {most = 1000})"] {
      let failure = await test.failure("\(open) #file:\(call)")
      #expect(failure as? LimitExceeded == .memory(bytes: Self.limit), "\(failure)")
    }
    let other = await TestHost(
      grants: Grants(read: [folder.path], write: [folder.path]), limits: Self.small)
    #expect(
      try await other.run("\(open) #file:near(1, 1), #file:doubts(0, 20)") == [.int(1), .int(20)])
  }

  @Test("Rows that wait in a reader are charged")
  func rows() async throws {
    let folder = try TemporaryFiles([
      "a.csv": String(repeating: String(repeating: "x", count: 200_000) + "\n", count: 200)
    ])
    let test = await TestHost(grants: Grants(read: [folder.path]), limits: Self.small)
    let failure = await test.failure("mix.csv.open('\(folder.path)/a.csv'):next(200)")
    #expect(failure as? LimitExceeded == .memory(bytes: Self.limit), "\(failure)")
    let other = await TestHost(grants: Grants(read: [folder.path]), limits: Self.small)
    let values = try await other.run(
      """
      local reader, rows = mix.csv.open('\(folder.path)/a.csv'), 0
      for part in function() return (reader:next(10)) end do rows = rows + #part end
      return rows
      """)
    #expect(values == [.int(200)])
  }

  @Test("A body is charged while it comes in, whatever max_bytes says")
  func bodies() async throws {
    let server = MockServer(options: try MockOptions(parsing: ""))
    let port = try await server.start()
    let test = await TestHost(limits: Self.small) { settings in
      settings.http.upstreams = [
        UpstreamPlace(
          canonical: "https://big.example", actual: "http://127.0.0.1:\(port)/fault")
      ]
    }
    let get = "mix.http.get('https://big.example/big?bytes=%d', {max_bytes = '4GB', ttl = 0})"
    let large = get.replacing("%d", with: "1000000000")
    let failure = await test.failure("pcall(function() \(large) end) return 'went on'")
    #expect(failure as? LimitExceeded == .memory(bytes: Self.limit), "\(failure)")
    // Objects that fit pass, again and again: garbage makes room.
    let fitting = get.replacing("%d", with: "3000000")
    try await test.run("for _ = 1, 20 do assert(#assert(\(fitting)).body == 3000000) end")
    try await test.run("collectgarbage()")
    #expect(test.engine.memory.total < 4_000_000)
    await server.stop()
  }
}
