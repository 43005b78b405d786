import ArgumentParser
import Bindings
import Files
import HostSetup
import MixCore
import ScriptHost

/// `mixhost doctor`: finds reasons why programs fail, by `scripts/commands/doctor.lua`.
struct DoctorCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks services, keys, log-ins, disk and clock; see mixhost doctor --help.",
    discussion: """
      Examples:
        mixhost doctor
        mixhost doctor --live
        mixhost doctor --json
        mixhost doctor --crash report.txt
      """)
  /// A journal of some days may lie around the report, in bytes.
  private static let mostReport = 64 << 20

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  mutating func run(_ options: GlobalOptions) throws {
    if let report = arguments.first, report == "--crash" || report.hasPrefix("--crash=") {
      return try explain(
        report == "--crash" ? arguments.dropFirst().first : String(report.dropFirst(8)))
    }
    if options.strict {
      throw UsageError(
        "doctor looks at keys, folders and hosts, which --sandbox strict hides: run it without")
    }
    if options.record != nil || options.replay != nil {
      throw UsageError("doctor looks at what is there now: run it without --record and --replay")
    }
    var options = options
    options.allowEnv += Self.keyVariables(
      Programs.catalogue(Setup.programsHome(options, ProcessEnvironment.all)))
    try RulesCommand.run(script: "commands/doctor", as: "doctor", arguments, options)
  }

  /// Names the functions of a crash.
  /// - Parameter path: the file that has the report; `-`: standard input.
  private func explain(_ path: String?) throws {
    guard let path, !path.isEmpty else {
      throw UsageError("--crash takes the file with what mixhost printed when it crashed, or -")
    }
    let file = path == "-" ? "/dev/stdin" : path
    guard let bytes = try PrivateFile.read(file, most: Self.mostReport) else {
      throw UsageError("there is no file \(path)")
    }
    let report = try CrashReport(String(decoding: bytes, as: UTF8.self), name: path)
    try StandardOutput.write(report.explained())
  }

  /// The variables with keys of services. The command checks and tries these keys, but shows none.
  private static func keyVariables(_ programs: ProgramCatalogue) -> [String] {
    programs.settings.filter(\.isSecret).flatMap(\.environment)
  }
}
