import HostSetup
import MixCore
import Notation

/// Runs programs (docs/programs.md) by their commands.
struct ProgramRunner {
  private let options: GlobalOptions
  private let programs: ProgramSource

  /// - Parameter programs: those of the run; nil: read here.
  init(_ options: GlobalOptions, programs: ProgramSource? = nil) {
    self.options = options
    self.programs =
      programs ?? Programs.source(Setup.programsHome(options, ProcessEnvironment.all))
  }

  /// Runs a program by its command.
  /// - Returns: its exit code; nil when no program has the command, and a script may be meant.
  /// - Throws: ``UsageError`` for a word that means nothing, and for a program that was not accepted.
  func run(_ word: String, _ arguments: [String]) throws -> Int32? {
    let home = Setup.programsHome(options, ProcessEnvironment.all)
    let catalogue = programs.catalogue
    guard let program = catalogue.program(command: word) else {
      if PrivateFile.exists("\(word)/\(ProgramManifest.fileName)") {
        throw UsageError(
          "\(word) is a folder with a program that was not added: mixhost programs add \(word)",
          command: "mixhost programs add")
      }
      if PrivateFile.exists(word) { return nil }
      if let problem = catalogue.problems.first(where: { $0.path.contains("/\(word)/") }) {
        throw CommandFailure(problem.message)
      }
      let known = Programs.commandWords + catalogue.programs.map(\.command)
      let near = Suggestion.closest(to: word, in: known)
      throw UsageError(
        "there is no command and no script '\(word)'"
          + (near.map { "; did you mean mixhost \($0)?" } ?? ""))
    }
    try ProgramAcceptance(program.name, home).check(program)
    return try ScriptRunner(
      program.options(
        options, Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil)),
      programs: programs
    ).run(
      .command(word, path: program.entry, arguments: arguments))
  }
}
