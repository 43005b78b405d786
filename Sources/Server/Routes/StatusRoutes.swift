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
      var text = MetricsText()
      metrics.add(to: &text, connections: connections.count)
      try await text.addNode(jobs.store, jobs.setup.host)
      return Response.metrics(text.text)
    }
  }
}
