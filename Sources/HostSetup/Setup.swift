package import Bindings
internal import Glibc
package import MixCore
package import Notation
package import Reactor
package import ScriptHost

/// Everything that one script run needs, built from flags, environment and files.
package struct Setup: Sendable {
  package let engine: LuaEngine
  package let host: Host
  /// The recording that is made or replayed.
  package let cassette: Cassette?
  /// The limits of scripts.
  package let limits: Limits
  private let configuration: EngineConfiguration
  private let options: GlobalOptions
  private let mock: MockProcess?
  private let isVerbose: Bool
  private let warnings: [String]
  private let notices: [String]

  /// - Parameter programs: the programs of the run; nil to read them when needed.
  /// - Throws: ``ConfigurationError`` for invalid settings, ``CassetteError`` for a recording that
  ///   cannot be made or read.
  package init(
    _ options: GlobalOptions, _ source: ScriptSource, mock: MockProcess?,
    programs: ProgramSource? = nil, reactor: Reactor
  ) throws {
    let environment = ProcessEnvironment.essential(granted: options.allowEnv)
    let home = Self.home(options, environment, isMock: mock != nil)
    let replayed = try options.replay.map { try CassetteSetup.replay($0, reactor) }
    let settings = try SettingsSource(
      options, source, environment, home, mock: mock, programs: programs,
      replayed: replayed?.header,
      time: Self.time(mock, reactor),
      variables: options.elsewhere == nil ? nil : EnvironmentVariables())
    let cassette =
      try replayed
      ?? options.record.map {
        try CassetteSetup.record(
          $0, source, settings.given, liftsRateLimits: mock.map { !$0.keepsLimits } ?? false,
          reactor)
      }
    self.cassette = cassette
    let time: any TimeSource = cassette?.clock ?? Self.time(mock, reactor)
    let hostSettings = settings.hostSettings
    let output = OutputSettings(environment: environment)
    host = Host(
      reactor: reactor, time: time, home: home,
      grants: try GrantSetup.grants(options, source, environment, home, settings.given),
      output: output, settings: CassetteSetup.apply(cassette, to: hostSettings()))
    // Code on the command line counts as a line of a session, which may define globals.
    let strict =
      switch source {
      case .code, .session: false
      case .file, .command, .part, .standardInput: true
      }
    limits = try settings.limits()
    configuration = EngineConfiguration(
      limits: limits,
      moduleFolders: Self.moduleFolders(
        source, home, services: Self.programsHome(options, environment).config),
      rulesFolder: home.rulesFolder,
      mayLoad: GrantSetup.moduleCheck(options, host.grants),
      onModule: { [host] path in host.noteFiles([path]) },
      strictGlobals: options.strictGlobals ?? strict,
      environment: host.grants.environment,
      sources: host.runSources(seed: cassette?.header.seed))
    engine = LuaEngine(reactor: reactor, time: time, configuration: configuration)
    warnings = [home.warning, cassette?.warning].compactMap(\.self) + settings.warnings
    notices = settings.notices
    isVerbose = options.verbose
    self.options = options
    self.mock = mock
  }

  /// Sets up a program's own run beside this one: under its grants, with its modules and records.
  /// - Parameters:
  ///   - script: the file below `scripts` to run.
  ///   - programs: all programs.
  ///   - mostSeconds: the longest time that its Lua code may compute without a wait.
  ///   - reactor: the reactor of the new run.
  /// - Throws: errors of ``init(_:_:mock:programs:reactor:)``; ``UsageError`` if the program was
  ///   not accepted.
  package func part(
    of program: ProgramManifest, script: String, programs: ProgramSource, mostSeconds: Double,
    reactor: Reactor
  ) throws -> Setup {
    let environment = ProcessEnvironment.all
    try ProgramAcceptance(program.name, Self.programsHome(options, environment)).check(program)
    var own = program.options(options, host.home)
    (own.record, own.replay) = (nil, nil)
    if limits.sliceSeconds <= 0 || limits.sliceSeconds > mostSeconds { own.timeout = mostSeconds }
    return try Setup(
      own, .part("serve", path: script, entry: program.entry, arguments: []), mock: mock,
      programs: programs, reactor: reactor)
  }

  /// The home whose programs this run knows.
  package var programsHome: Home { Self.programsHome(options, ProcessEnvironment.all) }

  /// The address of the imitated services of `--mock`; nil for the real services.
  package var mockAddress: String? { mock?.address }

  /// Registers the modules and reports problems of the settings.
  package func prepare() async {
    EnvFileNotices.tell(notices)
    for warning in warnings { host.output.warn(warning) }
    await host.install(in: engine)
    if isVerbose { await VerboseEvents.subscribe(host) }
  }

  /// Makes another engine of the same kind with its modules, for a session or a script that starts
  /// over.
  package func freshEngine() async -> LuaEngine {
    let fresh = LuaEngine(reactor: engine.reactor, time: engine.time, configuration: configuration)
    await host.install(in: fresh)
    return fresh
  }

  // MARK: Parts

  /// The machine's time, at the mock's pace.
  private static func time(_ mock: MockProcess?, _ reactor: Reactor) -> SystemTime {
    guard let pace = mock?.pace else { return SystemTime(reactor: reactor) }
    return SystemTime(reactor: reactor, rate: pace.rate, since: pace.start)
  }

  /// The home of the run. A mock has its own, so that imitated answers never mix with real ones.
  package static func home(
    _ options: GlobalOptions, _ environment: EnvironmentVariables, isMock: Bool
  ) -> Home {
    let own = Home(environment: environment, override: options.home)
    guard isMock, options.home == nil else { return own }
    return Home(environment: environment, override: own.cache + "/mock")
  }

  /// The home whose programs apply: the user's own, even with `--mock`.
  package static func programsHome(
    _ options: GlobalOptions, _ environment: EnvironmentVariables
  ) -> Home {
    Home(environment: environment, override: options.home)
  }

  /// - Parameter services: the folder with the user's services.
  private static func moduleFolders(
    _ source: ScriptSource, _ home: Home, services: String
  ) -> [String] {
    // Code of the command line and the prompt has the working folder, behind all others.
    let own = source.folder
    return [
      own, ShareFolder.path.map { $0 + "/scripts" }, home.rulesFolder, services,
      own == nil ? "." : nil,
    ].compactMap(\.self)
  }
}

/// The process's environment.
package enum ProcessEnvironment {
  /// All variables of the process.
  package static var all: EnvironmentVariables { collect { _ in true } }

  /// The variables that every start needs: folders, colours, mixhost's own, and granted ones.
  package static func essential(granted: [String]) -> EnvironmentVariables {
    collect { name in
      prefixes.contains { starts(name, with: $0) }
        || granted.contains { strncmp(name, $0 + "=", $0.utf8.count + 1) == 0 }
    }
  }

  private static let prefixes: [StaticString] = [
    "MIXHOST_", "HOME=", "XDG_", "NO_COLOR=", "TERM=", "TMPDIR=",
  ]

  private static func starts(_ text: UnsafePointer<CChar>, with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { bytes in
      strncmp(
        text, UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self), bytes.count)
        == 0
    }
  }

  private static func collect(_ wanted: (UnsafePointer<CChar>) -> Bool) -> EnvironmentVariables {
    var result = EnvironmentVariables()
    var entry = environ
    while let text = entry.pointee {
      if wanted(text), let equals = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: text, count: equals - text)
        result.append(String(decoding: name, as: UTF8.self), String(cString: equals + 1))
      }
      entry += 1
    }
    return result
  }
}
