import ArgumentParser
import Bindings
import HostSetup
import MixCore
import ScriptHost

/// `mixhost rules`: lists, copies, checks, explains and measures rules.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Shows, copies, checks, explains and measures rules.",
    discussion: """
      Examples:
        mixhost rules list
        mixhost rules copy match/books
        mixhost rules check match/books
        mixhost rules explain match/books --query '{"title": "Dune"}' --candidates found.json
        mixhost rules eval match/books --pairs pairs.csv --compare match/books/classic
      """,
    subcommands: [
      List.self, Copy.self, Check.self, Explain.self, Eval.self, Learn.self, Label.self,
    ])

  /// Runs one of mixhost's own scripts as a subcommand.
  /// - Parameters:
  ///   - script: its file below `scripts`, without `.lua`.
  ///   - command: the words that the user typed: `rules list`.
  static func run(
    script: String, as command: String, _ arguments: [String], _ options: GlobalOptions
  ) throws {
    guard let share = ShareFolder.path else {
      throw CommandFailure("the scripts that come with mixhost were not found")
    }
    let source = ScriptSource.command(
      command, path: "\(share)/scripts/\(script).lua", arguments: arguments)
    let code = try ScriptRunner(options).run(source)
    if code != 0 { throw ExitCode(code) }
  }

  /// `rules copy NAME`: copies rules for editing.
  struct Copy: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copies a rule file to your folder, to be changed there.")
    @Argument(help: "Such as match/books or match/books/classic.") var name: String
    @Option(name: .customLong("as"), help: "The name of the copy, such as match/books/mine.")
    var newName: String?
    @Flag(help: "Replace a copy that is there.") var force = false

    mutating func run(_ options: GlobalOptions) throws {
      let home = Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil)
      guard let share = ShareFolder.path else {
        throw CommandFailure("the rules that come with mixhost were not found")
      }
      let catalogue = RuleCatalogue(folders: [home.rulesFolder, share + "/scripts/rules"])
      let path = try catalogue.copy(name, as: newName, replaces: force)
      try StandardOutput.write("\(path)\n")
    }
  }

  /// `rules list`: lists rules.
  struct List: ScriptCommand {
    static let script = "commands/rules_list"
    static let words = "rules list"
    static let configuration = CommandConfiguration(abstract: "Lists all rules.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `rules check NAME|FILE`: checks rules.
  struct Check: ScriptCommand {
    static let script = "commands/rules_check"
    static let words = "rules check"
    static let configuration = CommandConfiguration(
      abstract: "Checks and tries a rule file.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `rules explain NAME --query JSON --candidates FILE`: explains decisions.
  struct Explain: ScriptCommand {
    static let script = "commands/rules_explain"
    static let words = "rules explain"
    static let configuration = CommandConfiguration(
      abstract: "Shows what rules decide about candidates, and why.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `rules learn NAME --pairs FILE…`: fits weights, thresholds and bounds to pairs.
  struct Learn: ScriptCommand {
    static let script = "commands/rules_learn"
    static let words = "rules learn"
    static let configuration = CommandConfiguration(
      abstract: "Fits weights, thresholds and bounds to pairs, and writes them as rules of yours.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    /// Grants writing to the user's folder of rules, where learned rules are stored.
    mutating func run(_ options: GlobalOptions) throws {
      var granted = options
      let home = Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil)
      granted.allowWrite.append(home.rulesFolder)
      try RulesCommand.run(script: Self.script, as: Self.words, arguments, granted)
    }
  }

  /// `rules label NAME --pairs FILE…`: asks the user about pairs.
  struct Label: ScriptCommand {
    static let script = "commands/rules_label"
    static let words = "rules label"
    static let configuration = CommandConfiguration(
      abstract: "Asks you about the pairs that rules would learn most from.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  /// `rules eval NAME --pairs FILE…`: measures rules by labelled pairs.
  struct Eval: ScriptCommand {
    static let script = "evaluate"
    static let words = "rules eval"
    static let configuration = CommandConfiguration(
      abstract: "Measures rules on labelled pairs; so does scripts/evaluate.lua.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }
}

/// A subcommand that runs one of mixhost's own scripts, which has its own options and help.
protocol ScriptCommand: HomeCommand {
  static var script: String { get }
  /// The words that the user types.
  static var words: String { get }
  var arguments: [String] { get }
}

extension ScriptCommand {
  mutating func run(_ options: GlobalOptions) throws {
    try RulesCommand.run(script: Self.script, as: Self.words, arguments, options)
  }
}
