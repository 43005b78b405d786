internal import Notation
internal import MixCore
internal import Reactor
internal import ScriptHost

/// A run's log-ins: its providers, the tokens at hand, and the one refresh that runs for all tasks.
/// Who waits for a log-in, and what has changed, is one thing of the process (``WaitingLogins``).
final class SignIns {
  private struct Held {
    let token: String
    /// The log-in's changes when the token was handed out.
    let changes: Int
    /// On the monotonic clock, in seconds.
    let until: Double
  }

  /// A provider with where its table stands.
  struct Service: Sendable {
    let provider: AuthProvider
    /// Advice about the client id that is missing; nil when there is one.
    let problem: AuthError?

    /// - Throws: ``AuthError`` when there is no client id.
    func configured() throws -> AuthProvider {
      if let problem { throw problem }
      return provider
    }
  }

  private unowned let host: any NetHost
  private let service: AuthService
  private let files: ProviderFiles
  /// Why nothing can be kept: a setting of the wrong form.
  private let storeProblem: (any Error)?
  private var services: [String: Service] = [:]
  private var held: [String: Held] = [:]
  /// Where log-ins are kept.
  private let folder: String
  private var flights: [String: Task<AuthService.Token, any Error>] = [:]

  /// How long a token is used without a look at what other processes did, in seconds.
  private static let longestHold = 300.0
  /// How long before its end a log-in is warned of, in seconds.
  private static let earlyWarning = 14.0 * 86_400
  /// A placeholder for the token in a run without a network.
  static let placeholder = SecretMask.stars

  init(_ host: any NetHost) {
    self.host = host
    files = ProviderFiles(home: host.home, share: host.settings.shareFolder)
    var name = "file"
    var problem: (any Error)?
    do { name = try host.settings.configuration.string("auth.store") ?? name } catch {
      problem = error
    }
    storeProblem = problem
    // A mock's log-in must never take the place of a real one.
    let isMock = host.settings.signsItselfIn
    folder = host.home.credentialsFolder + (isMock ? "/mock" : "")
    let store: any CredentialStore =
      name == "file" || isMock
      ? EncryptedFolder(folder: folder, keyFile: host.home.credentialsKey)
      : CredentialHelper(name: name)
    service = AuthService(
      configuration: host.settings.http, policy: host.grants.network, store: store, locks: folder)
  }

  /// Whether the run's answers come from a recording or a test: then nobody is asked for tokens, and
  /// none of the user's are touched.
  var isPlayed: Bool {
    let http = host.settings.http
    return http.responder != nil || (http.cassette.map { !$0.isRecording } ?? false)
  }

  /// The names of all providers.
  var names: [String] { files.names() }

  /// The provider that a script names or describes.
  /// - Throws: ``HostError``, ``AuthError``, ``ConfigurationError``.
  func find(_ provider: ProviderArgument) async throws -> Service {
    if let storeProblem { throw storeProblem }
    switch provider {
    case .name(let name):
      if let known = services[name] { return known }
      let (table, path) = try await files.load(name)
      let found = try read(table, place: path, name: name, isInstalled: true)
      services[name] = found
      return found
    case .table(let table):
      return try read(table, place: "the provider", name: nil, isInstalled: false)
    }
  }

  private func read(
    _ fields: Fields, place: String, name: String?, isInstalled: Bool
  ) throws -> Service {
    let table = try ProviderTable(
      fields, place: place, configuration: isInstalled ? host.settings.configuration : nil)
    var provider = try table.provider(name: name)
    provider.isInstalled = isInstalled
    try host.grants.checkAccount(provider.name)
    let problem = provider.clientID.isEmpty ? table.unconfigured(provider) : nil
    return Service(provider: provider, problem: problem)
  }

  // MARK: Tokens

  /// A token that is at hand; nil when somebody has to be asked.
  func heldToken(_ name: String, refused: String?) -> String? {
    if let known = services[name], let held = held[Self.key(known.provider)],
      held.until > Self.now, held.token != refused,
      held.changes == WaitingLogins.changes(place(known.provider))
    {
      return held.token
    }
    return nil
  }

