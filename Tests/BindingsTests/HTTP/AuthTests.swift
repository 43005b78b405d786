import Foundation
import MixCore
import MockUpstreams
import Notation
import ScriptHost
import Testing

@testable import Bindings

@Suite("mix.auth")
struct AuthTests {
  /// A host at a mock that signs itself in, and whose provider `mock` is a file of the user's.
  private func signedIn(
    _ options: String = "", grants: Grants? = nil,
    configure: (inout HostSettings) -> Void = { _ in }
  ) async throws -> (MockServer, TestHost, String) {
    let server = MockServer(options: try MockOptions(parsing: options))
    let base = "http://127.0.0.1:\(try await server.start())"
    let test = await TestHost(
      grants: grants ?? Grants(network: HTTPPolicy(allowsLoopback: true)),
      configure: { settings in
        settings.signsItselfIn = true
        configure(&settings)
      })
    try write(
      test, "mock",
      """
      return { title = "Mock", authorize = "\(base)/oauth/authorize", token = "\(base)/oauth/token",
        revoke = "\(base)/oauth/revoke", client_id = "mixhost-mock",
        redirect = "http://127.0.0.1/callback", issuer = "https://login.mixhost.invalid",
        names_issuer = true, scopes = {{"openid", "who you are"}, {"read", "reads"}},
        lifetime = 2592000 }
      """)
    return (server, test, base)
  }

