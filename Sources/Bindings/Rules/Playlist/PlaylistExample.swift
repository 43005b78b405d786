internal import ScriptHost

/// Made-up arguments of the steps.
struct PlaylistExample {
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
