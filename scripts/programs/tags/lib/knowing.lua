-- Whether a new text says all that an old one does: a write never knows less afterwards.

local misprints = require("rules.lib.misprints")
local numbers = require("rules.lib.numbers")
local spelling = require("rules.lib.spelling")
local titles = require("rules.lib.titles")

local knowing = {}

-- Words that join names; which one it is says nothing.
local joints = { ["and"] = true, feat = true, ft = true, featuring = true, with = true }
-- Above this likeness two words are one that was written twice ("Papr", "Paper"). "Remix" and
-- "mix", "live" and "love" are at it.
local slip = 0.75
-- The same for two texts: "Tides" and "Tiles" are two albums.
local same_text = 0.85
-- The share of letters that may be wrong in a name.
local few = 0.4

local function words_of(text)
  local list = {}
  for word in spelling.key(spelling.plain(text)):gmatch("%S+") do
    if not joints[word] then list[#list + 1] = word end
  end
  return list
end

-- Takes a word out of a list, as it is or with a slip of the pen. A number has none: 79 is not 80.
local function take(list, word, may_slip)
  local number = numbers.of(word)
  for place, other in ipairs(list) do
    local is_it = other == word or number and numbers.of(other) == number
    if not is_it and may_slip and not number and not numbers.of(other) then
      is_it = math.max(#word, #other) > 3 and (mix.text.ratio(word, other) > slip
        or misprints.exchanged(word, other) ~= nil)
    end
    if is_it then return table.remove(list, place) end
  end
end

-- Equal words first, so that a slip takes none of them.
local function has_all(old, new)
  local rest, left = words_of(new), {}
  for _, word in ipairs(words_of(old)) do
    if not take(rest, word) then left[#left + 1] = word end
  end
  for _, word in ipairs(left) do
    if not take(rest, word, true) then return false end
  end
  return true
end

local function joined(text) return (spelling.key(spelling.plain(text)):gsub(" ", "")) end

--- Whether two texts differ in nothing but gaps, signs, accents and capitals.
function knowing.are_same_letters(one, other) return joined(one) == joined(other) end

--- Whether a text has all words of another one, but for slips of the pen, misprints and gaps
--- ("AdaLune"). Of what is longer than a name is not all compared.
function knowing.has_words(old, new)
  if spelling.cut(old) ~= old then return old == new end
  return joined(old) == joined(new) or has_all(old, new) or misprints.share(old, new) ~= nil
end

--- Whether two texts are one that was spelled twice: they have the same words and numbers, or the
--- first one has a misprint.
function knowing.are_same(one, other)
  if joined(one) == joined(other) or (misprints.share(one, other) or 1) <= few then return true end
  return has_all(one, other) and has_all(other, one)
    and mix.text.ratio(mix.text.fold(one), mix.text.fold(other)) >= same_text
end

-- Letters with accents and signs that belong to a name: "T.N.T.", "AC/DC", "P!nk". Brackets, quotes
-- and dashes between gaps are set as each shop likes.
local function signs(text)
  local count = 0
  for sign in spelling.plain(text):gsub(" %- ", " "):gmatch(utf8.charpattern) do
    if #sign > 1 or sign:find("[^%w%s()%[%]{}\"_]") then count = count + 1 end
  end
  return count
end

--- Whether a text of the same words is written less exactly: without accents, signs or capitals, or
-- in capitals throughout.
function knowing.is_plainer(old, new)
  if joined(old) ~= joined(new) then return false end
  if signs(new) < signs(old) then return true end
  if new == new:lower() then return old ~= old:lower() end
  return new == new:upper() and new:find(" ") ~= nil and old:find("%l") ~= nil
    and old:find("%u") ~= nil
end

local function has_tags(old, new)
  for _, kind in ipairs({ "strong", "soft", "labels" }) do
    for tag in pairs(old[kind]) do
      if not new[kind][tag] then return false end
    end
  end
  return true
end

--- Whether two titles name the same version of a song: "Time Out (Radio Edit)" is another one than
-- "Time Out", "Levels (Clean)" than "Levels (Explicit)".
function knowing.same_version(one, other)
  one, other = titles.parse(one), titles.parse(other)
  return has_tags(one, other) and has_tags(other, one)
end

return knowing
