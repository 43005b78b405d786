import Crypto
import Hummingbird
import Notation

/// An authorization server with PKCE, which signs its one user in without asking: Spotify's at
/// `/spotify_accounts`, and one with an issuer, OpenID Connect and device codes at `/oauth`.
struct OAuthUpstream: Sendable {
  /// The differences between the two.
  struct Profile: Sendable {
    /// Begins its paths.
    let root: String
    /// The path of tokens, below the root.
    let tokenPath: String
    /// Its name in the answers to authorizations (RFC 9207); nil: none.
    let issuer: String?
    /// The scopes it knows; nil: any.
    let scopes: Set<String>?

    static let spotify = Profile(
      root: "/spotify_accounts", tokenPath: "/api/token", issuer: nil,
      scopes: [
        "playlist-read-private", "playlist-read-collaborative", "playlist-modify-public",
        "playlist-modify-private", "user-follow-read", "user-top-read", "user-library-read",
        "user-library-modify", "user-follow-modify", "user-read-private", "user-read-email",
      ])
    static let general = Profile(
      root: "/oauth", tokenPath: "/token", issuer: "https://login.mixhost.invalid", scopes: nil)
  }

  /// The user of every log-in.
  static let user = "mock-listener"

  private let ledger: OAuthLedger
  private let devices = DeviceLedger()
  private let profile: Profile

  init(ledger: OAuthLedger, profile: Profile) {
    self.ledger = ledger
    self.profile = profile
  }

  func addRoutes(to router: some RouterMethods<MockContext>) {
    router.get(RouterPath(profile.root + "/authorize")) { request, _ in
      authorize(request.query)
    }
    router.post(RouterPath(profile.root + profile.tokenPath)) { request, _ in
      token(try await request.form())
    }
    router.post(RouterPath(profile.root + "/revoke")) { request, _ in
      if let token = try await request.form()["token"] { ledger.revoke(token) }
      return Response(status: .ok)
    }
    guard profile.issuer != nil else { return }
    router.post(RouterPath(profile.root + "/device")) { request, _ in
      beginDevice(try await request.form(), address: request.head.authority ?? "")
    }
    router.get(RouterPath(profile.root + "/activate")) { request, _ in
      activate(request.query)
    }
  }

  // MARK: Authorization

  /// RFC 6749, section 4.1.1, with S256 alone (RFC 7636, RFC 9700). As long as client and address are
  /// not known to belong together, nothing is sent anywhere.
  private func authorize(_ query: FormFields) -> Response {
    guard let client = OAuthClient.named(query["client_id"]) else {
      return .html("<h1>INVALID_CLIENT: Invalid client</h1>", status: .badRequest)
    }
    guard let redirect = query["redirect_uri"], client.allows(redirect: redirect) else {
      return .html("<h1>INVALID_CLIENT: Invalid redirect URI</h1>", status: .badRequest)
    }
    func answer(_ fields: [(name: String, value: String)]) -> Response {
      var fields = fields
      if let state = query["state"] { fields.append(("state", state)) }
      if let issuer = profile.issuer { fields.append(("iss", issuer)) }
      let target = redirect + "?" + FormFields(fields).text
      return Response(status: .found, headers: [.location: target, .cacheControl: "no-store"])
    }
    guard query["response_type"] == "code" else {
      return answer([("error", "unsupported_response_type")])
    }
    guard let challenge = query["code_challenge"], challenge.utf8.count == 43,
      query["code_challenge_method"] == "S256"
    else { return answer([("error", "invalid_request")]) }
    guard let scopes = scopes(query["scope"]) else { return answer([("error", "invalid_scope")]) }
    let code = ledger.makeCode(
      redirect: redirect, challenge: challenge, nonce: query["nonce"],
      login: MockLogin(client: client.id, user: Self.user, scopes: scopes))
    return answer([("code", code)])
  }

  /// The scopes that were asked for; nil when one is unknown.
  private func scopes(_ text: String?) -> Set<String>? {
    let scopes = Set((text ?? "").split(separator: " ").map(String.init))
    if let known = profile.scopes, !scopes.isSubset(of: known) { return nil }
    return scopes
  }

  // MARK: Tokens

