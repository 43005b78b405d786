import Bindings
import HostSetup
import MixCore
import Notation

/// The rights of a spec. One that comes with mixhost runs as a script does; any other may be a stranger's: it
/// reads the folder that it tests, and holds what the command line adds.
struct SpecRights {
  private let path: String
  private let isBundled: Bool

  /// - Parameter share: the folder with the files of mixhost.
  init(_ path: String, share: String) {
    self.path = path
    let real = PrivateFile.real(path) ?? path
    isBundled = ["/scripts", "/docs"].compactMap { PrivateFile.real(share + $0) }
      .contains { real.hasPrefix($0 + "/") }
  }

  /// The options under which the spec runs.
  /// - Parameter home: the spec's own, which ends with it.
  func options(_ given: GlobalOptions, _ home: Home) -> GlobalOptions {
    var options = given
    if !isBundled {
      options.strict = true
      options.folders = (given.folders ?? []) + [tested]
      // A service's own folder lies in the config folder, which no other spec may read.
      if Programs.servicesRoot(of: path) != nil { options.allowRead.append(tested) }
    } else {
      options.folders = nil
    }
    // Those of the spec's own home: programs that were granted more are tested, too.
    if !given.strict {
      options.allowRead.append(home.rulesFolder)
      options.allowWrite += [home.data, home.rulesFolder, home.settingsFile]
    }
    return options
  }

  /// The variables from which settings are read; nil: those of the process, and `.env`.
  func variables(_ options: GlobalOptions) -> EnvironmentVariables? {
    isBundled ? nil : ProcessEnvironment.all.filter(options.allowEnv.contains)
  }

  /// The folder that the spec tests: its program's, else the one with the folder `spec`, else its own.
  private var tested: String {
    let real = PrivateFile.real(path) ?? path
    if let program = Programs.folder(of: real) { return program }
    var folder = PrivateFile.folder(of: real)
    while folder != "/", folder != "." {
      if folder.hasSuffix("/spec") { return PrivateFile.folder(of: folder) }
      folder = PrivateFile.folder(of: folder)
    }
    return PrivateFile.folder(of: real)
  }
}
