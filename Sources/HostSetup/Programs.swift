internal import Bindings
package import MixCore

/// The programs of a run: those that come with mixhost, and the user's.
package enum Programs {
  /// The words that are commands of mixhost itself; no program can have them.
  package static let commandWords: [String] = [
    "auth", "backup", "config", "cache", "doctor", "logs", "mock", "programs", "refresh", "restore",
    "rules", "screen", "serve", "store", "trust", "worker", "test", "new", "types", "docs", "help",
  ]

  /// The folders of programs, read at the first question.
  /// - Parameters:
  ///   - home: holds the user's, `config/programs`.
  ///   - script: the script that runs; the program of its folder counts, added or not.
  package static func source(_ home: Home, script: String?) -> ProgramSource {
    ProgramSource { catalogue(home, developed: script.flatMap(folder)) }
  }

  /// As ``source(_:script:)``.
  package static func source(_ home: Home) -> ProgramSource {
    ProgramSource { catalogue(home, developed: nil) }
  }

  /// Reads all programs.
  /// - Parameters:
  ///   - home: holds the user's, `config/programs`.
  ///   - developed: a folder with a program that is not added: one at work on, or about to be added. It
  ///     takes the place of an added one of its name.
  package static func catalogue(_ home: Home, developed: String?) -> ProgramCatalogue {
    let found = places(home, developed)
    return ProgramFiles.load(
      found.places, reserved: SettingRegistry.engineNames, commands: commandWords,
      problems: found.problems)
  }

  private static func places(
    _ home: Home, _ developed: String?
  ) -> (places: [ProgramPlace], problems: [ProgramCatalogue.Problem]) {
    var places: [ProgramPlace] = []
    let bundled = scripts.map { PrivateFile.real($0 + "/programs") }
    if let developed, PrivateFile.folder(of: developed) != bundled {
      places.append(ProgramPlace(folder: developed, isBundled: false, scripts: scripts))
    }
    if let scripts {
      places +=
        ProgramPlace.list(scripts + "/programs", isBundled: true, scripts: scripts).places
    }
    let own = ProgramPlace.list(home.programsFolder, isBundled: false, scripts: scripts)
    places += own.places.filter { place in
      !places.contains { !$0.isBundled && $0.folderName == place.folderName }
    }
    return (places, own.problems)
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
    let place = ProgramPlace(folder: folder, isBundled: false, scripts: scripts)
    let read = ProgramFiles.load([place], reserved: [], commands: [])
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
    options.allowNet += (upstreams.map(\.host) + grants.net).compactMap { HTTPPolicy.HostGrant($0) }
    options.allowRead += [folder] + grants.read
    options.allowWrite += grants.write + (grants.data ? [home.data] : [])
    options.allowEnv += grants.environment
    options.allowAuth += grants.accounts
    return options
  }
}

extension ProgramGrants {
  /// mixhost's own files that only a program may write which asks for them.
  fileprivate func ownFiles(_ home: Home) -> [String] {
    (rules ? [home.rulesFolder] : []) + (settings ? [home.settingsFile] : [])
  }
}
