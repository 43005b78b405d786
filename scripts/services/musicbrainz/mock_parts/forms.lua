-- What MusicBrainz (web service, version 2) gives for the catalogue's songs, in searches and, a
-- little otherwise, in look-ups.

local artists = require("lib.mock.artists")
local recordings = require("lib.mock.recordings")

local catalogue = mix.catalogue

local forms = {}

-- The first group of the identifiers of a kind; the last group holds the number.
local kinds = {
  recording = 0x6d620001, release = 0x6d620002, release_group = 0x6d620003, work = 0x6d620004,
  artist = 0x6d620005, track = 0x6d620006, genre = 0x6d620007, medium = 0x6d620008,
}
-- The numbers of the releases that repeat a song follow these.
local compilation_base, reissue_base = 1 << 40, 1 << 41
-- The songs of the bundled chart have one release each.
local known_songs = 10
local compiled_share, undated_share = 16, 10
local compilation_tracks, compilation_days, reissue_days = 20, 300, 7305
local various = { name = "Various Artists", ["sort-name"] = "Various Artists",
  id = "89ad4ac3-39f7-470e-963a-56509c546377" }
local genres = {
  ["Hip-Hop/Rap"] = "hip hop", ["R&B/Soul"] = "r&b", Alternative = "alternative rock",
  ["Singer/Songwriter"] = "singer-songwriter",
}

--- Returns the identifier of a number, 0 up to 2^48.
function forms.id(kind, number)
  return ("%08x-7361-4b69-8d78-%012x"):format(kinds[kind], number)
end

--- Returns the number of an identifier; nil for one of another kind.
function forms.number(kind, id)
  local number = tonumber(id:sub(-12), 16)
  return number and forms.id(kind, number) == id:lower() and number or nil
end

local function sort_name(name)
  local rest = name:match("^The (.+)$")
  return rest and rest .. ", The" or name
end

