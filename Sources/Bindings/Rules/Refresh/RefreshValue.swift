internal import MixCore
internal import Notation
internal import ScriptHost

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