  /// A token: one refresh answers all tasks that wait for it.
  /// - Throws: ``AuthError``, ``HTTPError``.
  func token(_ found: Service, refused: String?) async throws -> String {
    if isPlayed { return Self.placeholder }
    let provider = try found.configured()
    // Two tasks that were refused different tokens ask apart; the second one finds what the first got.
    let key = Self.key(provider)
    let flightKey = key + "\n" + (refused ?? "")
    let confined = Confined(self, to: host.reactor)
    let flight =
      flights[flightKey]
      ?? Task(executorPreference: host.reactor) {
        let signIns = confined.value
        return try await signIns.host.asking("\(provider.title) (sign-in)") {
          try await signIns.fetch(provider, refused)
        }
      }
    flights[flightKey] = flight
    let changes = WaitingLogins.changes(place(provider))
    defer { flights[flightKey] = nil }
    let token = try await OffloadedWork.during { try await flight.value }
    warnOfEnd(provider, token)
    let seconds = token.seconds ?? Self.longestHold
    let margin = min(60, seconds / 10)
    held[key] = Held(
      token: token.text, changes: changes,
      until: Self.now + min(seconds - margin, Self.longestHold))
    return token.text
  }

  /// Tells once when the log-in itself ends soon: better now than in the middle of a run.
  private func warnOfEnd(_ provider: AuthProvider, _ token: AuthService.Token) {
    guard let seconds = token.loginSeconds, seconds < Self.earlyWarning else { return }
    let days = max(0, Int(clamping: seconds / 86_400))
    host.output.warn(
      "the log-in at \(provider.title) ends in \(days) \(days == 1 ? "day" : "days"): run mixhost "
        + "auth login \(provider.name) before")
  }

  /// Asks the store and the service; where log-ins follow themselves, one is begun when there is none.
  private func fetch(
    _ provider: AuthProvider, _ refused: String?
  ) async throws -> AuthService.Token {
    do {
      return try await service.token(provider, refused: refused)
    } catch let error as AuthError where host.settings.signsItselfIn {
      guard error.reason == .notSignedIn || error.reason == .ended else { throw error }
      _ = try await login(provider)
      return try await service.token(provider)
    }
  }

  /// Waits for refreshes that run: what they bring must be kept.
  func finish() async {
    for flight in flights.values { _ = try? await flight.value }
  }

  private static func key(_ provider: AuthProvider) -> String {
    provider.identity
  }

  private static var now: Double { Double(Reactor.monotonicNanoseconds()) / 1e9 }

  // MARK: Log-ins

  /// The log-in as it is kept.
  /// - Throws: ``AuthError`` of reason `storage`.
  func credential(_ provider: AuthProvider) async throws -> Credential? {
    try await OffloadedWork.during { try await service.credential(provider) }
  }

  /// Whether a person has to renew each kept log-in, by provider; one that cannot be read counts.
  func toRenew() async -> [String: Bool] {
    var found: [String: Bool] = [:]
    for name in names {
      guard let provider = try? await find(.name(name)).provider else { continue }
      do {
        guard let kept = try await credential(provider) else { continue }
        found[name] = kept.needsPerson(now: host.time.wall)
      } catch { found[name] = true }
    }
    return found
  }

  /// Forgets a log-in.
  /// - Throws: ``AuthError`` of reason `storage`.
  func logout(_ provider: AuthProvider) async throws -> Bool {
    defer { WaitingLogins.changed(place(provider)) }
    let (wasSignedIn, warning) = try await OffloadedWork.during {
      try await service.logout(provider)
    }
    if let warning { host.output.warn(warning) }
    return wasSignedIn
  }

  /// Signs in; standard error tells the user what to do.
  /// - Throws: ``AuthError``, ``HTTPError``, `CancellationError`; ``HostError`` of kind `cancelled`
  ///   when somebody has stopped it.
  func login(
    _ provider: AuthProvider, _ wish: LoginWish = LoginWish()
  ) async throws -> Credential {
    let (place, reactor) = (place(provider), host.reactor)
    let dialogue = LoginDialogue(host: host, service: service, provider: provider, wish: wish)
    let task = Task(executorPreference: reactor) { try await dialogue.run() }
    let number = WaitingLogins.begin(place) { task.cancel() }
    defer { WaitingLogins.end(place, number) }
    return try await OffloadedWork.during {
      try await withTaskCancellationHandler {
        do {
          return try await task.value
        } catch  where !Task.isCancelled && task.isCancelled {
          throw HostError(kind: "cancelled", message: "the sign-in was stopped")
        }
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// A log-in waits for the user, who signs in at an address.
  func waits(for provider: AuthProvider, at address: String) {
    WaitingLogins.waits(place(provider), at: address)
  }

  /// Whether a log-in of this process waits, and where the user signs in.
  func waiting(_ provider: AuthProvider) -> (isWaiting: Bool, address: String?) {
    WaitingLogins.state(place(provider))
  }

  /// Stops the log-ins of this process that wait.
  /// - Returns: whether one did.
  func stop(_ provider: AuthProvider) -> Bool { WaitingLogins.stop(place(provider)) }

  private func place(_ provider: AuthProvider) -> String { folder + "\n" + Self.key(provider) }
}
