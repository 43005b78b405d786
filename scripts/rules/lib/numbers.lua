-- Reads numbers in titles: "Pt. II", "Book One", "Vol. 5", "#1".

local memo = require("rules.lib.memo")

local values = {
  i = "1", ii = "2", iii = "3", iv = "4", v = "5", vi = "6", vii = "7", viii = "8", ix = "9",
  x = "10", deux = "2", trois = "3",
}

for tens, sign in ipairs { "x", "xx", "xxx" } do
  for unit, digits in ipairs { "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix" } do
    values[sign .. digits] = ("%d"):format(10 * tens + unit)
  end
end

local numbers = {}

--- Returns the number of a word in lower case as digits ("ii", "two", "2nd" and "02" are "2", "1.5"
--- is "1.5"); nil for other words.
function numbers.of(word)
  if values[word] then return values[word] end
  if not word:find("^%d") then return nil end
  local digits = word:match("^0*(%d+)$") or word:match("^0*(%d+%.%d+)$")
    or word:match("^0*(%d+)[snrt][tdh]$")
  return digits
end

--- Returns "1-5" for "1-5" or "i-v"; nil for anything that is not a range.
function numbers.range(s)
  local from, to = s:match("^(%w+)%-(%w+)$")
  from, to = from and numbers.of(from), to and numbers.of(to)
  return from and to and from .. "-" .. to or nil
end

local units, tens = {}, {}
for value, word in ipairs {
  "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
} do
  units[word] = value
  if value <= 12 then values[word] = ("%d"):format(value) end
end
for place, word in ipairs { "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
  "eighty", "ninety" } do
  tens[word] = place * 10
end

-- Returns the number from 1 to 99 that begins at a word of a list, and the number of its words.
local function below_hundred(words, at)
  local ten = tens[words[at]]
  if ten and ten > 10 then
    local unit = units[words[at + 1]]
    if unit and unit < 10 then return ten + unit, 2 end
    return ten, 1
  end
  return units[words[at]], 1
end

-- Returns the number that begins at a word: "nineteen eighty four" is a year, "three hundred" 300.
local function number_at(words, at)
  local value, count = below_hundred(words, at)
  if words[at] == "hundred" then return 100, 1 end
  if not value then return nil end
  local scale = words[at + count]
  if scale == "hundred" or scale == "thousand" then
    return value * (scale == "hundred" and 100 or 1000), count + 1
  end
  local more, taken = below_hundred(words, at + count)
  if value >= 11 and value <= 20 and more and more >= 10 then return value * 100 + more,
    count + taken end
  return value, count
end

local has_word = { hundred = true, thousand = true }
for word in pairs(units) do has_word[word] = true end
for word in pairs(tens) do has_word[word] = true end

--- Whether a word in lower case is one of a number: "two", "hundred".
function numbers.is_word(word) return has_word[word] == true end

