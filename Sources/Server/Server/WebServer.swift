package import HostSetup
internal import Reactor
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import MixCore
internal import NIOCore
internal import NIOSSL
internal import ServiceLifecycle
internal import Synchronization

/// `mixhost serve`: jobs, library and feed over HTTP and WebSocket, and a page.
///
/// ```swift
/// let server = try await WebServer(options, setup: setup)
/// let port = try await server.start()
/// // … http://127.0.0.1:port/
/// await server.stop()
/// ```
package final class WebServer: Sendable {
  /// How long open answers may take once the server stops, in seconds.
  private static let grace = 5.0
  /// How long what is in hand may take to go back to the queue; the next start takes it anyway.
  private static let workGrace = 10.0

  private struct Running {
    let group: ServiceGroup
    let serving: Task<Void, any Error>
    let working: Task<Void, Never>
  }

  /// What the server was made with.
  package let options: ServerOptions
  let parts: ServerParts
  // `start` and `stop` come from different tasks.
  private let running = Mutex<Running?>(nil)

  /// A server that does not listen yet. Blocks: files are opened.
  /// - Parameter setup: what jobs run with.
  /// - Throws: ``ServerError``, `ConfigurationError`, `DataFileError`, `FileError`, `HomeTaken`.
  package init(_ options: ServerOptions, setup: Setup) throws {
    try options.check()
    self.options = options
    parts = try ServerParts(options, setup)
  }

  /// The token, where it is kept, and whether it was made just now.
  package var token: (text: String, path: String, isNew: Bool) {
    (parts.token.text, parts.token.path, parts.token.isNew)
  }

  /// A path that signs a browser in, once.
  package func loginPath() -> String { "/login?code=" + parts.sessions.makeCode() }

  /// Listens, and goes on with the jobs that an earlier server left.
  /// - Returns: the TCP port, which the system chose when ``ServerOptions/port`` is 0.
  /// - Throws: ``ServerError``.
  package func start() async throws -> Int {
    let (ports, found) = AsyncThrowingStream.makeStream(of: Int.self)
    let service = try application { found.yield($0) }
    let group = ServiceGroup(
      configuration: .init(services: [.init(service: service)], logger: parts.logger))
    let serving = Task {
      do {
        try await group.run()
        found.finish()
      } catch {
        found.finish(throwing: error)
        throw error
      }
    }
    do {
      for try await port in ports {
        let parts = parts
        let working = Task { await parts.work() }
        running.withLock {
          $0 = Running(group: group, serving: serving, working: working)
        }
        parts.owner.announce(address: address(port))
        return port
      }
    } catch {
      throw ServerError(error, options: options)
    }
    throw ServerError.cannotListen(host: options.host, port: options.port, reason: "it was stopped")
  }

  private func address(_ port: Int) -> String {
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    return "\(options.certificate == nil ? "http" : "https")://\(host):\(port)"
  }

  /// Stops: no new work, what is in hand goes back to the queue, sockets close with 1001.
  package func stop() async {
    guard
      let running = running.withLock({ running -> Running? in
        defer { running = nil }
        return running
      })
    else { return }
    parts.hub.stop()
    parts.events.stop()
    parts.jobs.stop()
    running.working.cancel()
    await Self.wait(for: running.working, atMost: Self.workGrace)
    await running.group.triggerGracefulShutdown()
    let deadline = Task {
      try await Task.sleep(for: .seconds(clamping: Self.grace))
      running.serving.cancel()
    }
    // Why it ended no longer matters: it was told to.
    _ = await running.serving.result
    deadline.cancel()
    await parts.finish()
    parts.owner.release()
  }

  /// Returns when the server has ended by a failure, or has been told to stop.
  package func waitUntilStopped() async {
    let serving = running.withLock { $0?.serving }
    _ = await serving?.result
  }

  private static func wait(for task: Task<Void, Never>, atMost seconds: Double) async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await task.value
      end.finish()
    }
    let deadline = Task {
      try await Task.sleep(for: .seconds(clamping: seconds))
      end.finish()
    }
    for await _ in ended {}
    deadline.cancel()
  }

  // MARK: Parts

  private func application(
    _ onListening: @escaping @Sendable (Int) -> Void
  ) throws -> some ApplicationProtocol {
    let (parts, options) = (parts, options)
    let tls = try options.certificate.map(Self.tls)
    return Application(
      router: parts.router(),
      server: HTTPServerBuilder { responder in
        let channel = WebChannel(
          responder: responder, limits: options.limits, upgrades: parts.upgrades,
          metrics: parts.metrics)
        return try tls.map { try TLSChannel(channel, tlsConfiguration: $0) } ?? channel
      },
      configuration: .init(address: .hostname(options.host, port: options.port)),
      onServerRunning: { onListening($0.localAddress?.port ?? options.port) },
      logger: parts.logger)
  }

  private static func tls(_ files: (chain: String, key: String)) throws -> TLSConfiguration {
    func reading<T>(_ path: String, _ body: () throws -> T) throws -> T {
      do { return try body() } catch {
        throw ServerError.certificate(path: path, reason: "no PEM file that can be read")
      }
    }
    let chain = try reading(files.chain) { try NIOSSLCertificate.fromPEMFile(files.chain) }
    let key = try reading(files.key) { try NIOSSLPrivateKey(file: files.key, format: .pem) }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw ServerError.certificate(
        path: files.chain, reason: "the certificate and the key \(files.key) do not belong together"
      )
    }
    return configuration
  }
}
