internal import Reactor
internal import ScriptHost

/// Where rules come from.
struct RuleOrigin: Sendable {
  /// As they were asked for: `match/tracks`; `inline` for a script's own.
  let name: String
  let path: String
}

/// What a kind of rules reads from the table of a rule file.
protocol RuleSet: Sendable {
  /// The first part of its rules' names and the `kind` of its files: `match`.
  static var kind: String { get }
  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws
}

/// A kind of rules: how its files become what `mix.rules.load` returns.
protocol RuleKind: SendableMetatype {
  associatedtype Rules: RuleSet
  /// The object for scripts.
  static func object(_ rules: RuleFollower<Rules>) -> any LuaResult
  /// Runs every function of the rules on made-up values.
  /// - Throws: what the first of them that fails raises.
  static func dryRun(_ rules: Rules, _ call: HostCall) throws
  /// What there is to know about rules that passed; nil: nothing more.
  /// - Throws: as ``dryRun(_:_:)``.
  static func findings(_ rules: Rules, _ call: HostCall) throws -> LuaValue
}

/// What a check of rules says.
struct RuleReport {
  /// Where they were found.
  let origin: RuleOrigin
  /// What was found out about them; nil: nothing more.
  let findings: LuaValue
  /// What they have of an older form.
  let notes: [String]
}

/// The kinds that there are. A new kind is a type in this list.
enum RuleKinds {
  static let all: [any RuleKind.Type] = [
    MatchRuleKind.self, FilterRuleKind.self, PlaylistRuleKind.self, RefreshRuleKind.self,
    TrailerRuleKind.self,
  ]

  /// - Throws: ``HostError`` that lists the known kinds.
  static func kind(of name: String) throws -> any RuleKind.Type {
    let wanted = String(name.prefix { $0 != "/" })
    for kind in all where kind.kind == wanted { return kind }
    throw HostError.usage(
      "rules of kind '\(wanted)' are not known; known: \(names.joined(separator: ", "))")
  }

  /// The names of the kinds.
  static var names: [String] {
    var names: [String] = []
    for kind in all { names.append(kind.kind) }
    return names
  }
}

extension RuleKind {
  static var kind: String { Rules.kind }

  static func load(_ name: String, _ call: HostCall, _ host: Host) throws -> any LuaResult {
    object(try RuleFollower<Rules>(loading: name, call, host))
  }

  static func findings(_ rules: Rules, _ call: HostCall) throws -> LuaValue { .nil }

  /// Loads, checks and tries rules.
  static func check(_ name: String, _ call: HostCall, _ host: Host) throws -> RuleReport {
    let notes = Guarded<[String]>([])
    let rules = try RuleFollower<Rules>(loading: name, call, host) { note in
      notes.withLock { $0.append(note.message) }
    }
    try dryRun(rules.rules, call)
    let findings = try findings(rules.rules, call)
    return RuleReport(
      origin: rules.origin, findings: findings, notes: notes.withLock { $0 })
  }
}
