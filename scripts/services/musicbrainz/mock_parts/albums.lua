-- The catalogue's albums as MusicBrainz gives them: releases within recordings, and alone.

local catalogue = require("lib.mock.catalogue")
local ids = require("services.musicbrainz.mock_parts.ids")
local persons = require("services.musicbrainz.mock_parts.persons")

local null = mix.json.null

local albums = {}

-- The numbers of the releases that repeat a song follow these.
local compilation_base, reissue_base = 1 << 40, 1 << 41
-- The songs of the bundled chart have one release each.
local known_songs = 10
local compiled_share, undated_share = 16, 10
local compilation_tracks, compilation_days, reissue_days = 20, 300, 7305
local labels = 40

local function draws(number, salt, share)
  return number >= known_songs and catalogue.digest(number, salt):chance(share)
end

--- Returns the date of a song's album; of some only the year is known.
function albums.date_of(song)
  return draws(song.album_first, 82, undated_share) and ("%04d"):format(song.year) or song.date
end

-- The facts of a release: number, title, date, tracks, place (of the song that is named), first
-- (the date of the earliest), is_various, medium (its title), secondary.
local function original(song)
  return { number = song.album_first, title = song.album, date = albums.date_of(song),
    tracks = song.track_count, place = song.track_number, first = albums.date_of(song) }
end

local function compilation(song)
  if not draws(song.index, 81, compiled_share) then return nil end
  local date = catalogue.date(song.day + compilation_days)
  return { number = compilation_base + song.index, date = date, first = date,
    title = ("Now Playing: Hits of %d"):format(song.year), tracks = compilation_tracks,
    place = 1 + catalogue.digest(song.index, 83):below(compilation_tracks), is_various = true,
    medium = ("Hits of %d"):format(song.year), secondary = "Compilation" }
end

-- An album whose day is not known has been published again, with a day.
local function reissue(song)
  if #albums.date_of(song) > 4 then return nil end
  local facts = original(song)
  facts.number = reissue_base + song.album_first
  facts.date = catalogue.date(song.day + reissue_days)
  return facts
end

local function credit_of(facts, song, is_search)
  if facts.is_various then return persons.credit_of_various(is_search) end
  return persons.credit_of_one(song, is_search)
end

-- All releases came out everywhere.
local function events(date, is_search)
  local area = { id = ids.worldwide, name = "[Worldwide]", ["sort-name"] = "[Worldwide]",
    ["iso-3166-1-codes"] = mix.json.array({ "XW" }) }
  if not is_search then area.disambiguation, area.type, area["type-id"] = "", null, null end
  return mix.json.array({ { date = date, area = area } })
end

-- The members of a release that all answers have, and those of a whole search or look-up.
local function base(facts, song, is_search)
  local made = {
    id = ids.text("release", facts.number), title = facts.title, status = "Official",
    ["status-id"] = ids.types.Official, date = facts.date, country = "XW",
    ["artist-credit"] = credit_of(facts, song, is_search),
    ["release-events"] = events(facts.date, is_search),
  }
  local second = facts.secondary
  made["release-group"] = { id = ids.text("release_group", facts.number), title = facts.title,
    ["primary-type"] = "Album", ["primary-type-id"] = ids.types.Album,
    ["secondary-types"] = (second or not is_search) and mix.json.array({ second }) or nil,
    ["secondary-type-ids"] = (second or not is_search)
      and mix.json.array({ second and ids.types[second] }) or nil }
  return made
end

local function barcode(number) return ("%013d"):format(number % 10000000000) end

local function add_text(made)
  made["text-representation"] = { language = "eng", script = "Latn" }
end

-- A release within a recording of a search. `songs`: the track that is named.
local function searched(facts, song, songs)
  local made = base(facts, song, true)
  made["artist-credit-id"], made.count = ids.text("credit", song.artist_number), 1
  made["track-count"], made["release-group"]["type-id"] = facts.tracks, ids.types.Album
  made.media = mix.json.array({ { id = ids.text("medium", facts.number), position = 1,
    title = facts.medium, format = "Digital Media", ["track-count"] = facts.tracks,
    ["track-offset"] = facts.place - 1, track = mix.json.array(songs) } })
  return made
end

-- A release of a search for releases, with what it is sold as.
local function found(facts, song)
  local made = searched(facts, song, {})
  made.media = mix.json.array({ { id = ids.text("medium", facts.number), format = "Digital Media",
    ["disc-count"] = 1, ["track-count"] = facts.tracks } })
  made.packaging, made["packaging-id"] = "None", ids.types.None
  made.barcode, made.asin = barcode(facts.number), ("B%09d"):format(facts.number % 1000000000)
  made.disambiguation = facts.is_various and "various labels" or "first edition"
  add_text(made)
  local label = song.artist_number % labels
  made["label-info"] = mix.json.array({ { ["catalog-number"] = ("MIX %d"):format(song.album_first),
    label = { id = ids.text("label", label), name = ("Label %d"):format(label + 1) } } })
  made.tags = mix.json.array({ { count = 1, name = "pop" } })
  return made
end

-- A release of a look-up, where the media have the number of tracks.
local function looked_up(facts, song, songs)
  local made = base(facts, song, false)
  made.quality, made.disambiguation, made.barcode = "normal", "", barcode(facts.number)
  made.packaging, made["packaging-id"], made.genres = null, null, mix.json.array({})
  add_text(made)
  local group = made["release-group"]
  group.disambiguation, group["first-release-date"] = "", facts.first
  group.genres, group["artist-credit"] = mix.json.array({}), credit_of(facts, song, false)
  made.media = mix.json.array({ { id = ids.text("medium", facts.number), position = 1,
    title = facts.medium or "", format = "Digital Media",
    ["format-id"] = ids.types["Digital Media"], ["track-count"] = facts.tracks,
    ["track-offset"] = #songs > 0 and facts.place - 1 or 0, tracks = mix.json.array(songs) } })
  return made
end

local function track(song, place, is_search)
  local made = { id = ids.text("track", song.index), number = tostring(place),
    title = song.full_title, length = song.milliseconds }
  if not is_search then
    made.position, made["artist-credit"] = place, persons.credit(song, false)
  end
  return made
end

--- Returns a release; nil for a number that has none.
function albums.release(number, is_search)
  local start = number >= reissue_base and reissue_base
    or number >= compilation_base and compilation_base or 0
  local song = catalogue.song(number - start)
  local facts
  if song and start == compilation_base then
    facts = compilation(song)
  elseif song and song.album_first == song.index then
    facts = start == 0 and original(song) or reissue(song)
  end
  if not facts then return nil end
  return is_search and found(facts, song) or looked_up(facts, song, {})
end

--- Returns the releases that a song is on, for some first a compilation and a reissue.
function albums.of(song, is_search)
  local list = mix.json.array({})
  for _, make in ipairs({ compilation, reissue, original }) do
    local facts = make(song)
    if facts then
      local form = is_search and searched or looked_up
      list[#list + 1] = form(facts, song, { track(song, facts.place, is_search) })
    end
  end
  return list
end

return albums
