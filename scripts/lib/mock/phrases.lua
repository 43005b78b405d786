-- Fixed lists of titles and names, whose size does not grow with the catalogue, and the words that
-- find them: `phrases.titles`, `artists`, `book_titles`, `book_authors`. A list is made when it is
-- first used; number n is item n + 1.

local known_songs = require("lib.mock.catalogue.known_songs")
local vocabulary = require("lib.mock.catalogue.vocabulary")
local words_of = require("lib.mock.catalogue.words")

local songs, books = vocabulary.songs, vocabulary.books
local makers = {}

-- Titles that stand alone or need care come several times, so that they come up often and under
-- different people.
local function add_repeated(list, items, times)
  for _ = 1, times do table.move(items, 1, #items, #list + 1, list) end
end

-- Adds a text for each pair of two lists' items.
local function add_pairs(list, pattern, firsts, seconds)
  for _, first in ipairs(firsts) do
    for _, second in ipairs(seconds) do list[#list + 1] = pattern:format(first, second) end
  end
end

-- The known songs' titles and artists come after the invented ones.
local function with_known(list, member)
  local has = {}
  list.invented = #list
  for _, song in ipairs(known_songs) do
    if member == "title" or not has[song[member]] then list[#list + 1] = song[member] end
    has[song[member]] = true
  end
  return list
end

function makers.titles()
  local list, nouns = {}, songs.nouns
  add_pairs(list, "%s %s", songs.adjectives, nouns)
  add_pairs(list, "%s the %s", songs.verbs, nouns)
  for row = 0, #nouns - 1 do
    for column = 0, #nouns - 1 do
      if (row + column) % 4 == 1 and row ~= column then
        list[#list + 1] = ("%s %s %s"):format(nouns[row + 1],
          songs.links[(row + 2 * column) % 4 + 1], nouns[column + 1])
      end
    end
  end
  add_repeated(list, songs.plain_titles, 8)
  add_repeated(list, songs.special_titles, 14)
  return with_known(list, "title")
end

function makers.artists()
  local list = {}
  add_pairs(list, "%s %s", songs.first_names, songs.last_names)
  add_pairs(list, "The %s %s", songs.adjectives, songs.band_nouns)
  add_repeated(list, songs.stage_names, 16)
  add_repeated(list, songs.special_names, 16)
  return with_known(list, "artist")
end

local pair_patterns = { [0] = "The %s of the %s", "A %s for the %s", "%s and %s", "The %s’s %s" }

function makers.book_titles()
  local list, nouns = {}, books.nouns
  add_pairs(list, "The %s %s", songs.adjectives, nouns)
  add_pairs(list, "%s the %s", books.gerunds, nouns)
  for row = 0, #nouns - 1 do
    for column = row + 1, #nouns - 1 do
      list[#list + 1] = pair_patterns[(row + 2 * column) % 4]:format(nouns[row + 1],
        nouns[column + 1])
    end
  end
  for row, adjective in ipairs(songs.adjectives) do
    for column, place in ipairs(books.places) do
      local noun = nouns[((row - 1) * 20 + column - 1) % #nouns + 1]
      list[#list + 1] = ("The %s %s of %s"):format(adjective, noun, place)
    end
  end
  add_repeated(list, books.plain_titles, 10)
  add_repeated(list, books.special_titles, 20)
  return list
end

function makers.book_authors()
  local list = {}
  add_pairs(list, "%s %s", books.first_names, books.last_names)
  return list
end

--- The lists by their names, and what finds their items.
local phrases = setmetatable({}, {
  __index = function(lists, name)
    local list = makers[name] and makers[name]()
    rawset(lists, name, list)
    return list
  end,
})

local indexes = {}

-- The number of different words of each phrase of a list, and the numbers of each word.
local function index_of(name)
  if indexes[name] then return indexes[name] end
  local index = { counts = {}, by_word = {} }
  for place, phrase in ipairs(phrases[name]) do
    local seen, count = {}, 0
    for _, word in ipairs(words_of(phrase)) do
      if not seen[word] then
        seen[word], count = true, count + 1
        local numbers = index.by_word[word] or {}
        index.by_word[word], numbers[#numbers + 1] = numbers, place - 1
      end
    end
    index.counts[place - 1] = count
  end
  indexes[name] = index
  return index
end

--- Returns the number of different words of a phrase of a list.
function phrases.word_count(name, number) return index_of(name).counts[number] end

--- Returns the numbers of the phrases of a list whose every word is in the set `words`, the longest
--- phrase first.
function phrases.spelled_out(name, words)
  local index, hits, found = index_of(name), {}, {}
  for word in pairs(words) do
    for _, number in ipairs(index.by_word[word] or {}) do
      hits[number] = (hits[number] or 0) + 1
      if hits[number] == index.counts[number] then found[#found + 1] = number end
    end
  end
  table.sort(found, function(a, b)
    if hits[a] ~= hits[b] then return hits[a] > hits[b] end
    return a < b
  end)
  return found
end

--- Returns the numbers of the phrases of a list that have all words of a set, in order; none for no
--- words.
function phrases.containing(name, words)
  local index, hits, found, count = index_of(name), {}, {}, 0
  for word in pairs(words) do
    count = count + 1
    for _, number in ipairs(index.by_word[word] or {}) do hits[number] = (hits[number] or 0) + 1 end
  end
  for number, times in pairs(hits) do
    if times == count then found[#found + 1] = number end
  end
  table.sort(found)
  return found
end

return phrases
