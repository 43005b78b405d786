internal import Hummingbird
internal import HostSetup
internal import MixCore
internal import Notation
internal import Reactor

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
      var text = MetricsText()
      text.add(
        "mixhost_worker_items_total", "counter",
        "Items that this worker has worked on, by how they ended.",
        worker.counts.map { ("state=\"\($0.key)\"", $0.value) })
      try await text.addNode(worker.store, worker.host)
      return Response.metrics(text.text)
    }
    return routes
  }
}
