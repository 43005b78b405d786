import ArgumentParser
import Bindings
import HostSetup
import MixCore
import Notation
import ScriptHost

/// `mixhost refresh`: shows and runs the refreshers of programs.
struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Shows and runs refreshers: the parts of programs that fetch regularly.",
    discussion: """
      Examples:
        mixhost refresh status
        mixhost refresh explain feed
        mixhost refresh now chart
        mixhost refresh simulate adaptive fixed
      """,
    subcommands: [Status.self, Explain.self, Now.self, Simulate.self])

  /// `refresh status`: shows when each refresher ran, runs next, and why.
  struct Status: ScriptCommand {
    static let script = "commands/refresh_status"
    static let words = "refresh status"
    static let configuration = CommandConfiguration(
      abstract: "Shows when each ran, when it runs next, and why.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `refresh explain NAME`: shows the facts that a rule gets, and its decision.
  struct Explain: ScriptCommand {
    static let script = "commands/refresh_explain"
    static let words = "refresh explain"
    static let configuration = CommandConfiguration(
      abstract: "Shows the facts that a rule gets about one of them, and its decision.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `refresh simulate [RULE…]`: measures rules on made-up sources.
  struct Simulate: ScriptCommand {
    static let script = "commands/refresh_simulate"
    static let words = "refresh simulate"
    static let configuration = CommandConfiguration(
      abstract: "Measures refresh rules on made-up sources of 30 days.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `refresh now NAME`: runs a refresher, whatever its rule decides.
  struct Now: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Runs one now, whatever its rule says.")
    @Argument(help: "Such as chart; mixhost refresh status lists them.") var name: String
    @Argument(parsing: .captureForPassthrough, help: "Further arguments of its script.")
    var arguments: [String] = []

    mutating func run(_ options: GlobalOptions) throws {
      let home = Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil)
      let programs = Programs.source(Setup.programsHome(options, ProcessEnvironment.all))
      let configuration = try SettingsSource.configuration(
        options, flags: options.settings, home, programs)
      let all = try Refresher.all(configuration)
      guard let refresher = all.first(where: { $0.name == name }) else {
        let near = Suggestion.closest(to: name, in: all.map(\.name))
        throw UsageError(
          "there is no refresher '\(name)'" + (near.map { " (did you mean \($0)?)" } ?? "")
            + "; there are \(all.map(\.name).joined(separator: ", "))")
      }
      let file = try DataStore.open(
        DataStore.address(configuration), dataFile: home.dataFile)
      let store = RefreshStore(file)
      let before = try store.history(name, key: refresher.key, now: Self.now)
      let declared = refresher.arguments + refresher.forcedArguments
      var options = options
      options.manifestWords = declared.count
      let code =
        try ProgramRunner(options, programs: programs)
        .run(refresher.command, declared + arguments) ?? 1
      try Self.note(code, refresher, before, store)
      file.settle()
      if code != 0 { throw ExitCode(code) }
    }

    /// The present time in seconds since 1970.
    private static var now: Double { PresentTime.seconds }

    /// Records the result of a refresher's script unless the script has done so; an interrupted one
    /// has none.
    private static func note(
      _ code: Int32, _ refresher: Refresher, _ before: RefreshHistory, _ store: RefreshStore
    ) throws {
      let after = try store.history(refresher.name, key: refresher.key, now: now)
      guard after == before, code < 128 else { return }
      try store.record(
        code == 0 ? .success(changes: []) : .failure("its script ended with status \(code)"),
        refresher.name, key: refresher.key, now: now)
    }
  }
}
