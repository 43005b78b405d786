import ArgumentParser
import Bindings
import HostSetup
import MixCore
import ScriptHost

/// `mixhost logs`: prints recent log entries.
struct LogsCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Prints or exports the logs, oldest first; secrets are masked.")

  @Option(help: ArgumentHelp("Write them to this file.", valueName: "file"))
  var export: String?

  mutating func run(_ options: GlobalOptions) throws {
    let home = Setup.home(options, ProcessEnvironment.all, isMock: options.mock != nil)
    let file = RotatedFile(folder: home.logsFolder)
    guard let export else {
      let text = try file.contents()
      if text.isEmpty {
        OutputSettings.writeError("mixhost: nothing is logged yet in \(home.logsFolder)\n")
      }
      return try StandardOutput.write(String(decoding: text, as: UTF8.self))
    }
    if let problem = PrivateFile.missingFolder(of: export) { throw CommandFailure(problem) }
    let bytes = try file.export(to: export)
    try StandardOutput.write("wrote \(bytes) bytes to \(export)\n")
  }
}
