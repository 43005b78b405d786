-- The three builds that the plan of the desktop program's successor describes (its section 10),
-- with the steps of the rule file that `mix.input.bytes()` names. Returns what is wrong.

local replay = require("replay")

local rules = mix.rules.load(mix.input.bytes())
local wrong = {}

local function check(what, wanted, got)
  wanted, got = mix.json.encode(wanted), mix.json.encode(got)
  if wanted ~= got then wrong[#wrong + 1] = ("%s is %s, not %s"):format(what, got, wanted) end
end

local words = { "Alpine", "Bramble", "Copper", "Dynamo", "Ember" }

local function tracks(prefix, count, artist)
  local list = {}
  for number = 1, count do
    list[number] = {
      id = prefix .. number, name = words[number] or "Number " .. number,
      artists = { artist },
    }
  end
  return list
end

local function uris(prefix, count)
  local list = {}
  for number = 1, count do list[number] = "spotify:track:" .. prefix .. number end
  return list
end

local function sorted(list)
  local copy = table.move(list, 1, #list, 1, {})
  table.sort(copy)
  return copy
end

-- The calls of a kind.
local function calls(built, name)
  local list = {}
  for _, call in ipairs(built.calls) do
    if call[1] == name then list[#list + 1] = call end
  end
  return list
end

local function catalogue(top_tracks, artists)
  return {
    me = "me", library_artists = artists, followed_artists = {}, top_tracks = top_tracks,
    existing_playlist = { id = "old123", owner_id = "me" },
  }
end

-- A: typed artists, variants taken out, nothing written.
local built = replay.build({
  options = {
    playlist_name = "Road Trip Mix", date_stamp = true, limit_per_artist = 3, max_artists = 10,
    max_tracks = 20, dedupe_variants = true, manual_artist_queries = { "Metallica", "A-ha" },
  },
  failing_artists = {},
}, catalogue({
  metallica = tracks("m", 3, "Metallica"), aha = tracks("aha", 3, "A-ha"),
}, { { id = "metallica", name = "Metallica" }, { id = "aha", name = "A-ha" } }), rules)
check("A prepared", table.move(uris("aha", 3), 1, 3, 4, uris("m", 3)), built.result.prepared)
check("A stats", {
  playlist_name = "Road Trip Mix 2025-11-20", artists_retrieved = 2, top_tracks_retrieved = 6,
  variants_deduped = 0, total_prepared = 6, total_uploaded = 0,
}, built.result.stats)
check("A display", "Metallica – Alpine", built.result.display[1])

-- B: an existing playlist, shuffled together with what is new.
local scenario = {
  options = {
    playlist_name = "Morning Mix", reuse_existing = true, shuffle = true, shuffle_seed = 1234,
    limit_per_artist = 2, max_tracks = 5, dry_run = false, library_artists = true,
  },
  failing_artists = {}, found_existing = true, existing_items = uris("t", 3),
  result = { playlist_name = "Morning Mix" },
}
local music = catalogue({
  a = { tracks("n", 5, "A")[1], tracks("n", 5, "A")[2] },
  b = { tracks("n", 5, "B")[3], tracks("n", 5, "B")[4] }, c = { tracks("n", 5, "C")[5] },
}, { { id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" } })
built = replay.build(scenario, music, rules)
local all = table.move(uris("t", 3), 1, 3, 6, uris("n", 5))
check("B prepared", uris("n", 5), sorted(built.result.prepared))
check("B added", built.result.prepared, built.result.added)
check("B uploaded", 5, built.result.stats.total_uploaded)
check("B replaces", 1, #calls(built, "replace"))
check("B adds", 0, #calls(built, "add"))
local written = calls(built, "replace")[1][3]
check("B written", sorted(all), sorted(written))
local expected = table.move(uris("t", 3), 1, 3, 6, table.move(built.result.prepared, 1, 5, 1, {}))
mix.random.new(1234):shuffle(expected)
check("B order", expected, written)
check("B again", written, calls(replay.build(scenario, music, rules), "replace")[1][3])

-- C: an existing playlist, replaced by what fits.
built = replay.build({
  options = {
    reuse_existing = true, truncate = true, max_tracks = 25, limit_per_artist = 50,
    dry_run = false, library_artists = true,
  },
  failing_artists = {}, found_existing = true, existing_items = uris("t", 40),
  result = { playlist_name = "Fav Artists Top Tracks" },
}, catalogue({ a = tracks("n", 50, "A") }, { { id = "a", name = "A" } }), rules)
check("C prepared", uris("n", 25), built.result.prepared)
check("C replaces", { { "replace", "old123", uris("n", 25) } }, calls(built, "replace"))
check("C uploaded", 25, built.result.stats.total_uploaded)

return table.concat(wrong, "; ")
