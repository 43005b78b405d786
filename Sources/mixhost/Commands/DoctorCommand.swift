import ArgumentParser
import Bindings
import HostSetup
import MixCore

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
      """)
  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  mutating func run(_ options: GlobalOptions) throws {
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

  /// The variables with keys of services. The command checks and tries these keys, but shows none.
  private static func keyVariables(_ programs: ProgramCatalogue) -> [String] {
    programs.settings.filter(\.isSecret).flatMap(\.environment)
  }
}
