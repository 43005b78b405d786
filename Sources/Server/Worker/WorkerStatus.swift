internal import Hummingbird
internal import HummingbirdCore
internal import HostSetup
internal import Logging
internal import MixCore
internal import NIOCore
internal import Reactor
internal import Notation
internal import ServiceLifecycle

/// Serves `/health` and `/metrics` of a worker, with a server's guards. Metrics need the home's
/// token.
///
/// Any name is accepted in the Host field: there is no page, and nothing can be read without the
/// token.
package struct WorkerStatus: Sendable {
  private static let connections = 64

  private let group: ServiceGroup
  private let serving: Task<Void, any Error>
  private let watching: Task<Void, Never>
  /// The port that it listens on.
  package let port: Int

  /// Starts to listen.
  /// - Throws: ``ServerError``, `FileError`.
  package init(_ worker: QueueWorker, host: String, port: Int) async throws {
    let (ports, found) = AsyncThrowingStream.makeStream(of: Int.self)
    var options = ServerOptions()
    (options.host, options.port) = (host, port)
    options.limits.connections = min(
      Self.connections, DescriptorLimit.connections(of: DescriptorLimit.raise()))
    let token = try await blocking {
      try AccessToken(path: worker.home.state + "/server/token")
    }
    let log = AccessLog(worker.logger, metrics: Metrics())
    let silence = Logger(label: "mixhost.worker") { _ in SwiftLogNoOpLogHandler() }
    let application = try await Self.application(worker, options, token, log, silence) {
      found.yield($0)
    }
    let group = ServiceGroup(
      configuration: .init(services: [.init(service: application)], logger: silence))
    self.group = group
    watching = Task { await TokenWatch(token, log).run() }
    serving = Task {
      do {
        try await group.run()
        found.finish()
      } catch {
        found.finish(throwing: error)
        throw error
      }
    }
    var listening: Int?
    do {
      for try await port in ports {
        listening = port
        break
      }
    } catch {
      throw ServerError(error, options: options)
    }
    guard let listening else {
      throw ServerError.cannotListen(host: host, port: port, reason: "it was stopped")
    }
    self.port = listening
  }

  /// Stops listening.
  package func stop() async {
    watching.cancel()
    await group.triggerGracefulShutdown()
    _ = await serving.result
  }

  private static func application(
    _ worker: QueueWorker, _ options: ServerOptions, _ token: AccessToken, _ log: AccessLog,
    _ silence: Logger, _ onListening: @escaping @Sendable (Int) -> Void
  ) async throws -> some ApplicationProtocol {
    let (time, limits) = (worker.time, options.limits)
    let sessions = try await blocking {
      try SessionStore(path: worker.home.state + "/server/sessions", token: token, time: time)
    }
    let gate = AccessGate(options, token, sessions, anyName: true)
    let limiter = RequestLimiter(burst: limits.burst, rate: limits.requestsPerSecond)
    let ledger = ByteLedger(most: limits.heldBytes)
    let routes = routes(worker)
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

  private static func routes(_ worker: QueueWorker) -> ServeRoutes {
    var routes = ServeRoutes()
    routes.get("/health", .open) { _, _ in Response.health(await worker.problem()) }
    routes.get("/metrics", .session) { _, _ in
      let store = worker.store
      let jobs = try await blocking { try store.jobs() }
      return Response.metrics(metrics(worker.counts, jobs, now: worker.time.wall))
    }
    return routes
  }

  private static func metrics(
    _ counts: [String: Int], _ jobs: [JobProgress], now: Double
  ) -> String {
    var text = ""
    func add(_ name: String, _ type: String, _ help: String, _ values: [(String, Int)]) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
      for (labels, value) in values { text += "\(name)\(labels) \(value)\n" }
    }
    func labels(_ state: String) -> String { "{state=\"\(state)\"}" }
    add(
      "mixhost_worker_items_total", "counter",
      "Items that this worker has worked on, by how they ended.",
      counts.sorted { $0.key < $1.key }.map { (labels($0.key), $0.value) })
    add(
      "mixhost_queue_items", "gauge", "Items of all jobs of the store, by where they stand.",
      ItemState.allCases.map { state in
        (labels(state.name), jobs.reduce(0) { $0 + $1[state] })
      })
    add(
      "mixhost_queue_jobs", "gauge", "Jobs of the store, by their state.",
      JobState.allCases.map { state in
        (labels(state.rawValue), jobs.count { $0.state == state })
      })
    let oldest = jobs.filter { $0.state == .open && $0.open > 0 }.map(\.created).min()
    add(
      "mixhost_queue_oldest_job_seconds", "gauge",
      "The age of the oldest job that has items left; 0 without one.",
      [("", oldest.map { max(0, Int(clamping: now - $0)) } ?? 0)])
    return text
  }
}
