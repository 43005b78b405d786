-- How the steps of rules for playlists are run and tried. Sources/Bindings/Rules/Playlist declares
-- them and hands over `host`; mix.rules.load("playlist/…"):run asks this.

local host = ...

local kind = {}

--- Runs a step. Returns its decision; nil for one that the rules leave out.
function kind.run(rules, step, ...)
  return rules.steps[step] and host.ask(rules.steps[step], ...)
end

-- Made-up arguments of each step: of a build with everything, or with nothing.
local function examples(is_full)
  local function list(...) return is_full and { ... } or {} end
  local artist = { id = "a1", name = "Somebody" }
  local track = {
    id = "t1", name = "A song - Live", uri = "service:track:t1", artists = { "Somebody" },
  }
  local options = {
    playlist_name = is_full and "A mix" or "", date_stamp = is_full,
    limit_per_artist = is_full and 2 or 0, max_artists = is_full and 5 or 0,
    max_tracks = is_full and 5 or 0, dedupe_variants = is_full, shuffle = is_full,
    shuffle_seed = 1, reuse_existing = is_full, truncate = false, library_artists = false,
    followed_artists = true,
  }
  return {
    { "name", options, "2026-01-31" },
    { "describe", options, "somebody" },
    { "resolve", "somebody", list(artist) },
    { "artists", options,
      { manual = list(artist), file = {}, library = list(artist), followed = list(artist) } },
    { "tracks", options, 0 },
    { "dedupe", options, list(track, track), {}, {} },
    { "order", options, list(track, track) },
    { "trim", options, list(track, track) },
    { "target", options, "somebody",
      list({ id = "p1", name = "Somebody", owner = "somebody" }), "somebody" },
    { "write", options, list("service:track:t1"), list("service:track:t1") },
  }
end

--- Runs every step on a short list and on nothing.
kind["try"] = function(rules)
  for _, is_full in ipairs({ true, false }) do
    for _, example in ipairs(examples(is_full)) do kind.run(rules, table.unpack(example)) end
  end
end

return kind
