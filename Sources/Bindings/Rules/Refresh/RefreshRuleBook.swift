internal import MixCore
internal import ScriptHost

/// The refresh rules that one engine has loaded, by name; they follow their files.
final class RefreshRuleBook {
  private let host: any RulesHost
  private var loaded: [String: RuleFollower<RefreshRules>] = [:]

  init(_ host: any RulesHost) { self.host = host }

  /// Asks a rule.
  /// - Parameter name: below `refresh/`.
  /// - Throws: ``HostError`` for a rule that is missing or wrong, and what the rule raises.
  func decide(_ name: String, _ facts: RefreshFacts, _ call: HostCall) throws -> RefreshDecision {
    if let follower = loaded[name] { return try follower.current(call).decide(facts, call) }
    let follower = try RuleFollower<RefreshRules>(loading: "refresh/" + name, call, host)
    loaded[name] = follower
    return try follower.rules.decide(facts, call)
  }
}
