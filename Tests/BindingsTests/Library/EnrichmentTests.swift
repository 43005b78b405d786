import Bindings
import FoundationEssentials
import MixCore
import MockUpstreams
import Reactor
import ScriptHost
import Testing

@Suite("scripts/programs/chart/lib/enrichment.lua")
struct EnrichmentTests {
  private static let repository = Checkout.root

  /// A host that runs the scripts of the repository against a mock, by a clock of the test.
  private static func host(_ time: ManualTime, port: Int) async -> TestHost {
    await TestHost(
      time: time, moduleFolders: [repository + "/scripts"],
      configure: { settings in
        settings.rulesFolders = [repository + "/scripts/rules"]
        settings.shareFolder = repository
        settings.http.liftsRateLimits = true
        settings.http.random = { 0.5 }
        settings.http.upstreams = [
          UpstreamPlace(
            canonical: "https://itunes.apple.com", actual: "http://127.0.0.1:\(port)/itunes")
        ]
      })
  }

  /// Enriches one entry; its status, where from, and how many requests that took.
  private func enrich(
    _ test: TestHost, _ title: String, _ artist: String, country: String = "us", id: Int? = nil
  ) async throws -> [LuaValue] {
    try await test.run(
      """
      local enrichment = require("programs.chart.lib.enrichment")
      local entry = {rank = 1, title = "\(title)", artist = "\(artist)", known_id = \(id.map(String.init) ?? "nil")}
      local counts = enrichment.run({entry}, {
        concurrency = 1, country = "\(country)", rules = mix.rules.load("match/tracks/standard"),
        gate = {wait = function() end},
      }, function() end)
      return entry.status, entry.from, counts.requests
      """)
  }

  @Test("A result is fresh for 30 days, to the second")
  func found() async throws {
    let time = ManualTime()
    let server = MockServer()
    let test = await Self.host(time, port: try await server.start())
    let ask = { try await self.enrich(test, "Blinding Lights", "The Weeknd") }
    #expect(try await ask() == [.string("enriched"), .string("live"), .int(1)])
    time.advance(by: .seconds(30 * 86_400 - 1))
    #expect(try await ask() == [.string("enriched"), .string("cache"), .int(0)])
    #expect(
      try await enrich(test, "BLINDING  LIGHTS", "the weeknd")
        == [.string("enriched"), .string("cache"), .int(0)], "the key is normalised")
    time.advance(by: .seconds(2))
    #expect(try await ask() == [.string("enriched"), .string("live"), .int(1)])
    time.advance(by: .seconds(30 * 86_400 + 1))
    await server.stop()
    #expect(
      Array(try await ask().prefix(2)) == [.string("enriched"), .string("stale")],
      "without the service the expired answer serves")
  }

  @Test("A song that was not found is asked about again after an hour, in the US store too")
  func notFound() async throws {
    let time = ManualTime()
    let server = MockServer()
    let test = await Self.host(time, port: try await server.start())
    let ask = { try await self.enrich(test, "Qwxyz Zzkv", "Nobody Atall", country: "de") }
    #expect(try await ask() == [.string("none"), .string("live"), .int(2)])
    time.advance(by: .seconds(3_599))
    #expect(try await ask() == [.string("none"), .string("cache"), .int(0)])
    time.advance(by: .seconds(2))
    #expect(try await ask() == [.string("none"), .string("live"), .int(2)])
    await server.stop()
  }

  @Test("A rate limit is a failure, never a song that is not there", arguments: [403, 429])
  func rateLimit(status: Int) async throws {
    let limited = MockServer(options: try MockOptions(parsing: "fault=\(status):100%"))
    let time = ManualTime(autoAdvance: true)
    let test = await Self.host(time, port: try await limited.start())
    let first = try await enrich(test, "Blinding Lights", "The Weeknd")
    #expect(first == [.string("failed"), .nil, .int(6)])
    #expect(try await enrich(test, "Blinding Lights", "The Weeknd") == first, "nothing was kept")
    await limited.stop()
  }

  @Test("An identifier of the chart needs no match")
  func identifier() async throws {
    let server = MockServer()
    let test = await Self.host(ManualTime(), port: try await server.start())
    let values = try await test.run(
      """
      local itunes = require("services.itunes.provider")
      local service = itunes.open({concurrency = 1, patience = 10})
      local song = service:search({title = "Blinding Lights", artist = "The Weeknd", country = "us"})[1]
      return song.id, song.artwork_url:match("/600x600[^/]*$") ~= nil
      """)
    guard case .int(let id)? = values.first else { return #expect(Bool(false), "no identifier") }
    #expect(values[1] == .bool(true))
    #expect(
      try await enrich(test, "Another name", "Of the same", id: Int(id))
        == [.string("enriched"), .string("live"), .int(1)])
    await server.stop()
  }
}
