internal import Notation

/// One log-in by browser, from its address to its code: state, nonce and verifier live here and
/// nowhere else (RFC 6749 section 4.1, RFC 7636, RFC 9700 section 2.1).
public struct LoginAttempt: Sendable {
  /// The provider.
  public let provider: AuthProvider
  /// The address that the browser is sent to at the end, with its port.
  public let redirect: String
  let pkce = PKCE()
  let nonce: String?
  private let state = RandomText.make(bytes: 32)

  /// Begins a log-in.
  /// - Parameter redirect: nil: the provider's; a listener's own names its port.
  public init(_ provider: AuthProvider, redirect: String? = nil) {
    self.provider = provider
    self.redirect = redirect ?? provider.redirect
    nonce = provider.usesOpenID ? RandomText.make(bytes: 32) : nil
  }

  /// The address to open, as the service calls itself.
  /// - Throws: ``AuthError`` for a provider without an authorization endpoint.
  public func address() throws(AuthError) -> String {
    guard let base = provider.authorizeURL else {
      throw AuthError(
        .unconfigured,
        "\(provider.title) takes no log-in by browser: run mixhost auth login \(provider.name) --device"
      )
    }
    var query = FormFields(provider.parameters)
    query.fields += [
      ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", redirect),
      ("scope", provider.scopeText), ("state", state), ("code_challenge", pkce.challenge),
      ("code_challenge_method", PKCE.method),
    ]
    if let nonce { query.fields.append(("nonce", nonce)) }
    query.fields.removeAll { $0.name == "scope" && $0.value.isEmpty }
    return base + (base.contains("?") ? "&" : "?") + query.text
  }

  /// The address to open, where the service really is: a mock or a proxy may stand in.
  /// - Throws: as ``address()``; ``HTTPError`` for an upstream that is not an address.
  public func address(at upstreams: [UpstreamPlace]) throws -> String {
    let canonical = try address()
    return try UpstreamMap(upstreams).actual(for: HTTPURL(canonical))?.text ?? canonical
  }

  // MARK: The answer

  /// The outcome of an answer.
  enum Verdict: Sendable, Equatable {
    /// The code, to be exchanged once.
    case code(String)
    /// The service's answer to this log-in, and it is no.
    case failed(AuthError)
    /// Not an answer to this log-in: it is ignored. The reason in words.
    case foreign(String)
  }

  /// Judges the query that came back. The state comes first: without it nothing else counts.
  func judge(_ query: some StringProtocol) -> Verdict {
    let fields = FormFields(parsing: query)
    // RFC 6749, section 3.1: parameters must not be repeated.
    if let name = fields.repeated { return .foreign("it has the parameter \(name) twice") }
    guard let given = fields["state"] else { return .foreign("it has no state") }
    guard ConstantTime.equal(given, state) else {
      return .foreign("its state is that of another log-in")
    }
    if let error = issuerProblem(fields["iss"]) { return .failed(error) }
    if let error = fields["error"] {
      return .failed(Self.refusal(error, fields["error_description"], provider))
    }
    guard let code = fields["code"], !code.isEmpty else { return .foreign("it has no code") }
    return .code(code)
  }

  /// Judges what a user has pasted: the whole address that the browser ended at.
  func judge(pasted text: String) -> Verdict {
    let text = text.split(whereSeparator: \.isWhitespace).joined()
    let address = text.prefix { $0 != "#" }
    guard let mark = address.firstIndex(of: "?") else {
      return .foreign("it is not a whole address: copy all of the browser's address line")
    }
    guard address[..<mark] == redirect else {
      return .foreign("it does not begin with \(redirect)?")
    }
    return judge(address[address.index(after: mark)...])
  }

  /// RFC 9207, section 2.4: an answer from another server is a mix-up.
  private func issuerProblem(_ given: String?) -> AuthError? {
    guard let given else {
      if !provider.namesIssuer { return nil }
      return AuthError(
        .mismatch, "the answer to the log-in does not say that it is from \(provider.title)")
    }
    let expected = provider.issuer ?? provider.authorizeURL.flatMap(Self.origin)
    let matches = provider.issuer == nil ? Self.origin(given) == expected : given == expected
    if matches { return nil }
    return AuthError(
      .mismatch,
      "the answer to the log-in is from \(SafeText.short(given)) and not from \(expected ?? "?"): "
        + "the log-in was stopped")
  }

  private static func origin(_ address: String) -> String? {
    (try? HTTPURL(address))?.origin.text
  }

  /// RFC 6749, section 4.1.2.1.
  private static func refusal(
    _ code: String, _ description: String?, _ provider: AuthProvider
  ) -> AuthError {
    let said = SafeText.said(code, description)
    switch code {
    case "access_denied":
      return AuthError(
        .refused, "\(provider.title) was not given the permission (\(said)): nothing has changed")
    case "server_error", "temporarily_unavailable":
      return AuthError(
        .service, "\(provider.title) cannot sign anybody in now (\(said)): try again later",
        retryable: true)
    case "invalid_scope":
      return AuthError(
        .unconfigured, "\(provider.title) does not know what was asked for (\(said))")
    default:
      return AuthError(.unconfigured, "\(provider.title) refused the log-in (\(said))")
    }
  }
}

/// Texts of others, fit for a message.
enum SafeText {
  /// At most 200 characters, secrets masked, nothing that moves a terminal's cursor.
  static func short(_ text: String) -> String {
    let visible = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { ControlCharacter($0) == nil }))
    let masked = SecretMask().mask(visible)
    return masked.count > 200 ? masked.prefix(200) + "…" : masked
  }

  /// An error's code and description.
  static func said(_ code: String, _ description: String?) -> String {
    guard let description, !description.isEmpty else { return short(code) }
    return short(code) + ": " + short(description)
  }
}
