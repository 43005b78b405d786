#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Notation
import Reactor
import ScriptHost
import ServiceLifecycle

/// A server on a loopback port that plays the services mixhost talks to, from a deterministic catalogue.
///
/// ```swift
/// let mock = MockServer(options: try MockOptions(parsing: "latency=20ms,size=2000"))
/// let port = try await mock.start()
/// // … GET http://127.0.0.1:port/itunes/search?term=blinding+lights
/// await mock.stop()
/// ```
public final class MockServer: Sendable {
  private enum State {
    case idle
    case running(ServiceGroup, Task<Void, any Error>)
    case stopped
  }

  /// The server's options.
  public let options: MockOptions
  /// ``start()`` and ``stop()`` may be called from different tasks.
  private let state = Guarded(State.idle)
  private let wanted = Guarded<[(name: String, value: String)]>([])

  /// The settings that the mocks of services want, once it listens.
  public var settings: [(name: String, value: String)] { wanted.withLock { $0 } }

  /// A server that does not listen yet.
  public init(options: MockOptions = MockOptions()) {
    self.options = options
  }

  /// Starts listening.
  /// - Returns: the TCP port, which the system chose when ``MockOptions/port`` is 0.
  /// - Throws: ``MockServerError`` when the port is taken, the log cannot be written or the server was
  ///   started before; ``MockOptionError`` for options that do not fit together.
  public func start() async throws -> Int {
    var options = options
    try options.validate()
    let ledger = OAuthLedger(options)
    let scripted = try await scripted(options, ledger)
    let (ports, found) = AsyncThrowingStream<Int, any Error>.makeStream()
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: try Self.application(
              options, ledger, scripted, onListening: { found.yield($0) }))
        ], logger: Self.logger))
    try state.withLock { state in
      guard case .idle = state else { throw MockServerError.alreadyStarted }
      let run = Task {
        do {
          try await group.run()
          found.finish()
        } catch {
          found.finish(throwing: error)
          throw error
        }
      }
      state = .running(group, run)
    }
    do {
      for try await port in ports { return port }
    } catch {
      throw MockServerError(error, options: options)
    }
    throw MockServerError.stoppedWhileStarting
  }

  /// Stops listening, lets the requests at work finish for at most a second, and returns when all
  /// connections are closed. Does nothing on a server that is not running.
  public func stop() async {
    let running = state.withLock { state -> (ServiceGroup, Task<Void, any Error>)? in
      guard case .running(let group, let run) = state else { return nil }
      state = .stopped
      return (group, run)
    }
    guard let (group, run) = running else { return }
    await group.triggerGracefulShutdown()
    let deadline = Task {
      try await Task.sleep(for: .seconds(1))
      run.cancel()
    }
    // Why it ended no longer matters: it was asked to stop.
    _ = await run.result
    deadline.cancel()
  }

  /// Returns when the server has ended, by ``stop()`` or by a failure.
  public func waitUntilStopped() async {
    let run = state.withLock { state -> Task<Void, any Error>? in
      guard case .running(_, let run) = state else { return nil }
      return run
    }
    _ = await run?.result
  }

  /// Holds the mocks against answers, without a server.
  static func check(
    _ names: [String], _ options: MockOptions
  ) async throws -> (answers: Int, lines: [String]) {
    try await ServiceMocks(options, OAuthLedger(options)).check(names)
  }

  /// The mocks that are written in Lua.
  private func scripted(
    _ options: MockOptions, _ ledger: OAuthLedger
  ) async throws -> ScriptedRoutes {
    let mocks = ServiceMocks(options, ledger)
    do {
      let started = try await mocks.start()
      for problem in started.problems { Says.wrong(problem) }
      wanted.withLock { $0 = started.settings }
      return ScriptedRoutes(mocks, options, roots: started.roots)
    } catch let error as ScriptError {
      throw MockServerError.mock("\(error)")
    }
  }

  private static var logger: Logger {
    Logger(label: "mixhost.mock") { _ in SwiftLogNoOpLogHandler() }
  }

  private static func handlers(
    _ options: MockOptions, _ registry: ConnectionRegistry
  ) -> [any RemovableChannelHandler] {
    let watch = ConnectionWatch(registry: registry)
    if options.clock == 0, options.pace == nil { return [watch] }
    return [watch, ClockShift(seconds: options.clock, pace: options.pace)]
  }

  private static func application(
    _ options: MockOptions, _ ledger: OAuthLedger, _ scripted: ScriptedRoutes,
    onListening: @escaping @Sendable (Int) -> Void
  ) throws -> some ApplicationProtocol {
    let registry = ConnectionRegistry()
    let router = Router(context: MockContext.self)
    router.add(
      middleware: RequestMiddleware(
        latency: TimeAmount(options.latency), holdFile: options.holdFile, registry: registry,
        log: try options.logFile.map(RequestLog.init(path:))))
    router.get("/health") { _, _ in Response.json(.members(["status": .string("ok")])) }
    let upstreams = router.group()
    if !options.faults.isEmpty {
      upstreams.add(
        middleware: FaultMiddleware(
          draw: FaultDraw(options.faults, seed: options.seed), routes: scripted))
    }
    scripted.addRoutes(to: upstreams)
    for profile in [OAuthUpstream.Profile.spotify, .general] {
      OAuthUpstream(ledger: ledger, profile: profile).addRoutes(to: upstreams)
    }
    // Below an upstream's address, too: there a script that knows public addresses only finds them.
    for parent in ["/fault", "/chart/fault"] {
      AnswerFaultRoutes().addRoutes(to: router.group(RouterPath(parent)))
      EchoRoutes().addRoutes(to: router.group(RouterPath(parent)))
    }
    return Application(
      router: router,
      server: .http1(
        configuration: .init(additionalChannelHandlers: handlers(options, registry))),
      configuration: .init(address: .hostname(options.host, port: options.port)),
      onServerRunning: { channel in
        onListening(channel.localAddress?.port ?? options.port)
      },
      logger: logger)
  }
}

/// Why a ``MockServer`` does not run.
public enum MockServerError: Error, CustomStringConvertible, Equatable {
  /// Another program listens on the port.
  case portInUse(host: String, port: Int)
  /// The address cannot be listened on for another reason.
  case cannotListen(host: String, port: Int, reason: String)
  /// The log file cannot be opened.
  case log(path: String, reason: String)
  /// The mock of a service does not load.
  case mock(String)
  /// ``MockServer/start()`` was called twice.
  case alreadyStarted
  /// ``MockServer/stop()`` came before the server listened.
  case stoppedWhileStarting

  /// Sorts out what the network library reports.
  init(_ error: any Error, options: MockOptions) {
    guard let error = error as? IOError else {
      self = .cannotListen(host: options.host, port: options.port, reason: "\(error)")
      return
    }
    self =
      error.errnoCode == EADDRINUSE
      ? .portInUse(host: options.host, port: options.port)
      : .cannotListen(
        host: options.host, port: options.port, reason: String(cString: strerror(error.errnoCode)))
  }

  /// One sentence for the user.
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "port \(port) on \(host) is in use by another program; choose another with --port, or 0 for a free one"
    case .cannotListen(let host, let port, let reason):
      "cannot listen on \(host):\(port): \(reason)"
    case .log(let path, let reason): "cannot write the log \(path): \(reason)"
    case .mock(let reason): "a service's mock cannot be used: \(reason)"
    case .alreadyStarted: "the mock server was started before"
    case .stoppedWhileStarting: "the mock server was stopped before it listened"
    }
  }
}
