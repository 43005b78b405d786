-- The classic steps with their weak points fixed; docs/playlists.md says where and why. To change
-- one, write your own file that takes the others from here:
--
--   local steps = {}
--   for name, step in pairs(require("rules.playlist.standard").steps) do steps[name] = step end
--   steps.order = function(options, tracks) return tracks end
--   return { kind = "playlist", steps = steps }

local lists = require("rules.lib.lists")
local shared = require("rules.lib.playlist_steps")
local spread = require("rules.lib.spread")
local titles = require("rules.lib.titles")
local numbers = require("rules.lib.numbers")
local text = mix.text

-- Spotify refuses longer names.
local longest_name = 100
-- From this likeness on two titles of the same artist differ by a typing slip.
local same_title = 0.92
-- Below this likeness a found name belongs to another artist.
local same_artist = 0.75

-- Number of artists requested from a source: at least, and without a limit.
local fewest_asked, most_asked = 20, 10000

-- The tags of a version in a fixed order.
local function tags_key(tags)
  local list = {}
  for tag in pairs(tags) do list[#list + 1] = tag end
  table.sort(list)
  return table.concat(list, " ")
end

local function same_song(a, b)
  if a.tags ~= b.tags or a.part ~= b.part or not numbers.same(a.full, b.full) then return false end
  return a.core == b.core or text.ratio(a.full, b.full) >= same_title
end

-- Whether a track is the same song by the same main artist in the same kind of recording: a
-- remaster is a variant, a live or an acoustic version is not.
local function is_variant(track, memory)
  memory.songs = memory.songs or {}
  local artist = text.fold(track.artists[1] or "")
  memory.songs[artist] = memory.songs[artist] or {}
  local seen, title = memory.songs[artist], titles.parse(track.name)
  local song = {
    core = title.core, full = title.full, part = title.part, tags = tags_key(title.strong),
  }
  for _, other in ipairs(seen) do
    if same_song(song, other) then return true end
  end
  seen[#seen + 1] = song
  return false
end

local function cut(name, length)
  if (utf8.len(name) or 0) <= length then return name end
  return name:sub(1, utf8.offset(name, length + 1) - 1)
end

-- Chooses an artist: exact names come first, then names that differ in case, accents and signs,
-- then the most similar; none when no name is similar.
local function resolve(query, matches)
  for _, form in ipairs { text.casefold, text.fold, text.normalize } do
    local wanted = form(query)
    for _, match in ipairs(matches) do
      if wanted ~= "" and form(match.name) == wanted then return match end
    end
  end
  local best, closest
  for _, match in ipairs(matches) do
    local ratio = text.ratio(text.fold(query), text.fold(match.name))
    if ratio >= same_artist and (not best or ratio > best) then best, closest = ratio, match end
  end
  return closest
end

-- Whether a playlist has entries that no program can write back: the user's files, and tracks that
-- Spotify has removed.
local function holds_files(uris)
  for _, uri in ipairs(uris) do
    if not (uri:find("^spotify:track:") or uri:find("^spotify:episode:")) then return true end
  end
  return false
end

return {
  kind = "playlist",
  name = "playlist/standard",
  doc = "Variants by what titles say, no artist twice in a row, names that fit.",
  steps = {
    name = function(options, today)
      local name = shared.name({ playlist_name = options.playlist_name, date_stamp = false })
      local stamp = options.date_stamp and " " .. today or ""
      return cut(name, longest_name - #stamp) .. stamp
    end,
    -- The identifier lets undo find a playlist whose creation was interrupted.
    describe = function(_, build)
      return ("Top tracks, put together by mixhost (build %s)"):format(build)
    end,
    resolve = resolve,
    artists = function(options, found)
      local named = #(options.manual_artist_queries or {}) > 0 or options.artists_file ~= nil
      local followed = options.followed_artists
      if followed == nil then followed = not named end
      return shared.artists(options, found, {
        followed = followed, stand_in = not named,
        limit = options.max_artists > 0 and math.max(options.max_artists, fewest_asked)
          or most_asked,
      })
    end,
    tracks = shared.tracks,
    dedupe = shared.dedupe(is_variant),
    order = function(options, tracks)
      if options.shuffle then return spread(tracks, options.shuffle_seed) end
      return tracks
    end,
    trim = shared.trim,
    target = shared.target(text.fold),
    write = function(options, prepared, existing)
      if existing and options.truncate and lists.equal(prepared, existing) then
        return { action = "none", items = {}, added = {} }
      end
      if not (existing and holds_files(existing)) then
        return shared.write(options, prepared, existing)
      end
      if options.truncate then
        return { action = "exchange", items = prepared, added = prepared }
      end
      -- Existing tracks stay in place, new ones follow.
      return shared.write({ shuffle = false }, prepared, existing)
    end,
  },
}
