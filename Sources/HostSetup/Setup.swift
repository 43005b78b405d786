package import Bindings
internal import Glibc
package import MixCore
package import Notation
package import Reactor
package import ScriptHost

/// Everything that one script run needs, made of flags, environment and files.
package struct Setup: Sendable {
  package let engine: LuaEngine
  package let host: Host
  /// The recording that is made or replayed.
  package let cassette: Cassette?
  /// A script's limits.
  package let limits: Limits
  private let configuration: EngineConfiguration
  private let options: GlobalOptions
  private let mock: MockProcess?
  private let isVerbose: Bool
  private let warnings: [String]
  private let notices: [String]

  /// - Parameter programs: those of the run; nil: read when they are asked for.
  /// - Throws: ``ConfigurationError`` for settings of the wrong form, ``CassetteError`` for a recording
  ///   that cannot be made or read.
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
      time: Self.time(mock, reactor))
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
    // Code on the command line is a line of a session: it may make globals.
    let strict =
      switch source {
      case .code, .session: false
      case .file, .command, .part, .standardInput: true
      }
    limits = try settings.limits()
    configuration = EngineConfiguration(
      limits: limits, moduleFolders: Self.moduleFolders(source, home),
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

  /// The set-up of a program's own run beside this one: under its grants, with its modules and records.
  /// - Parameters:
  ///   - script: what runs, a file below `scripts`.
  ///   - programs: all that there are.
  ///   - mostSeconds: how long its Lua may compute without waiting, at most.
  ///   - reactor: the thread that it gets.
  /// - Throws: as ``init(_:_:mock:programs:reactor:)``; ``UsageError`` for a program that was not accepted.
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

  /// The address of the made-up services of `--mock`; nil: the real ones are asked.
  package var mockAddress: String? { mock?.address }

  /// Registers the modules; says what was wrong with the settings.
  package func prepare() async {
    EnvFileNotices.tell(notices)
    for warning in warnings { host.output.warn(warning) }
    await host.install(in: engine)
    if isVerbose { await VerboseEvents.subscribe(host) }
  }

  /// Another engine of the same kind, modules registered: for a session or a script that begins anew.
  package func freshEngine() async -> LuaEngine {
    let fresh = LuaEngine(reactor: engine.reactor, time: engine.time, configuration: configuration)
    await host.install(in: fresh)
    return fresh
  }

  // MARK: Parts

  /// The machine's time, at the pace that the mock was asked for.
  private static func time(_ mock: MockProcess?, _ reactor: Reactor) -> SystemTime {
    guard let pace = mock?.pace else { return SystemTime(reactor: reactor) }
    return SystemTime(reactor: reactor, rate: pace.rate, since: pace.start)
  }

  /// The mock's home is apart from the user's: made-up answers never mix with real ones.
  package static func home(
    _ options: GlobalOptions, _ environment: EnvironmentVariables, isMock: Bool
  ) -> Home {
    let own = Home(environment: environment, override: options.home)
    guard isMock, options.home == nil else { return own }
    return Home(environment: environment, override: own.cache + "/mock")
  }

  /// The home whose programs count: the user's own, also with `--mock`.
  package static func programsHome(
    _ options: GlobalOptions, _ environment: EnvironmentVariables
  ) -> Home {
    Home(environment: environment, override: options.home)
  }

  private static func moduleFolders(_ source: ScriptSource, _ home: Home) -> [String] {
    [source.folder, ShareFolder.path.map { $0 + "/scripts" }, home.rulesFolder].compactMap(\.self)
  }
}

/// The process's environment.
package enum ProcessEnvironment {
  /// Every variable.
  package static var all: EnvironmentVariables { collect { _ in true } }

  /// Needed by every start: folders, colours, mixhost's own variables, and those granted.
  package static func essential(granted: [String]) -> EnvironmentVariables {
    collect { name in
      prefixes.contains { starts(name, with: $0) }
        || granted.contains { strncmp(name, $0 + "=", $0.utf8.count + 1) == 0 }
    }
  }

  // Static: a String would be copied for each comparison.
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
      // By bytes: finding a Character costs a hundred times as much.
      if wanted(text), let equals = strchr(text, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: text, count: equals - text)
        result.append(String(decoding: name, as: UTF8.self), String(cString: equals + 1))
      }
      entry += 1
    }
    return result
  }
}