--- Returns the other spellings of a name: as lists are sorted, and in capitals (of ASCII).
function forms.aliases(name)
  local list = {}
  for _, alias in ipairs({ sort_name(name), name:upper() }) do
    if alias ~= name then list[#list + 1] = alias end
  end
  return list
end

--- Returns an artist of the catalogue with aliases.
function forms.artist(number)
  local name, aliases = catalogue.artist(number) or "", mix.json.array({})
  for place, alias in ipairs(forms.aliases(name)) do
    aliases[place] = { name = alias, ["sort-name"] = alias, locale = mix.json.null,
      type = "Search hint", primary = mix.json.null }
  end
  return { id = forms.id("artist", number), type = "Group", name = name,
    ["sort-name"] = sort_name(name), aliases = aliases }
end

-- "A feat. B & C", "A, B & C": a part for each artist with what joins it to the next.
local function credit(song)
  local names, list = { song.artist }, mix.json.array({})
  if song.credit ~= "solo" then table.move(song.others, 1, #song.others, 2, names) end
  for place, name in ipairs(names) do
    local left = #names - place
    local joining = left == 0 and "" or place == 1 and song.credit == "featuring" and " feat. "
      or left == 1 and " & " or ", "
    local number = place == 1 and song.artist_number or artists.number(name)
    list[place] = { name = name, joinphrase = joining, artist = forms.artist(number) }
  end
  return list
end

local function draws(number, salt, share)
  return number >= known_songs and catalogue.digest(number, salt):chance(share)
end

-- Of some albums only the year is known.
local function date_of(song)
  return draws(song.album_first, 82, undated_share) and ("%04d"):format(song.year) or song.date
end

local function track(song, number)
  return { id = forms.id("track", song.index), number = tostring(number),
    title = song.full_title, length = song.milliseconds }
end

-- A release: `facts` has number, title, date, tracks, credit and secondary; `songs`: the track that
-- is named. Look-ups leave the number of all tracks to the media.
local function release(facts, songs, is_search)
  local medium = {
    id = forms.id("medium", facts.number), position = 1, format = "Digital Media",
    ["track-count"] = facts.tracks, ["track-offset"] = songs[1] and facts.place - 1 or 0,
  }
  medium[is_search and "track" or "tracks"] = mix.json.array(songs)
  return {
    id = forms.id("release", facts.number), title = facts.title, status = "Official",
    ["artist-credit"] = mix.json.array({ facts.credit }), date = facts.date, country = "XW",
    ["release-group"] = {
      id = forms.id("release_group", facts.number), title = facts.title,
      ["primary-type"] = "Album", ["secondary-types"] = mix.json.array({ facts.secondary }),
    },
    count = is_search and 1 or nil, ["track-count"] = is_search and facts.tracks or nil,
    media = mix.json.array({ medium }),
  }
end

local function own_credit(song)
  return { name = song.artist, joinphrase = "", artist = forms.artist(song.artist_number) }
end

local function original(song)
  return { number = song.album_first, title = song.album, date = date_of(song),
    tracks = song.track_count, place = song.track_number, credit = own_credit(song) }
end

local function compilation(song)
  local place = 1 + catalogue.digest(song.index, 83):below(compilation_tracks)
  return draws(song.index, 81, compiled_share) and {
    number = compilation_base + song.index, title = ("Now Playing: Hits of %d"):format(song.year),
    date = catalogue.date(song.day + compilation_days), tracks = compilation_tracks, place = place,
    secondary = "Compilation",
    credit = { name = various.name, joinphrase = "", artist = various },
  } or nil
end

-- An album whose day is not known has been published again, with a day.
local function reissue(song)
  if #date_of(song) > 4 then return nil end
  local facts = original(song)
  facts.number = reissue_base + song.album_first
  facts.date = catalogue.date(song.day + reissue_days)
  return facts
end

--- Returns a release; nil for a number that has none.
function forms.release(number, is_search)
  local base = number >= reissue_base and reissue_base
    or number >= compilation_base and compilation_base or 0
  local song = catalogue.song(number - base)
  local facts
  if song and base == compilation_base then
    facts = compilation(song)
  elseif song and song.album_first == song.index then
    facts = base == 0 and original(song) or reissue(song)
  end
  return facts and release(facts, {}, is_search)
end

--- Returns a recording with the releases that it is on, for some first a compilation and a reissue.
function forms.recording(number, is_search)
  local song = catalogue.song(number)
  local list = mix.json.array({})
  for _, make in ipairs({ compilation, reissue, original }) do
    local facts = make(song)
    if facts then
      list[#list + 1] = release(facts, { track(song, facts.place) }, is_search)
    end
  end
  local genre = genres[song.genre] or song.genre:lower()
  return {
    id = forms.id("recording", number), title = song.full_title, length = song.milliseconds,
    video = is_search and mix.json.null or false, ["artist-credit"] = credit(song),
    ["first-release-date"] = date_of(song), releases = list,
    isrcs = mix.json.array({ recordings.isrc(recordings.of(song, 0).number) }),
    disambiguation = not is_search and "" or nil,
    genres = not is_search and mix.json.array({
      { id = forms.id("genre", #genre), name = genre, count = 1, disambiguation = "" },
    }) or nil,
  }
end

-- An ISWC (ISO 15707) with its check digit.
local function iswc(number)
  local digits = ("%d"):format(100000000 + number % 900000000)
  local sum, place = 1, 0
  for digit in digits:gmatch("%d") do
    place = place + 1
    sum = sum + place * tonumber(digit)
  end
  local a, b, c = digits:match("^(...)(...)(...)$")
  return ("T-%s.%s.%s-%d"):format(a, b, c, (10 - sum % 10) % 10)
end

--- Returns the work that a song is a recording of.
function forms.work(number)
  local song = catalogue.song(number)
  return {
    id = forms.id("work", number), type = "Song", title = song.title, language = "eng",
    iswcs = mix.json.array({ iswc(number) }),
    relations = mix.json.array({
      { type = "composer", direction = "backward", artist = forms.artist(song.artist_number) },
      { type = "performance", direction = "backward",
        recording = { id = forms.id("recording", number), title = song.full_title } },
    }),
  }
end

return forms
