import Bindings
import Files
import Foundation
import MixCore
import Reactor
import ScriptHost

/// The mocks that are written in Lua: `mock.lua` in the folder of a service. One engine, on a thread
/// of its own, answers for all of them; `scripts/lib/mock/server.lua` finds the route of a request.
final class ServiceMocks: Sendable {
  /// The memory and time that one request, and the loading of one mock, may take.
  private static let limits = Limits(memoryBytes: 256_000_000, sliceSeconds: 5)

  /// The function that answers.
  final class Server {
    var answer: LuaFunction?
  }

  /// The loaded mocks.
  struct Started: Sendable {
    var settings: [(name: String, value: String)] = []
    /// The first parts of the paths that they answer.
    var roots: [String] = []
    /// Why some were left out.
    var problems: [String] = []
  }

  private let reactor = Reactor(name: "mocks")
  private let engine: LuaEngine
  private let server: Confined<Server>
  private let names: [String]
  private let makers: [(name: String, make: @Sendable () -> Module)]

  /// - Parameter ledger: the log-ins that mocks ask for.
  init(_ options: MockOptions, _ ledger: OAuthLedger) {
    let folders = options.folders
    engine = LuaEngine(
      reactor: reactor,
      configuration: EngineConfiguration(limits: Self.limits, moduleFolders: folders))
    let server = Confined(Server(), to: reactor)
    let names = folders.flatMap { folder in
      ServiceFolders.names(in: folder + "/services").filter {
        PrivateFile.exists("\(folder)/services/\($0)/mock.lua")
      }
    }
    (self.server, self.names) = (server, names)
    let module: @Sendable () -> Module = { MockModule.make(names, options, ledger, server) }
    makers = PureModules.makers + [("mock", module)]
  }

  deinit { reactor.stop() }

  /// Runs Lua beside the mocks.
  /// - Throws: ``ScriptError``.
  func run(_ source: String, arguments: [String] = []) async throws -> [LuaValue] {
    await engine.registerOnce(makers)
    return try await engine.run(source, name: "=mock", arguments: arguments)
  }

  /// Loads the mocks, one after another: one that is wrong, or does not end, costs no other.
  /// - Throws: ``MockOptionError``; ``ScriptError`` when the frame itself does not load.
  func start() async throws -> Started {
    _ = try await run("mix.mock.serve(require('lib.mock.server').answer)")
    try await load()
    guard
      case .object(let found)? = try await run("return require('lib.mock.server').loaded()").first
    else { return Started() }
    if case .array(let refused)? = found["refused_option"], refused.count == 2 {
      throw MockOptionError(
        key: refused[0].shownText ?? "", message: refused[1].shownText ?? "cannot be used")
    }
    var started = Started()
    if case .object(let named)? = found["settings"] {
      started.settings = named.sorted { $0.key < $1.key }.compactMap { name, value in
        value.shownText.map { (name, $0) }
      }
    }
    started.roots = Self.texts(found["roots"])
    started.problems = Self.texts(found["problems"])
    return started
  }

  private func load() async throws {
    for name in names {
      do {
        _ = try await run("require('lib.mock.server').load(...)", arguments: [name])
      } catch {
        // It did not end, or took all memory: whatever else is wrong, the frame keeps.
        _ = try await run(
          "require('lib.mock.server').leave_out(...)", arguments: [name, "\(error)"])
      }
    }
  }

  /// Holds the mocks of some services against their answers; of all where none is named.
  /// - Returns: how many answers were looked at, and a line for each difference.
  /// - Throws: ``ScriptError``.
  func check(_ names: [String]) async throws -> (answers: Int, lines: [String]) {
    try await load()
    var (answers, lines) = (0, [String]())
    for name in names.isEmpty ? self.names : names {
      let results = try await run("return require('lib.mock.check').run({...})", arguments: [name])
      guard case .object(let found)? = results.first, case .int(let count)? = found["answers"]
      else { continue }
      answers += Int(count)
      lines += Self.texts(found["lines"])
    }
    return (answers, lines)
  }

  /// Answers a request: `{method, path, query, headers, body, is_limited}`.
  /// - Returns: `{status, headers, body, fault}`; nil where no mock has the path.
  /// - Throws: ``ScriptError`` of the mock.
  func answer(_ request: LuaValue) async throws -> LuaValue? {
    try await engine.withCall("a mock") { [server] call in
      guard let answer = server.value.answer else { return nil }
      let stack = call.stack
      answer.push(stack)
      stack.push(request)
      try call.context.callNow(on: stack, arguments: 1, results: 1, inside: "a mock")
      defer { stack.pop() }
      return try LuaValue(stack, stack.count)
    }
  }

  private static func texts(_ value: LuaValue?) -> [String] {
    if case .array(let values)? = value { values.compactMap(\.shownText) } else { [] }
  }
}
