import FoundationEssentials
import MixCore
import MockUpstreams
import Notation
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.http: helpers, files, cookies, log-ins")
struct ClientFeatureTests {
  /// Runs code whose `base` is the echo of a mock.
  private func values(
    _ source: String, environment: EnvironmentVariables = [:]
  ) async throws -> [LuaValue] {
    let server = MockServer(options: MockOptions())
    let port = try await server.start()
    let grant = try #require(HTTPPolicy.HostGrant("127.0.0.1:\(port)"))
    let grants = Grants(network: HTTPPolicy(grants: [grant]))
    let credentials = "http://127.0.0.1:\(port)=us%20er:p%3Aw"
    var environment = environment
    environment.append("MIXHOST_HTTP_CREDENTIALS", credentials)
    let test = await TestHost(grants: grants, environment: environment)
    grants.allowWrite(test.folder)
    try FileManager.default.createDirectory(
      atPath: test.folder, withIntermediateDirectories: true)
    let head = """
      local base, folder = 'http://127.0.0.1:\(port)/fault', '\(test.folder)'
      local function echo(answer, err) return assert(answer, err):json() end
      """
    let outcome: Result<[LuaValue], any Error>
    do { outcome = .success(try await test.run(head + "\n" + source)) } catch {
      outcome = .failure(error)
    }
    await server.stop()
    return try outcome.get()
  }

