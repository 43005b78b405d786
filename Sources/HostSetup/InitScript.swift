internal import MixCore
internal import Reactor
internal import ScriptHost

/// Reads `init.lua`: settings in a table that the file returns.
///
/// ```lua
/// return { http = { concurrency = 4 }, ["log.level"] = "info" }
/// ```
enum InitScript {
  /// The settings by name; empty if the file does not exist.
  /// - Throws: ``CommandFailure``, naming the file, if it fails.
  static func values(_ path: String) throws -> [String: String] {
    guard let text = try PrivateFile.readRegular(path, most: 16_000_000, isWord: true)?.bytes else {
      return [:]
    }
    let reactor = Reactor(name: "init.lua")
    let outcome = Guarded<Result<[LuaValue], any Error>>(.success([]))
    Task(executorPreference: reactor) {
      var limits = Limits()
      limits.sliceSeconds = 1
      let engine = LuaEngine(reactor: reactor, configuration: EngineConfiguration(limits: limits))
      let result: Result<[LuaValue], any Error>
      do { result = .success(try await engine.run(text, name: "@" + path)) } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
      reactor.stop()
    }
    reactor.join()
    do {
      guard let value = try outcome.withLock({ try $0.get() }).first else { return [:] }
      var settings: [String: String] = [:]
      try collect(value, prefix: "", into: &settings)
      return settings
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }

  private static func collect(
    _ value: LuaValue, prefix: String, into settings: inout [String: String]
  ) throws {
    switch value {
    case .object(let fields):
      for (key, value) in fields {
        try collect(value, prefix: prefix.isEmpty ? key : "\(prefix).\(key)", into: &settings)
      }
    case .string(let text): settings[prefix] = text
    case .int(let number): settings[prefix] = String(number)
    case .number(let number): settings[prefix] = String(number)
    case .bool(let flag): settings[prefix] = String(flag)
    default: throw CommandFailure("'\(prefix)' is a text, a number, a boolean or a table")
    }
  }
}
