import Testing

@testable import Net

@Suite struct PolicyTests {
  private let check = PolicyCheck()

  private func rule(_ url: String, _ policy: HTTPPolicy) -> HTTPError.Rule? {
    do {
      _ = try check.check(HTTPURL(url), policy)
      return nil
    } catch {
      #expect(error.kind == .denied)
      return error.rule
    }
  }

  private func grants(_ texts: String...) throws -> [HTTPPolicy.HostGrant] {
    try texts.map { try #require(HTTPPolicy.HostGrant($0)) }
  }

  @Test(
    arguments: [
      ("https://example.com/", nil), ("http://example.com/", .httpsOnly),
      ("https://10.0.0.1/", .publicAddresses), ("https://[fd00::1]/", .publicAddresses),
      ("https://localhost/", .grantedHosts), ("http://127.0.0.1:8080/", .grantedHosts),
      ("http://10.0.0.1/", .httpsOnly),
    ] as [(String, HTTPError.Rule?)])
  func standard(_ url: String, _ expected: HTTPError.Rule?) {
    #expect(rule(url, .standard) == expected)
  }

  @Test func strictRefusesAll() {
    #expect(rule("https://example.com/", .strict) == .grantedHosts)
    #expect(rule("http://127.0.0.1/", .strict) == .grantedHosts)
  }

  @Test func loopbackGrant() {
    let policy = HTTPPolicy(allowsLoopback: true)
    for host in ["127.0.0.1:1", "[::1]:2", "localhost", "app.localhost:3", "127.1.2.3"] {
      #expect(rule("http://\(host)/", policy) == nil)
      #expect(rule("https://\(host)/", policy) == nil)
    }
    #expect(rule("http://127.0.0.1.example.com/", policy) == .httpsOnly)
    #expect(rule("http://localhost.example.com/", policy) == .httpsOnly)
  }

  @Test func hostGrants() throws {
    let policy = HTTPPolicy(
      allowsPublicHTTPS: false, grants: try grants("nas.local:8443", "10.0.0.1", "[::1]:80"))
    #expect(rule("https://nas.local:8443/", policy) == nil)
    #expect(rule("https://nas.local/", policy) == .grantedHosts)
    #expect(rule("https://10.0.0.1:1234/", policy) == nil)
    #expect(rule("http://10.0.0.1/", policy) == .httpsOnly)
    #expect(rule("http://[::1]/", policy) == nil)
    #expect(rule("http://[::1]:81/", policy) == .grantedHosts)
  }

  @Test("A place on a host opens what lies below its path")
  func places() throws {
    let place = try #require(HTTPPolicy.HostGrant(place: "http://127.0.0.1:9104/jelly/"))
    let policy = HTTPPolicy(allowsPublicHTTPS: false, grants: [place])
    for path in ["/jelly", "/jelly/", "/jelly?a=/../b", "/jelly/Items/1..2", "/other/../jelly/a"] {
      #expect(rule("http://127.0.0.1:9104\(path)", policy) == nil, "\(path)")
    }
    let others = [
      "/", "/jellyfish", "/admin", "/jelly/../admin", "/jelly/%2e%2e/admin", "/jelly/..%2fadmin",
      "/jelly/%2E%2E%5Cadmin", "/jelly/..;/admin",
    ]
    for path in others {
      #expect(rule("http://127.0.0.1:9104\(path)", policy) == .grantedHosts, "\(path)")
    }
    #expect(rule("http://127.0.0.1:9105/jelly/", policy) == .grantedHosts)
    #expect(!policy.isGranted(host: "127.0.0.1", port: 9104))
    #expect(HTTPPolicy.HostGrant(place: "nas.local") == nil)
  }

  @Test func publicHosts() throws {
    var policy = HTTPPolicy.strict
    policy.publicHosts = try grants("nas.example.org:443", "10.0.0.1")
    let url = try HTTPURL("https://nas.example.org/")
    #expect(try check.check(url, policy) == .publicOnly)
    #expect(rule("https://nas.example.org:8443/", policy) == .grantedHosts)
    #expect(rule("http://nas.example.org/", policy) == .httpsOnly)
    #expect(rule("https://10.0.0.1/", policy) == .publicAddresses)
  }

  @Test(arguments: ["", "a/b", "a:b", "a:99999", "[::1", "a b", "u@h"])
  func badGrants(_ text: String) { #expect(HTTPPolicy.HostGrant(text) == nil) }

  @Test func grantsArePreciseAboutPorts() throws {
    #expect(try #require(HTTPPolicy.HostGrant("Example.com")).port == nil)
    #expect(try #require(HTTPPolicy.HostGrant("example.com:443")).port == 443)
    #expect(try #require(HTTPPolicy.HostGrant("127.0.0.1")).port == nil)
    #expect(try #require(HTTPPolicy.HostGrant("[::1]")).port == nil)
    #expect(try #require(HTTPPolicy.HostGrant("[::1]:8")).port == 8)
  }

  @Test func messagesNameTheFlag() {
    #expect { try check.check(HTTPURL("https://localhost:9/"), .standard) } throws: {
      ($0 as? HTTPError)?.message.contains("--allow-net localhost:9") == true
    }
  }

  /// A public name that resolves to a private address must not be connected to.
  @Test(arguments: ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]"])
  func privateAddressByName(_ address: String) async throws {
    let server = try RawServer { _ in .text("reached") }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.resolve = ["public.example:\(server.port):\(address)"]
    try await Rig.run(configuration) { rig in
      let error = await rig.failure("https://public.example:\(server.port)/") { $0.once() }
      #expect(error?.kind == .denied)
      #expect(error?.rule == .publicAddresses)
    }
    #expect(server.connections == 0)
  }

  /// A reused connection is judged by the grants of each request.
  @Test func reusedConnectionIsCheckedAgain() async throws {
    let server = try RawServer { _ in .text("reached") }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.resolve = ["app.localhost:\(server.port):127.0.0.1"]
    try await Rig.run(configuration) { rig in
      let url = "http://app.localhost:\(server.port)/"
      _ = try await rig.get(url)
      let error = await rig.failure(url + "2", context: RequestContext())
      #expect(error?.rule == .grantedHosts)
    }
  }
}

@Suite struct RedirectTests {
  private func hops(
    _ answer: @escaping @Sendable (RawRequest) -> RawReply,
    _ body: (Rig, RawServer) async throws -> Void
  ) async throws {
    let server = try RawServer(answer)
    defer { server.stop() }
    try await Rig.run { rig in try await body(rig, server) }
  }

