-- Words of a field, and blocking keys made of them: each finds rows in which something else is
-- spelled otherwise. Only the beginning of a long text counts, so that a title of a megabyte has no
-- more keys than others.

local memo = require("rules.lib.memo")
local romanised = require("rules.lib.romanised")
local simplified = require("rules.lib.simplified")
local text = mix.text

local block_words = {}

local longest_text, most_words, most_parts, most_names = 400, 12, 4, 4
local articles = { the = true, a = true, an = true }

-- Joins the texts of a list of names.
local function flat(value)
  if type(value) == "string" then return value end
  if type(value) == "table" then
    local parts = {}
    for index = 1, math.min(#value, 8) do parts[index] = tostring(value[index]) end
    return table.concat(parts, " ")
  end
  return value ~= nil and tostring(value) or ""
end

-- The beginning of a text, cut between characters.
local function head(s)
  if #s <= longest_text then return s end
  local stop = longest_text
  while stop > 0 and s:byte(stop + 1) and s:byte(stop + 1) & 0xC0 == 0x80 do stop = stop - 1 end
  return s:sub(1, stop)
end

-- A title without brackets and the part after " - ", unless nothing else is left.
local function main(s)
  local cut = s:gsub("%b()", " "):gsub("%b[]", " "):gsub(" %- .*$", "")
  cut = cut:gsub("%f[%w][Ff]e?a?t%.? .*$", "")
  return cut:find("%S") and cut or s
end

-- The words of a text. They keep what is made of them, and must not be changed.
local function words_of(s)
  local found, count = {}, 0
  if s == "" then return found end
  for word in text.normalize(simplified(s)):gmatch("%S+") do
    if not articles[word] then
      count = count + 1
      found[count] = word
      if count == most_words then break end
    end
  end
  return found
end

-- Names and albums are those of many rows.
local known_words = memo(words_of, 2048)

--- The words of a field, folded; at most twelve.
function block_words.of(value) return known_words(head(flat(value))) end

-- The words of each piece of a text that has \1 between pieces.
local function pieces(s, most)
  local found = {}
  for piece in s:gmatch("[^\1]+") do
    local words = #found < most and words_of(piece) or {}
    if #words > 0 then found[#found + 1] = words end
  end
  return found
end

-- The pieces before, between and behind dashes, colons, slashes and brackets, and those in quotes.
local function cut_at_signs(s)
  local cut = s
  if s:find("[%(%)%[%]{}|/:;%-\1\xe2\xe3]") then
    -- The last of them are “ and ”, and 《 to 】.
    cut = s:gsub("[%(%)%[%]{}|/:;\1]", "\1"):gsub("%s[%-–—]+%s", "\1")
      :gsub("\xe2\x80[\x9c\x9d]", "\1"):gsub("\xe3\x80[\x8a-\x91]", "\1")
  end
  if s:find("[\"']%f[%z%s]") then
    cut = cut:gsub("%f[^%z%s]([\"'])(%w[^\"\1]-)%1%f[%z%s]", "\1%2\1")
  end
  return s:find("[tT]%.? ") and cut:gsub("%f[%w][Ff]e?a?t%.? ", "\1") or cut
end

local known_titles = memo(function(s)
  local all, cut = words_of(s), cut_at_signs(s)
  if cut == s then return { main = all, all = all, parts = #all > 0 and { all } or {} } end
  return { main = words_of(main(s)), all = all, parts = pieces(cut, most_parts) }
end, 512)

--- The words of a title: `main` (without brackets and what follows " - "), `all`, and `parts`, of
--- which one may be the artist, the album or a remark.
function block_words.title(value) return known_titles(head(flat(value))) end

--- The words of each name in a list, or in a text with commas, semicolons or bars between names.
function block_words.names(value)
  local s = type(value) == "table" and table.concat(value, "\1", 1, math.min(#value, most_names))
    or flat(value)
  return pieces((head(s):gsub("[,;|]", "\1")), most_names)
end

-- All words joined.
local function joined(words)
  words.joined = words.joined or table.concat(words)
  return words.joined
end

-- All words joined in one order, so that "Styles, Harry" meets "Harry Styles".
local function sorted(words)
  if #words < 2 then return joined(words) end
  local copy = {}
  for index, word in ipairs(words) do
    copy[index] = word:find("[\xcd-\xf4]") and romanised.latin(word) or word
  end
  table.sort(copy)
  return table.concat(copy)
end

local Keys = {}
Keys.__index = Keys

--- Makes an empty collection of keys, whose `list` has the keys, some of them twice.
function block_words.new() return setmetatable({ list = {} }, Keys) end

-- The most keys of a row.
local most_keys = 64

--- Adds a key; those beyond the most are left out.
function Keys:add(key)
  local list = self.list
  local count = #list
  if count < most_keys then list[count + 1] = key end
end

--- Adds all words joined.
function Keys:whole(kind, words)
  if #words > 0 then self:add(kind .. "=" .. joined(words)) end
end

--- Adds each of the first `most` words of three letters or more.
function Keys:each(kind, words, most)
  for index = 1, math.min(#words, most) do
    if #words[index] > 2 then self:add(kind .. ":" .. words[index]) end
  end
end

--- Adds each of the first words together with the next word.
function Keys:pairs(kind, words, most)
  for index = 1, math.min(#words - 1, most) do
    self:add(kind .. "+" .. words[index] .. " " .. words[index + 1])
  end
end

-- The letters of an end, and the fewest of a text with ends.
local end_letters, fewest_letters = 5, 9

--- Adds the keys of a title: its words, pairs of them, and each part joined, by its consonants and
--- its ends. `most`: of how many words.
function Keys:title(kind, title, most)
  self:consonants(kind, title.main)
  self:each(kind, title.all, most)
  self:pairs(kind, title.main, 5)
  for _, part in ipairs(title.parts) do
    self:consonants(kind, part)
    self:ends(kind, part)
  end
end

--- Adds the beginning and the end of all words joined: a slip in the one leaves the other.
function Keys:ends(kind, words)
  local whole = joined(words)
  if #whole < fewest_letters then return end
  local first, last = end_letters, #whole - end_letters + 1
  if whole:find("[\x80-\xff]") then
    if (utf8.len(whole) or 0) < fewest_letters then return end
    first, last = utf8.offset(whole, end_letters + 1) - 1, utf8.offset(whole, -end_letters)
  end
  self:add(kind .. "<" .. whole:sub(1, first))
  self:add(kind .. ">" .. whole:sub(last))
end

-- Letters of one sound in several transcriptions.
local alike = { c = "k", q = "k", z = "s" }

-- The consonants of a text, three or more: a slip in a vowel, a letter twice, another script and
-- another way to write a foreign name leave them. nil where there are fewer.
local function bones_of(whole)
  if whole:find("[\xcd-\xf4]") then whole = romanised.latin(whole) end
  local bones, count = whole:gsub("(%a)%1", "%1")
  -- Again, because a letter may stand four times.
  if count > 0 then bones = bones:gsub("(%a)%1", "%1") end
  bones = bones:gsub("[aeiouyw]+", ""):gsub("[cqz]", alike)
  local silent = bones:find("h", 1, true) and bones:gsub("h", "") or bones
  if silent:find("^%a%a%a") then return silent end
  return bones:find("^%a%a%a") and bones or nil
end

-- The end of a key for the consonants of a text, or for all letters where it has few.
local function sound_of(whole)
  local bones = bones_of(whole)
  return bones and "~" .. bones or "=" .. whole
end

--- Adds the consonants of all words joined.
function Keys:bones(kind, words)
  local bones = bones_of(joined(words))
  if bones then self:add(kind .. "~" .. bones) end
end

--- Adds the consonants of all words joined, so that "Hot Dog" meets "Hotdog"; all letters where
--- they have few.
function Keys:consonants(kind, words)
  if #words == 0 then return end
  words.sound = words.sound or sound_of(joined(words))
  self:add(kind .. words.sound)
end

--- Adds the consonants of a name in one order of its words; all letters where it has few.
function Keys:name(kind, words)
  if #words == 0 then return end
  words.name = words.name or sound_of(sorted(words))
  self:add(kind .. words.name)
end

--- Adds the beginnings of two words, unless one is missing.
function Keys:joined(kind, first, second, letters)
  if first and second then
    self:add(kind .. ":" .. first:sub(1, letters) .. " " .. second:sub(1, letters))
  end
end

return block_words
