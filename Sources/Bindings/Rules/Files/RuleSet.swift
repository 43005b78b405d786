internal import Notation
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
    let near = Suggestion.closest(to: wanted, in: names)
    throw HostError.usage(
      "rules of kind '\(wanted)' are not known\(near.map { " (did you mean \($0)?)" } ?? ""); "
        + "known: \(names.joined(separator: ", "))")
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
  /// - Returns: where they were found, and what was found out about them.
  static func check(
    _ name: String, _ call: HostCall, _ host: Host
  ) throws -> (origin: RuleOrigin, findings: LuaValue) {
    let rules = try RuleFollower<Rules>(loading: name, call, host)
    try dryRun(rules.rules, call)
    return (rules.origin, try findings(rules.rules, call))
  }
}
