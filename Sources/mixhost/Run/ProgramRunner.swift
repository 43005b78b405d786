import HostSetup
import MixCore
import Notation

/// Runs programs (docs/programs.md) by their commands.
struct ProgramRunner {
  private let options: GlobalOptions

  init(_ options: GlobalOptions) { self.options = options }

  /// Runs a program by its command.
  /// - Returns: its exit code; nil when no program has the command, and a script may be meant.
  /// - Throws: ``UsageError`` for a word that means nothing, and for a program that was not accepted.
  func run(_ word: String, _ arguments: [String]) throws -> Int32? {
    let home = Setup.programsHome(options, ProcessEnvironment.all)
    let catalogue = Programs.catalogue(home, developed: nil)
    guard let program = catalogue.program(command: word) else {
      if PrivateFile.exists(word) { return nil }
      if let problem = catalogue.problems.first(where: { $0.path.contains("/\(word)/") }) {
        throw UsageError(problem.message)
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
        options, Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil))
    ).run(
      .command(word, path: program.entry, arguments: arguments))
  }
}
