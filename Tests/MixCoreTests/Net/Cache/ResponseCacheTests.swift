import Reactor
import Testing

@testable import Net

@Suite("Response cache")
struct ResponseCacheTests {
  private let fixture = CacheFixture()
  private let url = "https://api.example/x"

  @Test("an answer comes back whole, with its age")
  func wholeAnswer() {
    let cache = fixture.responses(nil)
    cache.keep(url, "body", at: fixture.time, headers: ["Cache-Control": "max-age=60", "X-A": "1"])
    fixture.time.advance(by: .seconds(7))
    guard case .fresh(let answer) = cache.lookup(HTTPRequest(url: url), upstreamURL: url) else {
      Issue.record("not fresh")
      return
    }
    #expect(answer.status == 200)
    #expect(answer.body == Array("body".utf8))
    #expect(answer.headers["x-a"] == "1")
    #expect(answer.headers["Age"] == "7")
    #expect(answer.age == 7)
    #expect(answer.source == .cache)
  }

  @Test("an answer that arrived at a time to come is asked for again")
  func future() {
    let cache = fixture.responses(nil)
    fixture.time.advance(by: .seconds(1_000_000))
    cache.keep(url, "body", at: fixture.time)
    fixture.time.advance(by: .seconds(-30))
    #expect(cache.freshBody(url) == "body")
    fixture.time.advance(by: .seconds(-100))
    #expect(cache.freshBody(url) == nil)
    var options = HTTPOptions()
    options.ttl = 1_000
    let lookup = cache.lookup(HTTPRequest(url: url, options: options), upstreamURL: url)
    if case .fresh = lookup { Issue.record("fresh under a time to live of the caller's") }
  }

  @Test("HEAD has the fields and no body")
  func head() {
    let cache = fixture.responses(nil)
    cache.keep(url, "body", at: fixture.time)
    let lookup = cache.lookup(HTTPRequest(method: "HEAD", url: url), upstreamURL: url)
    guard case .fresh(let answer) = lookup else {
      Issue.record("not fresh")
      return
    }
    #expect(answer.body == [])
  }

  @Test("fields of one connection are not kept (3.1), nor those of a qualified no-cache reused")
  func droppedFields() {
    let cache = fixture.responses(nil)
    let headers: HTTPHeaders = [
      "Cache-Control": "max-age=60, no-cache=\"Set-Cookie\"", "Connection": "X-Hop",
      "X-Hop": "1", "Transfer-Encoding": "chunked", "Set-Cookie": "a", "X-Kept": "1",
    ]
    cache.keep(url, "body", at: fixture.time, headers: headers)
    guard case .fresh(let answer) = cache.lookup(HTTPRequest(url: url), upstreamURL: url) else {
      Issue.record("not fresh")
      return
    }
    for name in ["Connection", "X-Hop", "Transfer-Encoding", "Set-Cookie"] {
      #expect(answer.headers[name] == nil)
    }
    #expect(answer.headers["X-Kept"] == "1")
  }

  @Test("a stale answer names its validators (4.3.1)")
  func validators() {
    let cache = fixture.responses(nil)
    let date = "Tue, 30 Dec 2025 00:00:00 GMT"
    cache.keep(
      url, "body", at: fixture.time,
      headers: ["Cache-Control": "max-age=5", "ETag": "\"a\"", "Last-Modified": date])
    fixture.time.advance(by: .seconds(6))
    let lookup = cache.lookup(HTTPRequest(url: url), upstreamURL: url)
    guard case .expired(let answer, let validators, false, true) = lookup else {
      Issue.record("not expired")
      return
    }
    #expect(answer.source == .stale)
    #expect(validators == ["If-None-Match": "\"a\"", "If-Modified-Since": date])
  }

  @Test("variants stand side by side, the newest answers first (4.1)")
  func variants() {
    let cache = fixture.responses(nil)
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Vary": "Accept-Language"]
    for language in ["de", "en"] {
      cache.keep(
        url, language, at: fixture.time, headers: headers, request: ["Accept-Language": language])
    }
    #expect(cache.freshBody(url, request: ["Accept-Language": "de"]) == "de")
    #expect(cache.freshBody(url, request: ["Accept-Language": "EN"]) == "en")
    #expect(cache.freshBody(url) == nil)
    cache.keep(url, "plain", at: fixture.time)
    #expect(cache.freshBody(url) == "plain")
    #expect(cache.freshBody(url, request: ["Accept-Language": "de"]) == "plain")
  }

  @Test("a plain answer stays when a varying one joins it")
  func plainJoined() {
    let cache = fixture.responses(nil)
    cache.keep(url, "public", at: fixture.time)
    cache.keep(url, "mine", at: fixture.time, request: ["Authorization": "Bearer a"])
    #expect(cache.freshBody(url) == "public")
    #expect(cache.freshBody(url, request: ["Authorization": "Bearer a"]) == "mine")
  }

