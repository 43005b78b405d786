internal import MixCore
internal import Notation
internal import Reactor
internal import ScriptHost

/// `mix.policy`: when something is fetched again; how earlier tries went is kept between runs.
enum PolicyModule {
  private static let name = Parameter("name", "what is fetched, such as \"chart\"", String.self)
  private static let key = Shape.Field(
    "key", .text, "what the history is about, such as an address (default: the name)")

  static func make(_ host: any RulesHost) -> Module {
    var module = Module("policy", "Refresh policies, with what they know kept between runs.")
    let book = RefreshRuleBook(host)
    addAsking(&module, host, book)
    addRecording(&module, host)
    addRefreshers(&module, host)
    return module
  }

  private static func addAsking(
    _ module: inout Module, _ host: any RulesHost, _ book: RefreshRuleBook
  ) {
    module.asyncFunction(
      "due", "Asks a refresh rule whether it is time.", name,
      .options(
        key,
        .init(
          "rule", .text,
          "a refresh rule: \"adaptive\" is rules/refresh/adaptive.lua (default: the name)"),
        .init("every", .duration, "the interval that the user asked for"),
        .init("forced", .flag, "whether the user wants it now (default false)"),
        .init("visible", .flag, "whether somebody looks at it (default true)"),
        .init(
          "begin", .flag,
          "when it is due, keeps other runs from beginning until record says how this one ended, "
            + "a minute at most (default false)")),
      returns: "refresh.answer  what to do, when and why",
      example: "if mix.policy.due(\"chart\", {every = \"6h\"}).due then load() end"
    ) { context, name, options -> LuaValue in
      let key = options.string("key") ?? name
      let now = host.time.wall
      let history = try await host.refreshes.read { try $0.history(name, key: key, now: now) }
      let forced = options.bool("forced") ?? false
      let facts = RefreshFacts(
        now: now, history: history, every: options.number("every"), forced: forced,
        visible: options.bool("visible") ?? true)
      var decision = try context.withCall("mix.policy.due") {
        try book.decide(options.string("rule") ?? name, facts, $0)
      }
      if decision.isDue, !forced, let lasting = host.lastingRefreshes {
        let history = try await lasting.read { try $0.history(name, key: key, now: now) }
        try context.withCall("mix.policy.due") { call in
          var facts = facts
          facts.history = history
          let held = try book.decide(options.string("rule") ?? name, facts, call)
          if !held.isDue { throw recordingTooSoon(name, held) }
        }
      }
      if decision.isDue, options.bool("begin") ?? false {
        try context.checkMayChangeData()
        let may = try await host.refreshes.begin(name, key: key, now: now, replaces: forced)
        if !may { decision = RefreshDecision.busy(now) }
      }
      return RefreshValue.value(decision)
    }
    module.function(
      "decide", "Asks a refresh rule about facts of the script's own: for trying rules out.",
      Parameter("rule", "below refresh: \"adaptive\"", String.self),
      Parameter("facts", "as refresh rules get them; only `now` is needed", LuaValue.self),
      returns: "refresh.answer  what to do, when and why",
      example: "mix.policy.decide(\"fixed\", {now = 0, every = 3600})"
    ) { call, rule, facts in
      RefreshValue.value(try book.decide(rule, try RefreshValue.facts(facts), call))
    }
  }

  /// A recording begins as if for the first time, which must not pass by the interval.
  private static func recordingTooSoon(_ name: String, _ held: RefreshDecision) -> HostError {
    HostError.usage(
      "a recording would fetch \(name) again, which is not due before "
        + "\(InternetTime.format(held.nextAt)) (\(held.reason)); record it then, or with --force")
  }

  private static func addRecording(_ module: inout Module, _ host: any RulesHost) {
    module.asyncFunction(
      "record", "Keeps how a try went, for the next question.", name,
      Parameter("ok", "whether it was fetched", Bool.self),
      .options(
        key,
        .init(
          "changes", .list(.number(in: -1e12...1e12)),
          "when what was new came, in seconds since 1970 (default: nothing new)"),
        .init(
          "not_before", .number,
          "until when the source asked to be left alone, in seconds since 1970"),
        .init(
          "error", .text, "what went wrong, or why there was nothing to fetch, in one line"),
        .init(
          "idle", .flag,
          "there was nothing to fetch: neither a success nor a failure (default false)")),
      example: "mix.policy.record(\"chart\", answer ~= nil)"
    ) { context, name, ok, options -> Nothing in
      try context.checkMayChangeData()
      let key = options.string("key") ?? name
      let outcome: RefreshStore.Outcome =
        options.bool("idle") ?? false
        ? .idle(options.string("error"))
        : ok
          ? .success(changes: options.numbers("changes"))
          : .failure(options.string("error") ?? "it failed")
      let now = host.time.wall
      for times in [host.refreshes, host.lastingRefreshes].compactMap(\.self) {
        try await times.run {
          try $0.record(outcome, name, key: key, now: now, notBefore: options.number("not_before"))
        }
      }
      return Nothing()
    }
    module.asyncFunction(
      "history", "The record of earlier tries.", name, .options(key),
      returns:
        "table  {since, last_success, last_failure, last_attempt, failures, error, not_before, changes}, as refresh rules get them",
      example: "print(mix.policy.history(\"chart\").failures)"
    ) { _, name, options -> LuaValue in
      let key = options.string("key") ?? name
      let now = host.time.wall
      return .object(
        RefreshValue.members(
          try await host.refreshes.read { try $0.history(name, key: key, now: now) }))
    }
  }

  private static func addRefreshers(_ module: inout Module, _ host: any RulesHost) {
    module.function(
      "refreshers", "The refreshers, as the settings want them.",
      returns: "refresh.refresher[]  those of all programs",
      example: "for _, refresher in ipairs(mix.policy.refreshers()) do print(refresher.name) end"
    ) { _ in
      try Refresher.all(host.settings.configuration).map { refresher -> LuaValue in
        var fields: [String: LuaValue] = [
          "name": .string(refresher.name), "doc": .string(refresher.doc),
          "rule": .string(refresher.rule), "key": .string(refresher.key),
          "program": .string(refresher.program),
        ]
        if let every = refresher.every { fields["every"] = .number(every) }
        return .object(fields)
      }
    }
  }
}
