internal import ScriptHost

/// Rules of the kind `refresh`.
enum RefreshRuleKind: RuleKind {
  static func object(_ rules: RuleFollower<RefreshRules>) -> any LuaResult {
    ObjectResult(RefreshRulesObject(rules))
  }

  /// Asks about something never fetched, fetched, failed, and wanted now.
  static func dryRun(_ rules: RefreshRules, _ call: HostCall) throws {
    let now = 1_700_000_000.0
    for (success, failure, forced) in [
      (nil, nil, false), (now - 60, nil, false), (now - 7200, now - 60, false), (nil, nil, true),
    ] {
      let facts = RefreshRules.Facts(
        now: now, lastSuccess: success, lastFailure: failure, failures: failure == nil ? 0 : 1,
        every: 3600, forced: forced)
      _ = try rules.decide(facts, call)
    }
  }
}

/// Refresh rules as scripts hold them; `mix.policy` asks them.
final class RefreshRulesObject: LuaObject {
  private let follower: RuleFollower<RefreshRules>

  init(_ follower: RuleFollower<RefreshRules>) { self.follower = follower }

  static let luaTypeName = "rules.refresh"
  static let luaType: ObjectType<RefreshRulesObject> = {
    var type = ObjectType<RefreshRulesObject>("Checked rules for refreshing.")
    type.description { "rules: \($0.follower.origin.name)" }
    type.method(
      "name", "The name they were loaded by.", returns: "string  such as refresh/chart",
      example: "print(rules:name())"
    ) {
      _, rules in rules.follower.origin.name
    }
    type.method(
      "path", "The file they come from.", returns: "string  a path", example: "print(rules:path())"
    ) {
      _, rules in rules.follower.origin.path
    }
    return type
  }()
}
