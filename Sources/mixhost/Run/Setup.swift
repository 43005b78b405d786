import Bindings
import Glibc
import Logging
import MixCore
import Reactor
import ScriptHost

/// Everything that one script run needs, made of flags, environment and files.
struct Setup: Sendable {
  let engine: LuaEngine
  let host: Host
  private let isVerbose: Bool
  private let warnings: [String]

  /// - Throws: ``ConfigurationError`` for settings of the wrong form.
  init(
    _ options: GlobalOptions, _ source: ScriptSource, mock: MockProcess?, reactor: Reactor
  ) throws {
    let environment = ProcessEnvironment.all
    let home = Self.home(options, environment, isMock: mock != nil)
    let configuration = try Self.configuration(options, environment, home, mock: mock)
    let time = SystemTime(reactor: reactor)
    let output = OutputSettings(environment: environment)
    let share = ShareFolder.path
    let rules = [home.rulesFolder] + (share.map { [$0 + "/scripts/rules"] } ?? [])
    let logger = try LogSetup.logger(configuration, options, home, time)
    host = Host(
      reactor: reactor, time: time, home: home,
      grants: try GrantSetup.grants(options, source, environment, home, configuration),
      output: output,
      settings: HostSettings(
        http: try ClientSetup.http(configuration, isMock: mock != nil),
        requestDefaults: try ClientSetup.requestDefaults(configuration),
        cacheBytes: Int(try configuration.number("cache.max_bytes") ?? 500e6), rulesFolders: rules,
        shareFolder: share, scriptName: source.shownName, scriptArguments: source.arguments,
        logger: logger, configuration: configuration))
    var limits = Limits()
    limits.sliceSeconds = try configuration.number("script.timeout") ?? 30
    limits.memoryBytes = Int(try configuration.number("script.max_memory") ?? 256e6)
    let folders = [source.folder, share.map { $0 + "/scripts" }].compactMap(\.self)
    // Code on the command line is a line of a session: it may make globals.
    let strict = if case .code = source { false } else { true }
    engine = LuaEngine(
      reactor: reactor, time: time,
      configuration: EngineConfiguration(
        limits: limits, moduleFolders: folders + [home.rulesFolder], strictGlobals: strict,
        environment: host.grants.environment))
    warnings = configuration.problems + [home.warning].compactMap(\.self)
      + configuration.unknownNames.map { name, hint in
        "unknown setting \(name)" + (hint.map { "; did you mean \($0)?" } ?? "")
      }
    isVerbose = options.verbose
  }

  /// Registers the modules; says what was wrong with the settings.
  func prepare() async {
    for warning in warnings { host.output.warn(warning) }
    await host.install(in: engine)
    if isVerbose { await VerboseEvents.subscribe(host) }
  }

  // MARK: Parts

  /// The mock's home is apart from the user's: made-up answers never mix with real ones.
  private static func home(
    _ options: GlobalOptions, _ environment: [String: String], isMock: Bool
  ) -> Home {
    let own = Home(environment: environment, override: options.home)
    guard isMock, options.home == nil else { return own }
    return Home(environment: environment, override: own.cache + "/mock")
  }

  private static func configuration(
    _ options: GlobalOptions, _ environment: [String: String], _ home: Home, mock: MockProcess?
  ) throws -> Configuration {
    var flags: [String: String] = [:]
    if options.offline { flags["http.offline"] = "true" }
    if let level = options.logLevel { flags["log.level"] = level }
    if let format = options.logFormat { flags["log.format"] = format }
    if let seconds = options.timeout { flags["script.timeout"] = "\(seconds)" }
    if let bytes = options.maxMemory { flags["script.max_memory"] = "\(bytes)" }
    if let mock { flags.merge(mock.settings) { _, new in new } }
    var configuration = Configuration(
      flags: flags, environment: environment, dotEnvPath: ".env", settingsPath: home.settingsFile)
    configuration.setInitScriptValues(try InitScript.values(home.initScript))
    return configuration
  }
}

/// The process's environment.
enum ProcessEnvironment {
  static var all: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        result[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      entry += 1
    }
    return result
  }
}