  @Test func followsAndNamesTheLastAddress() async throws {
    try await hops({ request in
      switch request.target {
      case "/a/start": .redirect("../b?x=1", status: 301)
      case "/b?x=1": .redirect("/c", status: 308)
      default: .text(request.target)
      }
    }) { rig, server in
      let response = try await rig.get(server.base + "/a/start")
      #expect(response.text == "/c")
      #expect(response.url == server.base + "/c")
    }
  }

  /// Of a value that is not UTF-8.
  @Test func bytesOfAnAddressStayAsTheyCame() async throws {
    let head = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nX-Name: caf"
    let reply =
      Array(head.utf8) + [0xE9] + Array("\r\nLocation: /gr".utf8) + [0xFC, 0x6E, 0x0D, 0x0A]
    try await hops({ $0.target == "/" ? .raw(reply + [0x0D, 0x0A]) : .text($0.target) }) {
      rig, server in
      let last = try await rig.get(server.base + "/")
      #expect(last.text == "/gr%FCn")
      let first = try await rig.get(server.base + "/") { $0.maxRedirects = 0 }
      #expect(first.headers["X-Name"] == "café")
    }
  }

  @Test("An invalid Location is the service's fault", arguments: ["http:/a", "https:///a"])
  func wrongLocation(_ location: String) async throws {
    try await hops({ _ in .redirect(location) }) { rig, server in
      let failure = await rig.failure(server.base + "/")
      #expect(failure?.kind == .protocolError)
      let words = "redirects to \(location), which is not an address"
      #expect(failure?.message.contains(words) == true)
    }
  }