  @Test(
    "An answer to a request with a credential serves no other request",
    arguments: [
      "Cookie", "X-Api-Key", "Authorization", "X-Auth-Token", "Ocp-Apim-Subscription-Key",
    ])
  func credentials(field: String) {
    let cache = fixture.responses(nil)
    let mine = HTTPHeaders([(field, "a")])
    cache.keep(url, "mine", at: fixture.time, request: mine)
    #expect(cache.freshBody(url) == nil)
    #expect(cache.freshBody(url, request: HTTPHeaders([(field, "b")])) == nil)
    #expect(cache.freshBody(url, request: ["X-Secret": "a"]) == nil)
    #expect(cache.freshBody(url, request: mine) == "mine")
    cache.keep(url, "plain", at: fixture.time)
    #expect(cache.freshBody(url) == "plain")
    #expect(cache.freshBody(url, request: HTTPHeaders([(field, "b")])) == nil)
    #expect(cache.freshBody(url, request: mine) == "mine")
  }

  @Test("No other run sees an answer to a script's own credential, unless it is public")
  func confined() async {
    let keys: HTTPHeaders = ["X-Api-Key": "a"]
    let addresses = ["https://a.example/1", "https://a.example/2", "https://a.example/3"]
    let first = fixture.disk()
    let cache = fixture.responses(first)
    cache.keep(addresses[0], "mine", at: fixture.time, request: keys)
    let isPublic: HTTPHeaders = ["Cache-Control": "public, max-age=60"]
    cache.keep(addresses[1], "public", at: fixture.time, headers: isPublic, request: keys)
    var request = HTTPRequest(url: addresses[2], headers: keys)
    request.options.sendsSetting = true
    cache.store(
      request, upstreamURL: addresses[2],
      response: HTTPResponse(
        status: 200, headers: ["Cache-Control": "max-age=60"], body: Array("setting".utf8),
        url: addresses[2]), requestTime: fixture.time.wall, responseTime: fixture.time.wall)
    // A plain answer beside it goes to the disk, the confined one still does not.
    cache.keep(addresses[0], "plain", at: fixture.time)
    #expect(addresses.map { cache.freshBody($0, request: keys) } == ["mine", "public", "setting"])
    await cache.flush()
    let later = fixture.responses(fixture.disk())
    #expect(addresses.map { later.freshBody($0, request: keys) } == [nil, "public", "setting"])
    #expect(later.freshBody(addresses[0]) == "plain")
    #expect(later.freshBody(addresses[1]) == nil)
  }

  @Test("at most 32 variants are kept")
  func variantLimit() {
    let cache = fixture.responses(nil)
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Vary": "Foo"]
    for index in 0..<40 {
      cache.keep(url, "\(index)", at: fixture.time, headers: headers, request: ["Foo": "\(index)"])
    }
    #expect(cache.freshBody(url, request: ["Foo": "7"]) == nil)
    #expect(cache.freshBody(url, request: ["Foo": "8"]) == "8")
  }

  @Test("the fragment does not count")
  func fragment() {
    let cache = fixture.responses(nil)
    cache.keep(url + "#a", "body", at: fixture.time)
    #expect(cache.freshBody(url) == "body")
  }

  @Test("a reload may fall back on what is stored, and never be served by it")
  func reload() {
    let cache = fixture.responses(nil)
    cache.keep(
      url, "body", at: fixture.time, headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""])
    var request = HTTPRequest(url: url)
    request.options.reload = true
    guard
      case .expired(let answer, let validators, false, true) = cache.lookup(
        request, upstreamURL: url)
    else {
      Issue.record("not a fallback")
      return
    }
    #expect(validators == [:])
    #expect(answer.body == Array("body".utf8))
    request.options.allowExpired = false
    guard case .expired(_, _, false, false) = cache.lookup(request, upstreamURL: url) else {
      Issue.record("a fallback against the caller's will")
      return
    }
    #expect(cache.freshBody(url) == "body")
  }

  @Test("what only a time to live kept is not for others")
  func explicitOnly() {
    let cache = fixture.responses(nil)
    var request = HTTPRequest(url: url)
    request.options.ttl = 60
    cache.store(
      request, upstreamURL: url,
      response: HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"], url: url),
      requestTime: fixture.time.wall, responseTime: fixture.time.wall)
    guard case .fresh = cache.lookup(request, upstreamURL: url),
      case .miss = cache.lookup(HTTPRequest(url: url), upstreamURL: url)
    else {
      Issue.record("served to the wrong one")
      return
    }
  }

  @Test("the memory tier has a limit in entries and can be shrunk")
  func limits() async {
    let cache = fixture.responses(nil, memory: MemoryLimits(entries: 4, bytes: 1_000_000))
    for index in 0..<6 { cache.keep("\(url)\(index)", "body", at: fixture.time) }
    #expect(cache.freshBody("\(url)1") == nil)
    #expect(cache.freshBody("\(url)2") == "body")
    cache.shrink(to: 0.25)
    #expect(await cache.statistics().memoryEntries == 1)
    #expect(cache.freshBody("\(url)2") == "body")
  }

  @Test("shrinks to a quarter when the kernel reports memory pressure")
  func pressure() async throws {
    let folder = TemporaryFolder()
    try folder.write("some avg10=42.50 avg60=1.00 avg300=0.00 total=9\n", to: "memory")
    let cache = ResponseCache(
      disk: nil, time: fixture.time, memory: MemoryLimits(entries: 1_000, bytes: 10_000_000),
      pressure: MemoryPressure(path: folder.file("memory")))
    for index in 0..<MemoryPressure.interval { cache.keep("\(url)\(index)", "b", at: fixture.time) }
    #expect(await cache.statistics().memoryEntries == 250)
  }
}
