-- The catalogue's songs as MusicBrainz (web service, version 2) gives them, in searches and, a
-- little otherwise, in look-ups.

local catalogue = require("lib.mock.catalogue")
local recordings = require("lib.mock.recordings")
local albums = require("services.musicbrainz.mock_parts.albums")
local ids = require("services.musicbrainz.mock_parts.ids")
local persons = require("services.musicbrainz.mock_parts.persons")

local null = mix.json.null

local forms = { artist = persons.artist, release = albums.release }

local genres = {
  ["Hip-Hop/Rap"] = "hip hop", ["R&B/Soul"] = "r&b", Alternative = "alternative rock",
  ["Singer/Songwriter"] = "singer-songwriter",
}

local function genre_of(song) return genres[song.genre] or song.genre:lower() end
local function tags_of(song) return mix.json.array({ { count = 1, name = genre_of(song) } }) end

--- Returns a recording with the releases that it is on.
function forms.recording(number, is_search)
  local song = catalogue.song(number)
  local made = {
    id = ids.text("recording", number), title = song.full_title, length = song.milliseconds,
    ["artist-credit"] = persons.credit(song, is_search),
    ["first-release-date"] = albums.date_of(song), releases = albums.of(song, is_search),
    isrcs = mix.json.array({ recordings.isrc(recordings.of(song, 0).number) }),
    disambiguation = song.is_explicit and "explicit" or not is_search and "" or nil,
  }
  if is_search then
    made.video, made.tags = null, tags_of(song)
    made["artist-credit-id"] = ids.text("credit", song.artist_number)
  else
    local genre = genre_of(song)
    made.video, made.genres = false, mix.json.array({
      { id = ids.text("genre", #genre), name = genre, count = 1, disambiguation = "" },
    })
  end
  return made
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
  local song, types = catalogue.song(number), ids.types
  return {
    id = ids.text("work", number), type = "Song", ["type-id"] = types.Song, title = song.title,
    disambiguation = ("song of %d"):format(song.year), language = "eng",
    languages = mix.json.array({ "eng" }), iswcs = mix.json.array({ iswc(number) }),
    aliases = mix.json.array({ persons.alias(song.title:upper(), "Work name", "en") }),
    relations = mix.json.array({
      { type = "composer", ["type-id"] = types.composer, direction = "backward",
        artist = persons.related(song.artist_number) },
      { type = "performance", ["type-id"] = types.performance, direction = "backward",
        recording = { id = ids.text("recording", number), title = song.full_title, video = null } },
    }),
    tags = tags_of(song),
  }
end

return forms
