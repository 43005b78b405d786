internal import CLua
internal import Notation
internal import Reactor
internal import ScriptHost

/// The origin of rules.
struct RuleOrigin: Sendable {
  /// As they were asked for: `match/tracks`; `inline` for a script's own.
  let name: String
  let path: String
}

/// A kind of rules: the declaration of its files, and what its rules do. Loading, checking, following
/// changes, listing and copying come with it.
protocol RuleSet: Sendable {
  /// The first part of its rules' names and the `kind` of its files: `match`.
  static var kind: String { get }
  /// The table that its files return.
  static var shape: Shape { get }
  /// Other tables that its rules and objects take and return.
  static var otherShapes: [Shape] { get }
  /// The types of the objects that scripts hold.
  static var objectTypes: [any LuaObjectType] { get }
  /// The object that `mix.rules.load` returns.
  static func object(_ rules: RuleFollower<Self>) -> any LuaResult

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws
  /// Runs every function of the rules on made-up values.
  /// - Throws: what the first of them that fails raises.
  func tryOut(_ call: HostCall) throws
  /// Findings about rules that passed; nil: none.
  /// - Throws: as ``tryOut(_:)``.
  func findings(_ call: HostCall) throws -> LuaValue
}

extension RuleSet {
  static var otherShapes: [Shape] { [] }

  func findings(_ call: HostCall) throws -> LuaValue { .nil }

  /// The tables that the reference and the editor types show.
  static var shapes: [Shape] { shape.withParts + otherShapes }

  /// Reads the table of a rule file, or of a script.
  /// - Throws: ``HostError`` that names the file and the field.
  static func read(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws -> Self {
    let stack = call.stack
    guard stack.reserve(40) else { throw HostError.usage("the Lua stack is full") }
    let base = stack.count
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let record = try ShapeReader(call, .rule(origin.path)).fields(shape, base + 1)
    return try Self(record, origin, call)
  }

  /// - Parameter text: what the file would hold; nil: what it holds now.
  static func load(
    _ name: String, text: [UInt8]?, _ call: HostCall, _ host: any RulesHost
  ) throws -> any LuaResult {
    object(try RuleFollower<Self>(loading: name, text: text, call, host))
  }

  /// Loads, checks and tries rules.
  static func check(
    _ name: String, text: [UInt8]?, _ call: HostCall, _ host: any RulesHost
  ) throws -> RuleReport {
    let notes = Guarded<[String]>([])
    let follower = try RuleFollower<Self>(loading: name, text: text, call, host) { note in
      notes.withLock { $0.append(note.message) }
    }
    try follower.rules.tryOut(call)
    let findings = try follower.rules.findings(call)
    return RuleReport(
      origin: follower.origin, findings: findings, notes: notes.withLock { $0 })
  }
}

/// The report of a check of rules.
struct RuleReport {
  /// Where they were found.
  let origin: RuleOrigin
  /// Findings about them; nil: none.
  let findings: LuaValue
  /// Notes on parts of an older form.
  let notes: [String]
}

/// The kinds that there are. A new kind is a type in this list.
enum RuleKinds {
  static let all: [any RuleSet.Type] = [
    MatchRules.self, FilterRules.self, PlaylistRules.self, RefreshRules.self, TrailerRules.self,
    BlockRules.self, NotifyRules.self, TagRules.self,
  ]

  /// - Throws: ``HostError`` that lists the known kinds.
  static func kind(of name: String) throws -> any RuleSet.Type {
    let wanted = String(RuleName.bare(name).prefix { $0 != "/" })
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
