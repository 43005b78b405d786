internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// A listening server whose routes are guarded by limits on number, time and syntax
/// (``AcceptGate``, ``ConnectionWatch``, ``RequestGuard``).
enum GuardedApplication {
  /// The connections accepted beyond ``ServerLimits/connections``, to answer that the server is
  /// full.
  private static let spare = 32

  /// - Parameters:
  ///   - options: the address and the limits.
  ///   - certificate: the certificate; nil for plain HTTP.
  ///   - silence: the logger for Hummingbird, which logs every client that disconnects.
  ///   - onListening: receives the TCP port.
  static func make(
    _ router: Router<ServeContext>, _ options: ServerOptions, upgrades: WebSocketUpgrades,
    connections: Connections, log: AccessLog, certificate: CertificateStore? = nil,
    silence: Logger, onListening: @escaping @Sendable (Int) -> Void
  ) -> some ApplicationProtocol {
    Application(
      router: router,
      server: HTTPServerBuilder { responder in
        WebChannel(
          responder: responder, limits: options.limits, upgrades: upgrades,
          connections: connections, log: log, certificate: certificate)
      },
      configuration: .init(address: .hostname(options.host, port: options.port)),
      onServerRunning: { channel in
        let most = options.limits.connections + spare
        try? await channel.eventLoop.submit {
          try channel.pipeline.syncOperations.addHandler(
            AcceptGate(most: most, log: log, loop: channel.eventLoop), position: .first)
        }.get()
        onListening(channel.localAddress?.port ?? options.port)
      },
      logger: silence)
  }
}
