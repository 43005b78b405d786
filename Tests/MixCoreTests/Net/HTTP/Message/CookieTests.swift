import Testing

@testable import Net

/// RFC 6265bis, case by case.
@Suite struct CookieTests {
  private func sent(
    _ fields: [String], from origin: String = "https://www.example.com/a/b",
    to target: String = "https://www.example.com/a/c", after seconds: Double = 0
  ) throws -> String? {
    let jar = CookieJar()
    jar.store(fields, from: try HTTPURL(origin), now: 1_000_000)
    return jar.field(for: try HTTPURL(target), now: 1_000_000 + seconds)
  }

  @Test("A cookie goes back to the host that set it, and no further")
  func hosts() throws {
    #expect(try sent(["a=1", "b = 2 "]) == "a=1; b=2")
    #expect(try sent(["a=1"], to: "https://api.example.com/a/c") == nil)
    #expect(try sent(["a=1"], to: "https://www.example.com/b") == nil)
    #expect(try sent(["a=1"], to: "https://www.example.com/ab") == nil)
    #expect(try sent(["a=1; Path=/"], to: "https://www.example.com/b") == "a=1")
    let domain = ["a=1; Path=/; Domain=.Example.com"]
    #expect(try sent(domain, to: "https://api.example.com/") == "a=1")
    #expect(try sent(domain, to: "https://example.com/") == "a=1")
    #expect(try sent(domain, to: "https://badexample.com/") == nil)
  }

  @Test(
    "Domains that are not the host's own set nothing",
    arguments: [
      "com", ".com", "co.uk", "github.io", "other.org", "api.www.example.com", "127.0.0.1",
      "le.com",
    ])
  func domains(_ domain: String) throws {
    for host in ["www.example.com", "www.example.co.uk", "me.github.io"] {
      let url = "https://\(host)/"
      #expect(try sent(["a=1; Domain=\(domain)"], from: url, to: url) == nil)
    }
  }

  @Test func addressesAndPublicSuffixesKeepToThemselves() throws {
    #expect(
      try sent(["a=1; Domain=0.0.1"], from: "https://127.0.0.1/", to: "https://127.0.0.1/") == nil)
    #expect(
      try sent(["a=1; Domain=127.0.0.1"], from: "https://127.0.0.1/", to: "https://127.0.0.1/")
        == "a=1")
    #expect(
      try sent(["a=1; Domain=github.io"], from: "https://github.io/", to: "https://me.github.io/")
        == nil)
  }

  @Test("Secure cookies stay off plain http, and cannot be changed from there")
  func secure() throws {
    #expect(try sent(["a=1; Secure; Path=/"], to: "http://www.example.com/") == nil)
    #expect(try sent(["a=1; Secure"], from: "http://www.example.com/") == nil)
    let jar = CookieJar()
    jar.store(["a=1; Secure; Path=/"], from: try HTTPURL("https://e.org/"), now: 0)
    jar.store(["a=2; Path=/"], from: try HTTPURL("http://e.org/"), now: 0)
    #expect(jar.field(for: try HTTPURL("https://e.org/"), now: 0) == "a=1")
  }

  @Test func names() throws {
    #expect(try sent(["__Host-a=1; Secure; Path=/"]) == "__Host-a=1")
    #expect(try sent(["__host-a=1; Secure; Path=/; Domain=example.com"]) == nil)
    #expect(try sent(["__Secure-a=1"]) == nil)
    #expect(try sent(["=__Host-a=1; Secure; Path=/"]) == nil)
    #expect(try sent(["", "=", ";", "a\u{1}=1", "a=\u{7F}"]) == nil)
    #expect(try sent(["just"]) == "just")
    #expect(try sent(["a=" + String(repeating: "x", count: 4_096)]) == nil)
  }

  private static let endings: [(String, Double, Bool)] = [
    ("Max-Age=10", 9, true), ("Max-Age=10", 10, false), ("Max-Age=0", 0, false),
    ("Max-Age=-5", 0, false), ("Max-Age=x", 1e7, true), ("Max-Age=10; Max-Age=+9", 9, true),
    ("Expires=Mon, 12 Jan 1970 13:46:50 GMT", 9, true),
    ("Expires=Mon, 12 Jan 1970 13:46:50 GMT", 10, false),
    ("expires=Monday, 12-Jan-70 13:46:50 GMT; Max-Age=20", 15, true),
    ("Expires=12 jan 1970 13:46:50", 11, false), ("Expires=garbage", 1e7, true),
    ("Expires=Mon, 99 Jan 1970 13:46:50 GMT", 1e7, true),
    ("Max-Age=99999999999999999999", 34_559_999, true),
    ("Max-Age=99999999999999999999", 34_560_000, false),
  ]

  @Test("They end", arguments: endings)
  func lifetimes(_ attribute: String, _ after: Double, _ isThere: Bool) throws {
    #expect(try sent(["a=1; \(attribute)"], after: after) == (isThere ? "a=1" : nil))
  }

  @Test func aJarIsBounded() throws {
    let jar = CookieJar()
    for host in 0..<200 {
      let url = try HTTPURL("https://h\(host).example.org/")
      jar.store((0..<60).map { "c\($0)=\(host)" }, from: url, now: 0)
    }
    #expect(jar.count <= 3_000)
    let last = try #require(jar.field(for: try HTTPURL("https://h199.example.org/"), now: 0))
    #expect(last.hasPrefix("c10=199; c11=199") && last.hasSuffix("c59=199"))
    #expect(jar.field(for: try HTTPURL("https://h0.example.org/"), now: 0) == nil)
    let long = "=" + String(repeating: "x", count: 4_000)
    jar.store((0..<50).map { "c\($0)" + long }, from: try HTTPURL("https://big.org/"), now: 0)
    let cut = try #require(jar.field(for: try HTTPURL("https://big.org/"), now: 0))
    #expect(cut.utf8.count <= 8_190)
  }

  @Test("Redirects set and send them hop by hop")
  func redirects() async throws {
    let other = try RawServer { .text($0.headers["cookie"] ?? "none") }
    let server = try RawServer { [base = other.base] request in
      switch request.target {
      case "/start":
        .response(302, ["Location": "/next", "Set-Cookie": "sid=1; Path=/"])
      case "/next": .response(302, ["Location": base.replacing("127.0.0.1", with: "localhost")])
      default: .text(request.headers["cookie"] ?? "none")
      }
    }
    defer {
      server.stop()
      other.stop()
    }
    try await Rig.run { rig in
      var request = HTTPRequest(url: server.base + "/start")
      request.attachments = HTTPAttachments(cookies: CookieJar())
      let away = try await rig.client.send(request, context: Rig.local)
      #expect(away.text == "none")
      #expect(server.requests.map { $0.headers["cookie"] } == [nil, "sid=1"])
      request.url = server.base + "/again"
      let again = try await rig.client.send(request, context: Rig.local)
      #expect(again.text == "sid=1")
    }
  }
}
