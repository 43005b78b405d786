import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import MockUpstreams
import Notation
import ScriptHost
import Terminal

/// The commands besides running scripts, parsed by ArgumentParser.
enum Commands {
  /// The words that are commands in first place; run a script of such a name as `./NAME`. A list,
  /// because the first set of a run costs a quarter of a short one (docs/architecture.md,
  /// "Start-up").
  static let names = Programs.commandWords

  /// Runs a command line and returns the exit code.
  /// - Throws: the same errors as running a script.
  static func run(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
    switch arguments.first {
    case "auth": return try AuthCommand.run(arguments, options)
    case "help": return try help(Array(arguments.dropFirst()), options)
    default: break
    }
    let path = try CommandPath(arguments)
    do {
      var command = try MixhostCommand.parseAsRoot(path.arguments)
      if var command = command as? any HomeCommand {
        try command.run(options)
      } else if var command = command as? MockCommand {
        command.services = command.services ?? services(options)
        try AsyncWork.wait { [command] in
          var command = command
          try await command.run()
        }
      } else if var command = command as? MockCheckCommand {
        command.services = command.services ?? services(options)
        try AsyncWork.wait { [command] in
          var command = command
          try await command.run()
        }
      } else {
        try command.run()
      }
      return 0
    } catch let exit as ExitCode {
      return exit.rawValue
    } catch LimitExceeded.outputClosed {
      return 0
    } catch let error as UsageError {
      throw UsageError(error.description, command: path.typed)
    } catch let error as MockUsageError {
      throw UsageError(error.description, command: path.typed)
    } catch {
      // Already the exit code renders help.
      widenHelp()
      let code = MixhostCommand.exitCode(for: error)
      let text = MixhostCommand.fullMessage(for: error)
      if code == .success {
        try StandardOutput.write(text + "\n")
        return 0
      }
      if code == .validationFailure {
        throw ParserMessage.error(text, command: path.typed, words: path.arguments)
      }
      OutputSettings.writeError(
        "mixhost: \(text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text)\n")
      return 1
    }
  }

  /// The parser ends the process where a line has fewer columns than help is indented by.
  private static func widenHelp() {
    let asked = ProcessEnvironment.all["COLUMNS"].flatMap(Int.init)
    let columns = asked ?? OutputSettings(environment: ProcessEnvironment.all).size.columns
    if columns < 40 { setenv("COLUMNS", "40", 1) }
  }

  /// The folder above the user's services, where there are any: their mocks answer, too.
  private static func services(_ options: GlobalOptions) -> String? {
    let config = Setup.programsHome(options, ProcessEnvironment.all).config
    return ServiceFolders.names(in: config + "/services").isEmpty ? nil : config
  }

  /// Runs `mixhost help COMMAND…` as `mixhost COMMAND… --help`, for programs as well; alone, lists
  /// the commands on one screen.
  private static func help(_ words: [String], _ options: GlobalOptions) throws -> Int32 {
    guard let first = words.first else {
      print(HelpScreen.text)
      StandardOutput.flush()
      return 0
    }
    if first == "help" || first.hasPrefix("-") { return try run(["--help"], options) }
    if names.contains(first) { return try run(words + ["--help"], options) }
    let rest = Array(words.dropFirst()) + ["--help"]
    return try ProgramRunner(options).run(first, rest) ?? run(["--help"], options)
  }
}

/// The path from `mixhost` to the command of a command line.
private struct CommandPath {
  /// The words of the path that the user typed, such as `mixhost rules copy`.
  private(set) var typed = "mixhost"
  /// The command line with `help` replaced by the parser's option.
  private(set) var arguments: [String]

  /// Follows a command line.
  /// - Throws: ``UsageError`` for an unknown word where a command is expected.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    var command: any ParsableCommand.Type = MixhostCommand.self
    for (place, word) in arguments.enumerated() {
      let below = command.configuration.subcommands
      if below.isEmpty || word.hasPrefix("-") { return }
      guard let next = below.first(where: { $0._commandName == word }) else {
        if word == "help" {
          self.arguments.remove(at: place)
          self.arguments.append("--help")
          return
        }
        let names = below.map { $0._commandName }
        let near = Suggestion.closest(to: word, in: names)
        throw UsageError(
          "there is no command \"\(word)\"" + (near.map { " (did you mean \($0)?)" } ?? "")
            + "; there are \(names.joined(separator: ", "))", command: typed)
      }
      typed += " " + word
      command = next
    }
  }
}

/// A command that works with the user's folders.
protocol HomeCommand: ParsableCommand {
  mutating func run(_ options: GlobalOptions) throws
}

extension HomeCommand {
  mutating func run() throws { try run(GlobalOptions()) }
}

