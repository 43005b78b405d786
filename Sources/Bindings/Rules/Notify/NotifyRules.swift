internal import ScriptHost

/// Rules for notices: which events are worth one, how it is worded, and when it may disturb.
///
/// docs/notices.md describes them.
struct NotifyRules: ScriptedRules, ObjectRules {
  static let kind = "notify"
  static let script = HostScript(rules: "programs/notify/lib/rule_kind")

  static let shape = Shape.file(
    "notify.rule", kind: kind,
    [
      .init(
        "notice", .function("fun(event: notify.event): table?"),
        "the notice of an event, see notify.notice; nil: none", required: true),
      .init(
        "digest", .function("fun(notices: table[]): table"),
        "{title, text} of several notices that are sent as one", required: true),
      .init("quiet", .record(quiet), "when notices wait, unless they are urgent"),
    ])

  private static let quiet = Shape(
    "notify.quiet", "Hours in which notices wait for their end, by the clock of this machine.",
    [
      .init("from", clock, "when they begin: 22:00", required: true),
      .init("to", clock, "when they end, on the next day where that is earlier", required: true),
    ])

  private static let clock = Shape.Kind.matching("a time such as 22:00") { text in
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count == 2 ? UInt8($0) : nil }
    return parts.count == 2 && numbers.count == 2 && numbers[0] < 24 && numbers[1] < 60
  }

  static let otherShapes = [
    Shape(
      "notify.event", "Something that happened.",
      [
        .init("kind", "\"video\"|\"job\"|\"doubts\"|\"sign_in\"|\"chart\"", "what it is"),
        .init("key", "string", "tells it from every other event, for ever"),
        .init("at", "number", "when it was noticed, in seconds since 1970"),
        .init("title", "string", "of the video, job, service or song"),
        .init("text", "string?", "who made it, or what there is to say"),
        .init("url", "string?", "where it is"),
        .init("state", "string?", "of a job: done, paused or canceled"),
        .init("count", "integer?", "how many doubts wait"),
      ]),
    Shape(
      "notify.notice", "A notice of an event.",
      [
        .init("title", "string", "one line"),
        .init("text", "string?", "what else there is to say"),
        .init("url", "string?", "where a click leads"),
        .init(
          "to", "string[]?", "the receivers: ntfy, webhook, mail, desktop; nil: all that are set"),
        .init("urgent", "boolean?", "whether quiet hours do not hold it up"),
        .init("group", "string?", "notices of a group that are due together are sent as one"),
        .init("at", "string?", "of a group: the time of day at which it is sent, such as 18:00"),
      ]),
  ]

  static let objectName = "rules.notify"
  static let objectType: ObjectType<RulesObject<NotifyRules>> = objectType(
    "Checked rules for notices.", example: "notify/standard"
  ) { type in
    type.method(
      "notice", "The notice of an event.",
      Parameter("event", "what happened", LuaTable.self, as: "notify.event"),
      returns: "notify.notice?  nil: the event is not worth one",
      example: "local notice = rules:notice(event)"
    ) { call, rules, event in try rules.follower.current(call).run("notice", call, [event]) }
    type.method(
      "digest", "The words for several notices that are sent as one.",
      Parameter("notices", "as notice gave them", LuaTable.self, as: "notify.notice[]"),
      returns: "table  {title, text}",
      example: "local words = rules:digest(notices)"
    ) { call, rules, notices in try rules.follower.current(call).run("digest", call, [notices]) }
    type.method(
      "quiet", "The hours in which notices wait.", returns: "notify.quiet?  nil: none",
      example: "local quiet = rules:quiet()"
    ) { call, rules in try rules.follower.current(call).run("quiet", call) }
  }

  let origin: RuleOrigin
  let table: KeptValue
}
