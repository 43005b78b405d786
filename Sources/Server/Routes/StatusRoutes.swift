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
  let duty: FleetDuty?

  func add(to router: some RouterMethods<ServeContext>) {
    router.get("/health") { _, _ in
      let problem = await health.problem()
      return Response.health(problem, refreshers: duty?.standing)
    }
    router.get("/metrics") { _, _ in
      let store = jobs.store
      let states = try await blocking { try store.jobs().map(\.state.rawValue) }
      let text = metrics.text(
        jobs: Dictionary(states.map { ($0, 1) }, uniquingKeysWith: +),
        connections: connections.count)
      return Response.metrics(text)
    }
  }
}
