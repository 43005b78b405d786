internal import Bindings
package import MixCore

/// The programs of a run: those that come with mixhost, and the user's.
package enum Programs {
  /// The words that are commands of mixhost itself; no program can have them.
  package static let commandWords: [String] = [
    "auth", "backup", "config", "cache", "doctor", "logs", "mock", "programs", "refresh", "restore",
    "rules", "screen", "serve", "store", "trust", "worker", "test", "new", "types", "docs", "help",
  ]

  /// A folder with a program that was not added.
  package enum Stranger {
    /// Of the script that runs. It stands beside the added ones, whose names it cannot have.
    case beside(String)
    /// Of a program that is to be added: it takes the place of an added one of its name.
    case candidate(String)
    /// A candidate's copy, not yet in its place, with the program's name.
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

  /// The folders of programs, read at the first question.
  /// - Parameter home: holds the user's, `config/programs`.
  package static func source(_ home: Home) -> ProgramSource {
    ProgramSource { catalogue(home) }
  }

  /// As ``source(_:)``, with the program of the script's folder, added or not.
  /// - Throws: ``CommandFailure`` for a manifest beside the script that cannot stand: it would be another
  ///   program's word.
  package static func source(_ home: Home, script: String?) throws -> ProgramSource {
    guard let folder = script.flatMap(folder), !isKnown(folder, home) else { return source(home) }
    let catalogue = catalogue(home, .beside(folder))
    let path = ProgramPlace(folder: folder, .unknown).path
    if let problem = catalogue.problems.first(where: { $0.path == path && $0.isManifest }) {
      throw CommandFailure(problem.message)
    }
    return ProgramSource { catalogue }
  }

  /// Reads all programs.
  /// - Parameters:
  ///   - home: holds the user's, `config/programs`.
  ///   - stranger: a program that is not added.
  package static func catalogue(_ home: Home, _ stranger: Stranger? = nil) -> ProgramCatalogue {
    let found = places(home, stranger)
    return ProgramFiles.load(found.places, commands: commandWords, problems: found.problems)
  }

  private static func places(
    _ home: Home, _ stranger: Stranger?
  ) -> (places: [ProgramPlace], problems: [ProgramCatalogue.Problem]) {
    var places: [ProgramPlace] = []
    if let scripts {
      places +=
        ProgramPlace.list(scripts + "/programs", isBundled: true, scripts: scripts).places
    }
    var own = ProgramPlace.list(home.programsFolder, isBundled: false, scripts: scripts)
    if let stranger, stranger.name != nil || !isKnown(stranger.folder, home) {
      let place = ProgramPlace(
        folder: stranger.folder, .unknown, scripts: scripts, name: stranger.name)
      switch stranger {
      case .beside: break
      case .candidate, .copy: own.places.removeAll { $0.folderName == place.folderName }
      }
      own.places.append(place)
    }
    return (places + own.places, own.problems)
  }

  /// Whether a folder is one of a program that comes with mixhost or was added.
  private static func isKnown(_ folder: String, _ home: Home) -> Bool {
    let roots = [scripts.map { $0 + "/programs" }, home.programsFolder]
    return roots.contains {
      $0.flatMap(PrivateFile.real) == PrivateFile.folder(of: folder)
    }
  }

  /// The Lua files that come with mixhost.
  private static var scripts: String? { ShareFolder.path.map { $0 + "/scripts" } }

  /// The program whose collections a script uses: the one whose entry it is, or in whose folder it lies.
  /// - Returns: nil for any other script, code of the command line and what is typed.
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

  /// The folder of the program that a script is part of: its own; for a spec the folder above `spec`; else
  /// one of those above whose manifest names the script as its entry. A manifest that merely lies
  /// further up says nothing about it.
  /// - Returns: nil for a script that belongs to no program's folder.
  package static func folder(of script: String) -> String? {
    guard let real = PrivateFile.real(script) else { return nil }
    let own = PrivateFile.folder(of: real)
    if holdsManifest(own) { return own }
    var folder = PrivateFile.folder(of: own)
    if own.hasSuffix("/spec"), real.hasSuffix("_spec.lua"), holdsManifest(folder) { return folder }
    // An entry lies a few folders below its manifest at most.
    for _ in 0..<3 {
      if holdsManifest(folder), isEntry(real, of: folder) { return folder }
      folder = PrivateFile.folder(of: folder)
    }
    return nil
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
  /// The options under which the program runs: those of the command line, and what was accepted.
  /// - Parameter home: the run's.
  package func options(_ given: GlobalOptions, _ home: Home) -> GlobalOptions {
    var options = given
    if !isBundled || !given.strict { options.allowWrite += grants.ownFiles(home) }
    guard !isBundled else { return options }
    options.strict = true
    options.allowNet += grants.net.compactMap { HTTPPolicy.HostGrant($0) }
    options.publicHosts += upstreams.compactMap { HTTPPolicy.HostGrant($0.origin) }
    options.allowRead.append(folder)
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
  /// mixhost's own files that only a program may write which asks for them.
  fileprivate func ownFiles(_ home: Home) -> [String] {
    (rules ? [home.rulesFolder] : []) + (settings ? [home.settingsFile] : [])
  }
}
