import ArgumentParser
import Bindings
import Glibc
import HostSetup
import MixCore
import ScriptHost

/// `mixhost --complete WORDS…`: completes the last word. Shells run it on Tab.
struct Completion {
  /// A word with its meaning.
  struct Candidate: Equatable {
    let word: String
    let doc: String
  }

  /// The completions at a place of the command line.
  struct Answer: Equatable {
    var candidates: [Candidate] = []
    /// Whether file names are valid as well.
    var files = false
  }

  private let options: GlobalOptions
  private let words: [String]
  private let current: String

  /// Makes a completion.
  /// - Parameter line: the words after `mixhost`, the last one unfinished. bash splits `--a=b` into
  ///   three words.
  init(_ line: [String]) {
    var words = Array(line.dropLast())
    var current = line.last ?? ""
    if current == "=" { current = "" } else if words.last == "=" { words.removeLast() }
    self.current = current
    self.words = words
    options =
      (try? GlobalOptions.split(words, isCommand: { Commands.names.contains($0) }))?.options
      ?? GlobalOptions()
  }

  /// Prints one line for each candidate, `WORD<tab>MEANING`, and `:files` where file names are
  /// valid.
  static func run(_ line: [String]) throws -> Int32 {
    let completion = Completion(line)
    // Another user's home has no words for this user; a run reports the reason.
    guard (try? completion.home.check()) != nil else { return 0 }
    let answer = completion.answer
    // Shells insert a word as it is, and an added program's help may hold any words.
    for candidate in answer.candidates where candidate.word.unicodeScalars.allSatisfy(isPlain) {
      try StandardOutput.write("\(candidate.word)\t\(ShownText.line(candidate.doc))\n")
    }
    if answer.files { try StandardOutput.write(":files\n") }
    return 0
  }

  /// Whether a shell takes a character as it stands.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "-_./:=,@%+".unicodeScalars.contains(scalar)
  }

  /// The candidates that begin like the current word.
  var answer: Answer {
    // zsh and fish pass `--type=mo` as one word.
    if current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      let name = String(current[..<sign])
      let start = name + "="
      let found = value(of: name, beginning: String(current.dropFirst(start.count)))
      return Answer(
        candidates: found.candidates.map { Candidate(word: start + $0.word, doc: $0.doc) })
    }
    if let last = words.last, last.hasPrefix("--"), takesValue(last) {
      return value(of: last, beginning: current)
    }
    let fitting = place
    return Answer(
      candidates: fitting.candidates.filter { $0.word.hasPrefix(current) }, files: fitting.files)
  }

  // MARK: Places

  /// The words without options: command, subcommand, arguments.
  private var path: [String] {
    var path: [String] = []
    var left = words[...]
    while let word = left.popFirst() {
      if word.hasPrefix("-"), word.count > 1 {
        let isRoot = path.isEmpty
        if isRoot, !word.contains("="), Self.rootHelp.option(word)?.value != nil {
          _ = left.popFirst()
        }
        continue
      }
      path.append(word)
    }
    return path
  }

  private var place: Answer {
    let path = path
    guard let first = path.first else { return start }
    guard let help = help(path) else { return Answer(files: true) }
    if current.hasPrefix("-") {
      return Answer(candidates: help.options.flatMap(Self.candidates))
    }
    if path.count == 1, !help.commands.isEmpty {
      let commands = help.commands.map { Candidate(word: $0.name, doc: $0.doc) }
      return Answer(candidates: commands.filter { $0.word != "help" })
    }
    let known = CompletionNames(options).words(path)
    if !known.isEmpty { return Answer(candidates: known) }
    return Answer(files: !Self.withoutFiles.contains(first))
  }

  /// Commands whose arguments are never files.
  private static let withoutFiles = [
    "auth", "cache", "refresh", "help", "doctor", "logs", "mock", "screen", "serve", "worker",
  ]

  /// Candidates for the first word: commands, programs, scripts, options.
  private var start: Answer {
    if current.hasPrefix("-") {
      let code = Candidate(word: "-e", doc: "Run one line of Lua.")
      return Answer(candidates: [code] + Self.rootHelp.options.flatMap(Self.candidates))
    }
    let commands = Self.rootHelp.commands.map { Candidate(word: $0.name, doc: $0.doc) }
    let programs = Programs.catalogue(home).programs.map {
      Candidate(word: $0.command, doc: $0.summary)
    }
    return Answer(candidates: commands + programs, files: true)
  }

  private static func candidates(_ option: HelpListing.Option) -> [Candidate] {
    option.names.filter { $0.hasPrefix("--") }.map { Candidate(word: $0, doc: option.doc) }
  }

  // MARK: Values

  private func option(_ name: String) -> HelpListing.Option? {
    let path = path
    return path.isEmpty ? Self.rootHelp.option(name) : help(path)?.option(name)
  }

  private func takesValue(_ name: String) -> Bool { option(name)?.value != nil }

  private func value(of name: String, beginning: String) -> Answer {
    guard let option = option(name) else { return Answer() }
    var known = path.isEmpty ? Self.rootValues[name] ?? option.choices : option.choices
    if let kind = option.rules { known = CompletionNames(options).rules(of: kind) }
    let fitting = known.filter { $0.hasPrefix(beginning) }.map { Candidate(word: $0, doc: "") }
    let files = known.isEmpty || option.value?.contains("|") == true
    return Answer(candidates: fitting, files: files && option.takesFile)
  }

  private static let rootValues = [
    "--sandbox": ["strict"], "--globals": ["loose", "strict"],
    "--log-level": ["trace", "debug", "info", "notice", "warning", "error", "critical"],
    "--log-format": ["text", "json"],
  ]

  // MARK: Help

  private static let rootHelp = HelpListing(MixhostCommand.helpMessage(columns: 1_000))

  private var home: Home { Setup.programsHome(options, ProcessEnvironment.all) }

  /// The help of a command or program; nil for a script, because completing must not run it.
  private func help(_ path: [String]) -> HelpListing? {
    if Commands.names.contains(path[0]) { return Self.listing(Array(path.prefix(2))) }
    guard let program = Programs.catalogue(home).program(command: path[0]) else {
      return nil
    }
    if program.isBundled { return Self.listing(Array(path.prefix(3))) }
    guard (try? ProgramAcceptance(program.name, home).check(program)) != nil else { return nil }
    // The help of a program may run any code, so it runs without any accepted right.
    let bare = [
      "--sandbox", "strict", "--offline", "--timeout", "1s", "--allow-read", program.folder,
    ]
    return Self.listing(bare + [program.entry] + path.dropFirst().prefix(2))
  }

  /// The help text of mixhost itself behind some words; empty where it takes longer than a user waits.
  private static func listing(_ words: [String]) -> HelpListing {
    HelpListing(ProcessOutput.text(["/proc/self/exe"] + words + ["--help"], patience: 3_000))
  }
}
