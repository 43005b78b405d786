import Bindings
import Files
import Foundation
import MixCore
import Reactor
import ScriptHost

/// The mocks of services that are written in Lua: `mock.lua` in the folder of a service. One engine, on a thread
/// of its own, answers for all of them; `scripts/lib/mock/server.lua` finds the route of a request.
final class ServiceMocks: Sendable {
  /// The memory and time that one request may take.
  private static let limits = Limits(memoryBytes: 256_000_000, sliceSeconds: 5)

  private let reactor = Reactor(name: "mocks")
  private let engine: LuaEngine
  private let server: Confined<Server>

  /// The function that answers.
  private final class Server {
    var answer: LuaFunction?
  }

  /// - Parameters:
  ///   - folders: those above `services`, mixhost's `scripts` first.
  ///   - catalogue: what the mocks tell of.
  init(folders: [String], catalogue: @escaping @Sendable () -> Module) {
    engine = LuaEngine(
      reactor: reactor,
      configuration: EngineConfiguration(limits: Self.limits, moduleFolders: folders))
    let server = Confined(Server(), to: reactor)
    self.server = server
    let names = folders.flatMap { folder in
      ServiceFolders.names(in: folder + "/services").filter {
        PrivateFile.exists("\(folder)/services/\($0)/mock.lua")
      }
    }
    let makers =
      PureModules.makers + [
        ("catalogue", catalogue), ("mock", { Self.module(names, server) }),
      ]
    self.makers = makers
  }

  private let makers: [(name: String, make: @Sendable () -> Module)]

  deinit { reactor.stop() }

  private static func module(_ names: [String], _ server: Confined<Server>) -> Module {
    var module = Module("mock", "Imitates services.")
    module.function("names", "The services that have a mock.") { _ -> [String] in names }
    module.function(
      "serve", "Sets the function that answers.",
      Parameter("answer", "gets a request", LuaFunction.self)
    ) { _, answer -> Nothing in
      server.value.answer = answer
      return Nothing()
    }
    return module
  }

  /// Loads the mocks.
  /// - Returns: their settings, the first parts of the paths that they answer, and those that were left out.
  /// - Throws: ``ScriptError`` when the frame itself does not load.
  func start() async throws -> Started {
    await engine.registerOnce(makers)
    let results = try await engine.run(
      "local server = require('lib.mock.server') mix.mock.serve(server.answer) return server",
      name: "=mock")
    guard case .object(let found)? = results.first else { return Started() }
    var settings: [(name: String, value: String)] = []
    if case .object(let named)? = found["settings"] {
      for (name, value) in named.sorted(by: { $0.key < $1.key }) {
        if case .string(let text) = value { settings.append((name, text)) }
      }
    }
    var roots: [String] = []
    if case .array(let names)? = found["roots"] { roots = names.compactMap(\.shownText) }
    var problems: [String] = []
    if case .array(let texts)? = found["problems"] { problems = texts.compactMap(\.shownText) }
    return Started(settings: settings, roots: roots, problems: problems)
  }

  /// The loaded mocks.
  struct Started: Sendable {
    var settings: [(name: String, value: String)] = []
    var roots: [String] = []
    /// Why some were left out.
    var problems: [String] = []
  }

  /// Holds the mocks of some services against their answers; of all where none is named.
  /// - Returns: how many answers were looked at, and a line for each difference.
  /// - Throws: ``ScriptError``.
  func check(_ names: [String]) async throws -> (answers: Int, lines: [String]) {
    await engine.registerOnce(makers)
    let results = try await engine.run(
      "local names = {...} return require('lib.mock.check').run(names[1] and names or mix.mock.names())",
      name: "=mock check", arguments: names)
    guard case .object(let found)? = results.first, case .int(let answers)? = found["answers"],
      case .array(let lines)? = found["lines"]
    else { return (0, []) }
    return (Int(answers), lines.compactMap(\.shownText))
  }

  /// Answers a request: `{method, path, query, headers, body, is_limited}`.
  /// - Returns: `{status, headers, body}`; nil where no mock has the path.
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
}
