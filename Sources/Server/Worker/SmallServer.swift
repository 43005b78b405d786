internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import MixCore
internal import Reactor

/// A server of a few routes with the guards of ``WebServer``.
///
/// Any name is accepted in the Host field: there is no page, and nothing can be read without the
/// home's token or an unguessable address.
package struct SmallServer: Sendable {
  private static let connections = 64

  private let server: Listening
  private let watching: Task<Void, Never>
  /// The port that it listens on.
  package var port: Int { server.port }

  /// Starts to listen.
  /// - Throws: ``ServerError``, `FileError`.
  init(
    _ routes: ServeRoutes, host: String, port: Int, home: Home, log: AccessLog,
    time: any TimeSource
  ) async throws {
    var options = ServerOptions()
    (options.host, options.port) = (host, port)
    options.limits.connections = min(
      Self.connections, DescriptorLimit.connections(of: DescriptorLimit.raise()))
    let token = try await blocking { try AccessToken(path: home.state + "/server/token") }
    let sessions = try await blocking {
      try SessionStore(path: home.state + "/server/sessions", token: token, time: time)
    }
    let silence = Logger(label: "mixhost.worker") { _ in SwiftLogNoOpLogHandler() }
    let gate = AccessGate(options, token, sessions, anyName: true)
    watching = Task { await TokenWatch(token, log).run() }
    server = try await Listening(options, silence) { [options] in
      Self.application(routes, options, gate, log, time, silence, $0)
    }
  }

  /// Stops listening.
  package func stop() async {
    watching.cancel()
    await server.shutDown()
    _ = await server.serving.result
  }

  private static func application(
    _ routes: ServeRoutes, _ options: ServerOptions, _ gate: AccessGate, _ log: AccessLog,
    _ time: any TimeSource, _ silence: Logger, _ onListening: @escaping @Sendable (Int) -> Void
  ) -> some ApplicationProtocol {
    let limits = options.limits
    let limiter = RequestLimiter(burst: limits.burst, rate: limits.requestsPerSecond)
    let ledger = ByteLedger(most: limits.heldBytes)
    let answers = AnswerMiddleware(
      gate: gate, limiter: limiter, proxies: options.proxies, ledger: ledger, log: log,
      routes: routes, time: time, mapDigest: "")
    return GuardedApplication.make(
      routes.router(gate, outer: answers), options,
      upgrades: WebSocketUpgrades(
        gate: gate, limiter: limiter, time: time, log: log, limits: limits,
        proxies: options.proxies, ledger: ledger, sockets: routes.sockets),
      connections: Connections(most: limits.connections, mostPerClient: limits.connections),
      log: log, silence: silence, onListening: onListening)
  }
}
