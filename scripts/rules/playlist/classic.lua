-- The desktop playlist builder's behaviour with its weak points, which docs/playlists.md lists.

local titles = require("rules.lib.classic_titles")
local spread = require("rules.lib.classic_shuffle")
local shared = require("rules.lib.playlist_steps")
local text = mix.text

-- Variants are searched among tracks of the same artists.
local function artists_key(track)
  local names = {}
  for _, name in ipairs(track.artists) do
    if name ~= "" then names[#names + 1] = text.casefold(name) end
  end
  table.sort(names)
  return table.concat(names, "\n")
end

local function is_variant(track, memory)
  memory.names = memory.names or {}
  local key, name = artists_key(track), titles.normalize(track.name)
  memory.names[key] = memory.names[key] or {}
  local seen = memory.names[key]
  if titles.is_variant(name, seen) then return true end
  if name ~= "" then seen[#seen + 1] = name end
  return false
end

return {
  kind = "playlist",
  name = "playlist/classic",
  doc = "As the desktop playlist builder, number for number.",
  steps = {
    name = shared.name,
    resolve = titles.resolve,
    artists = function(options, found)
      return shared.artists(options, found, {
        followed = options.followed_artists ~= false, stand_in = true,
        limit = math.max(options.max_artists, 20),
      })
    end,
    tracks = shared.tracks,
    dedupe = shared.dedupe(is_variant),
    order = function(options, tracks)
      if options.shuffle then return spread(tracks, options.shuffle_seed) end
      return tracks
    end,
    trim = shared.trim,
    target = shared.target(text.casefold),
    write = shared.write,
  },
}
