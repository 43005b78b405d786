internal import MixCore
internal import Reactor
internal import ScriptHost

/// `mix.policy`: when something is fetched again; how earlier tries went is kept between runs.
enum PolicyModule {
  private static let name = Parameter(
    "name", "a refresh rule: \"chart\" is rules/refresh/chart.lua, the user's before mixhost's",
    String.self)
  private static let key = OptionField(
    "key", .string, "what the policy is about, such as an address (default: the name)")

  static func make(_ host: Host) -> Module {
    var module = Module("policy", "Refresh policies, with what they know kept between runs.")
    module.function(
      "due", "Asks a refresh rule whether it is time.", name,
      .options(
        key,
        OptionField("every", .duration, "the interval that the user asked for"),
        OptionField("forced", .boolean, "whether the user wants it now (default false)")),
      returns: "refresh.decision  whether, when and why",
      example: "if mix.policy.due(\"chart\", {every = \"6h\"}).due then load() end"
    ) { call, name, options -> LuaValue in
      let history = PolicyHistory(host, name: name, key: options.string("key"))
      let facts = history.facts(
        now: host.time.wall, every: options.number("every"),
        forced: options.bool("forced") ?? false)
      let decision = try load(name, call, host).decide(facts, call)
      return .object([
        "due": .bool(decision.due), "next_at": .number(decision.nextAt),
        "reason": .string(decision.reason),
      ])
    }
    module.function(
      "record", "Keeps how a try went, for the next question.", name,
      Parameter("ok", "whether it was fetched", Bool.self), .options(key),
      example: "mix.policy.record(\"chart\", answer ~= nil)"
    ) { _, name, ok, options -> Nothing in
      PolicyHistory(host, name: name, key: options.string("key")).record(ok, now: host.time.wall)
      return Nothing()
    }
    return module
  }

  private static func load(_ name: String, _ call: HostCall, _ host: Host) throws -> RefreshRules {
    try RuleFollower<RefreshRules>(loading: "refresh/" + name, call, host).rules
  }
}

/// How fetching something went, kept in the cache of values: losing it costs one fetch.
struct PolicyHistory {
  private static let namespace = "policy"
  private let values: KeyValueCache
  private let place: String

  init(_ host: Host, name: String, key: String?) {
    values = host.values
    place = name + "\n" + (key ?? name)
  }

  func facts(now: Double, every: Double?, forced: Bool) -> RefreshRules.Facts {
    let (success, failure, failures) = read()
    return RefreshRules.Facts(
      now: now, lastSuccess: success, lastFailure: failure, failures: failures, every: every,
      forced: forced)
  }

  func record(_ ok: Bool, now: Double) {
    var (success, failure, failures) = read()
    if ok { (success, failures) = (now, 0) } else { (failure, failures) = (now, failures + 1) }
    let fields = [success.map { "\($0)" } ?? "-", failure.map { "\($0)" } ?? "-", "\(failures)"]
    values.set(
      place, in: Self.namespace, to: Array(fields.joined(separator: " ").utf8), ttl: nil)
  }

  /// What `record` wrote; anything else counts as nothing known.
  private func read() -> (success: Double?, failure: Double?, failures: Int) {
    guard let stored = values.get(place, in: Self.namespace) else { return (nil, nil, 0) }
    let fields = String(decoding: stored.bytes, as: UTF8.self).split(separator: " ")
    guard fields.count == 3, let failures = Int(fields[2]) else { return (nil, nil, 0) }
    return (Double(fields[0]), Double(fields[1]), failures)
  }
}
