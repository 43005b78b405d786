internal import MixCore
internal import ScriptHost

/// Rules of the kind `refresh`.
enum RefreshRuleKind: RuleKind {
  static func object(_ rules: RuleFollower<RefreshRules>) -> any LuaResult {
    ObjectResult(RefreshRulesObject(rules))
  }

  /// Asks about something never fetched, fetched and failed, with an interval and without.
  static func dryRun(_ rules: RefreshRules, _ call: HostCall) throws {
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
          _ = try rules.decide(facts, call)
        }
      }
    }
  }
}

/// Refresh rules as scripts hold them; `mix.policy` asks them.
final class RefreshRulesObject: RuleObject {
  let follower: RuleFollower<RefreshRules>

  init(_ follower: RuleFollower<RefreshRules>) { self.follower = follower }

  static let luaTypeName = "rules.refresh"
  static let luaType = ObjectType<RefreshRulesObject>.rules(
    "Checked rules for refreshing.", example: "refresh/chart")
}
