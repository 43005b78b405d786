-- The recordings of the catalogue's songs: a song is sold in several versions, which the mocks of
-- Spotify and Deezer number alike.

local catalogue = require("lib.mock.catalogue")

local recordings = {}

local versions_a_song, most_songs = 8, 24
-- By their places in a number: the studio's, then the others.
local versions = { [0] = "studio", "live", "remaster", "acoustic", "karaoke" }

--- Returns a recording: {number, song, version}.
function recordings.of(song, version)
  return { number = song.index * versions_a_song + version, song = song,
    version = versions[version] }
end

--- Returns the recording of a number; nil where there is none.
function recordings.get(number)
  local version = number % versions_a_song
  local song = versions[version] and catalogue.song(number // versions_a_song)
  return song and recordings.of(song, version)
end

local function by_rank(a, b)
  if a.rank ~= b.rank then return a.rank < b.rank end
  return a.number < b.number
end

--- Returns the recordings of an artist's number, the most heard first: every song, and one other
--- version of each.
function recordings.by_artist(number)
  local list = {}
  for place, index in ipairs(catalogue.by_artist(number, most_songs)) do
    local song = catalogue.song(index)
    for _, version in ipairs({ 0, 1 + (place - 1) % 3 }) do
      local recording = recordings.of(song, version)
      recording.rank = catalogue.digest(recording.number, 71):below(1000)
        + (version == 0 and 0 or 300)
      list[#list + 1] = recording
    end
  end
  table.sort(list, by_rank)
  return list
end

--- Returns the code of a recording (ISO 3901 has its length): two letters and ten digits of its
--- number, to the base 36.
function recordings.isrc(number)
  local digits = ""
  for _ = 1, 10 do
    local digit = number % 36
    digits = string.char(digit < 10 and 48 + digit or 55 + digit) .. digits
    number = number // 36
  end
  return "QZ" .. digits
end

return recordings