  @Test func helpers() async throws {
    let values = try await values(
      """
      local patched = echo(mix.http.patch(base .. '/echo', {json = {a = 1}}))
      local head = mix.http.head(base .. '/big?bytes=77')
      local bad, err = mix.http.get(base .. '/html'):json()
      local redirect = mix.http.get(base .. '/redirect/2', {redirect = 'none'})
      local nothing, refused = mix.http.get(base .. '/redirect/2', {redirect = 'error'})
      local shared = mix.http.get(base .. '/echo').shared, mix.http.get(base .. '/echo').shared
      return patched.method, patched.body, head.body, bad, err.kind, redirect.status,
        refused.kind, pcall(mix.http.get, base, {redirect = 'maybe'})
      """)
    #expect(
      values.prefix(7) == [
        .string("PATCH"), .string("{\"a\":1}"), .string(""), .nil, .string("parse"),
        values[5], .string("redirected"),
      ])
    #expect(values[7] == .bool(false))
  }

  @Test(
    "A redirect to a denied place is the service's fault: it is returned, not raised",
    arguments: ["ftp://x.example/y", "http://x.example/", "http://10.0.0.1/", "https://10.0.0.1/"])
  func deniedRedirects(location: String) async throws {
    let values = try await values(
      """
      local answer, err = mix.http.get(base .. '/redirect-to', {query = {url = '\(location)'}})
      return answer, err.kind, err.retryable, tostring(err)
      """)
    #expect(values.prefix(3) == [.nil, .string("denied"), .bool(false)])
    if location.hasPrefix("ftp"), case .string(let text) = values[3] {
      #expect(text.contains("redirects to ftp://x.example/y: ftp: addresses are not fetched"))
    }
  }

  @Test("Names and contents of a form cannot add a header")
  func multipart() async throws {
    let values = try await values(
      """
      assert(mix.fs.write(folder .. '/a.txt', 'content'))
      local form = echo(mix.http.post(base .. '/echo', {multipart = {
        ['na"me\\r\\nX: y'] = 'v', tags = {'1', '2'},
        file = {file = folder .. '/a.txt', filename = 'x"\\r\\n.txt', type = 'text/plain'},
      }}))
      local boundary = form.headers['content-type']:match('boundary=(.+)$')
      local sent = echo(mix.http.put(base .. '/echo', {body_file = folder .. '/a.txt'}))
      local function fails(options) return select(2, pcall(mix.http.post, base .. '/echo', options)).kind end
      return (form.body:gsub((boundary:gsub('%-', '%%-')), 'B')), sent.body, sent.headers['content-type'],
        fails{multipart = {a = {file = folder .. '/a.txt', type = 'x\\r\\ny'}}},
        fails{multipart = {a = {fil = 'x'}}}, fails{multipart = {a = {file = '/etc/passwd'}}},
        fails{body_file = folder}, fails{body_file = folder .. '/a.txt', body = 'x'}
      """)
    let field = "--B\r\nContent-Disposition: form-data; name="
    #expect(
      values.first
        == .string(
          field
            + "\"file\"; filename=\"x%22%0D%0A.txt\"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n"
            + field + "\"na%22me%0D%0AX: y\"\r\n\r\nv\r\n"
            + field + "\"tags\"\r\n\r\n1\r\n" + field + "\"tags\"\r\n\r\n2\r\n--B--\r\n"))
    #expect(
      Array(values.dropFirst()) == [
        .string("content"), .string("application/octet-stream"), .string("usage"),
        .string("usage"), .string("denied"), .string("usage"), .string("usage"),
      ])
  }

  @Test("Names of fields are in lower case, the values of one that repeats are joined")
  func fieldsOfAnAnswer() async throws {
    let values = try await values(
      """
      local answer = mix.http.client{base = base}:get('/echo', {query = {set = {'a=1', 'b=é'}}})
      for name in pairs(answer.headers) do assert(name == name:lower(), name) end
      return answer.headers['set-cookie'], answer.headers['content-type']:match('^[^;]+')
      """)
    #expect(values == [.string("a=1, b=é"), .string("application/json")])
  }

  @Test("Cookies live in the client that asked for them")
  func cookies() async throws {
    let values = try await values(
      """
      local jar = mix.http.client{base = base, cookies = true}
      local plain = mix.http.client{base = base}
      local set = {query = {set = {'sid=1; Path=/', 'far=1; Path=/x', 'odd=1; Domain=com'}}}
      jar:get('/echo', set)
      plain:get('/echo', set)
      return echo(jar:get('/echo')).headers.cookie, echo(plain:get('/echo')).headers.cookie,
        echo(jar:post('/echo', {headers = {Cookie = 'own=1'}})).headers.cookie
      """)
    #expect(values == [.string("sid=1"), .nil, .string("own=1")])
  }

  @Test("A log-in goes to its origin and is not seen by the script")
  func credentials() async throws {
    let values = try await values(
      """
      local own = mix.http.client{base = base, credentials = true}
      local elsewhere = base:gsub('127.0.0.1', 'localhost')
      return echo(own:get('/echo')).headers.authorization,
        select(2, mix.http.client{base = 'https://example.org', credentials = true}).kind,
        pcall(mix.http.client, {credentials = true}), pcall(mix.http.client, {cert = 'x.pem'})
      """)
    // us er:p:w
    #expect(values.first == .string("Basic dXMgZXI6cDp3"))
    #expect(values[1...].prefix(2) == [.string("credentials"), .bool(false)])
  }

  @Test func downloadsTellTheirProgress() async throws {
    let values = try await values(
      """
      local last, total
      local file = assert(mix.http.download(base .. '/big?bytes=3000000', folder .. '/big', {
        progress = function(there, all) last, total = there, all end,
      }))
      local missing = mix.http.download(base .. '/status/404', folder .. '/none')
      return file.bytes, file.kept, last, total, mix.fs.info(folder .. '/big').size, missing.ok,
        missing.status, mix.fs.exists(folder .. '/none.part'),
        pcall(mix.http.download, base .. '/big', '/nowhere/x')
      """)
    let size = LuaValue.int(3_000_000)
    #expect(
      values.prefix(8) == [
        size, .int(0), size, size, size, .bool(false), .int(404), .bool(false),
      ])
    #expect(values[8] == .bool(false))
  }

  @Test(
    "Credentials that cannot be read say why, without themselves",
    arguments: [
      ("https://a.example", "ORIGIN=USER:PASSWORD"), ("ftp://a.example=u:pw", "an origin"),
      ("https://a.example/path=u:pw", "an origin"), ("https://a.example=u%0D%0Ax:pw", "control"),
      ("https://a.example=us%3Aer:pw", "without a colon"), ("https://a.example=to%20ken", "token"),
      ("https://a.example=%zz:pw", "control"),
    ])
  func wrongCredentials(_ text: String, _ reason: String) {
    let problem = HTTPCredentials.problem(text)
    #expect(problem?.contains(reason) == true && problem?.contains("pw") == false)
    #expect(HTTPCredentials(text).authorization(for: "https://a.example/") == nil)
  }

  @Test func credentialsAreMasked() {
    let both = "https://a.example=user:se%20cret https://b.example:444=tok"
    #expect(HTTPCredentials.problem(both) == nil)
    let read = HTTPCredentials(both)
    #expect(read.authorization(for: "https://B.example:444/x?y") == "Bearer tok")
    #expect(read.authorization(for: "http://a.example/") == nil)
    #expect(read.secrets == ["se cret", "dXNlcjpzZSBjcmV0", "tok", "tok"])
  }
}
