import Testing

@testable import Net
@testable import Notation

@Suite("Answers to a log-in")
struct LoginAttemptTests {
  private func provider(_ change: (inout AuthProvider) -> Void = { _ in }) -> AuthProvider {
    var provider = AuthProvider(
      name: "music", title: "Music", authorizeURL: "https://login.example/authorize",
      tokenURL: "https://login.example/token", clientID: "client-1",
      redirect: "http://127.0.0.1:8765/callback")
    provider.scopes = [.init("read", "reads"), .init("write", "writes")]
    change(&provider)
    return provider
  }

  private func query(_ attempt: LoginAttempt) throws -> FormFields {
    let address = try attempt.address()
    return FormFields(parsing: address.drop { $0 != "?" }.dropFirst())
  }

  @Test("The address has all that the service needs, and the secret of none")
  func address() throws {
    let attempt = LoginAttempt(provider { $0.parameters = [("show_dialog", "true")] })
    let fields = try query(attempt)
    #expect(fields["client_id"] == "client-1")
    #expect(fields["redirect_uri"] == "http://127.0.0.1:8765/callback")
    #expect(fields["response_type"] == "code")
    #expect(fields["scope"] == "read write")
    #expect(fields["show_dialog"] == "true")
    #expect(fields["code_challenge"] == attempt.pkce.challenge)
    #expect(fields["code_challenge_method"] == "S256")
    #expect(fields["nonce"] == nil)
    #expect(try !attempt.address().contains(attempt.pkce.verifier))
    let other = LoginAttempt(provider())
    #expect(try query(other)["state"] != fields["state"])
    #expect(other.pkce.verifier != attempt.pkce.verifier)
  }

  @Test("A stand-in for the service gets the browser")
  func upstreams() throws {
    let address = try LoginAttempt(provider()).address(at: [
      .init(canonical: "https://login.example", actual: "http://127.0.0.1:9/login")
    ])
    #expect(address.hasPrefix("http://127.0.0.1:9/login/authorize?"))
  }

  @Test("An answer counts with its own state alone")
  func states() throws {
    let attempt = LoginAttempt(provider())
    let state = try #require(try query(attempt)["state"])
    #expect(attempt.judge("code=abc&state=\(state)") == .code("abc"))
    #expect(attempt.judge("code=abc") == .foreign("it has no state"))
    #expect(
      attempt.judge("code=abc&state=\(state)x") == .foreign("its state is that of another log-in"))
    #expect(attempt.judge("state=\(state)") == .foreign("it has no code"))
    #expect(attempt.judge("code=&state=\(state)") == .foreign("it has no code"))
    #expect(
      attempt.judge("code=a&code=b&state=\(state)")
        == .foreign("it has the parameter code twice"))
    #expect(attempt.judge("error=access_denied") == .foreign("it has no state"))
    let other = LoginAttempt(provider())
    #expect(other.judge("code=abc&state=\(state)") != .code("abc"))
  }

  @Test(
    "A refusal is reported in words",
    arguments: [
      ("access_denied", AuthError.Reason.refused, "was not given the permission"),
      ("server_error", .service, "try again later"),
      ("invalid_scope", .unconfigured, "does not know what was asked for"),
      ("something%1B%5B2J", .unconfigured, "refused the log-in (something[2J"),
    ])
  func refusals(code: String, reason: AuthError.Reason, words: String) throws {
    let attempt = LoginAttempt(provider())
    let state = try #require(try query(attempt)["state"])
    guard case .failed(let error) = attempt.judge("error=\(code)&state=\(state)") else {
      return #expect(Bool(false), "not refused")
    }
    #expect(error.reason == reason)
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test("An answer from another server is a mix-up (RFC 9207)")
  func issuers() throws {
    func verdict(_ issuer: String?, _ change: (inout AuthProvider) -> Void) throws -> Bool {
      let attempt = LoginAttempt(provider(change))
      let state = try #require(try query(attempt)["state"])
      let field = issuer.map { "&iss=" + FormFields.escape($0) } ?? ""
      return attempt.judge("code=abc&state=\(state)\(field)") == .code("abc")
    }
    #expect(try verdict("https://login.example", { _ in }))
    #expect(try verdict("https://login.example/tenant", { _ in }))
    #expect(try !verdict("https://evil.example", { _ in }))
    #expect(try verdict("https://id.example", { $0.issuer = "https://id.example" }))
    #expect(try !verdict("https://id.example/", { $0.issuer = "https://id.example" }))
    #expect(try verdict(nil, { $0.issuer = "https://id.example" }))
    #expect(try !verdict(nil, { $0.namesIssuer = true }))
  }

  @Test("The user pastes the whole address; spaces and line breaks are ignored")
  func pasted() throws {
    let attempt = LoginAttempt(provider())
    let state = try #require(try query(attempt)["state"])
    let address = "http://127.0.0.1:8765/callback?code=abc&state=\(state)"
    #expect(attempt.judge(pasted: "  \(address)#_=_\r\n") == .code("abc"))
    #expect(attempt.judge(pasted: "abc") != .code("abc"))
    #expect(
      attempt.judge(pasted: "http://127.0.0.1:8765/other?code=abc&state=\(state)") != .code("abc"))
    #expect(attempt.judge(pasted: "https://evil.example/?code=abc&state=\(state)") != .code("abc"))
  }

  @Test("An identity token is for this client, this log-in and of this issuer")
  func identity() throws {
    let own = provider {
      $0.scopes = [.init("openid", "who you are")]
      $0.issuer = "https://id.example"
    }
    let attempt = LoginAttempt(own)
    let nonce = try #require(attempt.nonce)
    func token(_ claims: String) -> String {
      "e30." + String(decoding: Base64URL.encode(Array(claims.utf8)), as: UTF8.self) + ".sig"
    }
    func reason(_ claims: String) -> AuthError.Reason? {
      do throws(AuthError) {
        _ = try IdentityToken(token(claims), provider: own, nonce: nonce, now: 10_000)
        return nil
      } catch { return error.reason }
    }
    let good = #""iss":"https://id.example","aud":["x","client-1"],"nonce":"\#(nonce)""#
    #expect(
      try IdentityToken(
        token("{\(good),\"name\":\"Ada\"}"), provider: own, nonce: nonce, now: 10_000
      ).name
        == "Ada")
    #expect(reason("{\(good)}") == nil)
    #expect(
      reason(#"{"iss":"https://evil.example","aud":"client-1","nonce":"\#(nonce)"}"#) == .mismatch)
    #expect(
      reason(#"{"iss":"https://id.example","aud":"client-2","nonce":"\#(nonce)"}"#) == .mismatch)
    #expect(reason(#"{"iss":"https://id.example","aud":"client-1","nonce":"other"}"#) == .mismatch)
    #expect(reason("{\(good),\"exp\":9701}") == nil)
    #expect(reason("{\(good),\"exp\":9699}") == .mismatch)
    #expect(reason(#"{"iss":"https://id.example","aud":"client-1"}"#) == .mismatch)
    #expect(reason("no json") == .service)
  }
}
