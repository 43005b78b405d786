internal import HostSetup
internal import Hummingbird
internal import MixCore
internal import Notation

/// `/health` and `/metrics`.
struct StatusRoutes {
  let jobs: EnrichmentJobs
  let metrics: Metrics
  let connections: Connections
  let health: HealthCheck

  func add(to router: some RouterMethods<ServeContext>) {
    router.get("/health") { _, _ in
      let problem = await health.problem()
      return Response.json(
        .members([
          "status": .string(problem == nil ? "ok" : "failing"),
          "version": .string(Release.version),
          "problem": problem.map { .string($0.kind.words) },
        ]), status: problem == nil ? .ok : .serviceUnavailable)
    }
    router.get("/metrics") { _, _ in
      let store = jobs.store
      let states = try await blocking { try store.jobs().map(\.state.rawValue) }
      let text = metrics.text(
        jobs: Dictionary(states.map { ($0, 1) }, uniquingKeysWith: +),
        connections: connections.count)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
    }
  }
}
