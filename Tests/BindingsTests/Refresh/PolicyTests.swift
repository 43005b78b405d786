import FoundationEssentials
import MixCore
import Notation
import Reactor
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.policy")
struct PolicyTests {
  private static let rules = Checkout.scripts + "/rules"
  private static let start = 1_767_225_600.0

  private func host(_ time: ManualTime, _ folders: [String] = [rules]) async -> TestHost {
    await TestHost(time: time, configure: { $0.rulesFolders = folders })
  }

  private func due(
    _ test: TestHost, _ options: String = "every = '1h'"
  ) async throws -> [LuaValue] {
    try await test.run(
      "local d = mix.policy.due('chart', {\(options)}) return d.due, math.tointeger(d.next_at)")
  }

  @Test("A chart is due as often as set, and at once when asked for")
  func interval() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await host(time)
    #expect(try await due(test).first == .bool(true), "never loaded")
    try await test.run("mix.policy.record('chart', true)")
    #expect(try await due(test) == [.bool(false), .int(Int64(clamping: Self.start) + 3_600)])
    #expect(try await due(test, "every = '1h', forced = true").first == .bool(true))
    #expect(try await due(test, "every = '1h', key = 'another'").first == .bool(true))
    time.advance(by: .seconds(3_599))
    #expect(try await due(test).first == .bool(false))
    time.advance(by: .seconds(1))
    #expect(try await due(test).first == .bool(true))
  }

  @Test("Failures are tried again sooner, and less and less often")
  func failures() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await host(time)
    for (count, pause) in [60.0, 120, 240, 480, 960, 1_920, 3_600, 3_600].enumerated() {
      try await test.run("mix.policy.record('chart', false)")
      let next = Int64(clamping: time.wall + pause)
      #expect(try await due(test) == [.bool(false), .int(next)], "after \(count + 1)")
    }
    try await test.run("mix.policy.record('chart', true)")
    #expect(try await due(test) == [.bool(false), .int(Int64(clamping: time.wall) + 3_600)])
  }

  @Test("mix.rules.load checks a refresh rule as well")
  func load() async throws {
    let test = await host(ManualTime())
    #expect(
      try await test.run("local r = mix.rules.load('refresh/chart') return r:name(), r:path()")
        == [.string("refresh/chart"), .string(Self.rules + "/refresh/chart.lua")])
    #expect(await test.message("mix.rules.load('refresh/none')").contains("were not found"))
  }

  @Test("A clock that was set back neither starts a refresh nor stops one for ever")
  func clock() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await host(time)
    try await test.run("mix.policy.record('chart', true)")
    time.setWall(Self.start - 86_400)
    #expect(
      try await due(test) == [.bool(false), .int(Int64(clamping: Self.start) - 86_400 + 3_600)])
    time.advance(by: .seconds(3_600))
    #expect(try await due(test).first == .bool(true), "counted from the clock's new time")
  }

  @Test("Records survive the run, in the data file")
  func persistence() async throws {
    let time = ManualTime(wall: Self.start)
    let folder = try TemporaryFiles()
    let store = RefreshStore(try DataFile(path: folder.path + "/data.sqlite"))
    try store.record(.success(changes: [1, Self.start]), "feed", key: "a", now: Self.start)
    try store.record(.failure("down"), "feed", key: "a", now: Self.start + 60, notBefore: 5e9)
    let again = RefreshStore(try DataFile(path: folder.path + "/data.sqlite"))
    let history = try again.history("feed", key: "a", now: Self.start + 90)
    #expect(history.lastSuccess == Self.start && history.lastFailure == Self.start + 60)
    #expect(history.failures == 1 && history.error == "down")
    #expect(history.changes == [1, Self.start])
    #expect(history.notBefore == Self.start + 60 + 86_400, "no hint holds longer than a day")
    #expect(try again.history("feed", key: "b", now: time.wall) == RefreshHistory())
  }

  @Test("A run with nothing to fetch is neither a success nor a failure, and says why")
  func idle() throws {
    let store = RefreshStore(try DataFile.inMemory())
    try store.record(.failure("down"), "chart", key: "a", now: Self.start)
    try store.record(
      .idle("nothing is wanted"), "chart", key: "a", now: Self.start + 60,
      notBefore: Self.start + 960)
    let history = try store.history("chart", key: "a", now: Self.start + 60)
    #expect(history.failures == 0 && history.error == "nothing is wanted")
    #expect(history.lastSuccess == nil && history.notBefore == Self.start + 960)
    try store.record(.idle(nil), "chart", key: "a", now: Self.start + 90)
    #expect(try store.history("chart", key: "a", now: Self.start + 90).notBefore == nil)
  }

  @Test("Of two runs that are due at once only one begins")
  func claim() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await host(time)
    #expect(try await due(test, "every = '1h', begin = true").first == .bool(true))
    #expect(try await due(test, "every = '1h', begin = true").first == .bool(false))
    #expect(try await due(test, "every = '1h'").first == .bool(false))
    time.advance(by: .seconds(60))
    #expect(try await due(test, "every = '1h', begin = true").first == .bool(true), "it had died")
  }

  @Test("A run that ended without a record keeps no other from beginning")
  func cutOff() async throws {
    let test = await host(ManualTime(wall: Self.start))
    #expect(try await due(test, "every = '1h', begin = true").first == .bool(true))
    await test.host.finish()
    #expect(try await due(test, "every = '1h', begin = true").first == .bool(true))
  }

  @Test("on_demand: only a success starts the quarter of an hour, only the user passes it")
  func onDemand() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await host(time)
    let ask = "rule = 'on_demand'"
    #expect(try await due(test, ask).first == .bool(true))
    try await test.run("mix.policy.record('chart', false)")
    #expect(try await due(test, ask).first == .bool(true), "a failure starts nothing")
    #expect(try await due(test, ask + ", visible = false").first == .bool(false), "but a pause")
    try await test.run("mix.policy.record('chart', true)")
    time.advance(by: .seconds(899))
    #expect(try await due(test, ask).first == .bool(false))
    time.setWall(Self.start - 3_600)
    #expect(try await due(test, ask).first == .bool(false), "the future counts as now")
    #expect(try await due(test, ask + ", forced = true").first == .bool(true))
    time.advance(by: .seconds(899))
    #expect(try await due(test, ask).first == .bool(false))
    time.advance(by: .seconds(1))
    #expect(try await due(test, ask).first == .bool(true))
  }

  @Test("fixed: off without an interval, and the source's own wishes count")
  func fixed() async throws {
    let time = ManualTime(wall: Self.start)
    let test = await host(time)
    #expect(try await due(test, "rule = 'fixed'").first == .bool(false))
    let ask = "rule = 'fixed', every = '1h'"
    #expect(try await due(test, ask).first == .bool(true))
    try await test.run(
      "mix.policy.record('chart', false, {not_before = mix.time.now() + 7200, error = 'HTTP 429'})")
    #expect(try await due(test, ask) == [.bool(false), .int(Int64(clamping: Self.start) + 7_200)])
    #expect(
      try await test.value("mix.policy.due('chart', {\(ask)}).action") == .string("serve_stale"))
    #expect(try await test.value("mix.policy.history('chart').error") == .string("HTTP 429"))
  }

  @Test("The minimum holds whatever the rule says, unless the user asks")
  func minimum() async throws {
    let folder = try TemporaryFiles()
    try Self.write(
      "return {kind = 'refresh', minimum = 900, decide = function(facts) "
        + "return {action = 'refresh', reason = 'always'} end}", in: folder.path)
    let time = ManualTime(wall: Self.start)
    let test = await host(time, [folder.path])
    try await test.run("mix.policy.record('chart', true)")
    #expect(try await due(test) == [.bool(false), .int(Int64(clamping: Self.start) + 900)])
    #expect(try await due(test, "forced = true").first == .bool(true))
    time.advance(by: .seconds(900))
    #expect(try await due(test).first == .bool(true))
  }

  @Test(
    "A rule of another form is named with file and field",
    arguments: [
      ("return {kind = 'match'}", "field 'kind'"),
      ("return {kind = 'refresh', decide = print}", "field 'minimum'"),
      ("return {kind = 'refresh', minimum = 1}", "field 'decide'"),
      ("return {kind = 'refresh', minimum = 1, decided = 1}", "'decide'"),
      (
        "return {kind = 'refresh', minimum = 1, decide = function() return {action = 'now', reason = ''} end}",
        "decide returns {action = "
      ),
      (
        "return {kind = 'refresh', minimum = 1, decide = function() while true do end end}",
        "chart.lua:1: rule decide: "
      ),
    ])
  func badRules(text: String, expected: String) async throws {
    let folder = try TemporaryFiles()
    try Self.write(text, in: folder.path)
    let test = await host(ManualTime(), [folder.path])
    let message = await test.message("mix.policy.due('chart')")
    #expect(message.contains(expected), "\(message)")
  }

  private static func write(_ text: String, in folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/refresh", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: folder + "/refresh/chart.lua"))
  }
}
