import NIOCore
import Testing

@testable import Server

/// A proxy's word about its clients, and that of somebody who only says to be one.
@Suite struct TrustedProxiesTests {
  private static func facts(
    peer: String, _ fields: [String: [String]], trusted: [String] = ["127.0.0.1", "10.1.0.0/16"]
  ) throws -> RequestFacts {
    RequestFacts(
      method: "GET", host: "internal:8787", peer: try SocketAddress(ipAddress: peer, port: 1),
      proxies: try TrustedProxies(trusted)
    ) { fields[$0] ?? [] }
  }

  private static let nginx = [
    "x-forwarded-for": ["192.0.2.7"], "x-forwarded-proto": ["https"],
    "x-forwarded-host": ["media.home"],
  ]

  @Test func aTrustedProxyNamesItsClient() throws {
    let facts = try Self.facts(peer: "127.0.0.1", Self.nginx)
    #expect(facts.address == "192.0.2.7" && facts.client == "192.0.2.7")
    #expect(facts.host == "media.home" && facts.scheme == "https")
    let six = try Self.facts(
      peer: "10.1.9.9", ["forwarded": [#"for="[2001:db8::7]:4711";proto=https;host=media.home"#]])
    #expect(six.address == "2001:db8::7" && six.host == "media.home" && six.scheme == "https")
  }

  @Test(arguments: ["127.0.0.2", "10.2.0.1", "::1", "192.0.2.7"])
  func nobodyElseDoes(peer: String) throws {
    let facts = try Self.facts(peer: peer, Self.nginx)
    #expect(facts.address == peer && facts.host == "internal:8787" && facts.scheme == nil)
    let standard = try Self.facts(peer: peer, ["forwarded": ["for=192.0.2.7;host=media.home"]])
    #expect(standard.address == peer && standard.host == "internal:8787")
  }

  @Test(
    arguments: [
      // The nearest one that is not a proxy: what stands before it is the client's own word.
      (["6.6.6.6, 192.0.2.7"], "192.0.2.7"), (["192.0.2.7, 10.1.0.5"], "192.0.2.7"),
      (["6.6.6.6", "192.0.2.7", "10.1.0.5, 10.1.0.6"], "192.0.2.7"),
      (["10.1.0.5"], "10.1.0.5"), (["unknown"], "127.0.0.1"), ([""], "127.0.0.1"),
      (["192.0.2.7:4711"], "192.0.2.7"), (["[2001:db8::7]:4711"], "2001:db8::7"),
      (["6.6.6.6, <script>, 10.1.0.5"], "10.1.0.5"), (["::ffff:10.1.0.5"], "::ffff:10.1.0.5"),
    ] as [([String], String)])
  func chainsAreReadFromTheirNearEnd(values: [String], address: String) throws {
    #expect(try Self.facts(peer: "127.0.0.1", ["x-forwarded-for": values]).address == address)
  }

  @Test(
    arguments: [
      (#"for=192.0.2.7;host="a;for=6.6.6.6;host=evil.example;x=""#, "192.0.2.7"),
      (#"for=192.0.2.7;host="a, for=6.6.6.6""#, "192.0.2.7"),
      (#"for=192.0.2.7;host="a\", for=6.6.6.6;x=\"""#, "192.0.2.7"),
      (#"for="192.0.2.7";proto=https, for=10.1.0.5"#, "192.0.2.7"),
      (#"for=192.0.2.7;for=6.6.6.6"#, nil), (#"for=192.0.2.7;host="a"#, nil),
      (#"for=192.0.2.7;host=a"b"#, nil), (#"for"#, nil),
    ] as [(String, String?)])
  func quotedWordsAreTheClients(field: String, address: String?) throws {
    let facts = try Self.facts(peer: "127.0.0.1", ["forwarded": [field]])
    #expect((facts.proxyFault != nil) == (address == nil))
    if let address { #expect(facts.address == address) }
  }

  @Test func twoKindsOfWordsAreRefused() throws {
    let both = Self.nginx.merging(["forwarded": ["for=6.6.6.6"]]) { own, _ in own }
    #expect(try Self.facts(peer: "127.0.0.1", both).proxyFault != nil)
    #expect(try Self.facts(peer: "192.0.2.7", both).proxyFault == nil)
  }

  @Test(arguments: ["", "proxy", "127.0.0.1/33", "127.0.0.1/0", "1.2.3.4/8/8", "localhost"])
  func otherTextsAreRefused(text: String) {
    #expect(throws: ServerError.proxy(text)) { try TrustedProxies([text]) }
  }

  @Test func networksAreOfBits() throws {
    let proxies = try TrustedProxies(["192.168.1.128/25", "fd00::/9", "[::1]"])
    for inside in ["192.168.1.128", "192.168.1.255", "fd7f::1", "::1", "::ffff:192.168.1.200"] {
      #expect(proxies.contain(inside), "\(inside)")
    }
    for outside in ["192.168.1.127", "fd80::1", "fe00::", "::2", "local"] {
      #expect(!proxies.contain(outside), "\(outside)")
    }
  }

  @Test func itsClientsAreCountedApart() async throws {
    let server = try await TestServer {
      $0.limits.burst = 3
      $0.limits.requestsPerSecond = 0.001
      $0.proxies = try! TrustedProxies(["127.0.0.1"])
    }
    func status(_ client: String) async throws -> Int {
      let fields = "X-Forwarded-For: \(client)\r\n"
      return try await server.get("/api/session", fields: fields).status
    }
    for _ in 0..<3 { #expect(try await status("192.0.2.7") == 200) }
    #expect(try await status("192.0.2.7") == 429)
    #expect(try await status("192.0.2.8") == 200)
    await server.stop()
  }

  @Test func aCookieOverTLSIsSecure() async throws {
    let server = try await TestServer {
      $0.allowedHosts = ["media.home"]
      $0.proxies = try! TrustedProxies(["127.0.0.1"])
    }
    func cookie(_ scheme: String) async throws -> String {
      let fields =
        "X-Forwarded-Proto: \(scheme)\r\nX-Forwarded-Host: media.home\r\n"
        + "Origin: \(scheme)://media.home\r\n"
      let body = "{\"token\": \"\(server.token)\"}"
      return try await server.post("/login", body, fields: fields).header("set-cookie") ?? ""
    }
    let secure = try await cookie("https")
    #expect(secure.hasPrefix("mixhost=") && secure.hasSuffix("; Secure"))
    let plain = try await cookie("http")
    #expect(plain.hasPrefix("mixhost=") && !plain.contains("Secure"))
    await server.stop()
  }
}
