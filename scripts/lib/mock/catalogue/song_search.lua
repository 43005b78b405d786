-- Finds songs by words, accents and case aside. Words beyond the title and the artist (guests,
-- versions) do no harm; half a title finds nothing.

local phrases = require("lib.mock.phrases")
local set_of = require("lib.set_of")
local words_of = require("lib.mock.catalogue.words")

local same_title_limit = 3

-- Adds what `places` returns for each number, until there are `limit`.
local function gathered(numbers, limit, places)
  local list = {}
  for _, number in ipairs(numbers) do
    for _, place in ipairs(places(number)) do
      if #list == limit then return list end
      list[#list + 1] = place
    end
  end
  return list
end

-- A search for a title alone: all its words, and no more than its words, count.
local function titled(songs, words, limit)
  local best, longest = {}, nil
  for _, number in ipairs(phrases.spelled_out("titles", words)) do
    local count = phrases.word_count("titles", number)
    longest = longest or count
    if count == longest then best[#best + 1] = number end
  end
  return gathered(best, limit, function(number) return songs:by_title(number, limit) end)
end

local function by_artist(songs, words, limit)
  return gathered(phrases.spelled_out("artists", words), limit, function(number)
    return songs:by_artist(number, limit)
  end)
end

-- Albums are named after their first song.
local function on_album(songs, words, limit)
  local list = {}
  for _, first in ipairs(titled(songs, words, limit)) do
    for index = first, math.min(first + 5, songs.size) - 1 do
      if songs:song(index).album_first == first then list[#list + 1] = index end
    end
  end
  return list
end

-- Equal texts stand under several numbers, so songs are compared by their numbers, and the numbers
-- of one text are all in the sets.
local function by_both(songs, titles, artists, limit)
  if #titles == 0 or #artists == 0 then return {} end
  local is_title, is_artist, list = set_of(titles), set_of(artists), {}
  local function add(index)
    if #list < limit and is_title[songs:title_number(index)] then list[#list + 1] = index end
  end
  for _, number in ipairs(artists) do
    for _, index in ipairs(songs:by_artist(number, math.maxinteger)) do add(index) end
  end
  for _, index in ipairs(songs:unreleased()) do
    if is_artist[songs:artist_number(index)] then add(index) end
  end
  return list
end

-- Other songs of the titles.
local function alike(songs, titles, found, limit)
  local is_found, list = set_of(found), {}
  for _, number in ipairs(titles) do
    for _, index in ipairs(songs:by_title(number, limit)) do
      if #list == same_title_limit then return list end
      if not is_found[index] then list[#list + 1] = index end
    end
  end
  return list
end

local function is_name(numbers, words, count)
  for _, number in ipairs(numbers) do
    local own, own_count = set_of(words_of(phrases.artists[number + 1]))
    local is_same = own_count == count
    for word in pairs(own) do is_same = is_same and words[word] end
    if is_same then return true end
  end
  return false
end

local fields = { title = titled, artist = by_artist, album = on_album }

--- Returns two lists of places, best first: the songs that a text finds in a field (any, title,
--- artist, album), and others of the same title.
return function(songs, text, field, limit)
  local words, count = set_of(words_of(text))
  if fields[field] then return fields[field](songs, words, limit), {} end
  local titles = phrases.spelled_out("titles", words)
  local artists = phrases.spelled_out("artists", words)
  local both = by_both(songs, titles, artists, limit)
  local others = alike(songs, titles, both, limit)
  if #both > 0 then return both, others end
  if #artists == 0 then return titled(songs, words, limit), {} end
  -- The artist is here and the title is not: only an artist's bare name asks for all the songs.
  if is_name(artists, words, count) then return by_artist(songs, words, limit), {} end
  return {}, others
end
