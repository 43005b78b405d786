import Bindings
import MixCore
import MockUpstreams
import Notation
import ScriptHost
import Testing

@Suite("mix.http.client: bearer tokens out of the settings")
struct ServiceCredentialTests {
  private static let ask =
    """
    local api = mix.http.client{base = 'https://api.themoviedb.org/3', bearer = 'tmdb.token'}
    local answer, err = api:get('/genre/movie/list', {retry = false})
    """

  /// Runs code on a host whose TMDB and chart are a mock of its own.
  private func values(
    _ source: String, token: String?, path: String? = nil, options: String = ""
  ) async throws -> [LuaValue] {
    let server = MockServer(options: try MockOptions(parsing: options))
    let port = try await server.start()
    var environment = EnvironmentVariables()
    if let token { environment.append("TMDB_TOKEN", token) }
    if let path { environment.append("MIXHOST_WEBHOOK_PATH", path) }
    let test = await TestHost(
      environment: environment,
      configure: { settings in
        settings.http.upstreams = ["tmdb", "chart", "webhook"].compactMap { name in
          TestHost.registry.catalogue.upstream(name).map {
            .init(canonical: $0.canonical, actual: "http://127.0.0.1:\(port)/\(name)")
          }
        }
      })
    do {
      let values = try await test.run(source)
      await server.stop()
      return values
    } catch {
      await server.stop()
      throw error
    }
  }

  @Test("The token goes to its service")
  func sent() async throws {
    let source = Self.ask + "return answer.status"
    #expect(try await values(source, token: "mock-token") == [.int(200)])
    #expect(try await values(source, token: "wrong") == [.int(401)])
  }

  @Test("A key in hexadecimal digits goes into the query that the client names")
  func key() async throws {
    let key = "0123456789abcdef0123456789abcdef"
    let source =
      """
      local api = mix.http.client{base = 'https://api.themoviedb.org/3', bearer = 'tmdb.token',
        key_parameter = 'api_key'}
      local answer = api:get('/genre/movie/list?language=en', {retry = false})
      local whole = api:get('/genre/tv/list', {retry = false})
      return answer.status, answer.url, whole.status
      """
    let found = try await values(source, token: key, options: "tmdb-token=\(key)")
    #expect(
      found == [
        .int(200), .string("https://api.themoviedb.org/3/genre/movie/list?language=en"), .int(200),
      ])
    // Any other text is a token.
    #expect(try await values(source, token: "mock-token").first == .int(200))
    // Without the name, a key is sent as a token, which the service refuses.
    #expect(try await values(Self.ask + "return answer.status", token: key) == [.int(401)])
  }

  @Test("A path stands behind the address on the wire alone", arguments: ["/gone", "/hook"])
  func path(_ path: String) async throws {
    let source =
      """
      local api = mix.http.client{upstream = 'webhook', secret_path = 'webhook.path'}
      local answer = api:post('/', {json = {}, retry = false})
      return answer.status, answer.url
      """
    let found = try await values(source, token: nil, path: path)
    #expect(
      found == [.int(path == "/gone" ? 410 : 200), .string("https://webhook.mixhost.invalid/")])
  }

  @Test("Without it nobody is asked, and the error says how to set it")
  func missing() async throws {
    let found = try await values(
      Self.ask + "return answer, err.kind, err.message, mix.http.stats().sent", token: nil)
    #expect(found[0] == .nil && found[1] == .string("credentials") && found[3] == .int(0))
    guard case .string(let message) = found[2] else { throw CancellationError() }
    #expect(message.contains("TMDB_TOKEN") && message.contains("mixhost config set tmdb.token"))
  }

  @Test("A key goes in the field that the service wants, and nowhere else")
  func header() async throws {
    let source =
      """
      local api = mix.http.client{secret_headers = {['X-Api-Key'] = 'tmdb.token'}}
      local own = api:get('https://api.themoviedb.org/3/genre/movie/list', {retry = false})
      local other = api:get('https://chart.mixhost.invalid/kworb.json', {retry = false})
      return own.status, other.status
      """
    // TMDB's mock takes bearer tokens alone: what counts is that the request was sent.
    #expect(try await values(source, token: "mock-token") == [.int(401), .int(200)])
    let test = await TestHost()
    for (field, name) in [("X-Api-Key", "cache.ttl"), ("Accept", "tmdb.token")] {
      let message = await test.message(
        "mix.http.client{secret_headers = {['\(field)'] = '\(name)'}}")
      #expect(message.contains("'secret_headers'"), "\(message)")
    }
  }

  @Test("It goes nowhere else, not even through the same client")
  func elsewhere() async throws {
    let found = try await values(
      """
      local api = mix.http.client{bearer = 'tmdb.token'}
      return api:get('https://chart.mixhost.invalid/kworb.json', {retry = false}).status
      """, token: nil)
    #expect(found == [.int(200)])
  }

  @Test("Only secrets of services can be named")
  func misuse() async throws {
    for name in ["cache.ttl", "tmdb", "nonsense.token"] {
      let test = await TestHost()
      let message = await test.message("mix.http.client{bearer = '\(name)'}")
      #expect(message.contains("'\(name)' is not a secret of a service"), "\(message)")
    }
  }

  @Test("A request that waits for its retry can be seen while it waits")
  func waiting() async throws {
    let found = try await values(
      """
      mix.http.waiting()
      local api = mix.http.client{base = 'https://api.themoviedb.org/3', bearer = 'tmdb.token'}
      local seen
      mix.task.race{
        function() api:get('/genre/movie/list') end,
        function()
          repeat
            mix.task.sleep(0.01)
            seen = mix.http.waiting()[1]
          until seen
        end,
      }
      return seen.reason, seen.url, seen.seconds > 0 and seen.seconds <= 60
      """, token: "mock-token", options: "fault=429:1,retry-after=60s")
    #expect(
      found == [
        .string("status 429"), .string("https://api.themoviedb.org/3/genre/movie/list"),
        .bool(true),
      ])
  }
}
