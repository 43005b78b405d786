internal import CLua
internal import Files
internal import Glibc
public import MixCore
internal import Notation
internal import Reactor
internal import ScriptHost

/// Reads manifests: Lua files that return a table of plain data.
public enum ProgramFiles {
  private static let mostBytes = 1_000_000

  /// Reads programs one after the other, on a thread of its own. Blocks for some milliseconds.
  /// - Parameters:
  ///   - places: folders with a manifest.
  ///   - reserved: names of settings that are the host's own.
  ///   - commands: words that are the host's own.
  ///   - problems: of places that do not count.
  public static func load(
    _ places: [ProgramPlace], reserved: [String], commands: [String],
    problems: [ProgramCatalogue.Problem] = []
  ) -> ProgramCatalogue {
    let results = read(places)
    var manifests: [ProgramManifest] = []
    var problems = problems
    for (place, result) in zip(places, results) {
      switch result {
      case .success(let manifest): manifests.append(manifest)
      case .failure(let failure):
        problems.append(.init(path: place.path, message: failure.message))
      }
    }
    return ProgramCatalogue(
      manifests, reserved: reserved, commands: commands, problems: problems)
  }

  /// A fault of a manifest, with file and line.
  struct Failure: Error {
    let message: String
  }

  private static func read(_ places: [ProgramPlace]) -> [Result<ProgramManifest, Failure>] {
    let reactor = Reactor(name: "programs")
    let outcome = Guarded<[Result<ProgramManifest, Failure>]>([])
    Task(executorPreference: reactor) {
      var limits = Limits()
      limits.sliceSeconds = 5
      let engine = LuaEngine(reactor: reactor, configuration: EngineConfiguration(limits: limits))
      await engine.register("manifests") { module(places, outcome) }
      // The function keeps its results itself; an engine that could not start leaves none.
      _ = try? await engine.run("mix.manifests.read()", name: "=programs")
      reactor.stop()
    }
    reactor.join()
    let results = outcome.withLock { $0 }
    let missing = Failure(message: "the manifests took too long to read")
    return results + Array(repeating: .failure(missing), count: places.count - results.count)
  }

  private static func module(
    _ places: [ProgramPlace], _ outcome: Guarded<[Result<ProgramManifest, Failure>]>
  ) -> Module {
    var module = Module("manifests", "Reads manifests.")
    module.function("read", "Reads all of them.") { call in
      for place in places {
        let result = manifest(place, call)
        outcome.withLock { $0.append(result) }
      }
      return Nothing()
    }
    return module
  }

  private static func manifest(
    _ place: ProgramPlace, _ call: HostCall
  ) -> Result<ProgramManifest, Failure> {
    do {
      let text = try Grants.ruleFile(place.path).read(most: mostBytes)
      do {
        let table = try RuleFile(call, folders: .none).load(text, path: place.path)
        let base = call.stack.count
        defer { lua_settop(call.stack.pointer, base) }
        table.push(call.stack)
        let node = try node(call.stack, base + 1, "", depth: 0)
        return .success(try ManifestReader(place).manifest(node))
      } catch let error as ManifestError {
        return .failure(Failure(message: error.text(place.path, text)))
      }
    } catch let error as ScriptError {
      return .failure(Failure(message: error.message))
    } catch {
      let reason = "\(error)"
      let isNamed = reason.contains(place.path)
      return .failure(Failure(message: isNamed ? reason : "\(place.path): \(reason)"))
    }
  }

  /// A copy of plain data.
  /// - Parameter place: of the value, such as `settings[1].help`.
  private static func node(
    _ stack: LuaStack, _ index: Int32, _ place: String, depth: Int
  ) throws -> ManifestNode {
    switch stack.kind(index) {
    case .string: return .text(stack.string(index) ?? "")
    case .number: return .number(stack.number(index) ?? 0)
    case .boolean: return .flag(stack.boolean(index) ?? false)
    case .table:
      guard depth < 8, stack.reserve(6) else {
        throw ManifestError(field: place, message: "nests deeper than 8 tables")
      }
      let count = stack.rawLength(index)
      var list: [ManifestNode] = []
      var fields: [String: ManifestNode] = [:]
      for position in 0..<min(count, 10_000) {
        stack.pushRawElement(index, position + 1)
        defer { stack.pop() }
        list.append(try node(stack, stack.count, "\(place)[\(position + 1)]", depth: depth + 1))
      }
      try stack.forEachPair(index) {
        guard stack.integer(-2) == nil else { return }
        let key = stack.string(-2) ?? stack.typeName(-2)
        let field = place.isEmpty ? key : "\(place).\(key)"
        fields[key] = try node(stack, stack.count, field, depth: depth + 1)
      }
      return .table(list: list, fields: fields)
    case .none, .nil, .lightUserdata, .function, .userdata, .thread:
      throw ManifestError(
        field: place, message: "holds a \(stack.typeName(index)); a manifest is plain data")
    }
  }
}
