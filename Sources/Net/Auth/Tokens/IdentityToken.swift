internal import Notation

/// An OpenID Connect identity token that came straight from the token endpoint.
///
/// By TLS it is the server's own word, so its signature need not be checked (OpenID Connect Core 1.0,
/// section 3.1.3.7, 6); issuer, audience, end and nonce must be.
struct IdentityToken: Sendable {
  /// The user's name, as well as it is known.
  let name: String?

  /// How far the clocks of service and machine may differ, in seconds.
  private static let skew = 300.0

  /// - Throws: ``AuthError`` of reason `mismatch`.
  init(
    _ text: String, provider: AuthProvider, nonce: String?, now: Double
  ) throws(AuthError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let body = try? Base64URL.decode(Array(parts[1].utf8)),
      let claims = try? JSONMembers(body)
    else {
      throw AuthError(.service, "\(provider.title)'s id_token cannot be read")
    }
    func check(_ holds: Bool, _ what: String) throws(AuthError) {
      if holds { return }
      throw AuthError(
        .mismatch, "\(provider.title)'s id_token is \(what): the log-in was stopped")
    }
    if let issuer = provider.issuer {
      let named = claims.string("iss").map(SafeText.short) ?? "nobody"
      try check(claims.string("iss") == issuer, "of another issuer, \(named) in place of \(issuer)")
    }
    try check(
      (claims.number("exp") ?? .infinity) > now - Self.skew,
      "too old by this machine's clock, which may be wrong")
    try check(claims.strings("aud").contains(provider.clientID), "meant for another program")
    if let nonce {
      try check(
        ConstantTime.equal(claims.string("nonce") ?? "", nonce), "an answer to another log-in")
    }
    name = ["name", "preferred_username", "email", "sub"].lazy.compactMap(claims.string).first
  }
}
