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
    let sessions = try SessionStore(path: folder + "/sessions", token: token, time: ManualTime())
    return (AccessGate(options, token, sessions), token.text, sessions, folder)
  }

  private static func request(
    _ method: String = "GET", host: String? = "127.0.0.1:8787", origin: String? = nil,
    token: String? = nil, cookie: String? = nil, isUpgrade: Bool = false, scheme: String? = nil
  ) -> RequestFacts {
    var facts = RequestFacts()
    (facts.method, facts.host, facts.origin, facts.scheme) = (method, host, origin, scheme)
    facts.authorization = token.map { "Bearer \($0)" }
    facts.cookie = cookie.map { "\(SessionStore.cookieName(host: host))=\($0)" }
    facts.isUpgrade = isUpgrade
    return facts
  }

  private static let own = "http://127.0.0.1:8787"

  @Test(arguments: [
    "localhost", "localhost:8787", "localhost.", "LOCALHOST", "a.localhost", "127.0.0.1",
    "127.8.9.10:1", "[::1]", "[::1]:8787",
  ])
  func loopbackNamesAreServed(host: String) throws {
    let (gate, _, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request(host: host), .open) == nil)
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "[::2]",
    "0.0.0.0", "127.1", "localhost@evil.example", "", "localhost:x", "[::1", "::1",
  ])
  func otherNamesAreRefused(host: String) throws {
    let (gate, token, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request(host: host, token: token), .session)?.status == 403)
    #expect(gate.refusal(Self.request(host: host), .open)?.status == 403)
    #expect(gate.refusal(ofName: Self.request(host: host))?.status == 403)
  }

  @Test func namesMayBeAdded() throws {
    let (gate, token, _, folder) = try Self.gate { $0.allowedHosts = ["media.home"] }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request(host: "Media.Home:8787", token: token), .session) == nil)
    #expect(gate.refusal(Self.request(host: "media.home"), .session)?.status == 401)
    #expect(gate.refusal(Self.request(host: "other.home", token: token), .session)?.status == 403)
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
        .refusal(Self.request(host: host), .open)?.status
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

  @Test(arguments: [Access.session, .change])
  func everythingButTheOpenNeedsASignIn(access: Access) throws {
    let (gate, token, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for method in ["GET", "HEAD", "POST"] {
      #expect(gate.refusal(Self.request(method), access)?.status == 401)
      #expect(gate.refusal(Self.request(method, token: "wrong"), access)?.status == 403)
      #expect(gate.refusal(Self.request(method, cookie: "wrong"), access)?.status == 403)
      #expect(gate.refusal(Self.request(method, token: token), access) == nil)
      #expect(gate.refusal(Self.request(method), .open) == nil)
    }
  }

  @Test func pagesOfOtherOriginsChangeNothing() throws {
    let (gate, token, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(gate.refusal(Self.request("POST", origin: Self.own, token: token), .change) == nil)
    for origin in ["http://evil.example", "null", "http://127.0.0.1:3000", "http://localhost:8787"]
    {
      // An address of ``ConnectedRoutes`` is for the pages of others, too: its path is the secret.
      #expect(gate.refusal(Self.request("POST", origin: origin), .address) == nil)
      for access in Access.allCases where access != .address {
        let refusal = gate.refusal(Self.request("POST", origin: origin, token: token), access)
        #expect(refusal?.status == 403, "also a sign-in")
        #expect(refusal?.message.contains("the proxy must pass Host") == true)
      }
    }
  }

  @Test func aCookieCountsFromItsOwnPageOnly() throws {
    let (gate, _, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cookie = try #require(try sessions.open(mark: AccessToken(path: folder + "/token").mark))
    func status(_ access: Access, origin: String?) -> Int? {
      gate.refusal(Self.request("POST", origin: origin, cookie: cookie), access)?.status
    }
    #expect(status(.change, origin: Self.own) == nil)
    #expect(status(.change, origin: nil) == 403)
    #expect(status(.change, origin: "http://127.0.0.1:3000") == 403)
    #expect(gate.refusal(Self.request(cookie: cookie), .session) == nil, "reading")
    // Replayed after the sign-out.
    try sessions.close(cookie: "mixhost-8787=\(cookie)", host: "127.0.0.1:8787")
    #expect(status(.change, origin: Self.own) == 403)
    #expect(gate.refusal(Self.request(cookie: cookie), .session)?.status == 403)
  }

  @Test func socketsOfABrowserComeFromItsOwnPage() throws {
    let (gate, token, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cookie = try #require(try sessions.open(mark: AccessToken(path: folder + "/token").mark))
    func status(origin: String? = nil, token: String? = nil, cookie: String? = nil) -> Int? {
      gate.refusal(
        Self.request(origin: origin, token: token, cookie: cookie, isUpgrade: true), .session)?
        .status
    }
    #expect(status() == 401)
    #expect(status(token: token) == nil)
    #expect(status(origin: Self.own) == 401)
    #expect(status(origin: Self.own, cookie: cookie) == nil)
    #expect(status(cookie: cookie) == 403)
    #expect(status(origin: "http://evil.example", token: token) == 403)
  }

  @Test func aProxySaysHowItsClientsAsk() throws {
    let (gate, token, _, folder) = try Self.gate { $0.allowedHosts = ["media.home"] }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func status(_ scheme: String?) -> Int? {
      gate.refusal(
        Self.request(
          "POST", host: "media.home", origin: "https://media.home", token: token, scheme: scheme),
        .change)?.status
    }
    #expect(status("https") == nil)
    #expect(status(nil) == nil, "nobody has said")
    #expect(status("http") == 403)
    var facts = Self.request(token: token)
    facts.proxyFault = "two kinds"
    #expect(gate.refusal(facts, .open)?.status == 400)
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
    #expect(token.utf8.count == 43)
    #expect(again.mark(of: token) == again.mark)
    #expect(again.mark(of: token + "x") == nil)
  }

  @Test func aTokenThatOthersMayReadIsRefused() throws {
    let (_, _, _, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/token"
    for mode in [0o640, 0o604, 0o660] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      let error = #expect(throws: ServerError.self) { try AccessToken(path: file) }
      #expect(error?.description.contains("remove it for a new one") == true)
    }
    // Also while a server runs, until it is made private again.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let token = try AccessToken(path: file)
    let text = token.text
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(throws: ServerError.self) { try token.reread() }
    #expect(token.mark(of: text) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try !token.reread())
    #expect(token.mark(of: text) != nil)
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: folder + "/sessions")
    #expect(throws: ServerError.self) { try AccessToken(path: file) }
  }

  @Test func sessionsEndAndOutliveARestart() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-gate-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = ManualTime()
    let host = "localhost:8787"
    let token = try AccessToken(path: folder + "/token")
    func store(_ token: AccessToken) throws -> SessionStore {
      try SessionStore(path: folder + "/s", token: token, time: time)
    }
    let cookie = "mixhost-8787=" + (try #require(try store(token).open(mark: token.mark)))
    let again = try store(token)
    #expect(again.accepts(cookie: cookie, host: host))
    #expect(again.accepts(cookie: "a=b; " + cookie + "; c=d", host: host))
    #expect(!again.accepts(cookie: cookie + "x", host: host))
    // Another server's of the same machine.
    #expect(!again.accepts(cookie: cookie, host: "localhost:8788"))
    time.advance(by: .seconds(clamping: SessionStore.lifetime + 1))
    #expect(!again.accepts(cookie: cookie, host: host))
  }

  @Test(arguments: [false, true])
  func anotherTokenEndsAllSessions(isRemoved: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-gate-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (time, host) = (ManualTime(), "localhost:8787")
    let token = try AccessToken(path: folder + "/token")
    let old = token.text
    let sessions = try SessionStore(path: folder + "/s", token: token, time: time)
    let (oldMark, code) = (token.mark, sessions.makeCode())
    let cookie = "mixhost-8787=" + (try #require(try sessions.open(mark: oldMark)))
    #expect(try !token.reread(), "nothing has changed")
    #expect(sessions.accepts(cookie: cookie, host: host))
    if isRemoved {
      try FileManager.default.removeItem(atPath: token.path)
    } else {
      try Data().write(to: URL(filePath: token.path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
    }
    #expect(try token.reread())
    #expect(token.text != old && token.mark(of: old) == nil)
    // A sign-in that was checked before, and a code that was printed before.
    #expect(try sessions.open(mark: oldMark) == nil)
    #expect(sessions.redeem(code: code) == nil)
    #expect(!sessions.accepts(cookie: cookie, host: host))
    let fresh = "mixhost-8787=" + (try #require(try sessions.open(mark: token.mark)))
    #expect(sessions.accepts(cookie: fresh, host: host))
    #expect(!sessions.accepts(cookie: cookie, host: host))
    // The same after a restart.
    let later = try SessionStore(
      path: folder + "/s", token: AccessToken(path: token.path), time: time)
    #expect(later.accepts(cookie: fresh, host: host))
    #expect(!later.accepts(cookie: cookie, host: host))
  }

  @Test func aCodeOpensThePageOnce() throws {
    let (_, _, sessions, folder) = try Self.gate()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let code = sessions.makeCode()
    #expect(sessions.redeem(code: "other") == nil)
    #expect(sessions.redeem(code: code) != nil)
    #expect(sessions.redeem(code: code) == nil)
  }

  @Test func aCodeIsGoodForAMinute() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/mixhost-gate-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let time = ManualTime()
    let sessions = try SessionStore(
      path: folder + "/s", token: AccessToken(path: folder + "/token"), time: time)
    let (first, second) = (sessions.makeCode(), sessions.makeCode())
    time.advance(by: .seconds(59))
    #expect(sessions.redeem(code: first) != nil)
    time.advance(by: .seconds(2))
    #expect(sessions.redeem(code: second) == nil)
  }

  @Test func theLedgerGivesBackWhatIsLetGo() {
    let ledger = ByteLedger(most: 10)
    var room = ledger.take(6)
    #expect(room != nil)
    #expect(ledger.take(5) == nil)
    #expect(room?.grow(by: 4) == true)
    #expect(room?.grow(by: 1) == false)
    room = nil
    #expect(ledger.take(10) != nil)
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
