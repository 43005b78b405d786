internal import Hummingbird
internal import MixCore
internal import Notation

/// `/api/screens`: the screens of all programs.
struct ScreenRoutes {
  /// Where the socket of screens is.
  static let socketPath = "/api/screens/ws"
  /// The order of the navigation; other programs follow, those that come with mixhost first.
  private static let order = ["chart", "books", "trailers", "feed", "playlist", "host"]

  let hub: ScreenHub

  func add(to router: some RouterMethods<ServeContext>) {
    router.get("/api/screens") { _, _ in
      let programs = try await blocking { hub.programs().catalogue.programs }
      return Response.json(.array(Self.ordered(programs).flatMap(Self.screens)))
    }
    router.post("/api/screens/:program/:screen") { original, context in
      var request = original
      let wish = try ScreenVisit.wish(try await request.json())
      let name = ["program", "screen"].map { context.parameters.get($0) ?? "" }
      return try await ScreenVisit(hub: hub).run(name.joined(separator: "/"), wish)
    }
    // A request that asked for no WebSocket, or for one that is not correct.
    router.get(RouterPath(Self.socketPath)) { _, _ -> Response in
      EnrichmentRoutes.upgradeRequired
    }
  }

  private static func ordered(_ programs: [ProgramManifest]) -> [ProgramManifest] {
    let places = programs.enumerated().map { offset, program in
      ((program.isBundled ? order.firstIndex(of: program.name) : nil) ?? order.count, offset)
    }
    return programs.indices.sorted { places[$0] < places[$1] }.map { programs[$0] }
  }

  private static func screens(_ program: ProgramManifest) -> [JSON] {
    program.screens.map { screen in
      .members([
        "name": .string("\(program.name)/\(screen.name)"), "program": .string(program.name),
        "screen": .string(screen.name), "title": .string(screen.title),
        "summary": .string(program.summary),
      ])
    }
  }
}
