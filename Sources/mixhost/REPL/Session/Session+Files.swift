import Bindings
import HostSetup
import MixCore
import ScriptHost

// The commands that load code: `:load`, `:reload`.
extension Session {
  /// `:load`: runs a file in the session.
  func load(_ path: String) throws {
    let text = try read(path)
    let engine = engine
    // Recorded even when it fails, so that `:reload` tries it again.
    if !loadedFiles.contains(path) { loadedFiles.append(path) }
    setup.host.grants.allowRead(path)
    _ = try measured { try await engine.run(text, name: "@" + path) }
    view.remark("loaded \(path)")
  }

  /// `:reload`: loads the present files into a new engine, which replaces the old one only when all
  /// of them load. Plain values of the old globals are copied.
  func reload() throws {
    let files = try loadedFiles.map { (path: $0, text: try read($0)) }
    let (setup, old) = (setup, engine)
    let fresh = try foreground.run(on: old) { await setup.freshEngine() }
    let kept = try foreground.run(on: old) { try await SessionGlobals.plain(of: old) }
    do {
      try foreground.run(on: fresh) {
        try await SessionGlobals.set(kept.values, in: fresh)
        for file in files { try await fresh.run(file.text, name: "@" + file.path) }
      }
    } catch {
      report(error)
      throw CommandFailure("not reloaded: the session stays as it was")
    }
    // Waits of the old engine must have no effect any more.
    tasks.stopAll()
    old.interrupt()
    evaluator = Evaluator(engine: fresh)
    tellReloaded(kept)
  }

  private func tellReloaded(_ kept: SessionGlobals) {
    var text =
      loadedFiles.isEmpty ? "a fresh state" : "reloaded \(loadedFiles.joined(separator: ", "))"
    if !kept.values.isEmpty {
      text += "; kept " + kept.values.map(\.name).sorted().joined(separator: ", ")
    }
    if !kept.dropped.isEmpty {
      text += "; not kept " + kept.dropped.sorted().joined(separator: ", ")
    }
    view.remark(view.wrapped(text, indent: 0))
  }

  private func read(_ path: String) throws -> [UInt8] {
    do { return try ScriptSource.file(path, arguments: []).read() } catch let error as UsageError {
      throw CommandFailure(error.description)
    }
  }
}

/// The globals that a session has defined.
struct SessionGlobals: Sendable {
  /// Globals that can be copied to another state.
  var values: [(name: String, value: LuaValue)] = []
  /// Functions, objects, tables with a metatable, and values that contain them.
  var dropped: [String] = []

  /// The globals of an engine that a new one lacks.
  static func plain(of engine: LuaEngine) async throws -> SessionGlobals {
    let plain = LuaEngine(
      reactor: engine.reactor, configuration: EngineConfiguration(strictGlobals: false))
    let standard = try await names(plain)
    return try await engine.withStack { stack in
      var result = SessionGlobals()
      stack.pushGlobals()
      defer { stack.pop() }
      try stack.forEachPair(-1) {
        guard stack.kind(-2) == .string, let name = stack.string(-2), !standard.contains(name)
        else { return }
        if let value = try? LuaValue(stack, stack.count), value.isPlain {
          result.values.append((name, value))
        } else {
          result.dropped.append(name)
        }
      }
      return result
    }
  }

  static func set(_ values: [(name: String, value: LuaValue)], in engine: LuaEngine) async throws {
    try await engine.withStack { stack in
      stack.pushGlobals()
      for (name, value) in values {
        stack.push(value)
        stack.setRawField(stack.count - 1, name)
      }
      stack.pop()
    }
  }

  private static func names(_ engine: LuaEngine) async throws -> Set<String> {
    try await engine.withStack { stack in
      var names: Set<String> = ["arg", "_"]
      stack.pushGlobals()
      defer { stack.pop() }
      try stack.forEachPair(-1) { if let name = stack.string(-2) { names.insert(name) } }
      return names
    }
  }
}

extension LuaValue {
  /// Whether a copy keeps everything of the value.
  fileprivate var isPlain: Bool {
    switch self {
    case .nil, .opaque: false
    case .null, .bool, .int, .number, .string, .bytes: true
    case .array(let values): values.allSatisfy(\.isPlain)
    case .object(let fields): fields.values.allSatisfy(\.isPlain)
    }
  }
}
