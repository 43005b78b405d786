internal import CLua
internal import MixCore
internal import ScriptHost

/// Checked rules for refreshing: when something is to be fetched again.
final class RefreshRules: ObjectRules {
  static let kind = "refresh"

  static let shape = Shape.file(
    "refresh.rule", kind: kind,
    [
      .init(
        "minimum", .number(in: 0...31_536_000),
        "seconds after a success before the next automatic try, 0 to 31,536,000",
        required: true),
      .init(
        "retry_minimum", .number(in: 0...31_536_000),
        "the same after a failure (default: minimum)"),
      .init(
        "decide", .function("fun(facts: refresh.facts): refresh.decision"), "what is to be done",
        required: true),
    ])

  static let objectName = "rules.refresh"
  static let objectType: ObjectType<RulesObject<RefreshRules>> = objectType(
    "Checked rules for refreshing.", example: "refresh/chart")

  let origin: RuleOrigin
  /// The least time between two automatic tries, whatever `decide` says.
  let minimum: RefreshMinimum
  private let decideFunction: RuleFunction

  init(_ record: Fields, _ origin: RuleOrigin, _ call: HostCall) throws {
    self.origin = origin
    let success = record.number("minimum") ?? 0
    minimum = RefreshMinimum(
      afterSuccess: success, afterFailure: record.number("retry_minimum") ?? success)
    decideFunction = record.ruleFunction("decide")
  }

  /// Asks about something never fetched, fetched and failed, with an interval and without.
  func tryOut(_ call: HostCall) throws {
    let now = 1_700_000_000.0
    let changes = stride(from: now - 86_400, to: now, by: 7_000).map(\.self)
    let histories = [
      RefreshHistory(),
      RefreshHistory(since: now - 86_400, lastSuccess: now - 60, changes: changes),
      RefreshHistory(
        since: now - 86_400, lastSuccess: now - 7_200, lastFailure: now - 60, failures: 1,
        error: "HTTP status 503", notBefore: now + 600, changes: changes),
    ]
    for history in histories {
      for forced in [false, true] {
        for every in [nil, 3_600.0] {
          let facts = RefreshFacts(
            now: now, history: history, every: every, forced: forced, visible: !forced)
          _ = try decide(facts, call)
        }
      }
    }
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