  @Test func atMostTen() async throws {
    try await hops({ request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number < 21 ? .redirect("/\(number + 1)") : .text("end")
    }) { rig, server in
      #expect(await rig.failure(server.base + "/0")?.kind == .tooManyRedirects)
      let response = try await rig.get(server.base + "/11")
      #expect(response.text == "end")
      let first = try await rig.get(server.base + "/0") { $0.maxRedirects = 0 }
      #expect(first.status == 302)
    }
  }

  @Test func credentialsStayWithTheirOrigin() async throws {
    let other = try RawServer { _ in .text("other") }
    defer { other.stop() }
    let target = other.base
    try await hops({ request in
      request.target == "/same" ? .redirect("/away") : .redirect(target + "/x")
    }) { rig, server in
      let secret: [(name: String, value: String)] = [
        ("Authorization", "Bearer s"), ("Cookie", "a=b"), ("X-Api-Key", "k"), ("X-Auth-Token", "t"),
        ("X-Goog-Api-Key", "k"), ("Ocp-Apim-Subscription-Key", "k"), ("X-Session", "s"),
        ("X-Amz-Security-Token", "t"), ("apikey", "k"), ("X-Signature", "s"),
      ]
      let headers = HTTPHeaders(secret + [("X-Keep", "1"), ("Idempotency-Key", "2")])
      _ = try await rig.get(server.base + "/same", headers: headers)
      #expect(server.requests.count == 2)
      #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer s" })
      let seen = try #require(other.requests.first)
      for (name, _) in secret {
        #expect(seen.headers[name.lowercased()] == nil, "\(name)")
        #expect(server.requests.allSatisfy { $0.headers[name.lowercased()] != nil }, "\(name)")
      }
      #expect(seen.headers["idempotency-key"] == "2")
      #expect(seen.headers["x-keep"] == "1")
    }
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "PUT", "GET"), (307, "POST", "POST"),
    (308, "PUT", "PUT"), (302, "PUT", "PUT"),
  ])
  func methods(_ status: Int, _ method: String, _ expected: String) async throws {
    try await hops({ request in
      request.target == "/" ? .redirect("/next", status: status) : .text(request.method)
    }) { rig, server in
      let request = HTTPRequest(method: method, url: server.base + "/", body: [1, 2])
      let response = try await rig.client.send(request, context: Rig.local)
      #expect(response.text == expected)
      #expect(server.requests[1].body == (expected == "GET" ? [] : [1, 2]))
    }
  }

  @Test func everyHopIsJudged() async throws {
    try await hops({ _ in .redirect("http://10.0.0.1/") }) { rig, server in
      #expect(await rig.failure(server.base + "/")?.rule == .httpsOnly)
    }
    try await hops({ _ in .redirect("file:///etc/passwd") }) { rig, server in
      #expect(await rig.failure(server.base + "/")?.rule == .httpsOnly)
    }
    try await hops({ _ in .redirect("https://192.168.0.1/") }) { rig, server in
      #expect(await rig.failure(server.base + "/")?.rule == .publicAddresses)
    }
  }
}

@Suite struct UpstreamTests {
  @Test func scriptsSeeTheCanonicalAddress() async throws {
    let server = try RawServer { request in
      switch request.target {
      case "/itunes/search?term=a": .redirect("/itunes/found")
      case "/itunes/blind": .redirect("/found")
      default: .text(request.target)
      }
    }
    defer { server.stop() }
    var configuration = HTTPConfiguration()
    configuration.upstreams = [
      .init(canonical: "https://itunes.apple.com", actual: server.base + "/itunes")
    ]
    configuration.liftsRateLimits = true
    try await Rig.run(configuration) { rig in
      let context = RequestContext()
      let found = try await rig.get("https://itunes.apple.com/search?term=a", context: context)
      #expect(found.text == "/itunes/found")
      #expect(found.url == "https://itunes.apple.com/found")
      let blind = try await rig.get("https://itunes.apple.com/blind", context: context)
      #expect(blind.url == "https://itunes.apple.com/found")
      // The address of the stand-in itself is not granted to scripts.
      let direct = await rig.failure(server.base + "/itunes/x", context: context)
      #expect(direct?.rule == .grantedHosts)
    }
  }

