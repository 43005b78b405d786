import Bindings
import Glibc
import HostSetup
import MixCore
import Notation
import ScriptHost

/// The way from a command line to what it asks for.
enum Program {
  static let version = Release.version

  /// - Returns: the exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      if arguments.first == "--complete" { return try Completion.run(Array(arguments.dropFirst())) }
      let (options, rest) = try GlobalOptions.split(
        arguments, isCommand: { Commands.names.contains($0) })
      return try dispatch(rest, options)
    } catch let error as UsageError {
      OutputSettings.writeError("mixhost: \(error)\nSee mixhost --help\n")
      return 2
    } catch {
      OutputSettings.writeError("mixhost: \(error)\n")
      return 1
    }
  }

  private static func dispatch(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
    if options.watch { return try watch(arguments, options) }
    guard let first = arguments.first else {
      if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 { return try Prompt(options).run() }
      return try ScriptRunner(options).run(.standardInput(arguments: []))
    }
    switch first {
    case "-e":
      guard arguments.count >= 2 else { throw UsageError("-e needs code") }
      return try ScriptRunner(options).run(
        .code(arguments[1], arguments: Array(arguments.dropFirst(2))))
    case "-":
      return try ScriptRunner(options).run(.standardInput(arguments: Array(arguments.dropFirst())))
    case "--":
      guard arguments.count >= 2 else { throw UsageError("-- needs a script") }
      return try ScriptRunner(options).run(
        .file(arguments[1], arguments: Array(arguments.dropFirst(2))))
    case "--version":
      try StandardOutput.write("mixhost \(version)\n")
      StandardOutput.flush()
      return 0
    case "--generate-completion-script":
      guard let text = CompletionScripts.text(arguments.dropFirst().first ?? "") else {
        throw UsageError(
          "--generate-completion-script takes \(CompletionScripts.shells.joined(separator: ", "))")
      }
      try StandardOutput.write(text)
      StandardOutput.flush()
      return 0
    default:
      if first.hasPrefix("-") || Commands.names.contains(first) {
        return try Commands.run(arguments, options)
      }
      let rest = Array(arguments.dropFirst())
      // A script has a folder or `.lua` in its name: no manifest is read on the way into it.
      if ProgramManifest.isName(first), let code = try runProgram(first, rest, options) {
        return code
      }
      return try ScriptRunner(options).run(.file(first, arguments: rest))
    }
  }

  /// Runs a program by its command.
  /// - Returns: its exit code; nil when no program has the command, and a script may be meant.
  /// - Throws: ``UsageError`` for a word that means nothing, and for a program that was not accepted.
  private static func runProgram(
    _ word: String, _ arguments: [String], _ options: GlobalOptions
  ) throws -> Int32? {
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

  private static func watch(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
    let words = arguments.first == "--" ? arguments.dropFirst() : arguments[...]
    guard let script = words.first, !script.hasPrefix("-"), !Commands.names.contains(script) else {
      throw UsageError("--watch takes a script's file")
    }
    return try ScriptWatch(options).run(.file(script, arguments: Array(words.dropFirst())))
  }
}
