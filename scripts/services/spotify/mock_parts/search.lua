-- Searches for tracks: `artist:"Nora Sato" track:"Glass Harbour"`, `isrc:QZ…`, or plain words.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local recordings = require("lib.mock.recordings")
local set_of = require("lib.set_of")

local most_songs = 50

-- The words of each field; those without one under "".
local function fields_of(text)
  local fields, field, is_quoted = {}, "", false
  local known = { artist = true, track = true, isrc = true, album = true }
  for word in text:gmatch("[^ ]+") do
    local name, rest = word:match("^(%a+):(.*)$")
    if not is_quoted and known[name] then field, word = name, rest end
    local bare, quotes = word:gsub('"', "")
    if quotes % 2 == 1 then is_quoted = not is_quoted end
    fields[field] = (fields[field] or "") .. " " .. bare
    if not is_quoted and quotes > 0 then field = "" end
  end
  return fields
end

local function is_within(words, set)
  for _, word in ipairs(words) do
    if not set[word] then return false end
  end
  return true
end

-- The recordings of all artists of exactly that name, which stand first in a search for it.
local function by_artist(name)
  local list, wanted = {}, catalogue.words(name)
  for _, number in ipairs(artists.search(name)) do
    local words = catalogue.words(catalogue.artist(number))
    local is_same = is_within(words, set_of(wanted)) and is_within(wanted, set_of(words))
    if not is_same then break end
    for _, recording in ipairs(recordings.by_artist(number)) do list[#list + 1] = recording end
  end
  return list
end

-- Those whose title shares a word with another one.
local function titled(list, title)
  local wanted, found = set_of(catalogue.words(title)), {}
  for _, recording in ipairs(list) do
    for _, word in ipairs(catalogue.words(recording.song.title)) do
      if wanted[word] then
        found[#found + 1] = recording
        break
      end
    end
  end
  return found
end

local function by_words(text)
  local list = {}
  for _, places in ipairs({ catalogue.search(text, "any", most_songs) }) do
    for _, index in ipairs(places) do list[#list + 1] = recordings.of(catalogue.song(index), 0) end
  end
  return list
end

-- Others sing an artist's songs, too.
local function with_karaoke(list)
  local found = {}
  for place, recording in ipairs(list) do
    found[#found + 1] = recording
    if place % 3 == 1 then found[#found + 1] = recordings.of(recording.song, 4) end
  end
  return found
end

--- Returns the recordings that a search finds, in the order of their relevance.
return function(text)
  local fields = fields_of(text)
  if fields.isrc then
    local digits = fields.isrc:gsub(" ", ""):match("^QZ(%w+)$")
    return { digits and recordings.get(tonumber(digits, 36)) }
  end
  if not fields.artist then
    return with_karaoke(by_words((fields[""] or "") .. (fields.track or "")))
  end
  local own = by_artist(fields.artist)
  return with_karaoke(fields.track and titled(own, fields.track) or own)
end
