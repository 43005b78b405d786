-- luacheck: globals text
-- Which track of a shop is the one that a chart names? Title and artist must both agree, another
-- version of the song is another track, and of the releases of one song the original comes first.
--
-- Numbers: `accept` 0.87 lets one wrong letter in a title of twelve pass when all else agrees, and
-- doubts it in a title of six; the artist alone (0.36) or the title alone (0.50) stay below
-- `review`, so neither ever makes a match.

local titles = require("lib.titles")(text)
local credits = require("lib.credits")(text)

-- Below this likeness two titles, or two names, are different words.
local title_floor, name_floor = 0.72, 0.85

-- 1 for equal texts, falling three times as fast as the likeness: a wrong letter weighs more than
-- the many that any two texts share.
local function steep(ratio) return math.max(0, 1 - 3 * (1 - ratio)) end

local function set_of(...)
  local set = {}
  for _, list in ipairs({ ... }) do
    for _, name in ipairs(list) do set[name] = true end
  end
  return set
end

local function read(record)
  local track = titles.parse(record.title or "")
  track.artist = credits.parse(record.artist or "")
  track.everyone = set_of(track.artist.names, track.guests)
  return track
end

local compilations = {
  "greatest hits", "best of", "the very best", "essential", "anthology", "collection",
  "^now that", "hits of", "number ones", "top hits", "karaoke", "tribute", "various artists",
  "playlist", "mixed by", "dj mix",
}
local editions = {
  "deluxe", "expanded", "anniversary", "edition", "remaster", "bonus", "super audio", "special",
}

local function has_any(s, words)
  for _, word in ipairs(words) do
    if s:find(word) then return true end
  end
  return false
end

-- What kind of release a track is on. Only what came out later counts less.
local function release_of(c)
  local album = text.fold(c.album or "")
  local maker = text.fold(c.album_artist or "")
  if maker:find("^various artists") or has_any(album, compilations) then
    return { value = 0.2, name = "compilation" }
  elseif has_any(album, editions) then
    return { value = 0.7, name = "later edition" }
  elseif album == "" then
    return { value = 0.8, name = "no album named" }
  end
  return { value = 1, name = "original release" }
end

-- Live albums and karaoke albums often say so in the album's name only.
local function add_album_version(track, album)
  for remark in album:gmatch("[%(%[]([^%)%]]*)[%)%]]") do
    local parsed = titles.parse("x (" .. remark .. ")")
    for _, tag in ipairs({ "live", "karaoke", "instrumental", "acoustic", "tribute" }) do
      track.strong[tag] = track.strong[tag] or parsed.strong[tag]
    end
  end
end

local function title_likeness(q, c)
  if q.full == c.full then return 1, "exact" end
  local whole = steep(text.ratio(q.full, c.full))
  local core = steep(text.ratio(q.core, c.core))
  -- Words in brackets that one side leaves out cost little, different ones much.
  if q.extra ~= c.extra then core = core * ((q.extra == "" or c.extra == "") and 0.85 or 0.6) end
  local note = ("%s ~ %s"):format(q.full, c.full)
  return math.max(whole, core), note
end

local function part_factor(q, c)
  if q.part == c.part then return 1 end
  return 0.85
end

-- A name in a set, allowing for a letter or two in names long enough for it.
local function named(name, set)
  if set[name] then return true end
  if #name < 6 then return false end
  for other in pairs(set) do
    if text.ratio(name, other) >= 0.9 then return true end
  end
  return false
end

local function all_named(names, set)
  for _, name in ipairs(names) do
    if not named(name, set) then return false end
  end
  return true
end

local function artist_likeness(q, c)
  if q.artist.whole == c.artist.whole then return 1, "exact" end
  if all_named(q.artist.names, c.everyone) and all_named(c.artist.names, q.everyone) then
    return 0.99, "the same names"
  end
  local ours, theirs = q.artist.names[1], c.artist.names[1]
  if named(ours, set_of(c.artist.names)) and named(theirs, q.everyone) then
    return 0.95, "the main artist; other names differ"
  elseif named(ours, set_of(c.artist.names)) then
    return 0.9, "named second"
  elseif named(ours, c.everyone) or named(theirs, q.everyone) then
    return 0.85, "named as a guest"
  end
  local ratio = text.ratio(q.artist.whole, c.artist.whole)
  if ratio < name_floor then return 0, ("%s ~ %s"):format(q.artist.whole, c.artist.whole) end
  return 1 - 2 * (1 - ratio), "spelled alike"