--- Returns a key with its number words as digits: "nineteen eighty four" becomes "1984".
function numbers.in_digits(key)
  local words, found = {}, false
  for word in key:gmatch("%S+") do
    words[#words + 1] = word
    found = found or has_word[word] == true
  end
  if not found then return key end
  local list, at = {}, 1
  while at <= #words do
    local value, count = number_at(words, at)
    list[#list + 1] = value and tostring(value) or words[at]
    at = at + (value and count or 1)
  end
  return table.concat(list, " ")
end

-- Words for the things that numbers count in titles. "Volume", "book" and "number" stand for the
-- place in a series; issues and parts are others.
local counters = {
  volume = "volume", vol = "volume", tome = "volume", tomo = "volume", band = "volume",
  bd = "volume", livre = "volume", libro = "volume", buch = "volume", book = "volume",
  books = "volume", bk = "volume", number = "volume", no = "volume", nr = "volume",
  volumes = "volume", vols = "volume", issue = "issue", part = "part", parts = "part", pt = "part",
  pts = "part", teil = "part", act = "act", episode = "episode", chapter = "chapter",
  session = "session", folge = "episode", episodio = "episode", kapitel = "chapter",
  chapitre = "chapter", capitulo = "chapter", capitolo = "chapter", partie = "part", parte = "part",
  deel = "part", heft = "issue",
}

local roman = {}
for word in pairs(values) do roman[word] = word:find("^[ivx]+$") ~= nil or nil end

--- Whether a word in lower case says what the number behind it counts: "episode".
function numbers.is_counter(word) return counters[word] ~= nil end

--- Returns a key with Roman numbers behind a word as digits, those of a single letter only behind
--- what they count: "episode xii", "chapter v".
function numbers.roman_in_digits(key)
  return (key:gsub("(%w+) ([ivx]+)%f[%W]", function(word, number)
    local is_one = roman[number] and (#number > 1 or counters[word])
    return is_one and word .. " " .. values[number] or nil
  end))
end

local ordinals = {
  "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
  "eighteenth", "nineteenth", "twentieth",
}
local ordinal = {}
for value, word in ipairs(ordinals) do ordinal[word] = ("%d"):format(value) end
for value = 1, 10 do values[ordinals[value]] = ("%d"):format(value) end

-- Ordinals that stand before what they count in other languages.
for value, list in ipairs {
  [[erster erste erstes premier premiere primera primer primeiro primeira prima primo eerste первая
    первыи]],
  [[zweiter zweite zweites deuxieme seconde segunda segundo seconda secondo tweede вторая второи]],
  [[dritter dritte drittes troisieme tercera tercer terceira terceiro terza terzo derde третья
    третии]],
} do
  for word in list:gmatch("%S+") do ordinal[word] = ("%d"):format(value) end
end

local function ordinal_of(word)
  return word and (ordinal[word] or word:match("^0*(%d+)[snrt][tdh]$"))
end

--- Returns the number of an ordinal in lower case as digits ("third", "3rd", "dritter"); nil for
--- other words.
function numbers.ordinal(word) return ordinal_of(mix.text.fold(word)) end

-- Replaces ordinals of two words: "thirty first" by "31st".
local function joined_ordinals(key)
  if not key:find("ty ", 1, true) then return key end
  return (key:gsub("(%l+ty) (%l+)", function(ten, unit)
    local value = tens[ten] and ordinal[unit]
    return value and #value == 1 and ("%dth"):format(tens[ten] + value) or nil
  end))
end

-- Longer ones count nothing: they are identifiers, such as the ISBN in place of a title.
local most_digits = 8

-- Returns the number that a word of a title stands for: digits; a Roman numeral, one of a single
-- letter only behind a counter or at the end; an ordinal behind "the", as in "Henry the Fourth".
local function value_at(words, at)
  local word = words[at]
  if word:find("^%d") then
    local value = word:match("^0*(%d+)$") or word:match("^0*(%d+)[snrt][tdh]$")
    return value and #value <= most_digits and value or nil
  end
  local is_counted = at == #words or counters[words[at - 1]] or counters[words[at + 1]]
  if roman[word] and at > 1 and (#word > 1 or is_counted) then return values[word] end
  if at > 2 and words[at - 1] == "the" then return ordinal_of(word) end
  return nil
end

-- Returns the words of a key with every number as digits and without the words for what they count;
-- and the numbers by what they count.
local function counted(key)
  local words = {}
  for word in numbers.in_digits(joined_ordinals(key)):gmatch("%S+") do words[#words + 1] = word end
  local list, counts, at = {}, {}, 1
  local function add(value, what)
    list[#list + 1] = value
    counts[what] = counts[what] or {}
    table.insert(counts[what], value)
  end
  while at <= #words do
    local word, after = words[at], words[at + 1]
    local value = value_at(words, at)
    if value then
      if words[at - 1] == "the" and not word:find("^%d+$") then list[#list] = nil end
      add(value, "any")
    elseif counters[word] and after and value_at(words, at + 1) then
      add(value_at(words, at + 1), counters[word])
      at = at + 1
    elseif ordinal_of(word) and counters[after or ""] then
      add(ordinal_of(word), counters[after])
      at = at + 1
    else
      list[#list + 1] = word
    end
    at = at + 1
  end
  return table.concat(list, " "), counts
end

local rulers = { king = true, queen = true, pope = true, emperor = true, tsar = true }

--- Reads the numbers of a key. `words` is the key with every number as digits, without the words
--- for what they count and the rank of a ruler: "king henry the fourth first part", "henry iv part
--- 1" and "the first part of henry iv" become "henry 4 1". `counts` has lists of the numbers by
--- what they count ("part"); the rest is under "any".
numbers.read = memo(function(key)
  local words, counts = counted(key)
  words = words:gsub("^the (%d+ of )", "%1"):gsub("^(%d+) of (.+)$", "%2 %1")
  words = words:gsub("^(%l+) (.+ %d)", function(rank, name) return rulers[rank] and name end)
  return { words = words, counts = counts }
end, 1024)

-- Compares numbers; a year's last two digits stand for it: 11/22/63 is 11/22/1963.
local function equal(a, b)
  if a == b or a:gsub("^0+", "") == b:gsub("^0+", "") then return true end
  local short, long = #a < #b and a or b, #a < #b and b or a
  return #short == 2 and #long == 4 and long:find("^[12][09]") ~= nil and long:sub(3) == short
end

-- Returns the numbers of `ours` that `theirs` lacks, each with what it counts.
local function beyond(ours, theirs)
  local left, list = {}, {}
  for _, values_of in pairs(theirs) do
    for _, value in ipairs(values_of) do left[value] = (left[value] or 0) + 1 end
  end
  for what, values_of in pairs(ours) do
    for _, value in ipairs(values_of) do
      if (left[value] or 0) > 0 then
        left[value] = left[value] - 1
      else
        list[#list + 1] = { what = what, value = value }
      end
    end
  end
  return list
end

--- Whether two titles have numbers that count the same and differ. Both are `counts` of `read`.
function numbers.contradict(a, b)
  if not (next(a) and next(b)) then return false end
  local theirs = beyond(b, a)
  for _, one in ipairs(#theirs > 0 and beyond(a, b) or {}) do
    for _, other in ipairs(theirs) do
      local is_one = one.what == other.what or one.what == "any" or other.what == "any"
      if is_one and not equal(one.value, other.value) then return true end
    end
  end
  return false
end

--- Returns the numbers in a text, in order.
function numbers.all(s)
  local list = {}
  for number in s:gmatch("%d+") do list[#list + 1] = number end
  return list
end

--- Whether two texts have the same numbers: "Symphony No 5" and "Symphony No 6" differ by one
--- letter, but are two works.
function numbers.same(a, b)
  if a == b or not (a:find("%d") or b:find("%d")) then return true end
  a, b = numbers.in_digits(a), numbers.in_digits(b)
  local ours, theirs = numbers.all(a), numbers.all(b)
  if #ours ~= #theirs then return false end
  for index, number in ipairs(ours) do
    if not equal(number, theirs[index]) then return false end
  end
  return true
end

return numbers
