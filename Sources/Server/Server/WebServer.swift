package import HostSetup
internal import Reactor
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import MixCore
internal import NIOCore
internal import Synchronization

/// `mixhost serve`: jobs, library and refreshers over HTTP and WebSocket, and a page.
///
/// ```swift
/// let server = try await WebServer(options, setup: setup)
/// let port = try await server.start()
/// // … http://127.0.0.1:port/
/// await server.stop()
/// ```
package final class WebServer: Sendable {
  /// How long dropped connections may take to end, in seconds.
  private static let dropTime = 1.0
  /// How long writing out the caches and the log may take, in seconds.
  private static let flushTime = 3.5

  private struct Running {
    let server: Listening
    let working: Task<Void, Never>
  }

  /// The server's options.
  package let options: ServerOptions
  let parts: ServerParts
  // Different tasks call `start` and `stop`.
  private let running = Mutex<Running?>(nil)
  private let certificate: CertificateStore?

  /// Makes a server that does not listen yet. Blocks to open files.
  /// - Parameter setup: the set-up that jobs run with.
  /// - Throws: ``ServerError``, `ConfigurationError`, `DataFileError`, `FileError`, `HomeTaken`.
  package init(_ options: ServerOptions, setup: Setup) throws {
    try options.check()
    self.options = options
    certificate = try options.certificate.map(CertificateStore.init)
    parts = try ServerParts(options, setup)
  }

  /// The path of the token's file.
  package var tokenPath: String { parts.token.path }

  /// Makes a path that signs a browser in once, within a minute.
  package func loginPath() -> String { "/login?code=" + parts.sessions.makeCode() }

  /// Starts to listen, and continues the jobs of an earlier server.
  /// - Returns: the TCP port, which the system chooses if ``ServerOptions/port`` is 0.
  /// - Throws: ``ServerError``.
  package func start() async throws -> Int {
    let server = try await Listening(options, parts.silence, application)
    let working = Task { [parts] in await parts.work() }
    running.withLock { $0 = Running(server: server, working: working) }
    parts.owner.announce(address: address(server.port))
    return server.port
  }

  private func address(_ port: Int) -> String {
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    return "\(options.certificate == nil ? "http" : "https")://\(host):\(port)"
  }

  /// Stops within 10 seconds, whatever clients and jobs do. No new work starts, items in hand go
  /// back to the queue, sockets close with code 1001. Clients that do not end within
  /// ``ServerLimits/drainTime`` are dropped. The next start takes items that did not return in
  /// time.
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
    async let demo: Void = Self.wait(
      for: Task { [parts] in await parts.demo.end(forever: true) },
      atMost: options.limits.drainTime)
    running.working.cancel()
    await running.server.shutDown()
    // The cause of its end does not matter: it was asked to stop.
    let served = Task { _ = await running.server.serving.result }
    async let screens: Void = Self.wait(
      for: Task { [parts] in
        await parts.screens.stop()
        await parts.connected.stop()
      }, atMost: options.limits.drainTime)
    async let worked: Void = Self.wait(for: running.working, atMost: options.limits.drainTime)
    await Self.wait(for: served, atMost: options.limits.drainTime)
    // A connection's task waits for its socket to close; cancelling the task does not speed that
    // up.
    parts.connections.dropAll()
    running.server.serving.cancel()
    await Self.wait(for: served, atMost: Self.dropTime)
    await worked
    await screens
    await demo
    await Self.wait(for: Task { [parts] in await parts.finish() }, atMost: Self.flushTime)
    parts.owner.release()
  }

  /// Reads the certificate and its key again, for new connections. A problem with them is logged,
  /// and the old ones stay in use.
  package func reloadCertificate() async {
    guard let certificate else { return }
    do {
      try await blocking { try certificate.reload() }
      parts.log.note(.notice, "the certificate was read again")
    } catch {
      parts.log.note(.error, "the old certificate stays in use: \(error)")
    }
  }

  /// Waits until the server has failed or was asked to stop.
  package func waitUntilStopped() async {
    let serving = running.withLock { $0?.server.serving }
    _ = await serving?.result
  }

  private static func wait(for task: Task<Void, Never>, atMost seconds: Double) async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await task.value
      end.finish()
    }
    let deadline = Deadline(in: .seconds(clamping: seconds)) { end.finish() }
    for await _ in ended {}
    deadline.cancel()
  }

  // MARK: Parts

  private func application(
    _ onListening: @escaping @Sendable (Int) -> Void
  ) -> some ApplicationProtocol {
    GuardedApplication.make(
      parts.router(), options, upgrades: parts.upgrades, connections: parts.connections,
      log: parts.log, certificate: certificate, silence: parts.silence, onListening: onListening)
  }
}
