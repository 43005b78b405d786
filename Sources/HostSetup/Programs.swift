internal import Bindings
package import MixCore

/// The programs of a run: bundled ones and the user's.
package enum Programs {
  /// The names of mixhost's own commands, which no program may have.
  package static let commandWords: [String] = [
    "auth", "backup", "config", "cache", "doctor", "logs", "mock", "programs", "refresh", "restore",
    "rules", "screen", "serve", "store", "trust", "worker", "test", "new", "types", "docs", "help",
  ]

  /// A folder with a program that was not added.
  package enum Stranger {
    /// The folder of the script that runs. Its program exists beside the added ones and may not
    /// have their names.
    case beside(String)
    /// The folder of a program to be added; it replaces an added one of its name.
    case candidate(String)
    /// The copy of a candidate, not yet in its place, with the program's name.
    case copy(String, name: String)

    package var folder: String {
      switch self {
      case .beside(let folder), .candidate(let folder), .copy(let folder, _): folder
      }
    }

    var name: String? {
      guard case .copy(_, let name) = self else { return nil }
      return name
    }
  }

  /// The programs' folders, read at the first use.
  /// - Parameter home: the home whose `config/programs` holds the user's programs.
  package static func source(_ home: Home) -> ProgramSource {
    ProgramSource { catalogue(home) }
  }

  /// Like ``source(_:)``, with the program of the script's folder, added or not.
  /// - Parameter services: the folder above the services that a spec tests; nil: the home's folder
  ///   `config`. A run takes no other one: a service's manifest has the user's word.
  /// - Throws: ``CommandFailure`` for an invalid manifest beside the script, which must not run
  ///   under another program's name.
  package static func source(
    _ home: Home, script: String?, services: String? = nil
  ) throws -> ProgramSource {
    guard let folder = script.flatMap(folder), !isKnown(folder, home) else {
      return ProgramSource { Self.catalogue(home, services: services) }
    }
    let catalogue = catalogue(home, .beside(folder))
    let path = ProgramPlace(folder: folder, .unknown).path
    if let problem = catalogue.problems.first(where: { $0.path == path && $0.isManifest }) {
      throw CommandFailure(problem.message)
    }
    return ProgramSource { catalogue }
  }

  /// Reads all programs.
  /// - Parameters:
  ///   - home: the home whose `config/programs` holds the user's programs.
  ///   - stranger: a program that was not added.
  ///   - services: the folder above the user's services; nil: the home's folder `config`.
  package static func catalogue(
    _ home: Home, _ stranger: Stranger? = nil, services: String? = nil
  ) -> ProgramCatalogue {
    let found = places(home, stranger, services ?? home.config)
    return ProgramFiles.load(found.places, commands: commandWords, problems: found.problems)
  }

  private static func places(
    _ home: Home, _ stranger: Stranger?, _ services: String
  ) -> (places: [ProgramPlace], problems: [ProgramCatalogue.Problem]) {
    var places: [ProgramPlace] = []
    if let scripts {
      places +=
        ProgramPlace.list(
          scripts + "/programs", isBundled: true, scripts: scripts, config: services
        ).places
    }
    var own = ProgramPlace.list(
      home.programsFolder, isBundled: false, scripts: scripts, config: services)
    if let stranger, stranger.name != nil || !isKnown(stranger.folder, home) {
      let place = ProgramPlace(
        folder: stranger.folder, .unknown, scripts: scripts, config: services,
        name: stranger.name)
      switch stranger {
      case .beside: break
      case .candidate, .copy: own.places.removeAll { $0.folderName == place.folderName }
      }
      own.places.append(place)
    }
    return (places + own.places, own.problems)
  }

  /// Whether a folder belongs to a bundled or an added program.
  private static func isKnown(_ folder: String, _ home: Home) -> Bool {
    let roots = [scripts.map { $0 + "/programs" }, home.programsFolder]
    return roots.contains {
      $0.flatMap(PrivateFile.real) == PrivateFile.folder(of: folder)
    }
  }

  /// The folder of the bundled Lua files.
  private static var scripts: String? { ShareFolder.path.map { $0 + "/scripts" } }

  /// The program whose collections a script uses: the one that has the script as its entry or in
  /// its folder.
  /// - Returns: nil for other scripts, for code on the command line and for a session.
  package static func program(
    of source: ScriptSource, in catalogue: ProgramCatalogue
  ) -> ProgramManifest? {
    guard let path = source.path, let real = PrivateFile.real(path) else { return nil }
    let folder = folder(of: path)
    return catalogue.programs.first { program in
      PrivateFile.real(program.entry) == real
        || folder != nil && PrivateFile.real(program.folder) == folder
    }
  }

  /// The folder of the program that a script belongs to: its own folder; for a spec the folder
  /// above `spec`; otherwise a folder above whose manifest names the script as its entry. A
  /// manifest further up without that proves nothing.
  /// - Returns: nil for a script outside any program's folder.
  package static func folder(of script: String) -> String? {
    guard let real = PrivateFile.real(script) else { return nil }
    let own = PrivateFile.folder(of: real)
    if holdsManifest(own) { return own }
    var folder = PrivateFile.folder(of: own)
    if own.hasSuffix("/spec"), real.hasSuffix("_spec.lua"), holdsManifest(folder) { return folder }
    // An entry is at most a few folders below its manifest.
    for _ in 0..<3 {
      if holdsManifest(folder), isEntry(real, of: folder) { return folder }
      folder = PrivateFile.folder(of: folder)
    }
    return nil
  }

  /// The folder above `services` of a script that lies in a service's folder; nil for other scripts.
  package static func servicesRoot(of script: String) -> String? {
    guard let real = PrivateFile.real(script) else { return nil }
    let folder = PrivateFile.folder(of: real)
    let services = PrivateFile.folder(of: folder)
    guard services.hasSuffix("/services"),
      PrivateFile.exists("\(folder)/\(ServiceFolders.fileName)")
    else { return nil }
    return PrivateFile.folder(of: services)
  }

  private static func holdsManifest(_ folder: String) -> Bool {
    PrivateFile.exists(folder + "/" + ProgramManifest.fileName)
  }

  private static func isEntry(_ script: String, of folder: String) -> Bool {
    let place = ProgramPlace(folder: folder, .unknown, scripts: scripts)
    let read = ProgramFiles.load([place], commands: [])
    return read.programs.first.flatMap { PrivateFile.real($0.entry) } == script
  }
}

