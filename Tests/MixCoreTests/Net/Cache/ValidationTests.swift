import Reactor
import Testing

@testable import Net

@Suite("Validation and invalidation (RFC 9111, 3.2, 4.3.4, 4.4)")
struct ValidationTests {
  private let fixture = CacheFixture()
  private let url = "https://api.example/a/x"

  private func refresh(_ cache: ResponseCache, _ headers: HTTPHeaders) -> HTTPResponse? {
    cache.refresh(
      HTTPRequest(url: url), upstreamURL: url,
      notModified: HTTPResponse(status: 304, headers: headers, url: url),
      requestTime: fixture.time.wall, responseTime: fixture.time.wall)
  }

  private func staleCache(_ headers: HTTPHeaders) -> ResponseCache {
    let cache = fixture.responses(nil)
    cache.keep(url, "body", at: fixture.time, headers: headers)
    fixture.time.advance(by: .seconds(100))
    return cache
  }

  @Test("a 304 makes the answer fresh again and replaces its fields")
  func merge() {
    let cache = staleCache([
      "Cache-Control": "max-age=60", "ETag": "\"a\"", "X-A": "old", "X-B": "kept", "Age": "30",
      "Content-Length": "4", "Content-Encoding": "gzip",
    ])
    let answer = refresh(
      cache,
      [
        "ETag": "\"a\"", "Cache-Control": "max-age=30", "X-A": "new", "X-C": "added",
        "Content-Length": "0", "Content-Encoding": "br", "Connection": "close",
      ])
    #expect(answer?.source == .cache)
    #expect(answer?.body == Array("body".utf8))
    #expect(answer?.headers["X-A"] == "new")
    #expect(answer?.headers["X-B"] == "kept")
    #expect(answer?.headers["X-C"] == "added")
    #expect(answer?.headers["Content-Length"] == "4")
    #expect(answer?.headers["Content-Encoding"] == "gzip")
    #expect(answer?.headers["Connection"] == nil)
    #expect(answer?.age == 0)
    fixture.time.advance(by: .seconds(29))
    #expect(cache.freshBody(url) == "body")
    fixture.time.advance(by: .seconds(1))
    #expect(cache.freshBody(url) == nil)
  }

  @Test("a 304 with another tag confirms nothing")
  func otherTag() {
    let cache = staleCache(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    #expect(refresh(cache, ["ETag": "\"b\""]) == nil)
    #expect(cache.freshBody(url) == nil)
  }

  @Test("a weak tag and a date confirm, nothing stored does not")
  func weak() {
    let cache = staleCache(["Cache-Control": "max-age=60", "ETag": "W/\"a\""])
    #expect(refresh(cache, ["ETag": "W/\"a\""]) != nil)
    let date = "Tue, 30 Dec 2025 00:00:00 GMT"
    let dated = staleCache(["Cache-Control": "max-age=60", "Last-Modified": date])
    #expect(refresh(dated, ["Last-Modified": "Wed, 31 Dec 2025 00:00:00 GMT"]) == nil)
    #expect(refresh(dated, ["Last-Modified": date]) != nil)
    #expect(refresh(fixture.responses(nil), [:]) == nil)
  }

  @Test("a 304 that says no-store leaves what is stored as it is")
  func noStore() {
    let cache = staleCache(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    #expect(refresh(cache, ["ETag": "\"a\"", "Cache-Control": "no-store"])?.status == 200)
    #expect(cache.freshBody(url) == nil)
  }

  @Test(
    "an unsafe method forgets the address",
    arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
  func unsafe(_ method: String) {
    let cache = fixture.responses(nil)
    cache.keep(url, "body", at: fixture.time)
    cache.keep(url, "", at: fixture.time, headers: [:], method: method, status: 204)
    #expect(cache.freshBody(url) == nil)
  }

  @Test("an unsafe method that failed, and a safe one, forget nothing")
  func failedUnsafe() {
    let cache = fixture.responses(nil)
    cache.keep(url, "body", at: fixture.time)
    cache.keep(url, "", at: fixture.time, headers: [:], method: "POST", status: 500)
    cache.keep(url, "", at: fixture.time, headers: [:], method: "OPTIONS")
    #expect(cache.freshBody(url) == "body")
  }

  @Test("all variants of a forgotten address go")
  func variants() {
    let cache = fixture.responses(nil)
    let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Vary": "Foo"]
    cache.keep(url, "1", at: fixture.time, headers: headers, request: ["Foo": "1"])
    cache.keep(url, "2", at: fixture.time, headers: headers, request: ["Foo": "2"])
    cache.invalidate(upstreamURL: url)
    #expect(cache.freshBody(url, request: ["Foo": "1"]) == nil)
    #expect(cache.freshBody(url, request: ["Foo": "2"]) == nil)
  }

  @Test(
    "Location and Content-Location of the same origin",
    arguments: [
      ("/b", "https://api.example/b"), ("y?q=1", "https://api.example/a/y?q=1"),
      ("https://api.example/b", "https://api.example/b"),
      ("HTTPS://API.example/b", "https://api.example/b"),
      ("//api.example/b", "https://api.example/b"),
    ])
  func locations(_ reference: String, _ address: String) {
    for field in ["Location", "Content-Location"] {
      let found = Invalidation.addresses(
        method: "POST", url: url, status: 201, headers: HTTPHeaders([(field, reference)]))
      #expect(found == [url, address])
    }
  }

  @Test(
    "other origins are left alone",
    arguments: [
      "https://other.example/b", "//other.example/b", "http://api.example/b",
      "https://api.example.evil/b", "https://api.example:444/b",
    ])
  func foreign(_ reference: String) {
    let found = Invalidation.addresses(
      method: "POST", url: url, status: 201, headers: ["Location": reference])
    #expect(found == [url])
  }
}
