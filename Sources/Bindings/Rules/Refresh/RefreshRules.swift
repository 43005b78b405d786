internal import CLua
internal import ScriptHost

/// Checked rules for refreshing: when something is to be fetched again.
///
/// The table a rule file returns: `{kind = "refresh", minimum = seconds, decide = function(facts)}`.
/// `decide` gets `{now, last_success, last_failure, failures, every, forced}` (times in seconds since
/// 1970, absent when there was none) and returns `{due, next_at, reason}`.
final class RefreshRules: RuleSet {
  /// What the rules decide about.
  struct Facts: Equatable {
    /// Seconds since 1970.
    var now: Double
    /// When it was last fetched; seconds since 1970.
    var lastSuccess: Double?
    /// When fetching it last failed; seconds since 1970.
    var lastFailure: Double?
    /// Failures since the last success.
    var failures: Int
    /// The interval that the user asked for, in seconds; nil: none.
    var every: Double?
    /// Whether the user wants it now.
    var forced: Bool
  }

  /// What they decided.
  struct Decision: Equatable {
    /// Whether to fetch now.
    var due: Bool
    /// When to fetch; seconds since 1970.
    var nextAt: Double
    /// In words.
    var reason: String
  }

  static let kind = "refresh"

  let origin: RuleOrigin
  /// Seconds between two unasked fetches, whatever `decide` says.
  let minimum: Double
  private let decideFunction: RuleFunction

  /// - Throws: ``HostError`` that names the file and the field.
  init(_ table: LuaTable, _ origin: RuleOrigin, _ call: HostCall) throws {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    table.push(stack)
    let reader = FieldReader(call, path: origin.path)
    try reader.checkKeys(base + 1, "", Self.shapes[0].fields.map(\.name))
    self.origin = origin
    minimum = try reader.number(base + 1, "minimum", in: 0...31_536_000)
    decideFunction = try reader.function(base + 1, "decide", "", label: "decide")
  }

  /// Asks the rule, under the budget of rules, and keeps its minimum.
  /// - Throws: ``HostError`` for a result of another form, and what the rule raises.
  func decide(_ facts: Facts, _ call: HostCall) throws -> Decision {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    stack.push(Self.value(facts))
    try caller.run(decideFunction, arguments: 1, results: 1)
    var decision = try result(caller, base + 1)
    if let last = [facts.lastSuccess, facts.lastFailure].compactMap(\.self).max(), !facts.forced,
      last <= facts.now, facts.now < last + minimum
    {
      decision.due = false
      decision.nextAt = max(decision.nextAt, last + minimum)
    }
    return decision
  }

  private static func value(_ facts: Facts) -> LuaValue {
    var fields: [String: LuaValue] = [
      "now": .number(facts.now), "failures": .int(Int64(facts.failures)),
      "forced": .bool(facts.forced),
    ]
    if let time = facts.lastSuccess { fields["last_success"] = .number(time) }
    if let time = facts.lastFailure { fields["last_failure"] = .number(time) }
    if let every = facts.every { fields["every"] = .number(every) }
    return .object(fields)
  }

  private func result(_ caller: RuleCaller, _ index: Int32) throws -> Decision {
    let stack = caller.call.stack
    guard stack.kind(index) == .table, case .object(let fields) = try LuaValue(stack, index),
      case .bool(let due)? = fields["due"], let nextAt = Self.number(fields["next_at"]),
      case .string(let reason)? = fields["reason"]
    else {
      throw caller.wrong(
        decideFunction, "returns {due = boolean, next_at = seconds since 1970, reason = text}")
    }
    return Decision(due: due, nextAt: nextAt, reason: reason)
  }

  private static func number(_ value: LuaValue?) -> Double? {
    switch value {
    case .int(let number)?: Double(number)
    case .number(let number)? where number.isFinite: number
    default: nil
    }
  }
}
