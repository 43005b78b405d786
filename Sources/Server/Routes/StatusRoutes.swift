internal import HostSetup
internal import Hummingbird
internal import MixCore

/// `/health` and `/metrics`.
struct StatusRoutes {
  let jobs: EnrichmentJobs
  let metrics: Metrics

  func add(to router: some RouterMethods<ServeContext>) {
    router.get("/health") { _, _ in
      Response.json(
        .members(["status": .string("ok"), "version": .string(Release.version)]))
    }
    router.get("/metrics") { _, _ in
      let store = jobs.store
      let states = try await blocking { try store.jobs().map(\.state.rawValue) }
      let text = metrics.text(jobs: Dictionary(states.map { ($0, 1) }, uniquingKeysWith: +))
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
    }
  }
}
