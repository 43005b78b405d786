import Bindings
import MixCore
import MockUpstreams
import ScriptHost
import Testing

@Suite("mix.http")
struct HTTPTests {
  /// A host whose iTunes is a mock of its own.
  private func mocked(_ options: String = "") async throws -> (MockServer, TestHost) {
    let server = MockServer(options: try MockOptions(parsing: options))
    let port = try await server.start()
    let test = await TestHost(configure: { settings in
      settings.http.liftsRateLimits = true
      settings.http.upstreams = [
        UpstreamPlace(
          canonical: "https://itunes.apple.com", actual: "http://127.0.0.1:\(port)/itunes")
      ]
    })
    return (server, test)
  }

  private static let search = "https://itunes.apple.com/search"

  @Test func getsDecodesAndCaches() async throws {
    let (server, test) = try await mocked()
    let values = try await test.run(
      """
      local function ask()
        return mix.http.get('\(Self.search)', {query = {term = 'Blinding Lights', entity = 'song', limit = 5}, ttl = '1h'})
      end
      local first, second = ask(), ask()
      local body = mix.json.decode(first.body)
      return first.status, first.source, second.source, body.resultCount > 0,
        first.headers['content-type']:match('^text/javascript') ~= nil, mix.http.stats().sent
      """)
    #expect(
      values == [
        .int(200), .string("live"), .string("cache"), .bool(true), .bool(true), .int(1),
      ])
    await server.stop()
  }

  /// The code after the request is not run: it would take the missing answer for its own error.
  @Test func aTimeLimitEndsATaskWithinItsRequest() async throws {
    let (server, test) = try await mocked("latency=60s")
    let values = try await test.run(
      """
      local after = false
      local nothing, err = mix.task.timeout(0.1, function()
        return mix.task.map({1, 2}, function(i)
          local status = mix.http.get('\(Self.search)?term=' .. i).status
          after = true
          return status
        end)
      end)
      return nothing, err.kind, after, mix.http.stats().in_flight
      """)
    #expect(values == [.nil, .string("timeout"), .bool(false), .int(0)])
    await server.stop()
  }

  @Test func liveAndStoredAnswersHaveTheSameFields() async throws {
    let (server, test) = try await mocked()
    let values = try await test.run(
      """
      local function ask() return mix.http.get('\(Self.search)?term=Levitating', {ttl = '1h'}) end
      local live, stored = ask(), ask()
      local some = false
      for name, value in pairs(stored.headers) do
        -- A stored answer has an age besides.
        assert(name == 'age' or live.headers[name] == value, name)
        some = some or name ~= 'age'
      end
      local copy = mix.json.decode(mix.json.encode(live))
      return live.source, stored.source, some, live.headers.missing,
        copy.headers['content-type'] == live.headers['content-type']
      """)
    #expect(
      values == [.string("live"), .string("cache"), .bool(true), .nil, .bool(true)])
    await server.stop()
  }

  @Test func fiftyTasksShareOneRequest() async throws {
    let (server, test) = try await mocked("latency=20ms")
    let values = try await test.run(
      """
      local list = {}
      for i = 1, 50 do list[i] = i end
      local statuses = mix.task.map(list, {limit = 50}, function()
        return mix.http.get('\(Self.search)?term=Levitating&entity=song').status
      end)
      return #statuses, mix.http.stats().sent
      """)
    #expect(values == [.int(50), .int(1)])
    await server.stop()
  }

  @Test func aClientKeepsItsConcurrency() async throws {
    let (server, test) = try await mocked("latency=5ms")
    let values = try await test.run(
      """
      local api = mix.http.client{base = 'https://itunes.apple.com', concurrency = 3, rate_limit_statuses = {403}}
      local list = {}
      for i = 1, 20 do list[i] = i end
      mix.task.map(list, {limit = 20}, function(i)
        return api:get('/search', {query = {term = 'Peaches', entity = 'song', limit = i}, ttl = 0}).status
      end)
      return mix.http.stats().max_in_flight
      """)
    #expect(values == [.int(3)])
    await server.stop()
  }

  @Test func aStatusIsNoError() async throws {
    let (server, test) = try await mocked()
    let values = try await test.run(
      "local r = mix.http.get('https://itunes.apple.com/nothing') return r.status, r.ok")
    #expect(values == [.int(404), .bool(false)])
    await server.stop()
  }

  @Test(arguments: [
    ("'http://example.org/'", "plain http is refused"),
    ("'file:///etc/passwd'", "https"),
    ("'https://127.0.0.1/'", "not granted"),
    ("'nonsense'", "https"),
    ("'https://example.org', {tll = 1}", "did you mean 'ttl'?"),
    ("'https://example.org', {ttl = 'soon'}", "\"soon\" is not a duration"),
    (
      "'https://example.org', {headers = 'x'}",
      "bad argument 'headers' to mix.http.get: a table expected"
    ),
  ])
  func raisesMisuseAndDeniedHosts(arguments: String, message: String) async {
    let test = await TestHost()
    let text = await test.message("mix.http.get(\(arguments))")
    #expect(text.contains(message), "\(text)")
  }

  @Test func returnsWhatMayFail() async throws {
    let test = await TestHost(configure: { $0.http.offline = true })
    let values = try await test.run(
      "local r, e = mix.http.get('https://example.org/') return r, e.kind, e.retryable")
    #expect(values == [.nil, .string("offline"), .bool(true)])
  }

  @Test func refusesABaseThatIsNoAddress() async {
    let test = await TestHost()
    let text = await test.message("mix.http.client{base = 'example.com'}")
    #expect(text.contains("an address such as https://example.org expected, not \"example.com\""))
  }

  @Test(arguments: ["20", "20/fortnight", "-1/s", "0/min", "x/s"])
  func refusesARateThatIsNone(rate: String) async {
    let test = await TestHost()
    #expect(
      await test.message("mix.http.client{rate = '\(rate)'}").contains("a rate such as \"20/min\""))
  }
}
