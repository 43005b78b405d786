-- The catalogue's artists, for the mocks that search them.

local catalogue = require("lib.mock.catalogue")
local phrases = require("lib.mock.phrases")
local set_of = require("lib.set_of")

local artists = {}

local songs_a_block, blocks_looked_at = 8, 2000
-- The number of guests whom the catalogue knows by name only.
local unknown = 90000001

-- The first number of each name.
local numbers

--- Returns the number of a name.
function artists.number(name)
  if not numbers then
    numbers = {}
    for place, each in ipairs(phrases.artists) do numbers[each] = numbers[each] or place - 1 end
  end
  return numbers[name] or unknown
end

-- The artists of the catalogue's first songs, each once.
local first
local function first_ones()
  if first then return first end
  first = {}
  local seen = {}
  for index = 0, math.min(blocks_looked_at * songs_a_block, catalogue.size()) - 1, songs_a_block do
    local number = catalogue.song(index).artist_number
    if not seen[number] then seen[number], first[#first + 1] = true, number end
  end
  return first
end

-- The beginnings, of four letters, of the words that have three or more.
local function beginnings_of(words)
  local list = {}
  for _, word in ipairs(words) do
    local length = utf8.len(word)
    if length >= 3 then
      list[#list + 1] = length > 4 and word:sub(1, utf8.offset(word, 5) - 1) or word
    end
  end
  return list
end

local function begins_like(number, beginnings)
  for _, word in ipairs(catalogue.words(catalogue.artist(number))) do
    for _, beginning in ipairs(beginnings) do
      if word:sub(1, #beginning) == beginning then return true end
    end
  end
  return false
end

--- Returns the numbers of the artists that a search means, best first: the same name, other names
--- that are spelled out in it, then those that begin a word as one of its words begins.
function artists.search(text)
  local words = catalogue.words(text)
  local wanted, count = set_of(words)
  local same, others, is_found = {}, {}, {}
  for _, number in ipairs(phrases.spelled_out("artists", wanted)) do
    if catalogue.by_artist(number, 1)[1] then
      is_found[number] = true
      table.insert(phrases.word_count("artists", number) == count and same or others, number)
    end
  end
  local found = table.move(others, 1, #others, #same + 1, same)
  local beginnings = beginnings_of(words)
  for _, number in ipairs(first_ones()) do
    if not is_found[number] and begins_like(number, beginnings) then found[#found + 1] = number end
  end
  return found
end

return artists
