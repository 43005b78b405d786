internal import ScriptHost

/// Rules for playlists: the steps that a build goes through, each a function.
///
/// docs/playlists.md describes them.
struct PlaylistRules: ScriptedRules, ObjectRules {
  static let kind = "playlist"
  static let script = HostScript(rules: "programs/playlist/lib/rule_kind")
  static let changeable = ["memory"]

  static let shape = Shape.file(
    "playlist.rule", kind: kind,
    [
      .init(
        "steps",
        .record(
          Shape(
            "playlist.steps",
            "The steps of a build; docs/playlists.md says what they take and return.", steps,
            naming: .each("step"))),
        "what a build goes through", required: true)
    ])

  /// In the order in which they run; `resolve` runs for each name among the artists.
  private static let steps: [Shape.Field] = [
    .init(
      "name", .function("fun(options: table, today: string): string"), "the playlist's name",
      required: true),
    .init(
      "describe", .function("fun(options: table, build: string): string"),
      "the description of a new playlist; build: the identifier of this build"),
    .init(
      "resolve", .function("fun(query: string, matches: table[]): table?"),
      "which of the artists that a search found is meant", required: true),
    .init(
      "artists", .function("fun(options: table, found: table): table"),
      "the artists in order, or {fetch, limit}: a source to ask first", required: true),
    .init(
      "tracks", .function("fun(options: table, count: integer): integer?"),
      "how many top tracks of the next artist to ask for; nil: no more artists", required: true),
    .init(
      "dedupe",
      .function(
        "fun(options: table, fetched: table[], chosen: table[], memory: table): table"),
      "{kept, dropped}: which of an artist's tracks to take; memory lasts for the build",
      required: true),
    .init(
      "order", .function("fun(options: table, tracks: table[]): table[]"), "the tracks in order",
      required: true),
    .init(
      "trim", .function("fun(options: table, tracks: table[]): table[]"), "those that fit",
      required: true),
    .init(
      "target",
      .function("fun(options: table, name: string, playlists: table[]?, user: string): table?"),
      "the playlist to reuse, nil for a new one, or {fetch = \"playlists\"}", required: true),
    .init(
      "write", .function("fun(options: table, prepared: string[], existing: string[]?): table"),
      "{action, items, added}: what is written", required: true),
  ]

  /// A step sees whole lists: more than the functions that are called for each candidate.
  static let budget: RuleBudget = {
    var budget = RuleBudget()
    budget.instructions = 1_000_000_000
    budget.seconds = 5
    budget.bytes = 128_000_000
    return budget
  }()

  static let objectName = "rules.playlist"
  static let objectType: ObjectType<RulesObject<PlaylistRules>> = objectType(
    "Checked rules for playlists.", example: "playlist/classic"
  ) { type in
    let names = steps.map(\.name)
    type.method(
      "run", "Runs a step; a budget of 5 s and 128 MB holds.",
      Parameter(
        "step", names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])",
        String.self),
      Parameter("...", "what the step takes, see playlist.steps", Rest.self),
      returns: "any  what the step decides",
      example: "local tracks = rules:run(\"trim\", options, tracks)"
    ) { call, rules, step, arguments in
      guard names.contains(step) else {
        throw HostError.usage(
          "'\(step)' is not a step of a playlist; the steps: \(names.joined(separator: ", "))")
      }
      return try rules.follower.current(call).run("run", call, [step] + arguments.values)
    }
  }

  let origin: RuleOrigin
  let table: KeptValue
}
