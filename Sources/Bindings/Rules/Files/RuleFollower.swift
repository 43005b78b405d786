internal import CLua
internal import Logging
internal import Reactor
internal import ScriptHost

/// Rules that follow their file: read again when it, or a file that it requires, has changed.
final class RuleFollower<Rules: RuleSet> {
  /// The rules that were loaded last.
  private(set) var rules: Rules
  /// The place where they were found.
  private(set) var origin: RuleOrigin
  private let host: (any RulesHost)?
  private var watched: [FileStamp] = []
  private var modules: RuleModules?
  private var nextLook = Duration.zero

  /// The time between two looks at the files.
  private var interval: Duration { .milliseconds(500) }

  /// Rules that stay as they are.
  init(fixed rules: Rules, _ origin: RuleOrigin) {
    self.rules = rules
    self.origin = origin
    host = nil
  }

  /// - Parameters:
  ///   - text: what the file would hold: rules that follow nothing; nil: what it holds now.
  ///   - onNote: called with what is of an older form; nil: the log, once for each file.
  /// - Throws: ``HostError`` or ``ScriptError`` that names what is wrong with the file.
  init(
    loading name: String, text: [UInt8]? = nil, _ call: HostCall, _ host: any RulesHost,
    onNote: ((RuleNote) -> Void)? = nil
  ) throws {
    self.host = text == nil ? host : nil
    let source = try text.map { try RuleSource(name, text: $0, host) } ?? RuleSource(name, host)
    (rules, origin, watched, modules) = try Self.load(source, call, host, onNote)
    nextLook = host.time.monotonic + interval
  }

  /// The rules as their files are now. A changed file that does not pass its check is reported once, and
  /// the rules loaded before stay in force.
  func current(_ call: HostCall) -> Rules {
    guard let host else { return rules }
    let now = host.time.monotonic
    guard now >= nextLook else { return rules }
    nextLook = now + interval
    guard hasChanged else { return rules }
    do {
      (rules, origin, watched, modules) = try Self.load(
        try RuleSource(origin.name, host), call, host)
    } catch {
      watched = watched.map { FileStamp($0.path) }
      host.settings.logger.warning("\(error); the rules loaded before stay in force")
    }
    return rules
  }

  /// The host that loads the rules' file again; nil: they stay as they are.
  var source: (any RulesHost)? { host }

  /// Another text whenever the rules may decide otherwise: made of their files and the modules that
  /// they require.
  var stamp: String { watched.map(\.text).joined(separator: "\n") }

  private var hasChanged: Bool {
    // A function may have required a file since the last look.
    for path in modules?.paths ?? [] where !watched.contains(where: { $0.path == path }) {
      watched.append(FileStamp(path))
    }
    return watched.contains(where: \.hasChanged)
  }

  private static func load(
    _ source: RuleSource, _ call: HostCall, _ host: any RulesHost,
    _ onNote: ((RuleNote) -> Void)? = nil
  ) throws -> (Rules, RuleOrigin, [FileStamp], RuleModules) {
    host.noteFiles(source.stamps.map(\.path))
    let file = RuleFile(call, folders: host.ruleFolders, onNote: onNote ?? host.tell)
    let table = try file.load(source.text, path: source.path)
    let origin = RuleOrigin(name: source.name, path: source.path)
    try checkKind(table, origin, call)
    let rules = try Rules.read(table, origin, call)
    host.noteFiles(file.modules.paths)
    let stamps = source.stamps + file.modules.paths.map(FileStamp.init)
    return (rules, origin, stamps, file.modules)
  }

  private static func checkKind(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws {
    let base = call.stack.count
    defer { lua_settop(call.stack.pointer, base) }
    table.push(call.stack)
    call.stack.pushRawField(base + 1, "kind")
    let kind = call.stack.string(-1)
    guard kind == Rules.kind else {
      throw ShapeVoice.rule(origin.path).error(
        "kind", .other("is \"\(Rules.kind)\", not \(kind.map { "\"\($0)\"" } ?? "nil")"))
    }
  }
}
