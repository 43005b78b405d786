-- The catalogue's artists, for the mocks that search them.

local catalogue = mix.catalogue

local artists = {}

local songs_a_block, blocks_looked_at = 8, 2000
-- The number of guests whom the catalogue knows by name only.
local unknown = 90000001

-- The words of each artist, the number of different ones, the numbers of each word, and the first
-- number of each name; read once.
local words_of, counts, by_word, numbers

local function read()
  words_of, counts, by_word, numbers = {}, {}, {}, {}
  local number = 0
  local name = catalogue.artist(number)
  while name do
    numbers[name] = numbers[name] or number
    local seen, count = {}, 0
    words_of[number] = catalogue.words(name)
    for _, word in ipairs(words_of[number]) do
      if not seen[word] then
        seen[word], count = true, count + 1
        by_word[word] = by_word[word] or {}
        table.insert(by_word[word], number)
      end
    end
    counts[number] = count
    number = number + 1
    name = catalogue.artist(number)
  end
end

--- Returns the number of a name.
function artists.number(name)
  if not numbers then read() end
  return numbers[name] or unknown
end

local function set_of(list)
  local set, count = {}, 0
  for _, item in ipairs(list) do
    if not set[item] then set[item], count = true, count + 1 end
  end
  return set, count
end

-- The artists all of whose words are among `words`, the longest name first.
local function spelled_out(words)
  local hits, found = {}, {}
  for word in pairs(words) do
    for _, number in ipairs(by_word[word] or {}) do hits[number] = (hits[number] or 0) + 1 end
  end
  for number, count in pairs(hits) do
    if count == counts[number] and catalogue.by_artist(number, 1)[1] then
      found[#found + 1] = number
    end
  end
  table.sort(found, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return found
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
  for _, word in ipairs(words_of[number]) do
    for _, beginning in ipairs(beginnings) do
      if word:sub(1, #beginning) == beginning then return true end
    end
  end
  return false
end

--- Returns the numbers of the artists that a search means, best first: the same name, other names
--- that are spelled out in it, then those that begin a word as one of its words begins.
function artists.search(text)
  if not numbers then read() end
  local words = catalogue.words(text)
  local wanted, count = set_of(words)
  local same, others, is_found = {}, {}, {}
  for _, number in ipairs(spelled_out(wanted)) do
    is_found[number] = true
    table.insert(counts[number] == count and same or others, number)
  end
  local found = table.move(others, 1, #others, #same + 1, same)
  local beginnings = beginnings_of(words)
  for _, number in ipairs(first_ones()) do
    if not is_found[number] and begins_like(number, beginnings) then found[#found + 1] = number end
  end
  return found
end

return artists