end

local function guest_likeness(q, c)
  local ours, theirs = #q.guests, #c.guests
  if ours == 0 and theirs == 0 then return 1 end
  if ours == 0 or theirs == 0 then return 0.8, "guests on one side" end
  for _, name in ipairs(q.guests) do
    if named(name, c.everyone) then return 1, "the same guest" end
  end
  return 0, "other guests"
end

-- The first tag in order that only one set holds, and how many there are.
local function one_sided(a, b)
  local tags = {}
  for tag in pairs(a) do
    if not b[tag] then tags[#tags + 1] = tag end
  end
  table.sort(tags)
  return tags[1], #tags
end

local function version_gate(q, c)
  local wanted = one_sided(q.strong, c.strong)
  if wanted then return false, ("the chart names a %s version"):format(wanted) end
  local extra = one_sided(c.strong, q.strong)
  if extra then return false, ("a %s version"):format(extra) end
  -- Two remixes by two hands.
  if q.version ~= "" and c.version ~= "" and text.token_set_ratio(q.version, c.version) < 0.75 then
    return false, ("another version: %s"):format(c.version)
  end
  return true
end

local function treatment(q, c)
  local ours, count = one_sided(q.soft, c.soft)
  local theirs, others = one_sided(c.soft, q.soft)
  local note = ours or theirs
  return math.max(0, 1 - 0.5 * (count + others)), note and note .. " on one side"
end

-- "Symphony No 5" and "Symphony No 6" are one letter apart and two works.
local function numbers(s)
  local list = {}
  for number in s:gmatch("%d+") do list[#list + 1] = number end
  return table.concat(list, " ")
end

local function number_gate(q, c)
  if q.part and c.part and q.part ~= c.part then
    return false, ("part %s, not %s"):format(c.part, q.part)
  end
  if numbers(q.core) ~= numbers(c.core) and numbers(q.full) ~= numbers(c.full) then
    return false, ("other numbers in the title: %s"):format(c.full)
  end
  return true
end

local function title_gate(q, c)
  local ratio = math.max(text.ratio(q.full, c.full), text.ratio(q.core, c.core))
  if ratio >= title_floor then return true end
  return false, ("another title: %s"):format(c.full)
end

local function artist_gate(q, c)
  if artist_likeness(q, c) > 0 then return true end
  return false, ("another artist: %s"):format(c.artist.whole)
end

return {
  kind = "match",
  name = "tracks/standard",
  fields = {
    query = { "title", "artist" },
    candidate = {
      "title", "artist", "album", "album_artist", "release_date", "track_count", "track_id",
    },
  },
  prepare = read,
  prepare_candidate = function(c)
    local track = read(c)
    track.release = release_of(c)
    add_album_version(track, c.album or "")
    return track
  end,
  gates = {
    { name = "title", check = title_gate },
    { name = "artist", check = artist_gate },
    { name = "numbers", check = number_gate },
    { name = "version", check = version_gate },
  },
  features = {
    {
      name = "title",
      weight = 0.50,
      score = function(q, c)
        local value, note = title_likeness(q, c)
        return value * part_factor(q, c), note
      end,
    },
    { name = "artist", weight = 0.36, score = artist_likeness },
    { name = "treatment", weight = 0.06, score = treatment },
    { name = "guests", weight = 0.03, score = guest_likeness },
    {
      name = "release",
      weight = 0.05,
      score = function(_, c) return c.release.value, c.release.name end,
    },
  },
  accept = 0.87,
  review = 0.6,
  margin = 0.03,
  -- Releases of one song are no rivals: the margin is held against other songs only.
  same_work = function(a, b)
    return a.core == b.core and a.extra == b.extra and a.part == b.part
      and a.artist.names[1] == b.artist.names[1]
  end,
  -- Of equal scores the first release wins, then the one with more tracks (album before single),
  -- then the shop's order of issue.
  tie_order = { "release_date", "-track_count", "track_id" },
}
