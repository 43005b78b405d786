import Bindings
import Glibc
import HostSetup
import MixCore
import ScriptHost

/// Runs what a command line asks for.
enum Program {
  static let version = Release.version

  /// Runs a command line and returns the exit code: 0 success, 1 failure, 2 wrong usage, 130
  /// interrupted.
  static func run(_ arguments: [String]) -> Int32 { finishOutput(code(of: arguments)) }

  /// Writes the remaining output. A reader that left early is not a failure; a full disk is one.
  private static func finishOutput(_ code: Int32) -> Int32 {
    // A reader that has stopped reading must not delay the end of an interrupted run.
    if code >= 128 { return code }
    StandardOutput.flush()
    guard let failure = StandardOutput.failure, failure != EPIPE else { return code }
    OutputSettings.writeError(
      "mixhost: cannot write output: \(String(cString: strerror(failure)))\n")
    return 1
  }

  private static func code(of arguments: [String]) -> Int32 {
    do {
      if let word = ProgramArguments.unreadable {
        throw UsageError("\(word) is not UTF-8: rename the file, or set the terminal to UTF-8")
      }
      if arguments.first == "--complete" { return try Completion.run(Array(arguments.dropFirst())) }
      let (options, rest) = try GlobalOptions.split(
        arguments, isCommand: { Commands.names.contains($0) })
      return try dispatch(rest, options)
    } catch let error as UsageError {
      OutputSettings.writeError(error.text)
      return 2
    } catch LimitExceeded.outputClosed {
      return 0
    } catch {
      OutputSettings.writeError("mixhost: \(error)\n")
      return 1
    }
  }

  private static func dispatch(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
    // Version, help and the mock are there whatever the home is.
    let homeless = ["--version", "--help", "help", "--generate-completion-script", "mock"]
    if homeless.contains(arguments.first ?? "") {
      return try run(arguments, options)
    }
    try Setup.programsHome(options, ProcessEnvironment.all).check()
    return try run(arguments, options)
  }

  private static func run(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
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
      return 0
    case "--generate-completion-script":
      guard let text = CompletionScripts.text(arguments.dropFirst().first ?? "") else {
        throw UsageError(
          "--generate-completion-script takes \(CompletionScripts.shells.joined(separator: ", "))")
      }
      try StandardOutput.write(text)
      return 0
    default:
      if first.hasPrefix("-") || Commands.names.contains(first) {
        return try Commands.run(arguments, options)
      }
      let rest = Array(arguments.dropFirst())
      // A script's name has a folder or `.lua`, so running it reads no manifest.
      if ProgramManifest.isName(first), let code = try ProgramRunner(options).run(first, rest) {
        return code
      }
      if let ending = tables.first(where: first.hasSuffix) {
        throw UsageError(
          "\(first) is a table (\(ending)), not a Lua script: mixhost match \(first) --with SERVICE or "
            + "TABLE matches it, mixhost books import \(first) reads books")
      }
      return try ScriptRunner(options).run(.file(first, arguments: rest))
    }
  }

  /// Endings of files that newcomers take for scripts.
  private static let tables = [".csv", ".tsv", ".json", ".xlsx", ".ods"]

  private static func watch(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
    let words = arguments.first == "--" ? arguments.dropFirst() : arguments[...]
    guard let script = words.first, !script.hasPrefix("-"), !Commands.names.contains(script) else {
      throw UsageError("--watch takes a script's file")
    }
    return try ScriptWatch(options).run(.file(script, arguments: Array(words.dropFirst())))
  }
}
