internal import Notation
import Reactor

/// The state of the mock's authorization server: the codes and log-ins of its life. All upstreams that
/// take bearer tokens ask it with ``check(authorization:scopes:)``.
///
/// ```swift
/// guard case .accepted(let login) = ledger.check(authorization: field, scopes: ["user-top-read"])
/// else { … }
/// ```
final class OAuthLedger: Sendable {
  /// The claim of a code until it is exchanged.
  struct Code: Sendable {
    let redirect: String
    let challenge: String
    let nonce: String?
    let login: MockLogin
    let expires: Int
  }

  private struct Family {
    var generation: Int
    var isRevoked = false
  }

  private struct State {
    var codes: [String: Code] = [:]
    /// The families that spent codes began, by code.
    var spent: [String: String] = [:]
    var families: [String: Family] = [:]
  }

  /// Requests come from several event loops.
  private let state = Guarded(State())
  private let seed: UInt64
  /// How long an access token lives, in seconds.
  let tokenLife: Int
  /// How long a log-in can be refreshed, in seconds since it began.
  let loginLife: Int

  init(_ options: MockOptions) {
    seed = options.seed
    tokenLife = options.tokenLife
    loginLife = options.loginLife
  }

  // MARK: Bearer tokens

  /// The answer to the bearer token in an Authorization field (RFC 6750, section 2.1).
  /// - Parameter scopes: what the call needs; all of them.
  func check(authorization field: String?, scopes: Set<String> = []) -> MockBearer {
    guard let field, field.lowercased().hasPrefix("bearer ") else { return .missing }
    let text = String(field.dropFirst(7))
    guard let token = SealedToken(text, kind: .access, seed: seed) else { return .invalid }
    let isRevoked = state.withLock { $0.families[token.family]?.isRevoked ?? false }
    if isRevoked { return .invalid }
    if Self.now >= token.expires { return .expired }
    if let missing = scopes.subtracting(token.login.scopes).min() { return .lacksScope(missing) }
    return .accepted(token.login)
  }

  // MARK: Log-ins

  /// A code for an authorization that the user gave; it can be exchanged once, within a minute.
  func makeCode(redirect: String, challenge: String, nonce: String?, login: MockLogin) -> String {
    let code = "moc_" + Self.random()
    let entry = Code(
      redirect: redirect, challenge: challenge, nonce: nonce, login: login,
      expires: Self.now + 60)
    state.withLock { $0.codes[code] = entry }
    return code
  }

  /// Takes a code, which is spent by that; a spent one ends the log-in that it began (RFC 6749,
  /// section 4.1.2).
  func take(code: String) -> Code? {
    state.withLock { state in
      if let family = state.spent[code] { state.families[family]?.isRevoked = true }
      guard let entry = state.codes.removeValue(forKey: code), Self.now < entry.expires else {
        return nil
      }
      return entry
    }
  }

  /// The first tokens of a log-in.
  /// - Parameter code: what began it; nil for a device's.
  func begin(_ login: MockLogin, code: String?) -> MockGrant {
    let family = Self.random()
    state.withLock { state in
      state.families[family] = Family(generation: 0)
      if let code { state.spent[code] = family }
    }
    return grant(login, family: family, generation: 0, authorized: Self.now)
  }

  /// New tokens for a refresh token, which is spent by that. An old one that comes back ends the whole
  /// log-in (RFC 9700, section 4.14.2). One from before a restart is taken at its word.
  func refresh(_ text: String, client: String) -> MockGrant? {
    guard let token = SealedToken(text, kind: .refresh, seed: seed), token.login.client == client,
      Self.now < token.authorized + loginLife
    else { return nil }
    let isNewest = state.withLock { state in
      var family = state.families[token.family] ?? Family(generation: token.generation)
      defer { state.families[token.family] = family }
      if family.isRevoked { return false }
      guard family.generation == token.generation else {
        family.isRevoked = true
        return false
      }
      family.generation += 1
      return true
    }
    guard isNewest else { return nil }
    return grant(
      token.login, family: token.family, generation: token.generation + 1,
      authorized: token.authorized)
  }

  /// Ends the log-in that a token belongs to (RFC 7009).
  func revoke(_ text: String) {
    for kind in [SealedToken.Kind.refresh, .access] {
      guard let token = SealedToken(text, kind: kind, seed: seed) else { continue }
      state.withLock {
        $0.families[token.family] = Family(generation: token.generation, isRevoked: true)
      }
    }
  }

  private func grant(
    _ login: MockLogin, family: String, generation: Int, authorized: Int
  ) -> MockGrant {
    func token(_ kind: SealedToken.Kind, expires: Int) -> String {
      SealedToken(
        kind, family: family, generation: generation, authorized: authorized, expires: expires,
        login: login
      ).text(seed: seed)
    }
    return MockGrant(
      access: token(.access, expires: Self.now + tokenLife),
      refresh: token(.refresh, expires: authorized + loginLife), seconds: tokenLife, login: login)
  }

  // MARK: Sources

  /// Seconds since 1970.
  static var now: Int { Int(PresentTime.seconds) }

  /// 32 hexadecimal digits that nobody guesses: two mocks of one seed must not issue the same code.
  static func random() -> String {
    HexText.of((0..<16).map { _ in UInt8.random(in: 0...255) })
  }
}

/// Tokens as the server hands them out.
struct MockGrant: Sendable {
  let access: String
  let refresh: String
  /// How long the access token lives.
  let seconds: Int
  let login: MockLogin
}
