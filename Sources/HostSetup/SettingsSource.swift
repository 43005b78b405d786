package import Bindings
internal import Glibc
internal import Logging
package import MixCore
package import Notation
package import Reactor
package import ScriptHost

/// The settings of a run. They are read only if something defines one, because most short runs need
/// none.
package struct SettingsSource: Sendable {
  /// The configuration that was read; nil if only defaults apply.
  package let given: Configuration?
  /// Builds the host's settings: at their first use, or at once if something is set.
  package let hostSettings: @Sendable () -> HostSettings

  /// - Parameters:
  ///   - programs: the programs of the run; nil to read them when needed.
  ///   - replayed: the header of a recording, whose settings replace this node's.
  ///   - variables: the environment for settings, without `.env`; nil for the process's environment
  ///     and `.env`.
  /// - Throws: ``CommandFailure`` if init.lua fails, ``ConfigurationError`` for an invalid setting.
  package init(
    _ options: GlobalOptions, _ source: ScriptSource, _ environment: EnvironmentVariables,
    _ home: Home, mock: MockProcess?, programs: ProgramSource? = nil, replayed: CassetteHeader?,
    time: any TimeSource, variables: EnvironmentVariables? = nil
  ) throws {
    let programs =
      try programs
      ?? Programs.source(Setup.programsHome(options, environment), script: source.path)
    if let replayed {
      let configuration = Configuration(
        registry: .standard(programs),
        flags: CassetteSetup.replayed(replayed, programs.catalogue).merging(options.settings) {
          _, flag in flag
        }, environment: [:])
      given = configuration
      let settings = try Self.build(
        configuration, options, source, environment, home, time, isMock: replayed.liftsRateLimits,
        liftsRateLimits: replayed.liftsRateLimits)
      hostSettings = { settings }
      return
    }
    var flags = options.settings
    if let mock { flags.merge(mock.settings(programs.catalogue)) { _, new in new } }
    let envFile = options.envFile(environment)
    let files = [envFile.path, home.settingsFile, home.initScript]
    let isSet =
      !flags.isEmpty || options.record != nil || files.contains { access($0, F_OK) == 0 }
      || environment.names.contains { $0.hasPrefix("MIXHOST_") && $0 != "MIXHOST_HOME" }
      || Self.ways.contains { getenv($0) != nil }
    guard isSet else {
      given = nil
      hostSettings = {
        let defaults = Configuration(
          registry: .standard(programs), environment: variables ?? ProcessEnvironment.all,
          envFile: variables == nil ? envFile : nil, settingsPath: home.settingsFile)
        let plain = HostSettings(logger: Logger(label: "mixhost"), configuration: defaults)
        // Defaults and names of tokens are always valid.
        return
          (try? Self.build(
            defaults, options, source, environment, home, time, isMock: false,
            liftsRateLimits: false)) ?? plain
      }
      return
    }
    let configuration = try Self.configuration(options, flags: flags, home, programs, variables)
    given = configuration
    // Build at once, so that an invalid text is reported now and not at the first request.
    let settings = try Self.build(
      configuration, options, source, environment, home, time, isMock: mock != nil,
      liftsRateLimits: mock.map { !$0.keepsLimits } ?? false)
    hostSettings = { settings }
  }

  /// Variables that other programs share and whose value may not fit: it must be reported now, since
  /// the defaults would take its place at the first request.
  private static let ways = [
    "https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY",
  ]

  /// Reads all settings: flags, environment, files and init.lua.
  /// - Parameter variables: see ``init(_:_:_:_:mock:programs:replayed:time:variables:)``.
  /// - Throws: ``CommandFailure`` if init.lua fails.
  package static func configuration(
    _ options: GlobalOptions, flags: [String: String], _ home: Home, _ programs: ProgramSource,
    _ variables: EnvironmentVariables? = nil
  ) throws -> Configuration {
    let environment = ProcessEnvironment.all
    var configuration = Configuration(
      registry: .standard(programs), flags: flags, environment: variables ?? environment,
      envFile: variables == nil ? options.envFile(environment) : nil,
      settingsPath: home.settingsFile)
    configuration.setInitScriptValues(try InitScript.values(home.initScript))
    return configuration
  }

  private static func build(
    _ configuration: Configuration, _ options: GlobalOptions, _ source: ScriptSource,
    _ environment: EnvironmentVariables, _ home: Home, _ time: any TimeSource, isMock: Bool,
    liftsRateLimits: Bool
  ) throws -> HostSettings {
    let share = ShareFolder.path
    var settings = HostSettings(
      http: try ClientSetup.http(configuration, liftsRateLimits: liftsRateLimits),
      requestDefaults: try ClientSetup.requestDefaults(configuration),
      cacheBytes: try configuration.cacheBytes(),
      rulesFolders: GrantSetup.rulesFolders(options, environment, home),
      shareFolder: share, scriptName: source.shownName, scriptArguments: source.arguments,
      logger: try LogSetup.logger(configuration, options, home, time),
      configuration: configuration)
    settings.sharedCacheBytes = Int(clamping: try configuration.number("store.cache_bytes") ?? 0)
    settings.http.elsewhere = options.elsewhere
    settings.manifestWords = options.manifestWords
    settings.signsItselfIn = isMock
    settings.tagsProgram = ShareFolder.programFolder.map { $0 + "/mixhost-tags" }
    let catalogue = configuration.registry.catalogue
    settings.program = { Programs.program(of: source, in: catalogue) }
    return settings
  }

  /// Notes on the `.env` file.
  package var notices: [String] { given?.notices ?? [] }

  /// Problems of the other settings files.
  package var warnings: [String] {
    guard let given else { return [] }
    return [given.problem].compactMap(\.self)
      + given.unknownNames.map { name, hint in
        "unknown setting \(name)"
          + (hint.map { "; did you mean \($0)?" } ?? "; mixhost config unset \(name) removes it")
      }
  }

  /// - Throws: ``ConfigurationError``.
  package func limits() throws -> Limits { try given.map(Self.limits) ?? Limits() }

  /// - Throws: ``ConfigurationError``.
  package static func limits(_ configuration: Configuration) throws -> Limits {
    var limits = Limits()
    limits.sliceSeconds =
      try configuration.number("script.timeout") ?? limits.sliceSeconds
    limits.memoryBytes = Int(
      clamping:
        try configuration.number("script.max_memory") ?? Double(limits.memoryBytes))
    return limits
  }
}
