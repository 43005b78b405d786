-- Compares two titles word by word: a wrong letter is a slip, but when each side has a word that
-- the other lacks they are different titles.

local negation = require("rules.lib.negation")
local numbers = require("rules.lib.numbers")
local set_of = require("lib.set_of")
local text = mix.text

-- Below this likeness two words are different, not one misspelled.
local word_floor = 0.75
-- The likeness of titles that differ in a word's form, and of those of which one denies the other.
local in_doubt, denied = 0.62, 0.5

local endings = { s = true, er = true, est = true, ed = true, ing = true, es = true, r = true }

-- A plural word as one: "thieves", "cities"; others as they are.
local function singular(word)
  return (word:gsub("ves$", "f"):gsub("ies$", "y"))
end

-- Whether two words are forms of one, not a misspelling: "brief" and "briefer", "hound" and
-- "hounds".
local function inflected(a, b)
  if singular(a) == singular(b) then return true end
  local short, long = #a < #b and a or b, #a < #b and b or a
  return long:sub(1, #short) == short and endings[long:sub(#short + 1)] == true
end

-- Returns whether every word of one list is in the other, wrong letters allowed; and whether one of
-- them is there in another form.
local function has_all(words, others)
  local set, bent = set_of(others), false
  for _, word in ipairs(words) do
    if not set[word] then
      local close = false
      for _, other in ipairs(others) do
        if #word > 3 and (text.ratio(word, other) >= word_floor
          or singular(word) == singular(other)) then
          close = true
          bent = bent or inflected(word, other)
        end
      end
      if not close then return false, false end
    end
  end
  return true, bent
end

-- Whether two titles have the same words; years may be shortened: "11/22/63", "11/22/1963".
local function same_words(a, b)
  if #a ~= #b then return false end
  for index, word in ipairs(a) do
    if word ~= b[index] and not (word:find("^%d+$") and numbers.same(word, b[index])) then
      return false
    end
  end
  return true
end

local title_words = { in_doubt = in_doubt }

-- Words that people exchange when they write a title from memory.
local small = set_of("of in on at from to for by with into upon under over")

--- Whether two lists of three words or more are the same but for one small word: "Boats on the
--- Lake", "Boats in the Lake".
function title_words.is_small_slip(a, b)
  if #a < 3 or #a ~= #b then return false end
  local count = 0
  for index, word in ipairs(a) do
    local other = b[index]
    if word ~= other then
      if not (small[word] and small[other]) then return false end
      count = count + 1
    end
  end
  return count == 1
end

--- Returns the likeness of two titles, tables with `main` (a key) and `words`. Words that only one
--- side has lower it; when both sides have such words, the titles differ ("World History",
--- "European History").
function title_words.likeness(a, b)
  if a.main == b.main then return 1 end
  -- Titles of signs alone have no words in common: "!!!" and "???".
  if #a.words == 0 and #b.words == 0 then return 0 end
  if same_words(a.words, b.words) then return 1 end
  local ratio = text.ratio(a.main, b.main)
  if ratio < word_floor then return 0 end
  local ours, bent = has_all(a.words, b.words)
  local theirs, bent_too = has_all(b.words, a.words)
  if not ours and not theirs then return 0 end
  -- The form cannot decide: "Bells Toll" for "Bell Tolls", or "Hounds" for "Hound".
  if bent or bent_too then return in_doubt end
  local value = math.max(0, 1 - 3 * (1 - ratio))
  return value > denied and negation.differ(a.main, b.main) and denied or value
end

return title_words
