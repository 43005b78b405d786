internal import Notation

/// Asks a provider's endpoints for tokens.
struct TokenEndpoint: Sendable {
  let provider: AuthProvider
  let client: HTTPClient
  let context: RequestContext

  /// A service's reasons for a refusal, by RFC 6749, section 5.2; without such a reason, its status.
  struct Refusal: Error {
    let code: String
    let description: String?
    /// Whether the service asks to come back later.
    let isLimit: Bool

    /// Whether the same question may be answered in a while.
    var mayPass: Bool {
      isLimit || ["temporarily_unavailable", "server_error", "slow_down"].contains(code)
    }

    /// Whether it is the program that the service does not know, not the user.
    var isOfClient: Bool {
      ["invalid_client", "unauthorized_client", "incorrect_client_credentials"].contains(code)
    }

    /// Whether no later refresh will do: services have many words for that besides `invalid_grant`.
    var endsLogIn: Bool { !mayPass && !isOfClient }
  }

  /// Exchanges a code (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
  /// - Throws: ``AuthError``, ``HTTPError``.
  func exchange(_ code: String, of attempt: LoginAttempt) async throws -> TokenAnswer {
    SecretMask.learn([code, attempt.pkce.verifier])
    do {
      return try await ask([
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", attempt.redirect),
        ("code_verifier", attempt.pkce.verifier),
      ])
    } catch let refusal as Refusal {
      throw explained(refusal, "the log-in")
    }
  }

  /// Asks for new tokens (RFC 6749, section 6).
  /// - Throws: ``Refusal`` when the log-in has ended; ``AuthError``, ``HTTPError``.
  func refresh(_ token: String, retry: RetryPolicy) async throws -> TokenAnswer {
    do {
      let fields = [("grant_type", "refresh_token"), ("refresh_token", token)]
      return try await ask(fields.map { (name: $0.0, value: $0.1) }, retry: retry)
    } catch let refusal as Refusal {
      if refusal.endsLogIn { throw refusal }
      throw explained(refusal, "the refresh")
    }
  }

  /// Tells the service that a token is not needed any more (RFC 7009).
  /// - Throws: ``HTTPError``, ``AuthError``.
  func revoke(_ token: String, at url: String) async throws {
    let answer = try await post(
      url, [("token", token), ("token_type_hint", "refresh_token")])
    guard (200..<300).contains(answer.status) else {
      throw AuthError(
        .service, "\(provider.title) answered the log-out with status \(answer.status)",
        retryable: FailureClass(status: answer.status).mayPass)
    }
  }

  /// Posts to the token endpoint.
  /// - Throws: ``Refusal``, ``AuthError``, ``HTTPError``.
  func ask(
    _ fields: [(name: String, value: String)], retry: RetryPolicy = .standard
  ) async throws -> TokenAnswer {
    let answer = try await post(provider.tokenURL, fields, retry: retry)
    guard Self.isGranted(answer) else { throw try refusal(answer) }
    return try TokenAnswer(answer.body, from: provider)
  }

  /// Whether an answer grants what was asked for: some services create a token with status 201, and GitHub
  /// and others refuse with status 200.
  static func isGranted(_ answer: HTTPResponse) -> Bool {
    guard (200..<300).contains(answer.status) else { return false }
    guard let members = TokenAnswer.members(answer.body) else { return true }
    return members.string("error") == nil || members.string("access_token") != nil
      || members.string("device_code") != nil
  }

  /// Posts a form with the client's identity: its secret by HTTP Basic, which every server takes
  /// (RFC 6749, section 2.3.1), or the identifier alone.
  func post(
    _ url: String, _ fields: [(name: String, value: String)], retry: RetryPolicy = .standard
  ) async throws -> HTTPResponse {
    var form = FormFields(fields)
    var headers: HTTPHeaders = [
      "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
    ]
    if let secret = provider.clientSecret {
      SecretMask.learn([secret])
      let pair = FormFields.escape(provider.clientID) + ":" + FormFields.escape(secret)
      headers["Authorization"] = "Basic " + Base64URL.standard(Array(pair.utf8))
    } else {
      form.fields.append(("client_id", provider.clientID))
    }
    var options = HTTPOptions()
    options.ttl = 0
    // Nothing with a code or a token in it may be sent elsewhere than it is meant to.
    options.maxRedirects = 0
    options.totalTimeout = 60
    options.retry = retry
    return try await client.send(
      HTTPRequest(
        method: "POST", url: url, headers: headers, body: Array(form.text.utf8), options: options),
      context: context)
  }

  /// Reads an error's answer.
  /// - Throws: ``AuthError`` for one that says nothing about the question: it may pass.
  func refusal(_ answer: HTTPResponse) throws(AuthError) -> Refusal {
    let isClientError = (400..<500).contains(answer.status)
    let isLimit =
      [408, 425, 429].contains(answer.status)
      || isClientError && answer.headers["Retry-After"] != nil
    if isClientError || answer.status == 200, let members = TokenAnswer.members(answer.body),
      let code = members.string("error")
    {
      return Refusal(
        code: code, description: members.string("error_description"), isLimit: isLimit)
    }
    if isClientError, !isLimit, !Self.isOfAnother(answer) {
      let what = answer.body.isEmpty ? "empty answer of status" : "status"
      return Refusal(code: "\(what) \(answer.status)", description: nil, isLimit: false)
    }
    throw AuthError(
      .service,
      "\(provider.title)'s log-in service answered with status \(answer.status) and no error that "
        + "OAuth knows: try again later", retryable: true, isOutage: answer.status >= 500)
  }

  /// Whether an error is a page of a proxy or a guard before the service, which itself answers in JSON: only
  /// these two statuses are used for refusals of its own.
  private static func isOfAnother(_ answer: HTTPResponse) -> Bool {
    let isPage =
      answer.headers["Content-Type"]?.lowercased().contains("html") == true
      || answer.body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    return isPage && ![400, 401].contains(answer.status)
  }

  /// The message to the user about a refusal that ends the attempt.
  func explained(_ refusal: Refusal, _ what: String) -> AuthError {
    let said = SafeText.said(refusal.code, refusal.description)
    switch refusal.code {
    case _ where refusal.mayPass:
      return AuthError(.service, "\(provider.title) failed (\(said))", retryable: true)
    case "unauthorized_client":
      return AuthError(
        .unconfigured,
        "\(provider.title) does not let the client id \(SafeText.short(provider.clientID)) log in this way "
          + "(\(said)): allow it in the app's settings there, or log in another way")
    case _ where refusal.isOfClient:
      return AuthError(
        .unconfigured,
        "\(provider.title) does not know the client id \(SafeText.short(provider.clientID)) "
          + "(any more) (\(said)): check the settings")
    case "invalid_grant":
      return AuthError(
        .refused,
        "\(provider.title) does not accept the answer to the log-in (\(said)): it was used before, "
          + "is too old, or the redirect address is not \(provider.redirect); log in again")
    default: return AuthError(.service, "\(provider.title) refused \(what) (\(said))")
    }
  }
}
