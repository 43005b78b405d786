internal import Notation
internal import Reactor

/// The steps of ``AuthService`` on the thread of one call, where blocking is allowed.
struct AuthWorker: Sendable {
  let client: HTTPClient
  let context: RequestContext
  let store: any CredentialStore
  let locks: String
  let time: any TimeSource

  func endpoint(_ provider: AuthProvider) -> TokenEndpoint {
    TokenEndpoint(provider: provider, client: client, context: context)
  }

  func lockPath(_ provider: AuthProvider) -> String { "\(locks)/\(provider.storeName).lock" }

  /// The kept log-in; one given to another client, or to a service of that name with any other
  /// endpoint, counts as nothing.
  func credential(_ provider: AuthProvider) throws -> Credential? {
    try store.read(provider.storeName)?.bound(to: provider)
  }

  /// The stored access token, when it can be used for a while.
  /// - Throws: ``AuthError`` when there is no log-in.
  func storedToken(_ provider: AuthProvider, _ refused: String?) throws -> AuthService.Token? {
    guard let credential = try credential(provider) else { throw AuthError.notSignedIn(provider) }
    if let why = credential.ended { throw AuthError.ended(provider, why) }
    let now = time.wall
    guard credential.isFresh(now: now), credential.access != refused else { return nil }
    return token(credential, now)
  }

  private func token(_ credential: Credential, _ now: Double) -> AuthService.Token {
    AuthService.Token(
      text: credential.access, seconds: credential.expires.map { $0 - now },
      loginSeconds: credential.ends.map { $0 - now })
  }

  /// Refreshes under the lock.
  func refresh(_ provider: AuthProvider, _ refused: String?) async throws -> AuthService.Token {
    guard let credential = try credential(provider) else { throw AuthError.notSignedIn(provider) }
    guard let refresh = credential.refresh else {
      throw AuthError.ended(provider, "\(provider.title) gave no refresh token")
    }
    do {
      // A token that still works serves at once when its renewal fails.
      let isSpare = credential.isAlive(now: time.wall) && credential.access != refused
      let answer = try await endpoint(provider).refresh(
        refresh, retry: isSpare ? .none : .standard)
      let next = credential.refreshed(answer, now: time.wall)
      try store.write(next)
      return token(next, time.wall)
    } catch let refusal as TokenEndpoint.Refusal {
      let why = SafeText.said(refusal.code, refusal.description)
      try store.write(credential.closed(why))
      throw AuthError.ended(provider, why)
    } catch  where AuthError.mayPass(error) || (error as? AuthError)?.reason == .service {
      // It is not needed yet: the present token has a little time left.
      let now = time.wall
      if credential.isAlive(now: now), credential.access != refused {
        return token(credential, now)
      }
      throw AuthError.withWayBack(error, provider)
    }
  }

  // MARK: Log-in

  /// Exchanges the code, and keeps what it brings.
  func complete(
    _ attempt: LoginAttempt, _ verdict: LoginAttempt.Verdict
  ) async throws -> Credential {
    switch verdict {
    case .failed(let error): throw error
    case .foreign(let why): throw AuthError(.mismatch, why)
    case .code(let code):
      let answer = try await endpoint(attempt.provider).exchange(code, of: attempt)
      return try await keep(answer, attempt.provider, nonce: attempt.nonce)
    }
  }

  func keep(
    _ answer: TokenAnswer, _ provider: AuthProvider, nonce: String?
  ) async throws -> Credential {
    var credential = Credential(answer, provider, now: time.wall)
    if provider.usesOpenID {
      guard let text = answer.identity else {
        throw AuthError(.service, "\(provider.title)'s answer has no id_token")
      }
      credential.account = try IdentityToken(text, provider: provider, nonce: nonce, now: time.wall)
        .name
        .map(SafeText.short)
    }
    let lock = try ProviderLock(lockPath(provider))
    defer { lock.release() }
    // Kept before the name is asked for: a failure there must not lose the log-in.
    try store.write(credential)
    if let profile = provider.profile {
      credential.account = await name(profile, credential.access)
      if credential.account != nil { try store.write(credential) }
    }
    return credential
  }

  /// The user's name; nil when the service does not tell. Only a nicety, so no failure counts.
  private func name(_ profile: AuthProvider.Profile, _ token: String) async -> String? {
    var request = HTTPRequest(url: profile.url, headers: ["Authorization": "Bearer \(token)"])
    request.options.ttl = 0
    request.options.maxRedirects = 0
    request.options.totalTimeout = 20
    guard let answer = try? await client.send(request, context: context), answer.status == 200,
      let members = try? JSONMembers(answer.body)
    else { return nil }
    return profile.names.lazy.compactMap { members.string($0).map(SafeText.short) }.first {
      !$0.isEmpty
    }
  }
}
