internal import Glibc
package import MixCore
internal import Notation

/// The options of every command. They come before or after a command's name, and before a script's
/// name. Everything after a script's name belongs to the script and may be written by whoever
/// starts it, so an option there must not decide what the script may do.
package struct GlobalOptions {
  package var home: String?
  package var offline = false
  package var verbose = false
  package var logLevel: String?
  package var logFormat: String?
  /// The limit on computing without a wait, in seconds.
  package var timeout: Double?
  /// The address of the fleet's PostgreSQL.
  package var store: String?
  /// The limit of a script's memory, in bytes.
  package var maxMemory: Int?
  /// A PEM file of certificates to trust instead of the system's.
  package var ca: String?
  /// The absolute path of the `.env` file to read instead of the folder's.
  package var envFile: String?
  package var allowNet: [HTTPPolicy.HostGrant] = []
  /// Servers that a program was accepted with; they are reachable at public addresses only.
  package var publicHosts: [HTTPPolicy.HostGrant] = []
  package var allowRead: [String] = []
  package var allowWrite: [String] = []
  package var allowEnv: [String] = []
  package var allowAuth: [String] = []
  /// The folders and files that a program was accepted with. Unlike those named by the user, they
  /// never open mixhost's own files.
  package var acceptedRead: [String] = []
  package var acceptedWrite: [String] = []
  /// The folders that the script may read, apart from hidden files; nil for its own and the working
  /// folder, or none with ``strict``.
  package var folders: [String]?
  /// The services whose keys a program may use; nil for all.
  package var keys: [String]?
  /// How many of the first words after the script's name come from a manifest, and so grant
  /// nothing.
  package var manifestWords = 0
  package var strict = false
  /// Whether the script runs in a child process under limits of the kernel.
  package var isolate = false
  /// The descriptor of the pipe for the child's heartbeat, inside the isolated child.
  package var isolated: Int32?
  /// `--globals`: whether an unknown global is an error; nil for the default of the script's
  /// source.
  package var strictGlobals: Bool?
  /// The options of `--mock=…`; empty for plain `--mock`.
  package var mock: String?
  /// Where every address leads that is not of an imitated service, of a run that must reach nothing
  /// of its user's: neither the network nor settings of the environment.
  package var elsewhere: String?
  /// The path of the recording to make.
  package var record: String?
  /// The path of the recording to replay.
  package var replay: String?

  /// Whether to run the script again whenever its files change.
  package var watch = false

  /// The options as given, for passing them to another program.
  package private(set) var words: [String] = []

  /// Makes options of an empty command line.
  package init() {}

  /// The settings that the options define.
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

  /// Options that are allowed after a script's name, too, because they grant nothing.
  private static let harmless = [
    "offline", "verbose", "log-level", "log-format", "record", "replay", "watch",
  ]

  /// Separates the global options from a command line. Everything after `--` stays in the rest.
  /// - Parameter isCommand: whether a first word is a command's name rather than a script's.
  /// - Throws: ``UsageError``.
  package static func split(
    _ arguments: [String], isCommand: (String) -> Bool
  ) throws -> (options: GlobalOptions, rest: [String]) {
    var options = GlobalOptions()
    var rest: [String] = []
    // The script's name once it is known.
    var script: String?
    var left = arguments[...]
    while let argument = left.popFirst() {
      if argument == "--" {
        rest.append(argument)
        rest += left
        break
      }
      // The word after -e is code, even if it looks like an option.
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
        // Words of a manifest belong to the script, even if they look like options.
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
        // A script reads its own arguments; a command's parser needs the form `--clock=-1h`.
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
        // The other program may run in another folder.
        options.words.append("--env-file=\(path)")
        continue
      }
      options.words.append(argument)
      if left.count < count, let next { options.words.append(next) }
    }
    if options.record == "-" {
      throw UsageError("--record takes a file: standard output is the script's")
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
