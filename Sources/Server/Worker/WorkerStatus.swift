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
