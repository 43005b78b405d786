-- The songs that all mocked music services share. Song i depends on the seed and i only; nothing is
-- stored a song, so that a catalogue of any size costs the same memory.

local days = require("lib.mock.catalogue.days")
local digest = require("lib.mock.digest")
local known_songs = require("lib.mock.catalogue.known_songs")
local numbering = require("lib.mock.catalogue.numbering")
local phrases = require("lib.mock.phrases")
local vocabulary = require("lib.mock.catalogue.vocabulary").songs

-- Songs of one artist stand together: eight in a row, five on one album and three on the next.
local songs_an_artist, songs_on_first_album = 8, 5
-- The first number of songs that charts name and no service has; far beyond any size.
local unreleased_base = 1 << 32
-- Albums came out from 1975-01-01 on.
local first_album_day, album_days = 1826, 18500
local known_artist_numbers = {}
for number = phrases.artists.invented, #phrases.artists - 1 do
  known_artist_numbers[phrases.artists[number + 1]] = number
end

local Songs = {}
Songs.__index = Songs

-- "A", "A & B", "A, B & C".
local function listed(names)
  if #names < 2 then return names[1] or "" end
  return table.concat(names, ", ", 1, #names - 1) .. " & " .. names[#names]
end

--- Returns the number of a song's title in `phrases.titles`.
function Songs:title_number(index)
  if index < #known_songs then return phrases.titles.invented + index end
  return self.title_numbers:number(index)
end

--- Returns the number of a song's main artist in `phrases.artists`.
function Songs:artist_number(index)
  local known = known_songs[index + 1]
  if known then return known_artist_numbers[known.artist] end
  return self.artist_numbers:number(index // songs_an_artist)
end

local function title_of(songs, index) return phrases.titles[songs:title_number(index) + 1] end

-- Completes a song by what follows from its other fields.
local function completed(song)
  song.full_title = song.title .. song.suffix
  song.credited_title = song.credit == "featuring"
    and ("%s (feat. %s)"):format(song.full_title, listed(song.others)) or song.full_title
  song.credited_artist = song.credit == "joint"
    and listed({ song.artist, table.unpack(song.others) }) or song.artist
  song.date = days.date(song.day)
  song.year = tonumber(song.date:match("^%d+"))
  song.is_unreleased = song.index >= unreleased_base
  return song
end

local function known_song(songs, index)
  local known, first = known_songs[index + 1], nil
  for place, each in ipairs(known_songs) do
    first = first or each.album == known.album and place - 1 or nil
  end
  local partners, guests = known.partners, known.guests
  return {
    index = index, title = known.title, suffix = "", artist = known.artist,
    artist_number = songs:artist_number(index), others = partners or guests or {},
    credit = partners and "joint" or guests and "featuring" or "solo", album = known.album,
    album_first = first, track_number = known.track_number,
    track_count = math.max(13, known.track_number), day = days.of(known.date),
    milliseconds = known.milliseconds, genre = known.genre,
    is_explicit = known.is_explicit or false,
  }
end

local function credit_of(stream)
  local case = stream:below(100)
  return case < 18 and "featuring" or case < 30 and "joint" or "solo"
end

local suffixes = {
  [0] = " (Part II)", " (Part II)", ", Pt. 1", " (Interlude)", " [Bonus Track]",
  " (From “The Long Way Home”)",
}

local function others_than(artist, stream)
  local names = {}
  for _ = 1, stream:chance(20) and 2 or 1 do
    local name = phrases.artists[stream:below(phrases.artists.invented) + 1]
    if name ~= artist and name ~= names[1] then names[#names + 1] = name end
  end
  return #names > 0 and names or { "Subtle Motion" }
end

local function invented_song(songs, index)
  local stream, artist_number = digest.of(songs.seed, index), songs:artist_number(index)
  local artist, credit = phrases.artists[artist_number + 1], credit_of(stream)
  local place = index % songs_an_artist
  local is_on_first = place < songs_on_first_album
  -- Known songs keep their own albums, also where an invented block begins among them.
  local first = math.max(#known_songs, index - place + (is_on_first and 0 or songs_on_first_album))
  local album = digest.of(songs.seed, first, 2)
  local song = {
    index = index, title = title_of(songs, index), artist_number = artist_number, artist = artist,
    credit = credit, album = title_of(songs, first), album_first = first,
    track_number = 1 + place % songs_on_first_album,
  }
  song.day = first_album_day + album:below(album_days)
  song.track_count = 10 + album:below(8)
  song.genre = album:pick(vocabulary.genres)
  song.suffix = suffixes[stream:below(100)] or ""
  song.others = credit == "solo" and {} or others_than(artist, stream)
  song.milliseconds = 125000 + stream:below(170000)
  song.is_explicit = stream:chance(25)
  return song
end

--- Returns the song at a place, 0 to `size` - 1, or one that only the chart names; nil where there
--- is none.
function Songs:song(index)
  local rank = index - unreleased_base
  local is_in_chart = rank > 0 and rank <= self.chart_size and rank % 100 == 73
  if (index < 0 or index >= self.size) and not is_in_chart then return nil end
  return completed(index < #known_songs and known_song(self, index) or invented_song(self, index))
end

--- Returns the places of the songs that the chart names in vain: one of a hundred ranks.
function Songs:unreleased()
  local list = {}
  for rank = 73, self.chart_size, 100 do list[#list + 1] = unreleased_base + rank end
  return list
end

local steps = { 37, 31, 29, 23, 19, 17, 13, 11, 7, 5, 3 }

--- Returns the song at a chart rank, 1 to `chart_size`; no song stands at two ranks. More
--- ranks follow the chart.
function Songs:chart_song(rank)
  local index = rank - 1
  if rank % 100 == 73 then
    index = unreleased_base + rank
  elseif rank > #known_songs then
    -- Far enough apart that the chart is not eight songs of each artist.
    for _, step in ipairs(steps) do
      if step * self.chart_size <= self.size - 10 then
        index = #known_songs + (rank - #known_songs - 1) * step
        break
      end
    end
  end
  return completed(index < #known_songs and known_song(self, index) or invented_song(self, index))
end

--- Returns the places of the songs with a title's number, at most `limit`.
function Songs:by_title(number, limit)
  local index, list = number - phrases.titles.invented, {}
  if index >= 0 then return index < self.size and { index } or list end
  for _, place in ipairs(self.title_numbers:places(number, self.size, limit)) do
    if place >= #known_songs then list[#list + 1] = place end
  end
  return list
end

--- Returns the places of the songs by an artist's number, at most about `limit`.
function Songs:by_artist(number, limit)
  local list = {}
  if number >= phrases.artists.invented then
    for index = 0, math.min(#known_songs, self.size) - 1 do
      if self:artist_number(index) == number then list[#list + 1] = index end
    end
    return list
  end
  local blocks, wanted = self.size // songs_an_artist + 1, limit // songs_an_artist + 1
  for _, block in ipairs(self.artist_numbers:places(number, blocks, wanted)) do
    for index = block * songs_an_artist, (block + 1) * songs_an_artist - 1 do
      if index >= #known_songs and index < self.size then list[#list + 1] = index end
    end
  end
  return list
end

--- Returns the songs of a seed: `size` of them, and `chart_size` in the chart.
return function(seed, size, chart_size)
  local stream = digest.of(seed, 0, 1)
  return setmetatable({
    seed = seed, size = size, chart_size = chart_size,
    title_numbers = numbering(phrases.titles.invented, stream),
    artist_numbers = numbering(phrases.artists.invented, stream),
  }, Songs)
end