extension ProgramManifest {
  /// The options that the program runs with: those of the command line, and its accepted grants.
  /// - Parameter home: the home of the run.
  package func options(_ given: GlobalOptions, _ home: Home) -> GlobalOptions {
    var options = given
    if !isBundled || !given.strict { options.allowWrite += grants.ownFiles(home) }
    guard !isBundled else { return options }
    options.strict = true
    options.allowNet += grants.net.compactMap { HTTPPolicy.HostGrant($0) }
    options.publicHosts += upstreams.compactMap { HTTPPolicy.HostGrant($0.origin) }
    options.allowRead.append(self.folder)
    // The user's services that it names, which the user has accepted with it.
    let folder = Setup.programsHome(given, ProcessEnvironment.all).config + "/services/"
    options.allowRead += services.map { folder + $0 }.filter(PrivateFile.exists)
    options.acceptedRead += grants.read
    options.acceptedWrite += grants.write
    if grants.data { options.allowWrite.append(home.data) }
    options.allowEnv += grants.environment
    options.allowAuth += grants.accounts
    let own = settings.filter(\.isSecret).map { String($0.name.prefix { $0 != "." }) }
    options.keys = grants.keys + own
    return options
  }
}

extension ProgramGrants {
  /// mixhost's own files that a program may write only if it requests them.
  fileprivate func ownFiles(_ home: Home) -> [String] {
    (rules ? [home.rulesFolder] : []) + (settings ? [home.settingsFile] : [])
  }
}
