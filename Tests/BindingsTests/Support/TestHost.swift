import FoundationEssentials
import Logging
import MixCore
import Notation
import Reactor
import ScriptHost
import Synchronization

@testable import Bindings

/// An engine with every module, on a reactor and in a home of its own that end with it. Output goes
/// nowhere near a terminal, whatever runs the tests.
final class TestHost {
  /// The settings of the programs that come with mixhost, and its own.
  static let registry = SettingRegistry.standard(
    ProgramSource {
      let root = Checkout.root
      let places = ProgramPlace.list(
        root + "/scripts/programs", isBundled: true, scripts: root + "/scripts"
      ).places
      return ProgramFiles.load(places, commands: [])
    })

  let reactor: Reactor
  let engine: LuaEngine
  let host: Host
  /// The entries that scripts logged.
  let log: LogRecorder
  /// The folder that holds the home; for files of a test, too.
  let folder: String

  /// - Parameters:
  ///   - time: nil: the machine's clocks.
  ///   - environment: what settings are read from; granted to scripts only through `grants`.
  ///   - moduleFolders: where `require` looks.
  ///   - ownsData: whether mixhost's own data is granted.
  ///   - folder: an earlier host's; nil: a new one.
  ///   - configure: changes the settings before the host is made.
  init(
    time: (any TimeSource)? = nil, grants: Grants = Grants(),
    environment: EnvironmentVariables = [:],
    limits: Limits = Limits(sliceSeconds: 60), logLevel: Logger.Level = .trace,
    moduleFolders: [String] = [], ownsData: Bool = true, folder: String? = nil,
    configure: (inout HostSettings) -> Void = { _ in }
  ) async {
    reactor = Reactor(name: "test")
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.path + "/mixhost-test-\(UUID().uuidString)"
    log = LogRecorder()
    let recorder = log
    var logger = Logger(label: "script") { _ in RecordingHandler(recorder: recorder) }
    logger.logLevel = logLevel
    var settings = HostSettings(
      logger: logger,
      configuration: Configuration(registry: Self.registry, environment: environment))
    settings.shareFolder = Checkout.root
    configure(&settings)
    let finished = settings
    host = Host(
      reactor: reactor, time: time ?? SystemTime(reactor: reactor),
      home: Home(environment: [:], override: self.folder), grants: grants,
      output: OutputSettings(environment: [:], isTerminal: false, isErrorTerminal: false),
      settings: finished)
    engine = LuaEngine(
      reactor: reactor, time: time,
      configuration: EngineConfiguration(limits: limits, moduleFolders: moduleFolders))
    if ownsData { grants.allowWrite(host.home.data) }
    await host.install(in: engine)
  }

  deinit {
    reactor.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs a chunk named `test.lua`.
  @discardableResult
  func run(_ source: String) async throws -> [LuaValue] {
    try await engine.run(source, name: "@test.lua")
  }

  /// The first value that an expression gives.
  func value(_ expression: String) async throws -> LuaValue {
    try await run("return \(expression)").first ?? .nil
  }

  /// The error of a chunk that must fail.
  func failure(_ source: String) async -> any Error {
    do {
      return UnexpectedSuccess(values: try await run(source))
    } catch {
      return error
    }
  }

  /// The message of a chunk that must fail.
  func message(_ source: String) async -> String { "\(await failure(source))" }

  /// The kind of the error with which a chunk must fail; nil for errors that are not the host's.
  func kind(_ source: String) async -> String? { (await failure(source) as? ScriptError)?.kind }

  /// Makes bytes available to scripts as `mix.input.bytes()`.
  func provide(_ bytes: [UInt8]) async {
    await engine.register("input") {
      var module = Module("input", "The bytes of a test.")
      module.function("bytes", "The bytes.") { _ in Bytes(bytes) }
      return module
    }
  }
}

struct UnexpectedSuccess: Error {
  let values: [LuaValue]
}

/// The entries that were logged, in order.
final class LogRecorder: Sendable {
  struct Entry: Sendable, Equatable {
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata
  }

  private let state = Mutex<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }

  func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

private struct RecordingHandler: LogHandler {
  let recorder: LogRecorder
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    recorder.add(
      LogRecorder.Entry(
        level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:]))
  }
}
