import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import Notation
import ScriptHost

/// `mixhost programs`: manages the programs behind commands such as `mixhost chart` and `mixhost
/// books`.
struct ProgramsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs", abstract: "Lists, checks, adds, removes and creates programs.",
    discussion: """
      A program is a folder with program.lua, which says what its command, settings, services and \
      refreshers are. One that you add holds only what you accept.

      Examples:
        mixhost programs list
        mixhost programs new podcasts && mixhost programs check podcasts
        mixhost programs add podcasts
        mixhost programs wants podcasts
        mixhost programs remove podcasts
      """,
    subcommands: [
      List.self, Check.self, Add.self, Wants.self, Accept.self, Remove.self, New.self,
    ])

  static func home(_ options: GlobalOptions) -> Home {
    Setup.programsHome(options, ProcessEnvironment.all)
  }

  /// `programs list`: lists all programs.
  struct List: HomeCommand {
    static let configuration = CommandConfiguration(abstract: "Lists all programs.")
    @Flag(help: "Print one JSON document.") var json = false

    mutating func run(_ options: GlobalOptions) throws {
      let home = ProgramsCommand.home(options)
      let catalogue = Programs.catalogue(home)
      if json {
        return try StandardOutput.write(ProgramList.json(catalogue, home) + "\n")
      }
      for line in try ProgramList.lines(catalogue, home) { try StandardOutput.write(line + "\n") }
      try ProgramsCommand.report(catalogue.problems)
    }
  }

  /// `programs check`: checks manifests.
  struct Check: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads manifests and reports their mistakes.")
    @Argument(help: "A program's folder (default: all programs).") var folder: String?

    mutating func run(_ options: GlobalOptions) throws {
      let home = ProgramsCommand.home(options)
      if let folder {
        let manifest = try ProgramsCommand.manifest(folder, home)
        try StandardOutput.write("\(manifest.path): in order\n")
        for want in manifest.wants {
          try StandardOutput.write("  wants to \(ShownText.message(want))\n")
        }
        let files = ProviderFiles(home: home, share: ShareFolder.path)
        for name in Set(manifest.signIns).subtracting(files.names()).sorted() {
          let path = "\(home.config)/services/\(name)/\(ProviderFiles.fileName)"
          try StandardOutput.write("  signs in to \(name), of which there is no \(path) yet\n")
        }
        return
      }
      let catalogue = Programs.catalogue(home)
      for program in catalogue.programs {
        try StandardOutput.write("\(program.path): in order\n")
      }
      try ProgramsCommand.report(catalogue.problems)
    }
  }

  /// `programs add DIR`: adds a program.
  struct Add: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copies a program's folder to yours, after you have accepted what it wants.")
    @Argument(help: "A folder with program.lua.") var folder: String
    @Flag(help: "Accept what it wants without being asked.") var yes = false

    mutating func run(_ options: GlobalOptions) throws {
      let home = ProgramsCommand.home(options)
      let manifest = try ProgramsCommand.manifest(folder, home)
      try ProgramsCommand.ask(manifest, yes: yes, home)
      try ProgramFolder.install(manifest.folder, as: manifest.name, home) { copy in
        let copied = try ProgramsCommand.manifest(.copy(copy, name: manifest.name), home)
        guard copied.claims == manifest.claims else {
          throw CommandFailure(
            "\(manifest.name) was not added: its \(ProgramManifest.fileName) says one thing where it "
              + "lies and another in its copy")
        }
      }
      try ProgramAcceptance(manifest.name, home).accept(manifest)
      try StandardOutput.write(
        "added \(manifest.name): mixhost \(manifest.command) --help\n")
    }
  }

  /// `programs wants NAME`: shows the rights that a program requests.
  struct Wants: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows what a program of yours wants, and what of it you have not accepted.")
    @Argument(help: "The program's name.") var name: String

    mutating func run(_ options: GlobalOptions) throws {
      let home = ProgramsCommand.home(options)
      let manifest = try ProgramsCommand.own(name, home)
      let accepted = try ProgramAcceptance(name, home).accepted()?.lines ?? []
      try ProgramsCommand.show(manifest) { accepted.contains($0) ? "" : "not accepted" }
      if !manifest.isAccepted {
        try StandardOutput.write("It does not run as it is now: mixhost programs accept \(name)\n")
      }
    }
  }

  /// `programs accept NAME`: accepts the rights that a program requests.
  struct Accept: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Accepts what a program in your folder wants now.")
    @Argument(help: "The program's name.") var name: String
    @Flag(help: "Do not ask.") var yes = false

    mutating func run(_ options: GlobalOptions) throws {
      let home = ProgramsCommand.home(options)
      let manifest = try ProgramsCommand.own(name, home)
      try ProgramsCommand.ask(manifest, yes: yes, home)
      try ProgramAcceptance(name, home).accept(manifest)
    }
  }

  /// `programs remove NAME`: removes a program.
  struct Remove: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes a program of yours, with what it has stored.")
    @Argument(help: "The program's name.") var name: String
    @Flag(help: "Remove what it has stored, too, without being asked.") var yes = false

    mutating func run(_ options: GlobalOptions) throws {
      let home = ProgramsCommand.home(options)
      let folder = "\(home.programsFolder)/\(name)"
      guard ProgramManifest.isName(name), PrivateFile.exists(folder) else {
        _ = try ProgramsCommand.own(name, home)
        return
      }
      let records = try ProgramsCommand.records(name, home, options) { try $0.count() }
      let count = records == 1 ? "1 stored record" : "\(records) stored records"
      if records > 0, !yes { try ProgramsCommand.confirm("Remove \(name) and its \(count)?") }
      _ = try ProgramsCommand.records(name, home, options) { try $0.removeAll() }
      let known = ConfigCommand.load(options).registry.all.map(\.name)
      try ProgramFolder.remove(name, home)
      try ProgramAcceptance(name, home).remove()
      let settings = try Self.unset(known, options)
      let parts =
        [name] + (records > 0 ? ["its \(count)"] : [])
        + (settings.isEmpty ? [] : ["the settings \(settings.joined(separator: ", "))"])
      try StandardOutput.write("removed \(parts.joined(separator: " and "))\n")
    }

    /// Removes those settings from settings.json that no program declares any more: each command
    /// would warn of them.
    private static func unset(_ known: [String], _ options: GlobalOptions) throws -> [String] {
      var configuration = ConfigCommand.load(options)
      let left = known.filter {
        configuration.registry[$0] == nil && configuration.isKept($0)
      }
      for name in left { try configuration.unset(name) }
      return left
    }
  }

  /// `programs new NAME`: writes a new program.
  struct New: HomeCommand {
    static let configuration = CommandConfiguration(
      abstract: """
        Writes a working program to begin with: manifest, entry, provider, screen, specs, and .luarc.json for editors.
        """)
    @Argument(help: "Lower-case letters, digits and _; also the folder's name.") var name: String

    mutating func run(_ options: GlobalOptions) throws { try Self.make(name, options) }

    /// Writes the program's folder.
    static func make(_ name: String, _ options: GlobalOptions) throws {
      guard ProgramManifest.isName(name) else {
        throw UsageError(
          "\"\(name)\" is not a name for a program: lower-case letters, digits and _, at most 40")
      }
      guard let share = ShareFolder.path else {
        throw CommandFailure("the templates that come with mixhost were not found")
      }
      // `programs add` would refuse the name, because each command word has one meaning.
      let home = Setup.programsHome(options, ProcessEnvironment.all)
      let catalogue = Programs.source(home).catalogue
      guard !Programs.commandWords.contains(name), catalogue.program(name) == nil,
        catalogue.program(command: name) == nil
      else {
        throw CommandFailure(
          "mixhost has a command or a program \(name) already; choose another name")
      }
      guard !PrivateFile.exists(name) else {
        throw CommandFailure("\(name) is there already; choose another name")
      }
      for (template, file) in [
        ("manifest", "program.lua"), ("entry", "\(name).lua"),
        ("provider", "providers/\(name).lua"), ("NAME_spec", "spec/\(name)_spec.lua"),
        ("screen", "screens/\(name).lua"), ("screen_spec", "spec/screen_spec.lua"),
      ] {
        let source = ScriptSource.file(
          "\(share)/scripts/templates/program/\(template).lua", arguments: [])
        let text = String(decoding: try source.read(), as: UTF8.self)
        let path = "\(name)/\(file)"
        try NewFile.makeFolder(of: path)
        try NewFile.write(text.replacing("NAME", with: name), to: path)
        try StandardOutput.write("\(path)\n")
      }
      if let path = try EditorSettings.write(in: name, share: share) {
        try StandardOutput.write("\(path)\n")
      }
      OutputSettings.writeError(
        "next: mixhost test \(name), mixhost programs add \(name), mixhost \(name)\n")
    }
  }

  // MARK: Parts

  /// Reads the manifest of a folder and checks it against all other programs.
  /// - Throws: ``CommandFailure`` that lists the problems.
  static func manifest(_ folder: String, _ home: Home) throws -> ProgramManifest {
    guard let real = PrivateFile.real(folder) else {
      throw CommandFailure("there is no folder \(folder)")
    }
    guard PrivateFile.exists(real + "/" + ProgramManifest.fileName) else {
      throw CommandFailure("\(folder) holds no \(ProgramManifest.fileName)")
    }
    return try manifest(.candidate(real), home)
  }

  private static func manifest(
    _ stranger: Programs.Stranger, _ home: Home
  ) throws -> ProgramManifest {
    let catalogue = Programs.catalogue(home, stranger)
    let real = PrivateFile.real(stranger.folder)
    if let manifest = catalogue.programs.first(where: { PrivateFile.real($0.folder) == real }) {
      return manifest
    }
    let problems = catalogue.problems.filter {
      PrivateFile.real(PrivateFile.folder(of: $0.path)) == real
    }
    throw CommandFailure(problems.map(\.message).joined(separator: "\n"))
  }

  /// Counts a program's stored records, or removes them.
  /// - Throws: ``CommandFailure``.
  private static func records(
    _ name: String, _ home: Home, _ options: GlobalOptions, _ body: (ProgramStore) throws -> Int
  ) throws -> Int {
    let address = try ConfigCommand.storeAddress(options)
    if address == nil, !PrivateFile.exists(home.dataFile) { return 0 }
    do {
      let store = try DataStore.open(address, dataFile: home.dataFile)
      defer { store.settle() }
      return try body(ProgramStore(store, program: name))
    } catch let error as DataFileError {
      throw CommandFailure("\(name) was not removed: \(error)")
    }
  }

  /// Finds one of the user's own programs.
  /// - Throws: ``CommandFailure`` for a program that belongs to mixhost, is damaged or does not
  ///   exist.
  static func own(_ name: String, _ home: Home) throws -> ProgramManifest {
    let catalogue = Programs.catalogue(home)
    if let manifest = catalogue.program(name) {
      guard !manifest.isBundled else {
        throw CommandFailure("\(name) comes with mixhost; it needs no acceptance and stays")
      }
      return manifest
    }
    if let problem = catalogue.problems.first(where: { $0.path.contains("/\(name)/") }) {
      throw CommandFailure(problem.message)
    }
    let own = catalogue.programs.filter { !$0.isBundled }.map(\.name)
    let near = Suggestion.closest(to: name, in: own)
    throw CommandFailure(
      "there is no program '\(name)' of yours" + (near.map { " (did you mean \($0)?)" } ?? "")
        + (own.isEmpty ? "" : "; there are \(own.joined(separator: ", "))"))
  }

  /// Shows the rights that a program requests and asks the user on the terminal.
  /// - Throws: ``CommandFailure`` when the answer is no, ``UsageError`` without a terminal.
  static func ask(_ manifest: ProgramManifest, yes: Bool, _ home: Home) throws {
    let known = try ProgramAcceptance(manifest.name, home).accepted()?.lines
    try show(manifest) { known?.contains($0) ?? true ? "" : "new" }
    if yes { return }
    try confirm("Accept?")
  }

  /// Prints the rights that a program requests, one on each line.
  /// - Parameter note: the remark on a right; empty for none.
  static func show(_ manifest: ProgramManifest, _ note: (String) -> String) throws {
    // Texts of a stranger's file, shown on a terminal.
    let head = ShownText.message("\(manifest.name): \(manifest.summary)")
    let wants = manifest.wants
    let lines = wants.map { want in
      let note = note(want)
      return "  \(ShownText.message(want))\(note.isEmpty ? "" : "   (\(note))")"
    }
    let title = wants.isEmpty ? "It wants nothing but to run." : "It wants to"
    try StandardOutput.write(([head, title] + lines).map { $0 + "\n" }.joined())
  }

  /// Asks the user on the terminal.
  /// - Throws: ``CommandFailure`` when the answer is no, ``UsageError`` without a terminal.
  static func confirm(_ question: String) throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw UsageError("\(question) Nobody can be asked here: say so with --yes")
    }
    StandardOutput.flush()
    print(question + " [y/N] ", terminator: "")
    fflush(nil)
    let answer = readLine()?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      throw CommandFailure("the answer was no: nothing was changed")
    }
  }

  /// Reports problems of programs.
  /// - Throws: ``CommandFailure`` when there are any.
  static func report(_ problems: [ProgramCatalogue.Problem]) throws {
    guard !problems.isEmpty else { return }
    throw CommandFailure(problems.map(\.message).joined(separator: "\nmixhost: "))
  }
}
