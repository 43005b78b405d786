import HostSetup
import MixCore
import Notation

/// Runs programs (docs/programs.md) by their commands.
struct ProgramRunner {
  private let options: GlobalOptions
  private let programs: ProgramSource

  /// Makes a runner.
  /// - Parameter programs: the programs of the run; nil to read them here.
  init(_ options: GlobalOptions, programs: ProgramSource? = nil) {
    self.options = options
    self.programs =
      programs ?? Programs.source(Setup.programsHome(options, ProcessEnvironment.all))
  }

  /// Runs a program by its command.
  /// - Returns: its exit code; nil when no program has the command, so that it may be a script.
  /// - Throws: ``UsageError`` for a word without a meaning, and for a program that was not
  ///   accepted.
  func run(_ word: String, _ arguments: [String]) throws -> Int32? {
    let catalogue = programs.catalogue
    guard let program = catalogue.program(command: word) else {
      if let problem = catalogue.problems.first(where: { $0.path.contains("/\(word)/") }) {
        throw CommandFailure(problem.message)
      }
      if PrivateFile.exists("\(word)/\(ProgramManifest.fileName)") {
        throw UsageError(
          "\(word) is a folder with a program that was not added: mixhost programs add \(word)",
          command: "mixhost programs add")
      }
      if PrivateFile.exists(word) { return nil }
      let known = Programs.commandWords + catalogue.programs.map(\.command)
      let near = Suggestion.closest(to: word, in: known)
      throw UsageError(
        "there is no command and no script '\(word)'"
          + (near.map { "; did you mean mixhost \($0)?" } ?? ""))
    }
    return try run(program, .command(word, path: program.entry, arguments: arguments))
  }

  /// Runs one of mixhost's own scripts as part of a program: with the program's grants and modules.
  /// - Parameters:
  ///   - script: its file below `scripts`, without `.lua`.
  ///   - command: the words that the user typed.
  /// - Throws: ``UsageError`` for a program that was not accepted.
  func run(
    _ program: ProgramManifest, script: String, as command: String, _ arguments: [String]
  ) throws -> Int32 {
    guard let share = ShareFolder.path else {
      throw CommandFailure("the scripts that come with mixhost were not found")
    }
    return try run(
      program,
      .part(
        command, path: "\(share)/scripts/\(script).lua", entry: program.entry,
        arguments: arguments))
  }

  private func run(_ program: ProgramManifest, _ source: ScriptSource) throws -> Int32 {
    let home = Setup.programsHome(options, ProcessEnvironment.all)
    try ProgramAcceptance(program.name, home).check(program)
    return try ScriptRunner(
      program.options(
        options, Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil)),
      programs: programs
    ).run(source)
  }
}
