import Foundation
import Testing

@testable import Net

/// Proxies of the user's configuration.
@Suite struct ProxyTests {
  private func client(
    _ proxy: String, exceptions: String = "", _ body: (Rig) async throws -> Void
  ) async throws {
    var configuration = HTTPConfiguration()
    configuration.proxies = ProxyRules(https: proxy, http: proxy, exceptions: exceptions)
    try await Rig.run(configuration) { try await body($0) }
  }

  private func granting(_ hosts: String...) -> RequestContext {
    RequestContext(
      policy: HTTPPolicy(
        allowsLoopback: true, grants: hosts.compactMap { HTTPPolicy.HostGrant($0) }))
  }

  @Test("Plain http goes through the proxy as a whole address; this machine is asked directly")
  func forwards() async throws {
    let proxy = try RawServer { .text("proxied \($0.target)") }
    let here = try RawServer { _ in .text("direct") }
    defer {
      proxy.stop()
      here.stop()
    }
    try await client(proxy.base) { rig in
      let far = try await rig.get(
        "http://nas.local:8096/x", context: granting("http://nas.local:8096"))
      #expect(far.text == "proxied http://nas.local:8096/x")
      let near = try await rig.get(here.base + "/")
      #expect(near.text == "direct")
    }
  }

  @Test(
    "A proxy that refuses is named, with its status and without its password",
    arguments: [403, 407, 502])
  func refuses(_ status: Int) async throws {
    let proxy = try RawServer { _ in .response(status) }
    defer { proxy.stop() }
    let secret = proxy.base.replacing("http://", with: "http://user:pa55word@")
    try await client(secret) { rig in
      let error = await rig.failure("https://example.org/") { $0.once() }
      #expect(error?.kind == .proxy)
      #expect(error?.message.contains("\(status)") == true)
      #expect(error?.message.contains("127.0.0.1:\(proxy.port)") == true)
      #expect(error?.message.contains("pa55word") == false)
    }
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }

  @Test(
    "A user's name and password are taken as they are written, or as addresses have them",
    arguments: ["p@s/s:w#r?d%zz", "p%40s%2Fs%3Aw%23r%3Fd%25zz"])
  func reservedSigns(_ password: String) async throws {
    let proxy = try RawServer { _ in .text("proxied") }
    defer { proxy.stop() }
    let address = proxy.base.replacing("http://", with: "http://me:\(password)@")
    #expect(ProxyRules.isProxy(address))
    try await client(address) { rig in
      let context = granting("http://nas.local")
      let answer = try await rig.get("http://nas.local/", context: context)
      #expect(answer.text == "proxied")
    }
    let credentials = Data("me:p@s/s:w#r?d%zz".utf8).base64EncodedString()
    #expect(proxy.requests.first?.headers["proxy-authorization"] == "Basic " + credentials)
  }

  @Test func noProxyThere() async throws {
    let proxy = try RawServer { _ in .text("") }
    proxy.stop()
    try await client("http://127.0.0.1:1") { rig in
      let error = await rig.failure("https://example.org/") { $0.once() }
      #expect(error?.kind == .proxy && error?.message.contains("no connection") == true)
    }
  }

  @Test(
    "Names that only a local network knows need a grant",
    arguments: [
      "nas", "nas.local", "router.lan", "db.internal", "x.home.arpa", "nas.local.",
    ])
  func localNames(_ host: String) async throws {
    let proxy = try RawServer { _ in .response(403) }
    defer { proxy.stop() }
    try await client(proxy.base) { rig in
      let error = await rig.failure("https://\(host)/") { $0.once() }
      #expect(error?.kind == .denied && error?.rule == .publicAddresses)
      let granted = await rig.failure("https://\(host)/", context: granting(host)) { $0.once() }
      #expect(granted?.kind == .proxy)
    }
  }

  private static let cases: [(String, String, Bool)] = [
    ("example.org", "https://example.org/", true),
    ("example.org", "https://a.example.org/", true),
    (".example.org", "https://a.example.org/", true),
    ("example.org", "https://notexample.org/", false),
    ("*.example.org", "https://a.example.org/", true), ("*", "https://example.org/", true),
    ("example.org:443", "https://example.org/", true),
    ("example.org:80", "https://example.org/", false),
    ("10.0.0.0/8", "https://10.1.2.3/", true), ("10.0.0.0/8", "https://11.1.2.3/", false),
    ("10.1.2.3", "https://10.1.2.3/", true), ("a, 10.1.2.4 ,b", "https://10.1.2.4/", true),
    ("fd00::/8", "https://[fd12::1]/", true), ("10.0.0.0/99", "https://10.1.2.3/", false),
    ("::::", "https://example.org/", false), ("", "https://127.1.2.3/", true),
    ("", "https://example.org/", false), ("Example.ORG", "https://example.org/", true),
  ]

  @Test("NO_PROXY", arguments: cases)
  func exceptions(_ text: String, _ url: String, _ isDirect: Bool) throws {
    let rules = ProxyRules(https: "http://proxy:3128", exceptions: text)
    #expect(try (rules.proxy(for: HTTPURL(url)) == nil) == isDirect)
  }

  @Test func addresses() {
    for good in ["http://p:1", "p:3128", "socks5h://u:p@p:1", "https://proxy.example"] {
      #expect(ProxyRules.isProxy(good))
    }
    for bad in ["", "ftp://p:1", "http://", "http://p:99999", "http://a b", "http://p\r\nX: y"] {
      #expect(!ProxyRules.isProxy(bad))
    }
  }
}