  @Test(
    "No other service leads to a server of the user's own",
    arguments: [
      "https://films.mixhost.invalid/secret", "//films.mixhost.invalid/a",
      "https://films.mixhost.ｉnvalid/a", "http://127.0.0.1:9/films/web",
    ])
  func redirectsToServersOfTheUser(location: String) throws {
    let map = try UpstreamMap([
      .init(canonical: "https://films.mixhost.invalid", actual: "http://127.0.0.1:9/films")
    ])
    #expect(throws: HTTPError.self) {
      try map.redirect(from: HTTPURL("https://api.example/a"), location: location)
    }
    let own = try HTTPURL("https://films.mixhost.invalid/a")
    #expect(try map.redirect(from: own, location: "/b").text.hasSuffix("/b"))
  }

  /// A feed's address is whole as it is: the root of what stands for it adds nothing.
  @Test(arguments: [
    ("/feed.xml", "/", "/feed.xml"), ("/feed.xml", "/?page=2", "/feed.xml?page=2"),
    ("/feed.xml", "?page=2", "/feed.xml?page=2"), ("/api/", "/", "/api/"),
    ("/api/", "/works", "/api/works"), ("", "/", "/"),
  ])
  func theRootIsTheActualAddress(place: String, asked: String, sent: String) throws {
    let map = try UpstreamMap([
      .init(canonical: "https://podcasts.mixhost.invalid", actual: "http://127.0.0.1:9\(place)")
    ])
    let url = try HTTPURL("https://podcasts.mixhost.invalid" + asked)
    let actual = try #require(map.actual(for: url))
    #expect(actual.text == "http://127.0.0.1:9\(sent)")
    let back = try #require(map.canonical(for: actual))
    #expect(map.actual(for: back)?.text == actual.text)
  }

  /// Routers of web servers send to the same path with a slash behind it.
  @Test func theSlashBehindAnActualAddressIsAnotherAddress() throws {
    let map = try UpstreamMap([
      .init(canonical: "https://fever.mixhost.invalid", actual: "http://127.0.0.1:9/fever")
    ])
    let url = try HTTPURL("https://fever.mixhost.invalid/?a=1")
    #expect(
      try map.redirect(from: url, location: "/fever/?a=1").text
        == "http://127.0.0.1:9/fever/?a=1")
    #expect(
      try map.redirect(from: url, location: "/fever/x").text == "https://fever.mixhost.invalid/x")
  }

  @Test func otherAddressesLeadElsewhere() throws {
    let map = try UpstreamMap(
      [.init(canonical: "https://api.example/v1", actual: "http://127.0.0.1:9/api")],
      elsewhere: "http://127.0.0.1:9/elsewhere")
    let places = [
      "https://api.example/v1/a": "http://127.0.0.1:9/api/a",
      "https://api.example/v2/a?b=c": "http://127.0.0.1:9/elsewhere/api.example/v2/a?b=c",
      "http://192.168.1.1:8080/": "http://127.0.0.1:9/elsewhere/192.168.1.1/",
      "http://127.0.0.1:10/": "http://127.0.0.1:9/elsewhere/127.0.0.1/",
    ]
    for (asked, sent) in places {
      let url = try HTTPURL(asked)
      #expect(map.actual(for: url)?.text == sent)
    }
    let there = try HTTPURL("http://127.0.0.1:9/media/x")
    #expect(map.actual(for: there) == nil)
  }

  @Test func badUpstreamIsNamed() {
    var configuration = HTTPConfiguration()
    configuration.upstreams = [.init(canonical: "https://a", actual: "nonsense")]
    #expect { try UpstreamMap(configuration.upstreams) } throws: {
      ($0 as? HTTPError)?.message.contains("nonsense") == true
    }
  }
}
