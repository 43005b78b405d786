import ArgumentParser
import Bindings
import HostSetup
import MixCore
import ScriptHost

/// `mixhost trust`: manages the folders whose `.env` counts.
struct TrustCommand: HomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Lets a folder's .env set keys and programs' options, as it is now.",
    discussion: """
      A .env that has changed since is not read: look at it and trust it again. It never sets addresses, \
      proxies, certificates, stores, limits or what scripts may do.

      Examples:
        mixhost trust .
        mixhost trust --list
        mixhost trust --remove .
      """)

  @Argument(help: "A folder with a .env.") var folder: String?
  @Flag(help: "List the trusted folders.") var list = false
  @Flag(help: "Trust the folder no longer.") var remove = false

  mutating func validate() throws {
    if list, folder != nil || remove {
      throw ValidationError("--list takes no folder and no --remove")
    }
    if !list, folder == nil { throw ValidationError("trust takes a folder, such as .") }
  }

  mutating func run(_ options: GlobalOptions) throws {
    let home = Setup.programsHome(options, ProcessEnvironment.all)
    let trust = FolderTrust(home)
    if list { return try show(trust) }
    guard let folder else { return }
    let path = PrivateFile.real(folder) ?? folder
    if remove {
      guard try trust.remove(path) else { throw CommandFailure("\(folder) is not trusted") }
      return try StandardOutput.write("trusted no longer: \(path)\n")
    }
    guard let bytes = try EnvFile.bytes(of: path) else {
      throw CommandFailure("there is no \(folder)/\(EnvFile.name): name a folder that has one")
    }
    try trust.add(path, bytes)
    for line in Self.description(bytes, path, SettingRegistry.standard(Programs.source(home))) {
      try StandardOutput.write(ShownText.message(line) + "\n")
    }
  }

  /// Describes the file's contents to the user, by names only.
  private static func description(
    _ bytes: [UInt8], _ folder: String, _ registry: SettingRegistry
  ) -> [String] {
    let content = DotEnv.parse(bytes)
    let names = registry.names(content.values)
    let path = "\(folder)/\(EnvFile.name)"
    let counting = names.counting.map { variable, setting in
      let problem = registry[setting]?.problem(content.values[variable] ?? "")
      return problem.map { "  does not fit \(setting) (\(variable)): it \($0)" }
        ?? "  sets \(setting) (\(variable))"
    }
    let ignored = names.ignored.map { variable, setting in
      "  does not set \(setting ?? "anything") (\(variable))"
        + (setting.map { ": mixhost config set \($0) …" } ?? "")
    }
    return ["trusted as it is now: \(path)"]
      + (counting.isEmpty ? ["  sets nothing of mixhost's"] : counting) + ignored
      + EnvFile.faults(content, path).map { "  \($0)" }
  }

  private func show(_ trust: FolderTrust) throws {
    let folders = try trust.folders()
    if folders.isEmpty { OutputSettings.writeError("mixhost: no folder is trusted so far\n") }
    for (folder, digest) in folders {
      let bytes = try? EnvFile.bytes(of: folder)
      let state =
        bytes == nil
        ? "has no .env that can be read"
        : bytes.map(FolderTrust.digest) == digest ? "trusted" : "changed: mixhost trust \(folder)"
      try StandardOutput.write(ShownText.message("\(folder)  \(state)") + "\n")
    }
  }
}
