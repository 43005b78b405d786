import Foundation
import Reactor
import Testing

@testable import Server

/// The rights of callers.
@Suite struct AccessTests {
  private static func gate(
    _ change: (inout ServerOptions) -> Void = { _ in }
  ) throws -> (gate: AccessGate, token: String, sessions: SessionStore, folder: String) {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-gate-\(UUID().uuidString)"
    var options = ServerOptions()
    change(&options)
    let token = try AccessToken(path: folder + "/token")
    let sessions = try SessionStore(path: folder + "/sessions", time: ManualTime())
    return (AccessGate(options, token, sessions), token.text, sessions, folder)
  }

  private static func request(
    _ method: String = "GET", _ path: String = "/api/library", host: String? = "127.0.0.1:8787",
    origin: String? = nil, token: String? = nil, cookie: String? = nil, isUpgrade: Bool = false
  ) -> RequestFacts {
    RequestFacts(
      method: method, path: path, host: host, origin: origin,
      authorization: token.map { "Bearer \($0)" },
      cookie: cookie.map { "\(SessionStore.cookieName(host: host))=\($0)" }, isUpgrade: isUpgrade)
  }

  private static let own = "http://127.0.0.1:8787"

  @Test(arguments: [
    "localhost", "localhost:8787", "localhost.", "LOCALHOST", "a.localhost", "127.0.0.1",
    "127.8.9.10:1", "[::1]", "[::1]:8787",
  ])
  func loopbackNamesAreServed(host: String) throws {
    let (gate, _, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request(host: host)) == nil)
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "[::2]",
    "0.0.0.0", "127.1", "localhost@evil.example", "", "localhost:x", "[::1", "::1",
  ])
  func otherNamesAreRefused(host: String) throws {
    let (gate, token, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request(host: host, token: token))?.status == 403)
    #expect(gate.refusal(Self.request("GET", "/health", host: host))?.status == 403)
  }

  @Test func namesMayBeAdded() throws {
    let (gate, _, _, folder) = try Self.gate { $0.allowedHosts = ["media.home"] }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request(host: "Media.Home:8787")) == nil)
    #expect(gate.refusal(Self.request(host: "other.home"))?.status == 403)
  }

  @Test(
    arguments: [
      ("localhost:8787", "mixhost-8787"), ("[::1]:80", "mixhost-80"), ("media.home", "mixhost"),
      (nil, "mixhost"), ("no host at all", "mixhost"),
    ] as [(String?, String)])
  func cookiesCarryThePort(host: String?, name: String) {
    #expect(SessionStore.cookieName(host: host) == name)
  }

  @Test func aServerOfTheNetworkAnswersToTheNamesOfItsMachine() throws {
    let (_, token, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try AccessToken(path: folder + "/token")
    #expect(file.text == token)
    var options = ServerOptions()
    func status(_ host: String) -> Int? {
      AccessGate(options, file, sessions, machine: { ["192.0.2.7", "attic"].contains($0) })
        .refusal(Self.request("GET", "/api/session", host: host))?.status
    }
    #expect(status("192.0.2.7:8787") == 403, "only this machine can reach it")
    (options.host, options.insecure) = ("0.0.0.0", true)
    #expect(status("192.0.2.7:8787") == nil)
    #expect(status("Attic:8787") == nil)
    #expect(status("192.0.2.8") == 403)
    #expect(status("evil.example") == 403)
  }

  @Test func theMachineKnowsItsNames() {
    #expect(
      MachineNames.names("Attic.example.org") == ["attic.example.org", "attic", "attic.local"])
    #expect(MachineNames.names("") == [])
    for address in MachineNames.addresses() {
      #expect(MachineNames.contain(address))
      #expect(!HostName.isLoopback(address))
    }
    #expect(!MachineNames.contain("203.0.113.9"))
    #expect(!MachineNames.contain("evil.example"))
  }

  @Test func changesNeedTheToken() throws {
    let (gate, token, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "/api/enrichment/start"
    #expect(gate.refusal(Self.request("POST", path))?.status == 401)
    #expect(gate.refusal(Self.request("POST", path, token: "wrong"))?.status == 403)
    #expect(gate.refusal(Self.request("POST", path, token: token)) == nil)
    #expect(gate.refusal(Self.request("POST", path, origin: Self.own, token: token)) == nil)
    for origin in ["http://evil.example", "null", "http://127.0.0.1:3000", "http://localhost:8787"]
    {
      #expect(
        gate.refusal(Self.request("POST", path, origin: origin, token: token))?.status == 403)
    }
  }

  @Test func aCookieCountsFromItsOwnPageOnly() throws {
    let (gate, _, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cookie = try sessions.open()
    let path = "/api/enrichment/cancel"
    #expect(gate.refusal(Self.request("POST", path, origin: Self.own, cookie: cookie)) == nil)
    #expect(gate.refusal(Self.request("POST", path, cookie: cookie))?.status == 403)
    #expect(
      gate.refusal(Self.request("POST", path, origin: "http://127.0.0.1:3000", cookie: cookie))?
        .status == 403)
    // Replayed after the sign-out.
    try sessions.close(cookie: "mixhost-8787=\(cookie)", host: "127.0.0.1:8787")
    #expect(
      gate.refusal(Self.request("POST", path, origin: Self.own, cookie: cookie))?.status == 403)
  }

  @Test func socketsWithoutAnOriginNeedTheToken() throws {
    let (gate, token, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "/ws/progress"
    #expect(gate.refusal(Self.request("GET", path, isUpgrade: true))?.status == 401)
    #expect(gate.refusal(Self.request("GET", path, token: token, isUpgrade: true)) == nil)
    #expect(gate.refusal(Self.request("GET", path, origin: Self.own, isUpgrade: true)) == nil)
    let cookie = try sessions.open()
    #expect(gate.refusal(Self.request("GET", path, cookie: cookie, isUpgrade: true))?.status == 403)
    let foreign = Self.request(
      "GET", path, origin: "http://evil.example", token: token, isUpgrade: true)
    #expect(gate.refusal(foreign)?.status == 403)
  }

  @Test func aServerOfTheNetworkShowsStrangersNothing() throws {
    let (gate, token, sessions, folder) = try Self.gate {
      $0.host = "192.168.1.5"
      $0.insecure = true
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let host = "192.168.1.5:8787"
    for path in ["/api/library", "/metrics", "/api/events"] {
      #expect(gate.refusal(Self.request("GET", path, host: host))?.status == 401)
      #expect(gate.refusal(Self.request("GET", path, host: host, token: token)) == nil)
    }
    let cookie = try sessions.open()
    #expect(gate.refusal(Self.request("GET", "/api/library", host: host, cookie: cookie)) == nil)
    // The page asks the last one to know whether to show its sign-in.
    for path in ["/", "/health", "/page/shell.js", "/api/session"] {
      #expect(gate.refusal(Self.request("GET", path, host: host)) == nil)
    }
  }

  @Test func anAddressOfTheNetworkNeedsACertificateOrAWord() {
    var options = ServerOptions()
    options.host = "0.0.0.0"
    #expect(throws: ServerError.exposed(host: "0.0.0.0")) { try options.check() }
    options.insecure = true
    #expect(throws: Never.self) { try options.check() }
    options.insecure = false
    options.certificate = ("cert.pem", "key.pem")
    #expect(throws: Never.self) { try options.check() }
  }

  @Test func theTokenIsKeptForItsOwnerAlone() throws {
    let (_, token, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/token"
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = try AccessToken(path: file)
    #expect(again.text == token)
    #expect(!again.isNew)
    #expect(token.utf8.count == 43)
    #expect(again.matches(token))
    #expect(!again.matches(token + "x"))
  }

  @Test func sessionsEndAndOutliveARestart() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-gate-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = ManualTime()
    let host = "localhost:8787"
    let cookie = "mixhost-8787=" + (try SessionStore(path: folder + "/s", time: time).open())
    let store = try SessionStore(path: folder + "/s", time: time)
    #expect(store.accepts(cookie: cookie, host: host))
    #expect(store.accepts(cookie: "a=b; " + cookie + "; c=d", host: host))
    #expect(!store.accepts(cookie: cookie + "x", host: host))
    // Another server's of the same machine.
    #expect(!store.accepts(cookie: cookie, host: "localhost:8788"))
    time.advance(by: .seconds(clamping: SessionStore.lifetime + 1))
    #expect(!store.accepts(cookie: cookie, host: host))
  }

  @Test func aCodeOpensThePageOnce() throws {
    let (_, _, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let code = sessions.makeCode()
    #expect(!sessions.redeem(code: "other"))
    #expect(sessions.redeem(code: code))
    #expect(!sessions.redeem(code: code))
  }

  @Test func aFullBucketFillsAgain() {
    let limiter = RequestLimiter(burst: 2, rate: 1)
    #expect(limiter.wait("a", now: 10) == nil)
    #expect(limiter.wait("a", now: 10) == nil)
    #expect(limiter.wait("a", now: 10) == 1)
    #expect(limiter.wait("b", now: 10) == nil)
    #expect(limiter.wait("a", now: 11) == nil)
    // A clock that went back gives nothing.
    #expect(limiter.wait("a", now: 5) != nil)
  }
}
