internal import Bindings
internal import HTTPTypes
internal import HostSetup
internal import Hummingbird
internal import HummingbirdCore
internal import MixCore
internal import Reactor
internal import Synchronization

/// The look around with made-up data: the page below `/demo`, of a second set of parts in a home of
/// its own, against imitated services. There is one at most; it ends with the server, and its home
/// with it.
///
/// It knows neither the user's home, settings, programs and folders nor variables, and all addresses
/// lead to the imitated services. It shares the sign-ins of browsers, and has no other routes than
/// the page's.
final class Demo: Sendable {
  /// The path below which its page is.
  static let path = "/demo"

  /// A class, since the parts hold the demo in turn.
  private final class Running: Sendable {
    let parts: ServerParts
    let responder: RouterResponder<ServeContext>
    let sockets: [String: ServeRoutes.Socket]
    let working: Task<Void, Never>
    let mock: MockProcess
    let reactor: Reactor

    init(_ parts: ServerParts, _ mock: MockProcess, _ reactor: Reactor) {
      (self.parts, self.mock, self.reactor) = (parts, mock, reactor)
      responder = parts.router().buildResponder()
      sockets = parts.routes().sockets
      working = Task { await parts.work() }
    }
  }

  private struct State {
    var running: Running?
    /// The last beginning or end; the next one waits for it.
    var turn: Task<Void, any Error>?
    var isOver = false
  }

  private let folder: String
  // Routes begin and end it, connections ask for it.
  private let state = Mutex(State())

  /// - Parameter home: the home of the server.
  init(_ home: Home) { folder = home.cache + "/demo" }

  // MARK: Its paths

  /// The answerer of a path below `/demo`, and the path in it; nil while there is no demo.
  func responder(_ path: String) -> (RouterResponder<ServeContext>, String)? {
    guard let inner = Self.inner(path) else { return nil }
    return state.withLock { $0.running.map { ($0.responder, inner) } }
  }

  /// The socket of a path below `/demo`.
  func socket(_ path: String) -> ServeRoutes.Socket? {
    guard let inner = Self.inner(path) else { return nil }
    return state.withLock { $0.running?.sockets[inner] }
  }

  private static func inner(_ path: String) -> String? {
    guard path.hasPrefix(Self.path) else { return nil }
    let rest = path.dropFirst(Self.path.count)
    return rest.isEmpty ? "/" : rest.hasPrefix("/") || rest.hasPrefix("?") ? String(rest) : nil
  }

  // MARK: Begin and end

  /// Begins it, if it has not begun.
  /// - Parameter parts: those of the server.
  /// - Throws: errors of `Setup` and ``ServerParts``.
  func begin(within parts: ServerParts) async throws {
    try await inTurn { [self] in
      let (isRunning, isOver) = state.withLock { ($0.running != nil, $0.isOver) }
      if isOver { throw CancellationError() }
      if isRunning { return }
      let running = try await start(within: parts)
      state.withLock { $0.running = running }
    }
  }

  /// Ends it, if it runs, and throws its home away.
  /// - Parameter forever: whether none begins again, as the server ends.
  func end(forever: Bool = false) async {
    if forever { state.withLock { $0.isOver = true } }
    try? await inTurn { [self] in
      let running = state.withLock { state in
        defer { state.running = nil }
        return state.running
      }
      guard let running else { return }
      await running.parts.stop(running.working)
      running.reactor.stop()
      await remove(running.mock)
    }
  }

  private func inTurn(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = state.withLock { state in
      let task = Task { [before = state.turn] in
        _ = await before?.result
        try await work()
      }
      state.turn = task
      return task
    }
    try await task.value
  }

  private func start(within outer: ServerParts) async throws -> Running {
    let (folder, reactor) = (folder, Reactor(name: "demo"))
    let mock = try await blocking {
      // One that a killed server has left.
      ProgramFolder.removeFolder(folder)
      return try MockProcess(options: "", services: folder + "/config")
    }
    do {
      let setup = try await blocking {
        var globals = GlobalOptions()
        (globals.home, globals.folders) = (folder, [])
        globals.elsewhere = mock.address + "/elsewhere"
        return try Setup(globals, try JobScript.source(), mock: mock, reactor: reactor)
      }
      await setup.prepare()
      let parts = try await blocking { try ServerParts(within: outer, setup) }
      return Running(parts, mock, reactor)
    } catch {
      reactor.stop()
      await remove(mock)
      throw error
    }
  }

  private func remove(_ mock: MockProcess) async {
    _ = try? await blocking { [folder] in
      mock.stop()
      ProgramFolder.removeFolder(folder)
    }
  }
}

/// `/api/demo`: begins and ends the look around.
struct DemoRoutes {
  let parts: ServerParts

  func add(to routes: inout ServeRoutes) {
    routes.post("/api/demo", .change) { _, _ in
      try await parts.demo.begin(within: parts)
      return Response.json(.members(["address": .string(Demo.path)]), status: .created)
    }
    routes.delete("/api/demo", .change) { _, _ in
      await parts.demo.end()
      return Response(status: .noContent)
    }
  }
}
