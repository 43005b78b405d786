internal import CLua
internal import ScriptHost

/// Rules of the kind `playlist`.
enum PlaylistRuleKind: RuleKind {
  static func object(_ rules: RuleFollower<PlaylistRules>) -> any LuaResult {
    ObjectResult(PlaylistRulesObject(rules))
  }

  /// Runs every step on a short list and on nothing.
  static func dryRun(_ rules: PlaylistRules, _ call: HostCall) throws {
    for isFull in [true, false] {
      let example = PlaylistExample(isFull: isFull)
      for step in PlaylistRules.steps {
        let base = call.stack.count
        guard call.stack.reserve(20) else { throw HostError.usage("the Lua stack is full") }
        defer { lua_settop(call.stack.pointer, base) }
        for parameter in step.parameters { call.stack.push(example.value(parameter)) }
        try rules.run(step.name, arguments: base + 1..<call.stack.count + 1, call)
      }
    }
  }
}

/// Made-up arguments of the steps.
private struct PlaylistExample {
  let isFull: Bool

  private var track: LuaValue {
    .object([
      "id": .string("t1"), "name": .string("A song - Live"), "uri": .string("service:track:t1"),
      "artists": .array([.string("Somebody")]),
    ])
  }
  private var artist: LuaValue { .object(["id": .string("a1"), "name": .string("Somebody")]) }

  private func list(_ values: LuaValue...) -> LuaValue { .array(isFull ? values : []) }

  /// An argument by its name.
  func value(_ parameter: String) -> LuaValue {
    switch parameter {
    case "options": options
    case "today": .string("2026-01-31")
    case "query": .string("somebody")
    case "matches": list(artist)
    case "found":
      .object([
        "manual": list(artist), "file": list(), "library": list(artist), "followed": list(artist),
      ])
    case "fetched", "tracks": list(track, track)
    case "memory": .object([:])
    case "name", "user", "build": .string("somebody")
    case "playlists":
      list(
        .object(["id": .string("p1"), "name": .string("Somebody"), "owner": .string("somebody")]))
    case "prepared", "existing": list(.string("service:track:t1"))
    case "count": .int(0)
    default: .array([])
    }
  }

  private var options: LuaValue {
    .object([
      "playlist_name": .string(isFull ? "A mix" : ""), "date_stamp": .bool(isFull),
      "limit_per_artist": .int(isFull ? 2 : 0), "max_artists": .int(isFull ? 5 : 0),
      "max_tracks": .int(isFull ? 5 : 0), "dedupe_variants": .bool(isFull),
      "shuffle": .bool(isFull), "shuffle_seed": .int(1), "reuse_existing": .bool(isFull),
      "truncate": .bool(false), "library_artists": .bool(false), "followed_artists": .bool(true),
    ])
  }
}

/// Playlist rules as scripts hold them.
final class PlaylistRulesObject: RuleObject {
  let follower: RuleFollower<PlaylistRules>

  init(_ follower: RuleFollower<PlaylistRules>) { self.follower = follower }

  static let luaTypeName = "rules.playlist"
  static let luaType: ObjectType<PlaylistRulesObject> = {
    var type = ObjectType<PlaylistRulesObject>.rules(
      "Checked rules for playlists.", example: "playlist/classic")
    type.method(
      "run", "Runs a step; a budget of 5 s and 128 MB holds.",
      Parameter(
        "step", "name, describe, resolve, artists, tracks, dedupe, order, trim, target or write",
        String.self),
      Parameter("arguments", "what the step takes, see playlist.steps", Rest.self),
      returns: "any  what the step decides",
      example: "local tracks = rules:run(\"trim\", options, tracks)"
    ) { call, rules, step, _ in
      let first: Int32 = 3
      let end = max(first, call.stack.count + 1)
      try rules.follower.current(call).run(step, arguments: first..<end, call)
      return Pushed(1)
    }
    return type
  }()
}
