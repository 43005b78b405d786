import ArgumentParser
import Bindings
import HostSetup
import MixCore
import ScriptHost

/// `mixhost config`: shows and changes settings.
struct ConfigCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Shows and changes settings.",
    discussion: """
      Without a subcommand: every setting, its value and where it comes from; secrets are masked.

      Examples:
        mixhost config
        mixhost config set http.contact me@example.org
        mixhost config unset http.contact
      """,
    subcommands: [Get.self, Set.self, Unset.self])

  mutating func run(_ options: GlobalOptions) throws {
    let configuration = Self.told(options)
    let output = OutputSettings(environment: ProcessEnvironment.all)
    for line in configuration.all() {
      // Programs set their own settings: a text steers no terminal and makes no line.
      let value = ShownText.line(line.text ?? "-")
      let space = String(repeating: " ", count: max(1, 45 - value.count))
      let source = ShownText.line(line.problem ?? line.source.map { "\($0)" } ?? "not set")
      try StandardOutput.write(output.entry(line.name, value + space + source, at: 27) + "\n")
    }
    try Self.tellProblems(configuration)
  }

  /// Loads the settings and prints notices about the `.env` file.
  static func told(_ options: GlobalOptions) -> Configuration {
    let configuration = load(options)
    EnvFileNotices.tell(configuration.notices)
    return configuration
  }

  static func load(_ options: GlobalOptions) -> Configuration {
    let environment = ProcessEnvironment.all
    let home = Setup.home(options, environment, isMock: options.mock != nil)
    return Configuration(
      registry: .standard(Programs.source(Setup.programsHome(options, ProcessEnvironment.all))),
      environment: environment, envFile: options.envFile(environment),
      settingsPath: home.settingsFile)
  }

  /// The address of the server with works, jobs and records; nil for the data file.
  /// - Throws: `ConfigurationError` for an invalid address.
  static func storeAddress(_ options: GlobalOptions) throws -> String? {
    try options.store ?? DataStore.address(told(options))
  }

  /// Reports unreadable settings.
  /// - Throws: ``CommandFailure`` when settings.json could not be read.
  static func tellProblems(_ configuration: Configuration) throws {
    if let problem = configuration.problem { throw CommandFailure(problem) }
  }

  /// Runs what takes a setting from the command line, where an unknown name or a wrong value is wrong
  /// usage.
  /// - Throws: ``UsageError`` that names the subcommand; what `body` throws.
  private static func known<T>(_ subcommand: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as ConfigurationError {
      switch error {
      case .unknownKey, .invalidValue(_, _, nil, _):
        throw UsageError("\(error)", command: "mixhost config \(subcommand)")
      default: throw error
      }
    }
  }

  /// `config get KEY`: prints a value.
  struct Get: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Prints one setting's value.")
    @Argument(help: "Such as http.concurrency.") var key: String

    mutating func run(_ options: GlobalOptions) throws {
      let configuration = ConfigCommand.told(options)
      try ConfigCommand.tellProblems(configuration)
      // Throws for an invalid text, too; `all` masks secrets.
      let value = try ConfigCommand.known("get") { try configuration.value(for: key) }
      guard value != nil else {
        let folder =
          configuration.ignoresFolder
          ? "; the file .env of this folder is not trusted, and is ignored as a whole" : ""
        throw CommandFailure("\(key) is not set\(folder)")
      }
      let text = configuration.all().first { $0.name == key }?.text ?? ""
      // A pipe gets it as it is.
      let isShown = OutputSettings(environment: ProcessEnvironment.all).isTerminal
      try StandardOutput.write((isShown ? ShownText.lines(text) : text) + "\n")
    }
  }

  /// `config set KEY VALUE`: stores a value.
  struct Set: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Keeps a value in settings.json.")
    @Argument(help: "Such as http.concurrency.") var key: String
    @Argument(help: "The value.") var value: String

    mutating func run(_ options: GlobalOptions) throws {
      var configuration = ConfigCommand.told(options)
      try ConfigCommand.tellProblems(configuration)
      try ConfigCommand.known("set") { try configuration.set(key, to: value) }
    }
  }

  /// `config unset KEY`: removes a value.
  struct Unset: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Removes a value from settings.json.")
    @Argument(help: "Such as http.concurrency.") var key: String

    mutating func run(_ options: GlobalOptions) throws {
      var configuration = ConfigCommand.told(options)
      try ConfigCommand.tellProblems(configuration)
      try ConfigCommand.known("unset") { try configuration.unset(key) }
    }
  }
}
