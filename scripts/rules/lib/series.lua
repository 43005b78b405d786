-- Finds series marks in book titles: "(Series, #1)", "(Book One)", "[Saga 2]", ": Book 3 of the
-- Saga".

local asian_volumes = require("rules.lib.asian_volumes")
local spelling = require("rules.lib.spelling")
local numbers = require("rules.lib.numbers")

local series = {}

-- Words before the number of a volume; of words with one beginning the longest comes first.
local volume_words = {
  "book", "bk%.?", "volume", "vol%.?", "part", "pt%.?", "number", "no%.?", "novel", "episode",
  "tome", "tom", "band", "bd%.?", "libro", "deel", "bok", "livre", "tomo", "omnibus",
  "omnibus vol%.?", "t%.?",
}

-- Words that name a volume even without a sign before them: "Saga Vol. 1".
local certain_words = {
  "volume", "vol%.?", "tome", "tomo", "tom", "band", "bd%.?", "omnibus", "том", "Том",
}
-- The same in scripts whose letters Lua's patterns do not know, in both cases.
local foreign_words = { "#", "том", "Том", "книга", "Книга", "часть",
  "Часть", "т.", "Т.", "кн.", "Кн.", "ч.", "Ч.", "n°", "nº" }

-- The literal texts of volume words: a title without any needs no pattern.
local function literals(words)
  local found = {}
  for index, word in ipairs(words) do found[index] = word:match("^[^%%]+") end
  return found
end

local volume_literals, certain_literals = literals(volume_words), literals(certain_words)

-- "Series", "Saga" and the like name a series even without a number.
local series_words = {
  series = true, trilogy = true, saga = true, cycle = true, chronicles = true, quartet = true,
  duology = true, mysteries = true, mystery = true, novels = true,
}

-- Wraps a function so that it keeps its last answer, because one title is checked several times.
local function once(compute)
  local known, first, second
  return function(s)
    if s ~= known then
      first, second = compute(s)
      known = s
    end
    return first, second
  end
end

-- The last words of the volume words, spelled backwards.
local volume_ends = {}
for _, words in ipairs({ volume_literals, certain_literals }) do
  for _, word in ipairs(words) do
    local letters = word:match("%a+$")
    if letters then volume_ends[letters:reverse()] = true end
  end
end

-- The last word of a lower-case text if it may be a volume's number: a number, or a word that
-- contains one, unless the word before it cannot name a volume.
local last_number = once(function(s)
  local reversed = s:reverse()
  local last = reversed:match("^[%w%.]+")
  if not last then return nil end
  last = last:reverse()
  if not (numbers.of(last) or last:find("%d")) then return nil end
  local word = not last:find("%a") and reversed:match("^[%d%.]+%s*%.?(%a+)")
  return not (word and not volume_ends[word]) and last or nil
end)

-- The volume that a word stands for; two in one book are "3-4". A range from the first is a box.
local function volume_of(word)
  local range = numbers.range(word)
  return numbers.of(word) or range and not range:find("^1%-") and range or nil
end

-- The number at the end of a lower-case text and the place where its volume word begins.
local volume_at_end = once(function(s)
  -- Checked first, because most titles do not end in a number.
  if not last_number(s) then return nil end
  for _, word in ipairs(foreign_words) do
    if s:find(word, 1, true) then
      local start, number = s:match("()" .. word .. "%s*([%w%.%-]+)$")
      number = number and volume_of(number)
      if number then return start, number end
    end
  end
  for index, word in ipairs(volume_words) do
    if s:find(volume_literals[index], 1, true) then
      local before, found = s:match("^(.-)%f[%w]" .. word .. "%s*([%w%.%-]+)$")
      local value = found and volume_of(found)
      if value then return #before + 1, value end
    end
  end
  return nil
end)

-- The place of "vol. 2" or 第2巻 at the end of a lower-case text, and the number.
local certain_volume = once(function(s)
  if last_number(s) then
    for index, word in ipairs(certain_words) do
      if s:find(certain_literals[index], 1, true) then
        local before, found = s:match("^(.-%S)%s+" .. word .. "%s*([%w%.]+)$")
        local value = found and numbers.of(found)
        if value then return #before + 1, value end
      end
    end
  end
  local start, number = asian_volumes.at_end(s)
  if start and start > 1 then return start, number end
  return nil
end)

