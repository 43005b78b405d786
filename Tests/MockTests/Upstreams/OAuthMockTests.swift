import Foundation
import Testing

@testable import MockUpstreams

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Mock of a log-in")
struct OAuthMockTests {
  // RFC 7636, appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let redirect = "http://127.0.0.1:8765/callback"

  private struct Tokens: Decodable {
    let access_token: String?
    let refresh_token: String?
    let expires_in: Int?
    let scope: String?
    let id_token: String?
    let error: String?
  }

  /// The redirect's parameters; nil when the mock sends the browser nowhere.
  private func authorize(
    _ mock: RunningMock, _ changes: [String: String?] = [:], root: String = "spotify_accounts"
  ) async throws -> [String: String]? {
    var fields: [String: String?] = [
      "response_type": "code", "client_id": "mixhost-mock", "redirect_uri": Self.redirect,
      "code_challenge": Self.challenge, "code_challenge_method": "S256", "state": "xyz",
      "scope": "user-top-read",
    ]
    fields.merge(changes) { $1 }
    var address = URLComponents()
    address.queryItems = fields.compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    let query = try #require(address.percentEncodedQuery)
    let answer = try await mock.raw("\(root)/authorize?\(query)")
    guard let location = answer.header("location") else {
      #expect(answer.status == 400)
      return nil
    }
    #expect(
      answer.status == 302
        && location.hasPrefix(changes["redirect_uri"] as? String ?? Self.redirect))
    let items = URLComponents(string: location)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  private func token(
    _ mock: RunningMock, _ fields: [String: String], path: String = "spotify_accounts/api/token"
  ) async throws -> Tokens {
    var request = URLRequest(url: mock.base.appending(path: path))
    request.httpMethod = "POST"
    var form = URLComponents()
    form.queryItems = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
    request.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }
    let (body, _) = try await URLSession.shared.data(for: request)
    return try JSONDecoder().decode(Tokens.self, from: body)
  }

  private func exchange(
    _ mock: RunningMock, _ code: String, _ changes: [String: String] = [:]
  ) async throws -> Tokens {
    let fields = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirect,
      "client_id": "mixhost-mock", "code_verifier": Self.verifier,
    ]
    return try await token(mock, fields.merging(changes) { $1 })
  }

  private func refresh(_ mock: RunningMock, _ text: String?) async throws -> Tokens {
    try await token(
      mock,
      [
        "grant_type": "refresh_token", "refresh_token": text ?? "", "client_id": "mixhost-mock",
      ])
  }

  @Test("A log-in, its refresh, and the end of it when an old refresh token comes back")
  func wholeFlow() async throws {
    try await RunningMock.with("") { mock in
      let answer = try #require(try await authorize(mock))
      #expect(answer["state"] == "xyz" && answer["iss"] == nil)
      let first = try await exchange(mock, try #require(answer["code"]))
      #expect(first.expires_in == 3_600 && first.scope == "user-top-read")
      let second = try await refresh(mock, first.refresh_token)
      #expect(second.access_token != nil && second.refresh_token != first.refresh_token)
      let third = try await refresh(mock, second.refresh_token)
      #expect(third.access_token != nil)
      #expect(try await refresh(mock, second.refresh_token).error == "invalid_grant")
      #expect(try await refresh(mock, third.refresh_token).error == "invalid_grant")
    }
  }

  @Test("The browser is sent only to where the client is registered")
  func redirects() async throws {
    try await RunningMock.with("") { mock in
      for (client, redirect, isAllowed) in [
        ("mixhost-mock", "http://[::1]:8765/callback", true),
        ("mixhost-mock", "http://127.0.0.1:40123/callback", true),
        ("mixhost-mock", "http://127.0.0.1/callback", true),
        ("mixhost-mock", "http://127.0.0.1:40123/other", false),
        ("mixhost-mock", "http://localhost:8765/callback", false),
        ("mixhost-mock", "http://127.0.0.1:8765/callback/", false),
        ("mixhost-mock", "http://127.0.0.1:8765.evil.example/callback", false),
        ("mixhost-exact", "http://127.0.0.1:8765/callback", true),
        ("mixhost-exact", "http://127.0.0.1:8766/callback", false),
        ("nobody", "http://127.0.0.1:8765/callback", false),
      ] {
        let answer = try await authorize(mock, ["client_id": client, "redirect_uri": redirect])
        #expect((answer != nil) == isAllowed, "\(client) \(redirect)")
      }
    }
  }

  @Test("Without PKCE, with plain, with unknown scopes, or with another response there is no code")
  func refusals() async throws {
    try await RunningMock.with("") { mock in
      let cases: [([String: String?], String)] = [
        (["code_challenge": nil], "invalid_request"),
        (["code_challenge_method": "plain"], "invalid_request"),
        (["code_challenge_method": nil], "invalid_request"),
        (["code_challenge": "short"], "invalid_request"),
        (["scope": "everything"], "invalid_scope"),
        (["response_type": "token"], "unsupported_response_type"),
      ]
      for (changes, error) in cases {
        let answer = try #require(try await authorize(mock, changes))
        #expect(answer["error"] == error && answer["code"] == nil && answer["state"] == "xyz")
      }
    }
  }

  @Test("A code is good once, for its client, address and verifier; a second time ends the log-in")
  func codes() async throws {
    try await RunningMock.with("") { mock in
      for changes in [
        ["code_verifier": String(repeating: "a", count: 43)], ["code_verifier": ""],
        ["redirect_uri": "http://127.0.0.1:1/callback"], ["client_id": "mixhost-exact"],
      ] {
        let code = try #require(try await authorize(mock)?["code"])
        #expect(try await exchange(mock, code, changes).error == "invalid_grant", "\(changes)")
        #expect(try await exchange(mock, code).error == "invalid_grant", "it was spent")
      }
      let code = try #require(try await authorize(mock)?["code"])
      let tokens = try await exchange(mock, code)
      #expect(try await exchange(mock, code).error == "invalid_grant")
      #expect(try await refresh(mock, tokens.refresh_token).error == "invalid_grant")
      #expect(try await exchange(mock, code, ["client_id": "nobody"]).error == "invalid_client")
      #expect(
        try await exchange(mock, code, ["grant_type": "password"]).error
          == "unsupported_grant_type")
    }
  }

  @Test("The other log-in names its issuer and says who the user is")
  func openID() async throws {
    try await RunningMock.with("") { mock in
      let answer = try #require(
        try await authorize(mock, ["scope": "openid", "nonce": "n-1"], root: "oauth"))
      #expect(answer["iss"] == "https://login.mixhost.invalid")
      let tokens = try await token(
        mock,
        [
          "grant_type": "authorization_code", "code": answer["code"] ?? "",
          "redirect_uri": Self.redirect, "client_id": "mixhost-mock",
          "code_verifier": Self.verifier,
        ], path: "oauth/token")
      #expect(tokens.id_token?.split(separator: ".").count == 2)
    }
  }

  @Test("Bearer tokens: whom they stand for, what they may, how long they live, and forgeries")
  func bearers() throws {
    func ledger(_ text: String) throws -> OAuthLedger {
      OAuthLedger(try MockOptions(parsing: text))
    }
    let login = MockLogin(client: "c", user: "u", scopes: ["a", "b"])
    let here = try ledger("")
    let grant = here.begin(login, code: nil)
    let bearer = "Bearer \(grant.access)"
    #expect(here.check(authorization: bearer, scopes: ["a"]) == .accepted(login))
    #expect(here.check(authorization: bearer, scopes: ["a", "z"]) == .lacksScope("z"))
    #expect(here.check(authorization: nil) == .missing)
    #expect(here.check(authorization: "Basic eA==") == .missing)
    #expect(here.check(authorization: bearer + "0") == .invalid)
    #expect(here.check(authorization: "Bearer \(grant.refresh)") == .invalid)
    #expect(here.check(authorization: "Bearer ***") == .invalid)
    // After a restart it is known; a mock of another seed has not made it.
    #expect(try ledger("").check(authorization: bearer) == .accepted(login))
    #expect(try ledger("seed=2").check(authorization: bearer) == .invalid)
    #expect(here.refresh(grant.refresh, client: "other") == nil)
    here.revoke(grant.refresh)
    #expect(here.check(authorization: bearer) == .invalid)
    let dead = SealedToken(
      .access, family: "f", generation: 0, authorized: 0, expires: 1, login: login)
    #expect(here.check(authorization: "Bearer \(dead.text(seed: 1))") == .expired)
    let old = SealedToken(
      .refresh, family: "f", generation: 0, authorized: 0, expires: 1, login: login)
    #expect(here.refresh(old.text(seed: 1), client: "c") == nil)
  }
}
