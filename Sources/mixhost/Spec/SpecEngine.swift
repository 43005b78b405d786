import Bindings
import Glibc
import HostSetup
import MixCore
import Reactor
import ScriptHost

/// The selection of tests, as lib/spec/selection.lua takes it.
struct SpecSelection: Sendable {
  let filter: [String]
  let exclude: [String]
  let tags: [String]
  let excludeTags: [String]
  let seed: Int?
  let lists: Bool

  /// Names and values in turns.
  var arguments: [String] {
    var pairs: [String] = []
    for (name, values) in [
      ("filter", filter), ("exclude", exclude), ("tags", tags), ("exclude_tags", excludeTags),
    ] {
      for value in values { pairs += [name, value] }
    }
    if let seed { pairs += ["seed", "\(seed)"] }
    if lists { pairs += ["list", "true"] }
    return pairs
  }
}

/// The engine of one spec file, with a host, a clock and a home of its own.
struct SpecEngine: Sendable {
  /// How long a test may run without waiting, and how long it may take, in seconds, by default.
  static let standardLimit = 10.0

  let engine: LuaEngine
  /// See ``standardLimit``.
  let limit: Double
  private let host: Host
  private let world: SpecWorld
  private let folder: SpecFolder
  private let isLoaded = Guarded(false)

  /// - Throws: ``ConfigurationError`` for settings of the wrong form, ``CommandFailure``.
  init(
    _ options: GlobalOptions, path: String, share: String, seed: Int?, mock: MockProcess?,
    reactor: Reactor
  ) throws {
    let source = ScriptSource.file(path, arguments: [])
    let environment = ProcessEnvironment.essential(granted: options.allowEnv)
    let folder = try SpecFolder()
    self.folder = folder
    let home = Home(environment: environment, override: folder.path)
    let rights = SpecRights(path, share: share)
    let options = rights.options(options, home)
    let reachesNetwork = mock != nil || !options.allowNet.isEmpty
    let world = SpecWorld(reactor: reactor, reachesNetwork: reachesNetwork)
    self.world = world
    // Of the spec's own home: no program, setting or log-in of the user's is in it.
    let services = Programs.servicesRoot(of: path)
    let programs = try Programs.source(home, script: path, services: services)
    let settings = try SettingsSource(
      options, source, environment, home, mock: mock, programs: programs, replayed: nil,
      time: world.clock, variables: rights.variables(options))
    world.outside.grants =
      options.allowNet
      + (mock == nil ? [] : programs.catalogue.upstreams.compactMap { .init($0.host) })
    var hostSettings = settings.hostSettings()
    hostSettings.http.responder = world
    // A test of thirty requests must not take the minutes that the service's rate asks for.
    hostSettings.http.liftsRateLimits = true
    hostSettings.diskCache = false
    let finished = hostSettings
    let isLoaded = isLoaded
    host = Host(
      reactor: reactor, time: world.clock, home: home,
      grants: try GrantSetup.grants(
        options, source, environment, home, settings.given, isSpec: true),
      output: OutputSettings(
        environment: environment, isTerminal: false, isErrorTerminal: false),
      settings: finished)
    var limits = try settings.limits()
    limit = options.timeout ?? Self.standardLimit
    limits.sliceSeconds = limit
    let own = [share + "/scripts"]
    // A folder of specs lies in the one that it tests.
    let tested = source.folder.flatMap { $0.hasSuffix("/spec") ? PrivateFile.folder(of: $0) : nil }
    let folders =
      [source.folder, Programs.folder(of: path), tested, ".", "src", "scripts"].compactMap(\.self)
      + own + [home.rulesFolder, services].compactMap(\.self)
    engine = LuaEngine(
      reactor: reactor, time: world.clock,
      configuration: EngineConfiguration(
        limits: limits,
        // The runner's own modules come from mixhost, whatever files of these names lie about.
        moduleFolders: isLoaded.withLock { $0 } ? folders : own, rulesFolder: home.rulesFolder,
        mayLoad: GrantSetup.moduleCheck(options, host.grants),
        // As in busted, a spec may make globals and ask for those that are not there.
        strictGlobals: false, environment: host.grants.environment,
        sources: RunSources(time: world.clock, seed: seed ?? 0)))
  }

  /// Registers the modules and loads the runner.
  /// - Throws: ``ScriptError`` when its files are not complete.
  func prepare() async throws {
    await host.install(in: engine)
    await host.installTests(world, in: engine)
    try await engine.run("require('lib.spec')", name: "=[mixhost]")
    isLoaded.withLock { $0 = true }
  }
}

/// A folder below the temporary one that ends with its owner.
final class SpecFolder: Sendable {
  let path: String

  /// - Throws: ``CommandFailure`` when it cannot be made.
  init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/mixhost-spec-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure("cannot make a folder in \(root): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  /// Removes a folder with all that is in it; links are not followed.
  private static func remove(_ folder: String) {
    if let stream = opendir(folder) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        let path = folder + "/" + name
        if unlink(path) != 0 { remove(path) }
      }
      closedir(stream)
    }
    rmdir(folder)
  }
}
