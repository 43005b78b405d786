internal import Bindings
internal import Hummingbird
internal import MixCore
internal import Notation

/// Routes for refreshers and their last output.
struct RefresherRoutes {
  let refreshing: Refreshing

  func add(to routes: inout ServeRoutes) {
    routes.get("/api/refreshers", .session) { _, _ in
      let states = try await refreshing.scheduler.states()
      return Response.json(
        .members([
          "refreshers": .array(states.map(Refreshing.json)),
          "fleet": refreshing.duty.map { Self.json($0.standing) },
        ]))
    }
    routes.post("/api/refreshers/:name/refresh", .change) { _, context in
      let state = try await state(context)
      let (scheduler, name) = (refreshing.scheduler, state.refresher.name)
      // The outcome is in the history, and /api/events reports it.
      Task { _ = try? await scheduler.refresh(name) }
      return Response.json(Refreshing.json(state), status: .accepted)
    }
    for path in ["/api/refreshers/:name/document", "/api/charts/:name"] {
      routes.get(path, .session) { _, context in try await document(context) }
    }
  }

  /// Which node of a fleet runs the refreshers.
  private static func json(_ standing: FleetDuty.Standing) -> JSON {
    var host: String?
    if case .elsewhere(let name) = standing { host = name }
    return .members(["runs": .string(standing.words), "host": host.map(JSON.string)])
  }

  /// The last output of a refresher's script.
  private func document(_ context: ServeContext) async throws -> Response {
    let name = try await state(context).refresher.name
    guard let document = try await refreshing.document(name) else {
      throw RouteProblem(
        404, "\(name) was not fetched yet: POST /api/refreshers/\(name)/refresh, or wait")
    }
    return Response.json(.raw(document))
  }

  private func state(_ context: ServeContext) async throws -> RefresherState {
    do {
      return try await refreshing.scheduler.state(of: context.parameters.get("name") ?? "")
    } catch let error as UnknownRefresher {
      throw RouteProblem(404, error.description)
    }
  }
}
