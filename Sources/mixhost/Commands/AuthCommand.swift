import HostSetup
import MixCore
import ArgumentParser
import Bindings

/// `mixhost auth`: log-ins, handled by `scripts/auth.lua`.
struct AuthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Signs in to services and out again: mixhost auth login|status|logout|token.")

  /// Runs the script as if the user had named it.
  /// - Throws: ``UsageError`` when the script is missing; errors of running a script.
  static func run(_ arguments: [String], _ options: GlobalOptions) throws -> Int32 {
    guard let share = ShareFolder.path else {
      throw UsageError("scripts/auth.lua was not found beside mixhost; it is what signs in")
    }
    return try ScriptRunner(options).run(
      .command(
        "auth", path: share + "/scripts/auth.lua", arguments: Array(arguments.dropFirst())))
  }
}
