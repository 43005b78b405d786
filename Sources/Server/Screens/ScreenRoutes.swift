internal import Hummingbird
internal import MixCore
internal import Notation

/// `/api/screens`: the screens of all programs.
struct ScreenRoutes {
  /// The path of the socket of screens.
  static let socketPath = "/api/screens/ws"
  /// The order of programs in the navigation; others follow, those of the installation first.
  private static let order = ["chart", "books", "trailers", "feed", "playlist", "host"]

  let hub: ScreenHub
  let ledger: ByteLedger

  /// - Parameters:
  ///   - limits: returns a refusal for a client that asks too often; otherwise nil.
  ///   - gate: decides about open sockets, too, because a session may end.
  func add(
    to routes: inout ServeRoutes, gate: AccessGate,
    limits: @escaping @Sendable (RequestFacts) -> String?
  ) {
    routes.get("/api/screens", .session) { _, _ in
      Response.json(.array(try await list().map(Self.json)))
    }
    routes.post("/api/screens/:program/:screen", .change) { request, context in
      let steps = try ScreenVisit.steps(try await context.json(request))
      let name = ["program", "screen"].map { context.parameters.get($0) ?? "" }
      return try await ScreenVisit(hub: hub).run(name.joined(separator: "/"), steps)
    }
    // Screens can act, so the socket needs the right to change.
    routes.socket(Self.socketPath, .change) { [hub, ledger] request in
      ScreenSocket(
        hub: hub, ledger: ledger,
        mayAsk: { limits(request.facts) ?? gate.refusal(request.facts, .change)?.message },
        mayFollow: { gate.refusal(request.facts, .change) == nil })
    }
  }

  /// The data of a page: all screens, and the content of one.
  /// - Parameter name: the screen to show; empty for the first.
  func given(_ name: String) async throws -> (all: JSON, first: JSON?) {
    let all = try await list()
    let shown = all.first { name.isEmpty || $0.name == name }
    var first: JSON?
    if let shown { first = await FirstTree(hub: hub).ask(shown.name) }
    return (.array(all.map(Self.json)), first)
  }

  private func list() async throws -> [Listed] {
    let programs = try await blocking { hub.programs().catalogue.programs }
    return Self.ordered(programs).flatMap { program in
      program.screens.map { Listed(program: program, screen: $0) }
    }
  }

  private static func ordered(_ programs: [ProgramManifest]) -> [ProgramManifest] {
    let places = programs.enumerated().map { offset, program in
      ((program.isBundled ? order.firstIndex(of: program.name) : nil) ?? order.count, offset)
    }
    return programs.indices.sorted { places[$0] < places[$1] }.map { programs[$0] }
  }

  private static func json(_ listed: Listed) -> JSON {
    .members([
      "name": .string(listed.name), "program": .string(listed.program.name),
      "screen": .string(listed.screen.name), "title": .string(listed.screen.title),
      "summary": .string(listed.program.summary),
    ])
  }

  private struct Listed {
    let program: ProgramManifest
    let screen: ScreenDeclaration

    var name: String { "\(program.name)/\(screen.name)" }
  }
}
