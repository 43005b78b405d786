internal import HostSetup
internal import Hummingbird
internal import MixCore
internal import Notation

/// Routes `/health` and `/metrics`.
struct StatusRoutes {
  let jobs: EnrichmentJobs
  let metrics: Metrics
  let connections: Connections
  let health: HealthCheck
  let duty: FleetDuty?

  func add(to routes: inout ServeRoutes) {
    routes.get("/health", .open) { _, _ in
      let problem = await health.problem()
      return Response.health(problem, refreshers: duty?.standing)
    }
    routes.get("/metrics", .session) { _, _ in
      let store = jobs.store
      let states = try await blocking { try store.jobs().map(\.state.rawValue) }
      let text = metrics.text(
        jobs: Dictionary(states.map { ($0, 1) }, uniquingKeysWith: +),
        connections: connections.count)
      return Response.metrics(text)
    }
  }
}