/// The root command: help, version, completions.
struct MixhostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixhost",
    abstract: "Matches lists of songs, books and films with catalogues, and runs Lua programs.",
    usage: """
      mixhost [OPTIONS]
      mixhost [OPTIONS] SCRIPT [ARGUMENTS…]
      mixhost [OPTIONS] -e CODE [ARGUMENTS…]
      mixhost [OPTIONS] - [ARGUMENTS…]
      mixhost [OPTIONS] COMMAND …
      """,
    discussion: """
      Programs, each a command with --help: match, link, dedupe, chart, books, trailers, feed, \
      playlist, tags, subsonic, jellyfin, listenbrainz, connect, reconcile, notify, mcp, host. \
      mixhost programs list shows \
      yours, too.

      Without arguments: a prompt on a terminal, else a script from standard input. \
      Options stand before the script's name, and before or after a command's. A script's own \
      options: mixhost SCRIPT --help.

      Examples:
        mixhost chart
        mixhost match songs.csv --with catalogue.csv --out matched.csv
        mixhost --mock books add --title Sabriel --author "Garth Nix"
        mixhost songs.lua --json
        mixhost -e 'print(mix.json.encode{a = 1})'
        mixhost config set http.contact me@example.org
      """,
    version: "mixhost \(Program.version)",
    subcommands: [
      AuthCommand.self, BackupCommand.self, RestoreCommand.self, StoreCommand.self,
      ConfigCommand.self, TrustCommand.self,
      CacheCommand.self, DoctorCommand.self, LogsCommand.self,
      ProgramsCommand.self, RefreshCommand.self, RulesCommand.self, ScreenCommand.self,
      TestCommand.self, NewCommand.self,
      TypesCommand.self, DocsCommand.self, MockCommand.self, ServeCommand.self,
      WorkerCommand.self,
    ])

  @OptionGroup var options: GlobalHelp
}

/// The global options for help and completions; `GlobalOptions` has parsed them already.
struct GlobalHelp: ParsableArguments {
  @Option(help: ArgumentHelp("Keep all of mixhost's files below this folder.", valueName: "dir"))
  var home: String?
  @Option(
    help: ArgumentHelp(
      "Read keys and programs' options from this file, not from the folder's .env.",
      valueName: "file"))
  var envFile: String?
  @Flag(help: "Ask no upstream; serve from the cache.")
  var offline = false
  @Flag(name: [.short, .long], help: "Say what happens, on standard error.")
  var verbose = false
  @Option(help: "trace, debug, info, notice, warning, error or critical.")
  var logLevel: String?
  @Option(help: "text or json.")
  var logFormat: String?
  @Option(
    help: ArgumentHelp("How long Lua may run without waiting (default 30s).", valueName: "time"))
  var timeout: String?
  @Option(help: ArgumentHelp("How much memory Lua may use (default 256MB).", valueName: "size"))
  var maxMemory: String?
  @Option(
    help: ArgumentHelp(
      "Keep works and jobs on a PostgreSQL server that hosts share: postgres://user@host/database.",
      valueName: "url"))
  var store: String?
  @Option(help: ArgumentHelp("Let the script ask a host.", valueName: "host[:port]"))
  var allowNet: [String] = []
  @Option(help: ArgumentHelp("Let the script read a folder or file.", valueName: "path"))
  var allowRead: [String] = []
  @Option(help: ArgumentHelp("Let the script write a folder or file.", valueName: "path"))
  var allowWrite: [String] = []
  @Option(help: ArgumentHelp("Let the script see an environment variable.", valueName: "name"))
  var allowEnv: [String] = []
  @Option(
    help: ArgumentHelp(
      "With --sandbox strict: let the script act for you at a service.", valueName: "service"))
  var allowAuth: [String] = []
  @Option(help: "strict: grant nothing but what the flags name.")
  var sandbox: String?
  @Flag(help: "Run the script in a child process that the kernel limits; kill it when it hangs.")
  var isolate = false
  @Option(help: "loose: unknown globals are nil and may be set, as in lua; strict: an error.")
  var globals: String?
  @Flag(
    help: """
      Use made-up upstreams; --mock=latency=50ms,size=2000,log=FILE,rate=20/min,seed=1, \
      fault=429:20%+503:10%+truncate:5%.
      """)
  var mock = false
  @Option(
    help: ArgumentHelp("Record all requests and answers, without secrets.", valueName: "file"))
  var record: String?
  @Option(
    help: ArgumentHelp(
      "Run again on a recording: no network, the recorded time.", valueName: "file"))
  var replay: String?
  @Flag(help: "Run the script again whenever it, a module or a rule of it changes.")
  var watch = false
}
