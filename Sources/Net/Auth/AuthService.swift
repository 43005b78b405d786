public import Reactor

/// Signs in, hands out tokens that are still good, and signs out. Works without a script.
///
/// ```swift
/// let service = AuthService(home: home)
/// let token = try await service.token(provider)
/// ```
///
/// Each call has a thread and a client of its own for as long as it runs, so that it may block on files
/// and locks without holding anybody up; nothing of it is cached or recorded.
public struct AuthService: Sendable {
  private let configuration: HTTPConfiguration
  private let policy: HTTPPolicy
  private let store: any CredentialStore
  private let locks: String
  private let time: (any TimeSource)?

  /// - Parameters:
  ///   - configuration: the network's; cassette and responder of it are left out.
  ///   - policy: the hosts that may be asked.
  ///   - store: where credentials are kept.
  ///   - locks: a folder for the locks between processes; the same for all that share a store.
  ///   - time: nil: the machine's.
  public init(
    configuration: HTTPConfiguration = HTTPConfiguration(), policy: HTTPPolicy = .standard,
    store: any CredentialStore, locks: String, time: (any TimeSource)? = nil
  ) {
    var configuration = configuration
    configuration.cassette = nil
    configuration.responder = nil
    self.configuration = configuration
    self.policy = policy
    self.store = store
    self.locks = locks
    self.time = time
  }

  /// An access token as it is handed out.
  public struct Token: Sendable, Equatable {
    /// Sent as `Authorization: Bearer …`. Secret.
    public let text: String
    /// For how many seconds it can be used from now on; nil when that is not known.
    public let seconds: Double?
    /// In how many seconds the log-in itself ends; nil when that is not known.
    public let loginSeconds: Double?
  }

  // MARK: Tokens

  /// An access token that will be accepted for a while: the stored one, or after a refresh a new one.
  ///
  /// Of several processes that find it too old, one refreshes and the others take its result.
  /// The new tokens are on the disk before they are used (RFC 9700, section 4.14.2: the old ones are
  /// void by then).
  /// - Parameter refused: a token that the service has refused: it counts as too old.
  /// - Throws: ``AuthError``; ``HTTPError`` when the service cannot be reached.
  public func token(_ provider: AuthProvider, refused: String? = nil) async throws -> Token {
    try await run { worker in
      if let token = try worker.storedToken(provider, refused) { return token }
      let lock = try ProviderLock(worker.lockPath(provider))
      defer { lock.release() }
      // An earlier holder of the lock may have done it.
      if let token = try worker.storedToken(provider, refused) { return token }
      return try await worker.refresh(provider, refused)
    }
  }

  /// The log-in as it is kept, without a request; nil when there is none.
  /// - Throws: ``AuthError`` of reason `storage`.
  public func credential(_ provider: AuthProvider) async throws -> Credential? {
    try await run { try $0.credential(provider) }
  }

  /// Forgets a log-in, and revokes it at services that support that.
  /// - Returns: whether there was one; and why the service could not be reached, if so.
  /// - Throws: ``AuthError`` of reason `storage`.
  public func logout(
    _ provider: AuthProvider
  ) async throws -> (wasSignedIn: Bool, warning: String?) {
    try await run { worker in
      let lock = try ProviderLock(worker.lockPath(provider))
      defer { lock.release() }
      var warning: String?
      // One that cannot be read is removed, too.
      let stored = try? worker.credential(provider)
      if let url = provider.revokeURL, let token = stored?.refresh ?? stored?.access, !token.isEmpty
      {
        do { try await worker.endpoint(provider).revoke(token, at: url) } catch {
          warning = "\(provider.title) could not be informed: \(error)"
        }
      }
      return (try worker.store.remove(provider.storeName), warning)
    }
  }

  // MARK: Log-in

  /// Waits for the browser, and keeps what the log-in brings.
  /// - Parameters:
  ///   - seconds: how long it waits.
  ///   - again: how long the page that the browser gets can be loaded again, in seconds; the log-in ends after it.
  ///   - note: gets what was skipped, on another thread.
  /// - Throws: ``AuthError``, ``HTTPError``; `CancellationError`.
  public func login(
    _ attempt: LoginAttempt, at listener: CallbackListener, seconds: Double = 300,
    again: Double = 0,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Credential {
    try await run { worker in
      let (verdict, browser) = try await withTaskCancellationHandler {
        try listener.wait(for: attempt, seconds: seconds, note: note)
      } onCancel: {
        listener.cancel()
      }
      do {
        let credential = try await worker.complete(attempt, verdict)
        listener.answer(
          browser, .signedIn(service: attempt.provider.title, account: credential.account),
          again: again)
        return credential
      } catch {
        listener.answer(
          browser, .failed(service: attempt.provider.title, why: SafeText.short("\(error)")),
          again: again)
        throw error
      }
    }
  }

  /// Takes the address at which the browser ended, where it could not come back, and keeps
  /// what the log-in brings.
  /// - Throws: ``AuthError`` of reason `mismatch` for an address that is not that of this log-in: the
  ///   user may try another one; other reasons and ``HTTPError`` as ``login(_:at:seconds:note:)``.
  public func login(_ attempt: LoginAttempt, pasted: String) async throws -> Credential {
    let verdict = attempt.judge(pasted: pasted)
    if case .foreign(let why) = verdict {
      throw AuthError(.mismatch, "that is not the answer to this log-in: \(why)")
    }
    return try await run { try await $0.complete(attempt, verdict) }
  }

  /// Signs in by a code that the user types on another device (RFC 8628).
  /// - Parameter show: called with the code, on another thread.
  /// - Throws: as ``login(_:at:seconds:note:)``.
  public func login(
    _ provider: AuthProvider, show: @escaping @Sendable (DeviceLogin) -> Void
  ) async throws -> Credential {
    try await run { worker in
      let endpoint = worker.endpoint(provider)
      let device = try await DeviceLogin.begun(at: endpoint, worker.time)
      show(device)
      return try await worker.keep(
        try await device.wait(endpoint, worker.time), provider, nonce: nil)
    }
  }

  /// Follows a log-in as a browser does, for a service that asks nobody: a mock's.
  /// - Throws: ``AuthError`` when it does not end at the redirect address; ``HTTPError``.
  public func follow(_ attempt: LoginAttempt) async throws {
    let address = try attempt.address()
    var policy = policy
    policy.allowsLoopback = true
    let context = RequestContext(policy: policy)
    try await run { worker in
      // Not by the client's own following: that refuses the way from https to http, which is right
      // for every other redirect but the last one of a log-in.
      var request = HTTPRequest(url: address)
      request.options.maxRedirects = 0
      request.options.ttl = 0
      let answer = try await worker.client.send(request, context: context)
      guard let target = answer.headers["Location"], target.hasPrefix(attempt.redirect + "?") else {
        throw AuthError(
          .service, "\(attempt.provider.title) answered the log-in with status \(answer.status)")
      }
      request.url = target
      _ = try await worker.client.send(request, context: context)
    }
  }

  // MARK: The thread

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (AuthWorker) async throws -> Value
  ) async throws -> Value {
    let reactor = Reactor(name: "auth")
    defer { reactor.stop() }
    let time = time ?? SystemTime(reactor: reactor)
    let client = try HTTPClient(
      reactor: reactor, time: SystemTime(reactor: reactor), configuration: configuration)
    let worker = AuthWorker(
      client: client, context: RequestContext(policy: policy), store: store, locks: locks,
      time: time)
    let task = Task(executorPreference: reactor) { try await work(worker) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
