internal import Hummingbird
internal import HostSetup
internal import MixCore
internal import Notation

/// `/health` and `/metrics` of a worker. Metrics need the home's token.
package enum WorkerStatus {
  /// Starts to serve them.
  /// - Throws: ``ServerError``, `FileError`.
  package static func serve(
    _ worker: QueueWorker, host: String, port: Int
  ) async throws -> SmallServer {
    try await SmallServer(
      routes(worker), host: host, port: port, home: worker.home,
      log: AccessLog(worker.logger, metrics: Metrics()), time: worker.time)
  }

  private static func routes(_ worker: QueueWorker) -> ServeRoutes {
    var routes = ServeRoutes()
    routes.get("/health", .open) { _, _ in Response.health(await worker.problem()) }
    routes.get("/metrics", .session) { _, _ in
      let store = worker.store
      let jobs = try await blocking { try store.jobs() }
      return Response.metrics(metrics(worker.counts, jobs))
    }
    return routes
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