  private func write(_ test: TestHost, _ name: String, _ text: String) throws {
    let folder = test.host.home.config + "/providers/auth"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).lua"))
  }

  @Test func signsInAndOut() async throws {
    let (server, test, _) = try await signedIn()
    let values = try await test.run(
      """
      local A = mix.auth
      local before = A.status("mock")
      local account = assert(A.login("mock"))
      local again = A.status("mock")
      local token = A.token("mock")
      local same = A.token("mock")
      local other = A.token("mock", {refused = token})
      return before.signed_in, account.signed_in, again.account, table.concat(again.scopes, " "),
        again.ends_at - again.since, token == same, token ~= other, A.logout("mock"),
        A.logout("mock"), A.status("mock").signed_in
      """)
    #expect(
      values == [
        .bool(false), .bool(true), .string("Mock Listener"), .string("openid read"),
        .number(2_592_000), .bool(true), .bool(true), .bool(true), .bool(false), .bool(false),
      ])
    await server.stop()
  }

  @Test("A run with --mock signs in automatically, all tasks together once")
  func byItself() async throws {
    let (server, test, _) = try await signedIn()
    let values = try await test.run(
      """
      local tokens = mix.task.map({1, 2, 3, 4, 5, 6}, function() return (mix.auth.token("mock")) end)
      local seen = {}
      for _, token in ipairs(tokens) do seen[token] = true end
      local count = 0
      for _ in pairs(seen) do count = count + 1 end
      return #tokens, count
      """)
    #expect(values == [.int(6), .int(1)])
    await server.stop()
  }

  @Test("A log-in that waits is seen and stopped by another run of the process")
  func stoppedElsewhere() async throws {
    let (server, test, _) = try await signedIn(configure: { $0.signsItselfIn = false })
    let other = await TestHost(
      grants: Grants(network: HTTPPolicy(allowsLoopback: true)), folder: test.folder)
    async let ended = test.run(
      """
      local account, err = mix.auth.login("mock", { open = false, port = 0, timeout = 600 })
      return account, err.kind, mix.auth.status("mock").waiting
      """)
    while try await other.value("mix.auth.status('mock').address ~= nil") == .bool(false) {
      await Task.yield()
    }
    #expect(
      try await other.run("local s = mix.auth.status('mock') return s.waiting, s.signed_in") == [
        .bool(true), .bool(false),
      ])
    #expect(try await other.value("mix.auth.stop('mock')") == .bool(true))
    let values = try await ended
    #expect(values == [.nil, .string("cancelled"), .bool(false)])
    #expect(try await other.value("mix.auth.stop('mock')") == .bool(false))
    await server.stop()
  }

  @Test("A token that one run has at hand goes with a sign-out in another")
  func signedOutElsewhere() async throws {
    let (server, test, _) = try await signedIn()
    let other = await TestHost(
      grants: Grants(network: HTTPPolicy(allowsLoopback: true)), folder: test.folder,
      configure: { $0.signsItselfIn = true })
    _ = try await test.run("assert(mix.auth.login('mock')) assert(mix.auth.token('mock'))")
    let first = try await test.value("(mix.auth.token('mock'))")
    #expect(try await test.value("(mix.auth.token('mock'))") == first)
    #expect(try await other.value("mix.auth.logout('mock')") == .bool(true))
    // It signs itself in anew.
    #expect(try await test.value("(mix.auth.token('mock'))") != first)
    await server.stop()
  }

  @Test("Without a log-in a message says what to run; the error is returned")
  func notSignedIn() async throws {
    let (server, test, base) = try await signedIn(configure: { $0.signsItselfIn = false })
    let values = try await test.run(
      "local token, err = mix.auth.token('mock') return token, err.kind, err.reason, err.message")
    #expect(
      values == [
        .nil, .string("auth"), .string("not_signed_in"),
        .string("not signed in to Mock: run mixhost auth login mock"),
      ])
    // A table of a script with the same name and another place gets nothing of it.
    let (otherServer, other, _) = try await signedIn()
    _ = try await other.run("assert(mix.auth.login('mock'))")
    let evil = try await other.run(
      """
      mix.auth.status("mock")
      local status = mix.auth.status{name = "mock", authorize = "\(base)/x", token = "\(base)/evil",
        client_id = "mixhost-mock"}
      return status.signed_in, mix.auth.status("mock").signed_in
      """)
    #expect(evil == [.bool(false), .bool(true)])
    await server.stop()
    await otherServer.stop()
  }

  @Test("A script's table names no settings and reaches no endpoint of another log-in")
  func scriptsTables() async throws {
    let (server, test, base) = try await signedIn()
    _ = try await test.run("assert(mix.auth.login('mock'))")
    for field in ["client_id_setting", "client_secret_setting", "redirect_setting"] {
      let call = """
        mix.auth.login({name = "x", device = "\(base)/d", token = "\(base)/t", client_id = "a",
          \(field) = "tmdb.token"}, {way = "device"})
        """
      #expect(await test.kind(call) == "denied", "\(field)")
      #expect(await test.message(call).contains(field))
    }
    let values = try await test.run(
      """
      local same = {name = "mock", authorize = "\(base)/oauth/authorize",
        token = "\(base)/oauth/token", client_id = "mixhost-mock", revoke = "\(base)/steal"}
      return mix.auth.logout(same), mix.auth.status("mock").signed_in
      """)
    #expect(values == [.bool(false), .bool(true)])
    try write(
      test, "leak",
      """
      return { authorize = "https://a.example/", token = "https://a.example/t",
        client_id_setting = "tmdb.token" }
      """)
    #expect(await test.message("mix.auth.login('leak')").contains("no secret setting"))
    await server.stop()
  }

  @Test("A provider without a client id says where to get one")
  func unconfigured() async throws {
    let (server, test, _) = try await signedIn()
    try write(
      test, "bare",
      """
      return { title = "Bare", authorize = "https://a.example/", token = "https://a.example/t",
        client_id_setting = "spotify.client_id", register = "https://a.example/apps" }
      """)
    let values = try await test.run(
      "local account, err = mix.auth.login('bare') return err.reason, err.message")
    #expect(
      values == [
        .string("unconfigured"),
        .string(
          "Bare needs a client id: register an app at https://a.example/apps with the redirect "
            + "address http://127.0.0.1:8765/callback, then run mixhost config set spotify.client_id ID"
        ),
      ])
    #expect(try await test.value("mix.auth.status('bare').signed_in") == .bool(false))
    #expect(
      try await test.value("table.concat(mix.auth.providers(), ' ')")
        == .string("bare mock spotify"))
    await server.stop()
  }

  @Test(
    "A provider's table is checked, field by field",
    arguments: [
      ("{token = 'https://a.example'}", "'authorize' is an https address"),
      ("{authorize = 'https://a.example'}", "'token' is missing: an https address"),
      ("{authorize = 'http://a.example', token = 'https://a.example'}", "'authorize' is an https"),
      ("{authorise = 'https://a.example'}", "did you mean 'authorize'?"),
      (
        "{authorize = 'https://a.example', token = 'https://a.example', scopes = {'read'}}",
        "'scopes' is a list of pairs"
      ),
      (
        "{authorize = 'https://a.example', token = 'https://a.example', lifetime = -1}",
        "'lifetime' is a whole number, 1 or more, not -1"
      ),
      (
        "{authorize = 'https://a.example', token = 'https://a.example', parameters = {state = 'x'}}",
        "without those that mixhost sets itself"
      ),
      (
        "{name = '../x', authorize = 'https://a.example', token = 'https://a.example'}",
        "'name' is 1 to 40"
      ),
      ("7", "a table with authorize, token and scopes"),
    ])
  func badTables(table: String, message: String) async throws {
    let test = await TestHost()
    let table = table.hasPrefix("{n") || table == "7" ? table : "{name = 'x', " + table.dropFirst()
    #expect(await test.message("mix.auth.status(\(table))").contains(message))
  }

  @Test func unknownNamesAreRefused() async throws {
    let test = await TestHost()
    for name in ["nowhere", "../../etc/passwd", "", "A"] {
      let values = try await test.run(
        "local status, err = mix.auth.status('\(name)') return err.reason, err.message")
      #expect(values.first == .string("unconfigured"))
    }
  }

  @Test("--sandbox strict: no acting for the user without --allow-auth")
  func strict() async throws {
    let (server, test, _) = try await signedIn(
      grants: Grants(network: HTTPPolicy(allowsLoopback: true), accounts: ["other"]))
    #expect(await test.kind("mix.auth.token('mock')") == "denied")
    #expect(await test.message("mix.auth.login('mock')").contains("--allow-auth mock"))
    await server.stop()
  }

  @Test("Under a test's answers nobody is asked, and no log-in is touched")
  func played() async throws {
    struct Answers: HTTPResponder {
      func response(to request: HTTPRequest) async throws -> HTTPResponse? { nil }
    }
    let (server, test, _) = try await signedIn(configure: { $0.http.responder = Answers() })
    #expect(try await test.value("mix.auth.token('mock')") == .string("***"))
    #expect(try await test.value("mix.auth.status('mock').signed_in") == .bool(true))
    #expect(!FileManager.default.fileExists(atPath: test.host.home.credentialsFolder))
    await server.stop()
  }

  @Test func aStoreOfNoNameIsToldAndNotPassedOver() async throws {
    let test = await TestHost(environment: ["MIXHOST_AUTH_STORE": "../x"])
    let message = await test.message(
      "mix.auth.status{name = 'x', authorize = 'https://a.example', token = 'https://a.example'}")
    #expect(message.contains("must be file, or what follows docker-credential-"), "\(message)")
  }

  @Test func pkce() async throws {
    let test = await TestHost()
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let pair = try await test.run(
      "local p = mix.crypto.pkce('\(verifier)') return p.verifier, p.challenge, p.method")
    #expect(
      pair == [
        .string(verifier), .string("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), .string("S256"),
      ])
    #expect(try await test.value("#mix.crypto.pkce().verifier") == .int(43))
    #expect(
      try await test.value("mix.crypto.pkce().verifier ~= mix.crypto.pkce().verifier")
        == .bool(true))
    #expect(await test.message("mix.crypto.pkce('short')").contains("43 to 128"))
  }
}
