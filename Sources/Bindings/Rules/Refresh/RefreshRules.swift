internal import Notation
internal import CLua
internal import MixCore
internal import ScriptHost

/// Checked rules for refreshing: when something is to be fetched again.
///
/// The table a rule file returns: `{kind = "refresh", minimum = seconds, decide = function(facts)}`.
/// What `decide` gets and returns is in ``shapes``.
final class RefreshRules: RuleSet {
  static let kind = "refresh"

  let origin: RuleOrigin
  /// What holds between two tries that nobody asked for, whatever `decide` says.
  let minimum: RefreshMinimum
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
    let range = 0...31_536_000.0
    let success = try reader.number(base + 1, "minimum", in: range)
    minimum = RefreshMinimum(
      afterSuccess: success,
      afterFailure: reader.has(base + 1, "retry_minimum")
        ? try reader.number(base + 1, "retry_minimum", in: range) : success)
    decideFunction = try reader.function(base + 1, "decide", "", label: "decide")
  }

  /// Asks the rule, under the budget of rules, and keeps its minimum.
  /// - Throws: ``HostError`` for a result of another form, and what the rule raises.
  func decide(_ facts: RefreshFacts, _ call: HostCall) throws -> RefreshDecision {
    let stack = call.stack
    let base = stack.count
    guard stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
    defer { lua_settop(stack.pointer, base) }
    let caller = RuleCaller(call, name: origin.name, path: origin.path)
    stack.push(RefreshValue.value(facts))
    try caller.run(decideFunction, arguments: 1, results: 1)
    return minimum.apply(to: try result(caller, base + 1, facts), facts)
  }

  private func result(
    _ caller: RuleCaller, _ index: Int32, _ facts: RefreshFacts
  ) throws -> RefreshDecision {
    let stack = caller.call.stack
    guard stack.kind(index) == .table, case .object(let fields) = try LuaValue(stack, index),
      case .string(let word)? = fields["action"],
      let action = RefreshDecision.Action(rawValue: word),
      case .string(let reason)? = fields["reason"],
      let nextAt = action == .refresh ? facts.now : RefreshValue.number(fields["next_at"])
    else {
      throw caller.wrong(
        decideFunction,
        "returns {action = \"refresh\", reason = text}, or \"wait\" or \"serve_stale\" with "
          + "next_at = seconds since 1970")
    }
    return RefreshDecision(action, nextAt: nextAt, reason: reason)
  }
}

/// Facts and decisions as scripts see them.
enum RefreshValue {
  static func value(_ facts: RefreshFacts) -> LuaValue {
    var fields = members(facts.history)
    fields["now"] = .number(facts.now)
    fields["forced"] = .bool(facts.forced)
    fields["visible"] = .bool(facts.visible)
    if let every = facts.every { fields["every"] = .number(every) }
    return .object(fields)
  }

  static func value(_ decision: RefreshDecision) -> LuaValue {
    .object([
      "due": .bool(decision.isDue), "action": .string(decision.action.rawValue),
      "next_at": .number(decision.nextAt), "reason": .string(decision.reason),
    ])
  }

  /// The members of a history; times that are not known are absent.
  static func members(_ history: RefreshHistory) -> [String: LuaValue] {
    var fields: [String: LuaValue] = [
      "failures": .int(Int64(history.failures)),
      "changes": .array(history.changes.map(LuaValue.number)),
    ]
    let times = [
      ("since", history.since), ("last_success", history.lastSuccess),
      ("last_failure", history.lastFailure), ("last_attempt", history.lastAttempt),
      ("not_before", history.notBefore),
    ]
    for case (let name, let time?) in times { fields[name] = .number(time) }
    if let error = history.error { fields["error"] = .string(error) }
    return fields
  }

  /// The history that a script wrote as facts.
  /// - Throws: ``HostError`` for a member of another type.
  static func facts(_ value: LuaValue) throws -> RefreshFacts {
    guard case .object(let members) = value, let now = number(members["now"]) else {
      throw HostError.usage("facts need `now`, in seconds since 1970")
    }
    for name in members.keys.sorted() where !known.contains(name) {
      throw HostError.usage("facts have no '\(name)'; there are \(known.joined(separator: ", "))")
    }
    var history = RefreshHistory(
      since: number(members["since"]), lastSuccess: number(members["last_success"]),
      lastFailure: number(members["last_failure"]),
      failures: Int(clamping: number(members["failures"]) ?? 0),
      notBefore: number(members["not_before"]))
    if case .array(let times)? = members["changes"] {
      history.changes = times.compactMap(number)
    }
    if case .string(let error)? = members["error"] { history.error = error }
    return RefreshFacts(
      now: now, history: history, every: number(members["every"]),
      forced: members["forced"] == .bool(true), visible: members["visible"] != .bool(false))
  }

  private static let known = RefreshRules.shapes[1].fields.map(\.name)

  static func number(_ value: LuaValue?) -> Double? {
    switch value {
    case .int(let number)?: Double(number)
    case .number(let number)? where number.isFinite: number
    default: nil
    }
  }
}