local function trimmed(s) return spelling.tidy((s:gsub("[%s,;:%-]+$", ""))) end

-- The number of two words of which one counts and one is an ordinal.
local function counted(one, two)
  local number = numbers.ordinal(one)
  if number and (two == "series" or numbers.is_counter(two)) then return number end
  return numbers.is_counter(one) and numbers.ordinal(two) or nil
end

--- Removes of how many a text counts one: "Part 2 of 2", "Teil 1 von 3".
function series.without_total(s)
  if not s:find(" [odvs][eofnur]+ ") then return s end
  return (s:gsub("(%f[%w]%w+) (%w+) [odvs][eofnur]+ (%w+)%f[^%w]", function(word, number, total)
    local is_count = numbers.is_counter(word:lower()) and numbers.of(number:lower())
    return is_count and numbers.of(total:lower()) and word .. " " .. number or nil
  end))
end

--- Parses the content of a bracket. Returns the series' name ("" when it has none) and the number
--- as digits or nil; nil for a bracket that is not a series mark.
function series.mark(words)
  -- Of several the first one counts: "(Tides, #4; Lamps, #1)".
  local several = words:match("^([^;]+);%s*%S")
  if several then
    local name, place = series.mark(several)
    if place and name ~= "" then return name, place end
  end
  local lower = words:lower()
  local start, number = volume_at_end(lower)
  if start then
    local name = trimmed(words:sub(1, start - 1))
    return name:find("%s[Ss]eries$") and trimmed(name:sub(1, -#"series" - 1)) or name, number
  end
  -- Reads "(Book 3 of the Saga)".
  local found, rest = lower:match("^book%s+(%w+)%s+[oi][fn]%s+()")
  if found and numbers.of(found) then return words:sub(rest), numbers.of(found) end
  start, number = asian_volumes.at_end(words, true)
  if start then return trimmed(words:sub(1, start - 1)), number end
  -- "Second Series", "Primera parte", "Des Dramas zweiter Teil"; "Livre premier".
  local before, one, two = lower:match("^(.-)(%S+) (%S+)$")
  number = one and counted(one, two)
  if number then return trimmed(words:sub(1, #before)), number end
  -- "(3)" is a volume, "(2018)" a year.
  if lower:find("^%d%d?%d?$") then return "", numbers.of(lower) end
  local last = lower:match("(%a+)$")
  if last and series_words[last] and lower ~= last then
    return (words:gsub("%s+[Ss]eries$", "")), nil
  end
  return nil
end

--- Removes a series mark from the end of a title. Returns the rest, the series' name and the
--- number; the title unchanged when it has none or nothing would be left.
function series.take(title)
  local before, mark
  if title:find("[%)%]]") then
    before, mark = title:match("^(.-)%s*[%(%[]([^%(%)%[%]]*)[%)%]]%s*$")
  end
  if before and before ~= "" then
    local name, number = series.mark(mark)
    if name then return trimmed(before), name, number end
    return title
  end
  local lower = title:lower()
  local start, number = volume_at_end(lower)
  -- Without brackets a sign must precede the mark: "Title, Book 3", "Title: Volume 2".
  if start and start > 1 and title:sub(1, start - 1):find("[,:%.%-]%s*$") then
    local rest = trimmed(title:sub(1, start - 1))
    if rest ~= "" then return rest, "", number end
  end
  start, number = certain_volume(lower)
  if start and start > 1 then
    local rest = trimmed(title:sub(1, start - 1))
    if rest ~= "" then return rest, "", number end
  end
  return title
end

--- Parses a series before a title: "The Wheel of Time 1", "One Piece, Volume 1". Returns its name
--- and the number; nil for words without a number.
function series.before(words)
  local name, number = series.mark(words)
  if name and name ~= "" and number then return name, number end
  local plain, digits
  if words:find("[%dIVX]", -1) then
    plain, digits = words:match("^(.*[%a\x80-\xff])[,#%s]+(%w+)$")
    digits = digits and (digits:match("^%d%d?%d?$") or digits:match("^[IVX][IVX]+$")
      or digits == "I" and digits)
  end
  if digits then return trimmed(plain), numbers.of(digits:lower()) end
  return nil
end

return series
