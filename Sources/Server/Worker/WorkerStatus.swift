internal import Hummingbird
internal import HummingbirdCore
internal import HostSetup
internal import Logging
internal import MixCore
internal import NIOCore
internal import Notation
internal import ServiceLifecycle

/// `/health` and `/metrics` of a worker. Figures need the home's token, as those of a server do.
package struct WorkerStatus: Sendable {
  private let group: ServiceGroup
  private let serving: Task<Void, any Error>
  /// Where it listens.
  package let port: Int

  /// Listens.
  /// - Throws: ``ServerError``, `FileError`.
  package init(_ worker: QueueWorker, host: String, port: Int) async throws {
    let (ports, found) = AsyncThrowingStream.makeStream(of: Int.self)
    let token = try await blocking {
      try AccessToken(path: worker.home.state + "/server/token")
    }
    let silence = Logger(label: "mixhost.worker") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      router: Self.router(worker, token),
      configuration: .init(address: .hostname(host, port: port)),
      onServerRunning: { channel in found.yield(channel.localAddress?.port ?? port) },
      logger: silence)
    let group = ServiceGroup(
      configuration: .init(services: [.init(service: application)], logger: silence))
    self.group = group
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
      var options = ServerOptions()
      (options.host, options.port) = (host, port)
      throw ServerError(error, options: options)
    }
    guard let listening else {
      throw ServerError.cannotListen(host: host, port: port, reason: "it was stopped")
    }
    self.port = listening
  }

  /// Ends it.
  package func stop() async {
    await group.triggerGracefulShutdown()
    _ = await serving.result
  }

  private static func router(
    _ worker: QueueWorker, _ token: AccessToken
  ) -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self)
    router.get("/health") { _, _ in
      let problem = await worker.problem()
      return Response.health(problem)
    }
    router.get("/metrics") { request, _ in
      guard token.isGiven(in: request.headers[.authorization]) else {
        return Response.problem(401, "this needs the token: \"Authorization: Bearer …\"")
      }
      let store = worker.store
      let jobs = try await blocking { try store.jobs() }
      return Response.metrics(metrics(worker.counts, jobs))
    }
    return router
  }

  private static func metrics(_ counts: [String: Int], _ jobs: [JobProgress]) -> String {
    var text = """
      # HELP mixhost_worker_items_total Items that this worker has worked on, by how they ended.
      # TYPE mixhost_worker_items_total counter

      """
    for (end, count) in counts.sorted(by: { $0.key < $1.key }) {
      text += "mixhost_worker_items_total{state=\"\(end)\"} \(count)\n"
    }
    text += """
      # HELP mixhost_queue_items Items of all jobs of the store, by where they stand.
      # TYPE mixhost_queue_items gauge

      """
    for state in ItemState.allCases {
      let count = jobs.reduce(0) { $0 + $1[state] }
      text += "mixhost_queue_items{state=\"\(state.name)\"} \(count)\n"
    }
    return text
  }
}
