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
  private static let mostValues = 10_000

  /// Reads programs one after the other, on a thread of its own. Blocks for some milliseconds.
  /// - Parameters:
  ///   - places: folders with a manifest.
  ///   - commands: words that are the host's own.
  ///   - problems: of places that do not count.
  public static func load(
    _ places: [ProgramPlace], commands: [String],
    problems: [ProgramCatalogue.Problem] = []
  ) -> ProgramCatalogue {
    let results = read(places)
    var manifests: [ProgramManifest] = []
    var problems = problems
    for (place, result) in zip(places, results) {
      switch result {
      case .success(let manifest): manifests.append(manifest)
      case .failure(let failure):
        problems.append(
          .init(path: place.path, message: failure.message, isManifest: failure.isManifest))
      }
    }
    return ProgramCatalogue(manifests, commands: commands, problems: problems)
  }

  /// A fault of a manifest, with file and line.
  struct Failure: Error {
    let message: String
    /// Whether the file returned what calls itself a program.
    var isManifest = false
  }

  /// Each of the user's programs gets an engine of its own, so that what one of them takes is no other's loss.
  private static func read(_ places: [ProgramPlace]) -> [Result<ProgramManifest, Failure>] {
    let bundled = places.filter(\.isBundled)
    var found: [String: Result<ProgramManifest, Failure>] = [:]
    for group in [bundled] + places.filter({ !$0.isBundled }).map({ [$0] }) where !group.isEmpty {
      for (place, result) in zip(group, results(group)) { found[place.path] = result }
    }
    return places.map { found[$0.path] ?? .failure(Failure(message: "\($0.path): not read")) }
  }

  private static func results(_ places: [ProgramPlace]) -> [Result<ProgramManifest, Failure>] {
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
    return results
      + places.dropFirst(results.count).map {
        .failure(Failure(message: "\($0.path): it took too long to read"))
      }
  }

  private static func module(
    _ places: [ProgramPlace], _ outcome: Guarded<[Result<ProgramManifest, Failure>]>
  ) -> Module {
    var module = Module("manifests", "Reads manifests.")
    module.function("read", "Reads all of them.") { call in
      let services = ServiceReader(call)
      for place in places {
        let result = manifest(place, call, services)
        outcome.withLock { $0.append(result) }
      }
      return Nothing()
    }
    return module
  }

  /// The code does not learn where it is read, so that it cannot say one thing there and another here.
  private static func manifest(
    _ place: ProgramPlace, _ call: HostCall, _ services: ServiceReader
  ) -> Result<ProgramManifest, Failure> {
    do {
      let text = try Grants.ruleFile(place.path).read(most: mostBytes)
      var isManifest = false
      do {
        let table = try RuleFile(call, folders: .none).load(
          text, path: place.path, name: ProgramManifest.fileName)
        let base = call.stack.count
        defer { lua_settop(call.stack.pointer, base) }
        table.push(call.stack)
        isManifest = callsItselfProgram(call.stack, base + 1)
        let limits = ShapeLimits(values: mostValues)
        return .success(
          try ManifestReader(place, services).manifest(
            ShapeReader(call, .manifest, limits: limits).fields(.manifest, base + 1)))
      } catch let error as ManifestError {
        return .failure(
          Failure(message: error.text(place.path, text), isManifest: isManifest))
      }
    } catch let error as ScriptError {
      let isPlace = error.message.hasPrefix(ProgramManifest.fileName + ":")
      return .failure(Failure(message: (isPlace ? place.folder + "/" : "") + error.message))
    } catch {
      let reason = "\(error)"
      let isNamed = reason.contains(place.path)
      return .failure(Failure(message: isNamed ? reason : "\(place.path): \(reason)"))
    }
  }

  /// Whether a table has a name and an entry: a file of this name beside a script may be anything.
  private static func callsItselfProgram(_ stack: LuaStack, _ table: Int32) -> Bool {
    ["name", "entry"].allSatisfy { field in
      stack.pushRawField(table, field)
      defer { stack.pop() }
      return stack.kind(-1) == .string
    }
  }
}
