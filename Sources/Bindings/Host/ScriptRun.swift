public import MixCore
public import Reactor
public import ScriptHost
internal import Terminal

// @unchecked Sendable: the lazy parts are confined to the reactor's thread; the rest is immutable.
/// The parts of a program run that every Lua module may use: thread, clocks, folders, grants, settings, terminal.
///
/// Modules that need more say so by the protocol of their room: ``NetHost``, ``StoreHost``, ``RulesHost``.
public class ScriptRun: @unchecked Sendable {  // confined: see above
  /// The thread that scripts and network share.
  public let reactor: Reactor
  /// Clocks and sleeping.
  public let time: any TimeSource
  /// The folders of files.
  public let home: Home
  /// Hosts, folders and variables that scripts may reach.
  public let grants: Grants
  /// How scripts talk to the user.
  public let output: OutputSettings
  private let makeSettings: @Sendable () -> HostSettings
  /// Told the files that decide what scripts do: modules and rules, as they are looked for. Set before
  /// the first script runs.
  public var onFiles: (@Sendable ([String]) -> Void)?
  /// Told on the reactor the name of each event that a script emits. Set before the first script runs.
  public var onEvent: (@Sendable (String) -> Void)?
  /// Opens a server of this machine whose requests the run's engine answers; gets the secret part of
  /// its address, a port and the most bytes of a body, and returns the port. Set before the first
  /// script runs; nil where no server may be opened.
  public var onListen: (@Sendable (String, Int, Int) async throws -> Int)?

  /// - Parameter settings: what the command line and the configuration say; asked for at the first
  ///   use, because reading them costs a good part of a short run.
  public init(
    reactor: Reactor, time: any TimeSource, home: Home, grants: Grants, output: OutputSettings,
    settings: @escaping @autoclosure @Sendable () -> HostSettings
  ) {
    self.reactor = reactor
    self.time = time
    self.home = home
    self.grants = grants
    self.output = output
    makeSettings = settings
  }

  // MARK: Lazy parts, on the reactor's thread

  /// Everything that may be set.
  public private(set) lazy var settings = makeSettings()

  /// The progress line on standard error.
  private(set) lazy var display = ProgressDisplay(
    time: time, isShown: { [output] in output.isErrorTerminal && !output.quiet },
    width: { [output] in output.width },
    write: { [output] text in
      StatusLine.hold(0)
      OutputSettings.writeStyledError(text)
      // The display leaves the cursor at the start of a line that it has drawn.
      guard output.isTerminal, text.hasSuffix("\r") else { return }
      let end = text.dropLast().lastIndex { $0 != " " }
      StatusLine.hold(end.map { DisplayWidth.of(String(text[...$0])) } ?? 0)
    })

  /// Stands before the namespaces of `mix.cache` in a program of the user's, which cannot write it:
  /// values of other programs are not its own. Empty for other scripts.
  private(set) lazy var cacheRoom =
    settings.program().flatMap { program in
      program.isBundled ? nil : "\u{0}\(program.name)\u{0}"
    } ?? ""

  /// The address of the fleet's store; nil: the data file.
  var storeAddress: @Sendable () throws -> String? {
    { [configuration = settings.configuration] in try DataStore.address(configuration) }
  }

  /// Standard input, for `io.read` and for what the user types.
  private(set) lazy var input = InputLines(reactor)

  /// The clocks that scripts read.
  var scriptTime: any TimeSource { (time as? EventClock)?.forScripts ?? time }

  /// The seeds of an engine's own clocks and random numbers; nil without a seed.
  public func runSources(seed: Int?) -> RunSources? {
    seed.map { RunSources(time: scriptTime, seed: $0) }
  }

  /// Says that files were read, or would have been had they been there.
  public func noteFiles(_ paths: [String]) { onFiles?(paths) }

  /// The text of a Lua file that does the work of a module.
  /// - Parameter name: its path below `scripts` without the ending: `mix/grid`.
  /// - Throws: ``HostError`` when it cannot be read.
  func script(_ name: String) throws -> [UInt8] {
    guard let share = settings.shareFolder else {
      throw HostError.usage("scripts/\(name).lua is needed, and no folder of mixhost's was found")
    }
    let path = "\(share)/scripts/\(name).lua"
    noteFiles([path])
    do { return try Grants.ruleFile(path).read(most: 16_000_000) } catch {
      throw HostError.usage(error.hostError("read", path, most: "16 MB").message)
    }
  }
}
