-- Steps that both playlist rules share: the desktop builder's behaviour where it needs no
-- improvement.

local set_of = require("lib.set_of")
local random = mix.random

-- White space that Python strips from the ends of a name.
local spaces = { "\u{85}", "\u{a0}", "\u{1680}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}",
  "\u{3000}" }
for code = 0x2000, 0x200a do spaces[#spaces + 1] = utf8.char(code) end

local function without_spaces(name)
  local length
  repeat
    length = #name
    name = name:gsub("^[%s\28-\31]+", ""):gsub("[%s\28-\31]+$", "")
    for _, space in ipairs(spaces) do
      if name:sub(1, #space) == space then name = name:sub(#space + 1) end
      if name:sub(-#space) == space then name = name:sub(1, -#space - 1) end
    end
  until #name == length
  return name
end

-- Joins lists; nil values are skipped.
local function joined(...)
  local all = {}
  for place = 1, select("#", ...) do
    local list = select(place, ...)
    if list then table.move(list, 1, #list, #all + 1, all) end
  end
  return all
end

local steps = {}

--- Returns the playlist's name without white space around it, "Untitled Playlist" for an empty one,
--- followed by the date when requested.
function steps.name(options, today)
  local name = without_spaces(options.playlist_name)
  if name == "" then name = "Untitled Playlist" end
  return options.date_stamp and name .. " " .. today or name
end

--- Returns typed artists, those of the file, then those of the library and the followed ones, each
--- source when it is requested or nothing was found so far; every artist once, without empty names.
--- `how`: followed (whether followed artists are requested), stand_in (whether library and followed
--- artists are used when no other source has any), limit (most artists of a source).
function steps.artists(options, found, how)
  local so_far = joined(found.manual, found.file, found.library)
  local none = #so_far == 0 and how.stand_in
  if not found.library and (options.library_artists or none) then
    return { fetch = "library", limit = how.limit }
  end
  if not found.followed and (how.followed or none) then
    return { fetch = "followed", limit = how.limit }
  end
  local artists, seen = {}, {}
  for _, artist in ipairs(joined(so_far, found.followed)) do
    if not seen[artist.id] and artist.name ~= "" then
      seen[artist.id] = true
      artists[#artists + 1] = artist
      if #artists == options.max_artists then break end
    end
  end
  return artists
end

--- Whether this number of tracks reaches the user's limit; 0 sets no limit.
function steps.is_full(options, count)
  return options.max_tracks > 0 and count >= options.max_tracks
end

--- Returns the number of tracks to fetch of each artist: more than the user wants when variants are
--- removed.
function steps.tracks(options, count)
  local wanted = options.limit_per_artist
  if wanted <= 0 or steps.is_full(options, count) then return nil end
  return options.dedupe_variants and math.max(wanted + 5, wanted * 2) or wanted
end

--- Makes a step `dedupe` of a function `is_variant(track, memory)`, which remembers tracks in the
--- table `memory`.
function steps.dedupe(is_variant)
  return function(options, fetched, chosen, memory)
    memory.ids = memory.ids or {}
    local kept, dropped = {}, {}
    for _, track in ipairs(fetched) do
      local id = track.id
      if not id or id == "" then goto continue end
      if memory.ids[id] or options.dedupe_variants and is_variant(track, memory) then
        dropped[#dropped + 1] = track
      else
        memory.ids[id] = true
        kept[#kept + 1] = track
        if steps.is_full(options, #chosen + #kept) or #kept >= options.limit_per_artist then
          break
        end
      end
      ::continue::
    end
    return { kept = kept, dropped = dropped }
  end
end

--- Returns the first tracks up to the limit; 0 sets none.
function steps.trim(options, tracks)
  local count = options.max_tracks > 0 and math.min(#tracks, options.max_tracks) or #tracks
  return table.move(tracks, 1, count, 1, {})
end

--- Decides how to write: a new playlist gets all tracks; a truncated one is replaced; a shuffled
--- one gets old and new tracks in a new order; else missing tracks are added at the end.
function steps.write(options, prepared, existing)
  if not existing then return { action = "create", items = prepared, added = prepared } end
  if options.truncate then return { action = "replace", items = prepared, added = prepared } end
  local there, new = set_of(existing), set_of(prepared)
  local added = {}
  for _, uri in ipairs(prepared) do
    if not there[uri] then added[#added + 1] = uri end
  end
  if not options.shuffle then
    return { action = #added > 0 and "append" or "none", items = added, added = added }
  end
  local all = table.move(prepared, 1, #prepared, 1, {})
  for _, uri in ipairs(existing) do
    if not new[uri] then all[#all + 1] = uri end
  end
  random.new(options.shuffle_seed):shuffle(all)
  return { action = #all > 0 and "replace" or "none", items = all, added = added }
end

--- Makes a step that chooses the target: the playlist with the given id, else the user's own with
--- the name, else the user's first with the name and a date. `fold` makes names comparable.
function steps.target(fold)
  return function(options, name, playlists, user)
    if not options.reuse_existing then return nil end
    if options.target_playlist_id then return { id = options.target_playlist_id } end
    if not playlists then return { fetch = "playlists" } end
    local wanted, dated = fold(name), nil
    for _, playlist in ipairs(playlists) do
      if playlist.owner == user then
        local own = fold(playlist.name)
        if own == wanted then return playlist end
        local stem = own:match("^(.*) %d%d%d%d%-%d%d%-%d%d$")
        if stem == wanted then dated = dated or playlist end
      end
    end
    return dated
  end
end

return steps
