import Foundation
import Reactor
import Testing

@testable import Net
@testable import Notation

@Suite("Tokens that are still good")
struct TokenTests {
  @Test("A fresh token is given without asking; one that is too old is renewed before its end")
  func renewal() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    try rig.keepOld()
    #expect(try await rig.service.token(rig.provider).text == "access-token-2")
    #expect(try await rig.service.token(rig.provider).text == "access-token-2")
    #expect(rig.server.requests.count == 1)
    let request = try #require(rig.server.requests.first)
    #expect(request.field("grant_type") == "refresh_token")
    #expect(request.field("refresh_token") == "refresh-token-1")
    #expect(request.field("client_id") == "client-1")
    #expect(try rig.store.read("music")?.refresh == "refresh-token-2")
    // 61 s before its end it is good, 59 s before it is not.
    rig.time.advance(by: .seconds(3_600 - 61))
    _ = try await rig.service.token(rig.provider)
    #expect(rig.server.requests.count == 1)
    rig.time.advance(by: .seconds(2))
    _ = try await rig.service.token(rig.provider)
    #expect(rig.server.requests.count == 2)
  }

  @Test("A service that keeps its refresh token, and one that does not say how long a token lives")
  func sparseAnswers() async throws {
    let rig = try AuthRig { _ in
      .response(200, [:], Array(#"{"access_token":"access-token-9","token_type":"Bearer"}"#.utf8))
    }
    try rig.keepOld()
    #expect(try await rig.service.token(rig.provider).seconds == nil)
    rig.time.advance(by: .seconds(1_000_000))
    #expect(try await rig.service.token(rig.provider).text == "access-token-9")
    #expect(rig.server.requests.count == 1)
    #expect(try rig.store.read("music")?.refresh == "refresh-token-1")
  }

  @Test("Tokens and refusals in a form, as older services send them")
  func forms() async throws {
    let asked = Gathered<Int>()
    let rig = try AuthRig { _ in
      asked.add(1)
      let body =
        asked.all.count == 1
        ? "access_token=access-token-7&expires_in=3600&scope=a%20b&token_type=bearer"
        : "error=bad_refresh_token&error_description=The+token+is+old"
      return .response(200, ["Content-Type": "application/x-www-form-urlencoded"], Array(body.utf8))
    }
    try rig.keepOld()
    let token = try await rig.service.token(rig.provider)
    #expect(token.text == "access-token-7" && token.seconds == 3_600)
    rig.time.advance(by: .seconds(3_601))
    let error = await rig.failure { try await rig.service.token(rig.provider) }
    #expect(error?.reason == .ended)
    #expect(error?.message.contains("bad_refresh_token: The token is old") == true)
  }

  @Test("Only a person renews a log-in that was refused, or that has no refresh token and is old")
  func needsPerson() async throws {
    let rig = try AuthRig { _ in AuthRig.refusal("invalid_grant") }
    func needsPerson() throws -> Bool? {
      try rig.store.read("music")?.needsPerson(now: rig.time.wall)
    }
    try rig.keepOld()
    #expect(try needsPerson() == false)
    _ = await rig.failure { try await rig.service.token(rig.provider) }
    #expect(try needsPerson() == true)
    try rig.keepOld(refresh: nil)
    #expect(try needsPerson() == true)
    let only = try #require(try rig.store.read("music"))
    #expect(only.ends == only.expires, "it ends with its only token")
  }

  @Test("Many at once: one request, and all get its token")
  func singleFlight() async throws {
    let gate = Gate()
    let rig = try AuthRig { _ in
      gate.pass()
      return AuthRig.tokens(2)
    }
    try rig.keepOld()
    let (service, provider) = (rig.service, rig.provider)
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try await service.token(provider).text } }
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: "access-token-2", count: 6))
    #expect(rig.server.requests.count == 1)
  }

  @Test("A token that was refused is not given again, and one answer does for all that had it")
  func refused() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(3) }
    try rig.keepOld()
    let first = try await rig.service.token(rig.provider).text
    #expect(first == "access-token-3")
    // The service gives the same one again: that is its business.
    _ = try await rig.service.token(rig.provider, refused: first)
    #expect(rig.server.requests.count == 2)
    _ = try await rig.service.token(rig.provider, refused: "access-token-1")
    #expect(rig.server.requests.count == 2)
  }

  @Test(
    "invalid_grant ends the log-in: the tokens are forgotten, a message asks the user to log in again"
  )
  func ended() async throws {
    let rig = try AuthRig { _ in AuthRig.refusal("invalid_grant") }
    try rig.keepOld()
    for _ in 0..<2 {
      let error = await rig.failure { try await rig.service.token(rig.provider) }
      #expect(error?.reason == .ended)
      #expect(error?.message.contains("mixhost auth login music") == true)
    }
    #expect(rig.server.requests.count == 1)
    let left = try #require(try rig.store.read("music"))
    #expect(left.access.isEmpty && left.refresh == nil && left.ended == "invalid_grant: because")
  }

  @Test(
    "Other failures leave the log-in as it is",
    arguments: [
      (503, "", AuthError.Reason.service, true), (400, "invalid_client", .unconfigured, false),
      (401, "unauthorized_client", .unconfigured, false),
      (400, "temporarily_unavailable", .service, true),
      (200, "incorrect_client_credentials", .unconfigured, false),
      (400, "server_error", .service, true),
      (200, "", .service, true), (302, "", .service, true), (403, "", .service, true),
      (408, "", .service, true), (500, "invalid_grant", .service, true),
    ])
  func failures(
    status: Int, code: String, reason: AuthError.Reason, retryable: Bool
  ) async throws {
    let rig = try AuthRig { _ in
      code.isEmpty
        ? .response(status, ["Location": "https://evil.example/"], Array("<html>".utf8))
        : AuthRig.refusal(code, status: status)
    }
    try rig.keepOld()
    let error = await rig.failure { try await rig.service.token(rig.provider) }
    #expect(error?.reason == reason)
    #expect(error?.retryable == retryable)
    #expect(error?.message.contains("token-1") == false)
    // A service that is out of order is not mended by a new log-in.
    #expect(status < 500 || error?.message.contains("auth login") == false)
    #expect(try rig.store.read("music")?.refresh == "refresh-token-1")
    // A redirect is never followed: the token is for this address alone.
    #expect(rig.server.requests.count == 1)
  }

  @Test(
    "A refusal in any form ends the log-in, and its token is not sent again",
    arguments: [
      RawReply.response(400, [:], Array("no".utf8)), .response(401),
      .response(404, [:], Array("{}".utf8)),
      .response(400, ["Content-Type": "text/html"], Array("<html>".utf8)),
      .response(403, [:], Array(#"{"error":{"message":"revoked"}}"#.utf8)),
      .response(200, [:], Array(#"{"error":"bad_verification_code"}"#.utf8)),
      AuthRig.refusal("invalid_request", status: 422),
    ])
  func endedOtherwise(_ reply: RawReply) async throws {
    let rig = try AuthRig { _ in reply }
    try rig.keepOld()
    for _ in 0..<2 {
      let error = await rig.failure { try await rig.service.token(rig.provider) }
      #expect(error?.reason == .ended && error?.retryable == false)
      #expect(error?.message.hasSuffix("run mixhost auth login music") == true)
    }
    #expect(rig.server.requests.count == 1)
    #expect(try rig.store.read("music")?.ended != nil)
  }

  @Test("Without a network the present token does as long as it lives")
  func offline() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    try rig.keepOld()
    _ = try await rig.service.token(rig.provider)
    rig.server.stop()
    rig.time.advance(by: .seconds(3_570))
    #expect(try await rig.service.token(rig.provider).text == "access-token-2")
    rig.time.advance(by: .seconds(31))
    let failed = await #expect(throws: HTTPError.self) {
      try await rig.service.token(rig.provider)
    }
    #expect(failed?.retryable == true)
  }

  @Test(
    "An answer without a token: the present one does as long as it lives, then a way back",
    arguments: ["{}", "<html>the hotel's &error=1 network</html>", "", "error=server_error"])
  func noToken(body: String) async throws {
    let asked = Gathered<Int>()
    let rig = try AuthRig { _ in
      asked.add(1)
      return asked.all.count == 1 ? AuthRig.tokens(2) : .response(200, [:], Array(body.utf8))
    }
    try rig.keepOld()
    _ = try await rig.service.token(rig.provider)
    rig.time.advance(by: .seconds(3_570))
    #expect(try await rig.service.token(rig.provider).text == "access-token-2")
    rig.time.advance(by: .seconds(31))
    let error = await rig.failure { try await rig.service.token(rig.provider) }
    #expect(error?.reason == .service)
    #expect(error?.message.hasSuffix("run mixhost auth login music") == true)
    #expect(try rig.store.read("music")?.refresh == "refresh-token-2")
  }

  @Test("A clock that was an hour ahead when the token came: it counts as old, not as young")
  func clockSetBack() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    try rig.keepOld()
    _ = try await rig.service.token(rig.provider)
    rig.time.setWall(rig.time.wall - 3_600)
    _ = try await rig.service.token(rig.provider)
    #expect(rig.server.requests.count == 2)
    rig.time.setWall(rig.time.wall + 3_600)
    _ = try await rig.service.token(rig.provider)
    #expect(rig.server.requests.count == 3)
  }

  @Test("Without a log-in, and with one of another client or another service")
  func notSignedIn() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    #expect(await rig.failure { try await rig.service.token(rig.provider) }?.reason == .notSignedIn)
    try rig.keepOld()
    var evil = rig.provider
    evil.tokenURL = rig.server.base + "/elsewhere"
    #expect(await rig.failure { try await rig.service.token(evil) }?.reason == .notSignedIn)
    var other = rig.provider
    other.clientID = "client-2"
    #expect(await rig.failure { try await rig.service.token(other) }?.reason == .notSignedIn)
    #expect(rig.server.requests.isEmpty)
    try rig.keepOld(refresh: nil)
    #expect(await rig.failure { try await rig.service.token(rig.provider) }?.reason == .ended)
  }

  @Test("A confidential client shows its secret by HTTP Basic, and in no other place")
  func confidential() async throws {
    let rig = try AuthRig { _ in AuthRig.tokens(2) }
    var provider = rig.provider
    provider.clientSecret = "s3cret:&"
    try rig.keepOld()
    _ = try await rig.service.token(provider)
    let request = try #require(rig.server.requests.first)
    #expect(
      request.headers["authorization"]
        == "Basic " + Data("client-1:s3cret%3A%26".utf8).base64EncodedString())
    #expect(request.field("client_id") == nil && request.field("client_secret") == nil)
  }

  @Test("A log-out forgets, tells the service, and is content when that is away")
  func logout() async throws {
    let rig = try AuthRig { _ in .response(200) }
    var provider = rig.provider
    provider.revokeURL = rig.server.base + "/revoke"
    try rig.keepOld(of: provider)
    #expect(try await rig.service.logout(provider) == (true, nil))
    #expect(rig.server.requests.first?.field("token") == "refresh-token-1")
    #expect(try await rig.service.logout(provider) == (false, nil))
    try rig.keepOld(of: provider)
    rig.server.stop()
    let (wasSignedIn, warning) = try await rig.service.logout(provider)
    #expect(wasSignedIn && warning?.contains("could not be informed") == true)
    #expect(try rig.store.read("music") == nil)
  }

  @Test("The tokens of a log-in are masked in every text from then on")
  func masked() async throws {
    let rig = try AuthRig { _ in
      .response(
        200, [:],
        Array(
          #"{"access_token":"zebra-4711-access","token_type":"Bearer","refresh_token":"zebra-4711-refresh"}"#
            .utf8))
    }
    try rig.keepOld()
    _ = try await rig.service.token(rig.provider)
    let mask = SecretMask()
    #expect(mask.mask("the answer was zebra-4711-access, ok") == "the answer was ***, ok")
    #expect(mask.mask("x/zebra-4711-refresh/y") == "x/***/y")
    #expect(mask.maskConfigured(Array("\u{1}zebra-4711-access".utf8)) == Array("\u{1}***".utf8))
  }

  @Test("A device code: pending, too fast, a failing network, granted")
  func device() async throws {
    let polls = Guarded(0)
    let begun = Guarded(0)
    let rig = try AuthRig { request in
      if request.target == "/device" {
        let attempt = begun.withLock { number in
          number += 1
          return number
        }
        if attempt < 3 { return attempt == 1 ? .response(502) : .response(200) }
        return .response(
          200, [:],
          Array(
            #"{"device_code":"device-code-1","user_code":"ABCD-EFGH","verification_uri":"https://login.example/go","expires_in":600,"interval":5}"#
              .utf8))
      }
      let poll = polls.withLock { number in
        number += 1
        return number
      }
      switch poll {
      case 1: return AuthRig.refusal("authorization_pending")
      case 2: return AuthRig.refusal("slow_down")
      case 3: return .response(400)
      case 4: return .response(502, [:], Array("<html>".utf8))
      case 5: return .response(200, [:], Array("<html>a portal</html>".utf8))
      case 6: return .response(429)
      default: return AuthRig.tokens(5)
      }
    }
    var provider = rig.provider
    provider.deviceURL = rig.server.base + "/device"
    let time = ManualTime(autoAdvance: true)
    let service = AuthService(
      policy: HTTPPolicy(allowsLoopback: true), store: rig.store, locks: rig.folder + "/auth",
      time: time)
    let shown = Guarded("")
    let credential = try await service.login(provider) { device in
      shown.withLock { $0 = device.userCode + " " + device.address }
    }
    #expect(shown.withLock { $0 } == "ABCD-EFGH https://login.example/go")
    #expect(credential.access == "access-token-5")
    #expect(
      time.sleeps == [1, 4, 5, 5, 10, 10, 20, 40, 60].map { .seconds($0) })
    #expect(rig.server.requests.last?.field("device_code") == "device-code-1")
  }

  @Test(
    "A device code that is refused or runs out",
    arguments: [
      ("access_denied", AuthError.Reason.refused), ("authorization_declined", .refused),
      ("expired_token", .timeout),
      ("authorization_pending", .timeout),
    ])
  func deviceFailures(code: String, reason: AuthError.Reason) async throws {
    let rig = try AuthRig { request in
      request.target == "/device"
        ? .response(
          200, [:],
          Array(
            #"{"device_code":"device-code-1","user_code":"A","verification_uri":"u","expires_in":60}"#
              .utf8))
        : AuthRig.refusal(code)
    }
    var provider = rig.provider
    provider.deviceURL = rig.server.base + "/device"
    let asked = provider
    let service = AuthService(
      policy: HTTPPolicy(allowsLoopback: true), store: rig.store, locks: rig.folder + "/auth",
      time: ManualTime(autoAdvance: true))
    #expect(await rig.failure { try await service.login(asked) { _ in } }?.reason == reason)
    #expect(try rig.store.read("music") == nil)
  }
}
