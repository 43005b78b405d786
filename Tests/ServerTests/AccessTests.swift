import Foundation
import Reactor
import Testing

@testable import Server

/// Who may ask for what.
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
      cookie: cookie.map { "\(SessionStore.cookie)=\($0)" }, isUpgrade: isUpgrade)
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
    try sessions.close(cookie: "\(SessionStore.cookie)=\(cookie)")
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
    for path in ["/", "/health", "/app.js"] {
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
    let cookie =
      "\(SessionStore.cookie)=" + (try SessionStore(path: folder + "/s", time: time).open())
    let store = try SessionStore(path: folder + "/s", time: time)
    #expect(store.accepts(cookie: cookie))
    #expect(store.accepts(cookie: "a=b; " + cookie + "; c=d"))
    #expect(!store.accepts(cookie: cookie + "x"))
    time.advance(by: .seconds(clamping: SessionStore.lifetime + 1))
    #expect(!store.accepts(cookie: cookie))
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
