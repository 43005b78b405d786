internal import Glibc
package import MixCore
internal import Notation

/// The options that every command takes: before or after a command's name, and before a script's name.
/// After that the command line is the script's, which may be written by whoever starts it: an option
/// there must not decide what the script may do.
package struct GlobalOptions {
  package var home: String?
  package var offline = false
  package var verbose = false
  package var logLevel: String?
  package var logFormat: String?
  /// Seconds.
  package var timeout: Double?
  /// The address of the fleet's PostgreSQL.
  package var store: String?
  /// Bytes.
  package var maxMemory: Int?
  /// The certificates to trust in place of the system's: a PEM file.
  package var ca: String?
  /// The `.env` file to read in place of the folder's, as an absolute path.
  package var envFile: String?
  package var allowNet: [HTTPPolicy.HostGrant] = []
  /// Hosts that a program was accepted with: where they have public addresses.
  package var publicHosts: [HTTPPolicy.HostGrant] = []
  package var allowRead: [String] = []
  package var allowWrite: [String] = []
  package var allowEnv: [String] = []
  package var allowAuth: [String] = []
  /// The folders and files that a program was accepted with. Unlike those that the user names, none of them
  /// opens mixhost's own.
  package var acceptedRead: [String] = []
  package var acceptedWrite: [String] = []
  /// Where the script stands, and may read what is not hidden; nil: its own folder and the working one, none with
  /// ``strict``.
  package var folders: [String]?
  /// The services whose keys a program may use; nil: all.
  package var keys: [String]?
  /// How many words after the script's name, from the first, come from a manifest and grant nothing.
  package var manifestWords = 0
  package var strict = false
  /// Whether the script runs in a child process under limits of the kernel.
  package var isolate = false
  /// In that child: the pipe for its signs of life.
  package var isolated: Int32?
  /// `--globals`: whether an unknown global is an error; nil: as the script's source has it.
  package var strictGlobals: Bool?
  /// The options of `--mock=…`; empty for `--mock` alone.
  package var mock: String?
  /// The recording to make.
  package var record: String?
  /// The recording to answer from.
  package var replay: String?

  /// Run the script again whenever its files change.
  package var watch = false

  /// The options as they were given, for another program that takes them.
  package private(set) var words: [String] = []

  /// None given.
  package init() {}

  /// The settings that the options set.
  package var settings: [String: String] {
    var settings: [String: String] = [:]
    if offline { settings["http.offline"] = "true" }
    if let logLevel { settings["log.level"] = logLevel }
    if let logFormat { settings["log.format"] = logFormat }
    if let timeout { settings["script.timeout"] = "\(timeout)" }
    if let ca { settings["http.ca_file"] = ca }
    if let store { settings["store"] = store }
    if let maxMemory { settings["script.max_memory"] = "\(maxMemory)" }
    return settings
  }

  private enum Arity { case flag, value, optionalValue }

  private static let known: [String: Arity] = [
    "home": .value, "offline": .flag, "verbose": .flag, "log-level": .value, "log-format": .value,
    "timeout": .value, "max-memory": .value, "allow-net": .value, "allow-read": .value,
    "allow-write": .value, "allow-env": .value, "allow-auth": .value, "sandbox": .value,
    "mock": .optionalValue,
    "record": .value, "replay": .value, "isolate": .flag, "isolated": .value, "watch": .flag,
    "globals": .value, "ca": .value, "store": .value, "env-file": .value,
    "manifest-words": .value,
  ]

  /// Those that may stand after a script's name, too: they widen nothing.
  private static let harmless = [
    "offline", "verbose", "log-level", "log-format", "record", "replay", "watch",
  ]

  /// Takes the global options out of a command line; everything after `--` stays.
  /// - Parameter isCommand: whether a first word is a command's name and not a script's.
  /// - Throws: ``UsageError``.
  package static func split(
    _ arguments: [String], isCommand: (String) -> Bool
  ) throws -> (options: GlobalOptions, rest: [String]) {
    var options = GlobalOptions()
    var rest: [String] = []
    // The script's name, once it has come.
    var script: String?
    var left = arguments[...]
    while let argument = left.popFirst() {
      if argument == "--" {
        rest.append(argument)
        rest += left
        break
      }
      // The word after -e is code, whatever it looks like.
      if argument == "-e", rest.isEmpty {
        rest.append(argument)
        if let code = left.popFirst() { rest.append(code) }
        script = "-e"
        continue
      }
      if argument == "-v", rest.isEmpty {
        options.verbose = true
        options.words.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else {
        let isName = argument == "-" || !argument.hasPrefix("-")
        if rest.isEmpty, isName, !isCommand(argument) { script = argument }
        rest.append(argument)
        // A manifest's words are the script's, whatever they look like.
        if rest.count == 1, options.manifestWords > 0 {
          rest += left.prefix(options.manifestWords)
          left = left.dropFirst(options.manifestWords)
        }
        continue
      }
      let parts = argument.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let given = parts.count == 2 ? String(parts[1]) : nil
      guard let arity = known[name] else {
        // A script reads its own arguments; a command's parser takes `--clock=-1h`.
        if script == nil, given == nil, let next = left.first, NegativeValue.isOne(next) {
          left.removeFirst()
          rest.append("\(argument)=\(next)")
        } else {
          rest.append(argument)
        }
        continue
      }
      if let script, !harmless.contains(name) {
        throw UsageError(
          "--\(name) stands after the script (\(script)), where it could be the script's: put it "
            + "before, as in mixhost --\(name)\(arity == .value ? " …" : "") \(script); what follows "
            + "-- is the script's")
      }
      let count = left.count
      let next = left.first
      try options.take(name, arity, given, &left)
      if name == "env-file", let path = options.envFile {
        // Another program may stand in another folder.
        options.words.append("--env-file=\(path)")
        continue
      }
      options.words.append(argument)
      if left.count < count, let next { options.words.append(next) }
    }
    if options.record != nil, options.replay != nil {
      throw UsageError("--record and --replay exclude each other")
    }
    if options.watch, options.record != nil || options.replay != nil {
      throw UsageError("--watch runs a script many times; a recording holds one run")
    }
    return (options, rest)
  }

  private mutating func take(
    _ name: String, _ arity: Arity, _ given: String?, _ left: inout ArraySlice<String>
  ) throws {
    switch arity {
    case .flag:
      guard given == nil else { throw UsageError("--\(name) takes no value") }
      switch name {
      case "offline": offline = true
      case "isolate": isolate = true
      case "watch": watch = true
      default: verbose = true
      }
    case .optionalValue:
      mock = given ?? ""
    case .value:
      guard let value = given ?? left.popFirst() else {
        throw UsageError("--\(name) needs a value")
      }
      try set(name, value)
    }
  }

  private mutating func set(_ name: String, _ value: String) throws {
    func wrong(_ expected: String) -> UsageError {
      UsageError("--\(name) takes \(expected), not \"\(value)\"")
    }
    switch name {
    case "home":
      guard !value.isEmpty else { throw wrong("a folder") }
      home = value
    case "ca":
      guard access(value, R_OK) == 0 else { throw wrong("a PEM file that can be read") }
      ca = value
    case "env-file":
      if let problem = EnvFile.problem(value) { throw UsageError("--env-file: \(problem)") }
      envFile = value.hasPrefix("/") ? value : (PrivateFile.real(".") ?? "") + "/" + value
    case "store":
      if let problem = PostgresAddress.problem(value) {
        throw UsageError("--store \(problem)")
      }
      store = value
    case "log-level":
      guard LogLevelName.level(value) != nil else {
        throw wrong("one of \(LogLevelName.all.joined(separator: ", "))")
      }
      logLevel = value
    case "log-format":
      guard LogFormat(rawValue: value) != nil else { throw wrong("text or json") }
      logFormat = value
    case "timeout":
      guard let seconds = DurationText.parse(value), seconds >= 0.001, seconds <= 31_536_000 else {
        throw wrong("a duration from 1ms to 365d, such as 30s or 5m")
      }
      timeout = seconds
    case "max-memory":
      guard let bytes = ByteSize.parse(value), bytes >= 1_000_000 else {
        throw wrong("a size of 1MB or more, such as 64MB")
      }
      maxMemory = bytes
    case "allow-net":
      guard let grant = HTTPPolicy.HostGrant(value) else {
        throw wrong("a host, host:port or http://host:port")
      }
      allowNet.append(grant)
    case "isolated":
      guard let pipe = Int32(value), pipe > STDERR_FILENO else { throw wrong("a descriptor") }
      isolated = pipe
    case "manifest-words":
      guard let count = Int(value), count >= 0 else { throw wrong("a number") }
      manifestWords = count
    case "allow-read": allowRead.append(value)
    case "allow-write": allowWrite.append(value)
    case "allow-env": allowEnv.append(value)
    case "allow-auth": allowAuth.append(value)
    case "record", "replay":
      guard !value.isEmpty else { throw wrong("a file") }
      if name == "record" { record = value } else { replay = value }
    case "globals":
      guard value == "strict" || value == "loose" else { throw wrong("strict or loose") }
      strictGlobals = value == "strict"
    default:
      guard value == "strict" || value == "standard" else { throw wrong("strict or standard") }
      strict = value == "strict"
    }
  }
}
