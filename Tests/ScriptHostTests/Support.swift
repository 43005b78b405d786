import Foundation
import Reactor
import ScriptHost

/// An engine with `mix.task`, on a reactor of its own that ends with it.
final class TestEngine {
  let reactor: Reactor
  let engine: LuaEngine

  init(
    time: (any TimeSource)? = nil, limits: Limits = Limits(sliceSeconds: 5), strict: Bool = true,
    folders: [String] = [], modules: [(String, @Sendable () -> Module)] = []
  ) async {
    reactor = Reactor(name: "test")
    engine = LuaEngine(
      reactor: reactor, time: time,
      configuration: EngineConfiguration(
        limits: limits, moduleFolders: folders, strictGlobals: strict))
    await engine.register("task") { TaskModule.make() }
    for (name, make) in modules { await engine.register(name, make) }
  }

  deinit { reactor.stop() }

  /// Runs a chunk named `test.lua`.
  @discardableResult
  func run(_ source: String) async throws -> [LuaValue] {
    try await engine.run(source, name: "@test.lua")
  }

  /// The error of a chunk that must fail.
  func failure(_ source: String) async -> any Error {
    do {
      let values = try await run(source)
      return UnexpectedSuccess(values: values)
    } catch {
      return error
    }
  }

  /// The message of a chunk that must fail.
  func message(_ source: String) async -> String { "\(await failure(source))" }
}

struct UnexpectedSuccess: Error {
  let values: [LuaValue]
}

/// A folder that is removed with its owner.
final class TemporaryFolder {
  let path: String

  /// - Parameter files: texts by their names.
  init(_ files: [String: String] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "mixhost-test-\(UUID().uuidString)")
    path = folder.path
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