  private func token(_ form: FormFields) -> Response {
    guard let client = OAuthClient.named(form["client_id"]) else {
      return Self.error("invalid_client", "Invalid client", status: .unauthorized)
    }
    switch form["grant_type"] {
    case "authorization_code": return exchange(form, client)
    case "refresh_token":
      guard let text = form["refresh_token"], let grant = ledger.refresh(text, client: client.id)
      else { return Self.error("invalid_grant", "Refresh token revoked") }
      return tokens(grant)
    case "urn:ietf:params:oauth:grant-type:device_code":
      switch devices.poll(device: form["device_code"] ?? "", client: client.id) {
      case .granted(let login): return tokens(ledger.begin(login, code: nil))
      case .refused(let error): return Self.error(error, "Not yet, or not any more")
      }
    default: return Self.error("unsupported_grant_type", "grant_type parameter is not supported")
    }
  }

  private func exchange(_ form: FormFields, _ client: OAuthClient) -> Response {
    guard let text = form["code"], let code = ledger.take(code: text) else {
      return Self.error("invalid_grant", "Invalid authorization code")
    }
    guard code.login.client == client.id, form["redirect_uri"] == code.redirect else {
      return Self.error("invalid_grant", "Invalid redirect URI")
    }
    guard Self.isVerifier(form["code_verifier"] ?? "", of: code.challenge) else {
      return Self.error("invalid_grant", "code_verifier was incorrect")
    }
    return tokens(ledger.begin(code.login, code: text), nonce: code.nonce)
  }

  private func tokens(_ grant: MockGrant, nonce: String? = nil) -> Response {
    let issuer = grant.login.scopes.contains("openid") ? profile.issuer : nil
    var response = Response.json(
      .members([
        "access_token": .string(grant.access), "token_type": .string("Bearer"),
        "expires_in": .int(Int64(grant.seconds)), "refresh_token": .string(grant.refresh),
        "scope": .string(grant.login.scopes.sorted().joined(separator: " ")),
        "id_token": issuer.map { .string(identity(grant, $0, nonce)) },
      ]))
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// An unsigned identity token (RFC 7519, section 6): the client has it from the server itself.
  private func identity(_ grant: MockGrant, _ issuer: String, _ nonce: String?) -> String {
    let claims = JSON.members([
      "iss": .string(issuer), "sub": .string(grant.login.user),
      "aud": .string(grant.login.client), "iat": .int(Int64(OAuthLedger.now)),
      "exp": .int(Int64(OAuthLedger.now + grant.seconds)), "name": .string("Mock Listener"),
      "nonce": nonce.map(JSON.string),
    ])
    let parts = [JSON.members(["alg": .string("none")]), claims]
    return parts.map { Self.base64URL($0.bytes) }.joined(separator: ".") + "."
  }

  // MARK: Devices

  private func beginDevice(_ form: FormFields, address: String) -> Response {
    guard let client = OAuthClient.named(form["client_id"]) else {
      return Self.error("invalid_client", "Invalid client", status: .unauthorized)
    }
    let login = MockLogin(
      client: client.id, user: Self.user, scopes: scopes(form["scope"]) ?? [])
    let codes = devices.begin(login)
    return .json(
      .members([
        "device_code": .string(codes.device), "user_code": .string(codes.user),
        "verification_uri": .string("http://\(address)\(profile.root)/activate"),
        "expires_in": .int(Int64(DeviceLedger.life)),
        "interval": .int(Int64(DeviceLedger.interval)),
      ]))
  }

  private func activate(_ query: FormFields) -> Response {
    let approved = query["deny"] == nil
    guard devices.decide(user: query["user_code"] ?? "", approved: approved) else {
      return .html("<h1>Unknown code</h1>", status: .notFound)
    }
    return .html(approved ? "<h1>Signed in</h1>" : "<h1>Refused</h1>")
  }

  // MARK: Text

  private static func error(
    _ code: String, _ description: String, status: HTTPResponse.Status = .badRequest
  ) -> Response {
    .json(
      .members(["error": .string(code), "error_description": .string(description)]),
      status: status)
  }

  /// RFC 7636, section 4.6, for verifiers of section 4.1's form.
  private static func isVerifier(_ verifier: String, of challenge: String) -> Bool {
    let isWellFormed =
      (43...128).contains(verifier.utf8.count)
      && verifier.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
      }
    return isWellFormed
      && base64URL(Array(SHA256.hash(data: Array(verifier.utf8)))) == challenge
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    String(decoding: Base64URL.encode(bytes), as: UTF8.self)
  }
}
