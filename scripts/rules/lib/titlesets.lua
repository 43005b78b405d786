-- Compares works with several titles: each title of one side with each of the other; the best pair
-- counts.

local filmremarks = require("rules.lib.filmremarks")
local negation = require("rules.lib.negation")
local numbers = require("rules.lib.numbers")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local title_words = require("rules.lib.title_words")
local wording = require("rules.lib.wording")

-- The likeness of titles of which one lacks an article of another language: enough where year and
-- director agree, a doubt where the year alone does.
local without_article = 0.77
-- The likeness where the article is an English one, which people leave out: behind the same title
-- by more than a margin.
local english_article = 0.95
-- The likeness of a title and a longer one that contains it: "Life of Brian". It counts only where
-- the people agree.
local contained = 0.75
-- The cost of a title that is neither the work's own nor the original one.
local own_cost, other_cost = 0.98, 0.92

-- Replaces digits between letters by asterisks: "Se7en", "S1m0ne"; nil without any.
local function masked(letters)
  local found, count = letters:gsub("(%a)%d+%f[%a]", "%1*")
  return count > 0 and found or nil
end

-- Whether a title is spelled with digits in place of letters that the other has.
local function is_styled(a, b)
  local ours, theirs = masked(a.letters), masked(b.letters)
  return ours ~= nil and not theirs and wording.unmasked(ours, b.letters)
    or theirs ~= nil and not ours and wording.unmasked(theirs, a.letters)
end

-- Whether the words of one title stand together in the other, which adds no number and denies
-- nothing.
local function contains(a, b)
  local long, short = " " .. a.full .. " ", " " .. b.full .. " "
  return (long:find(short, 1, true) or short:find(long, 1, true)) ~= nil
    and numbers.same(a.full, b.full) and not negation.differ(a.full, b.full)
end

-- Compares subtitles of one title: word by word, or one begins the other.
local function subtitles(a, b)
  if a == "" or b == "" or not numbers.same(a, b) then return 0 end
  if wording.same(a, b) > 0 then return 0.95 end
  local long, short = a, b
  if #short > #long then long, short = short, long end
  if short:find(" ", 1, true) and long:sub(1, #short + 1) == short .. " " then return 0.9 end
  local words = mix.text.tokens
  return title_words.likeness({ main = a, words = words(a) }, { main = b, words = words(b) })
end

local function one(a, b)
  if a.full == b.full then
    if (a.article == nil) == (b.article == nil) then return 1, "exact" end
    return english_article, "the same but for an article"
  end
  if a.joined == b.joined then return 0.97, "the same letters" end
  if (a.bare or a.full) == (b.bare or b.full) then
    return without_article, "the same but for an article"
  end
  if a.spare == b.spare or a.spare:gsub(" ", "") == b.spare:gsub(" ", "") then
    return english_article, "the same but for an article"
  end
  local same, note = wording.same(a.full, b.full)
  if same > 0 then return same, note end
  local reading = math.max(a.readings[b.full] or 0, b.readings[a.full] or 0,
    0.98 * (a.readings[b.bare or ""] or 0), 0.98 * (b.readings[a.bare or ""] or 0))
  if reading > 0 then return reading, "the same but for a part of the title" end
  if is_styled(a, b) then return 0.95, "the same but for digits in place of letters" end
  if not numbers.same(a.full, b.full) then return 0, "other numbers" end
  if title_words.is_small_slip(a.words, b.words) then
    return 0.9, "the same but for a small word"
  end
  if a.main == b.main then
    local value = subtitles(a.sub, b.sub)
    if value >= 0.8 then return value, "subtitles alike" end
  end
  if romanised.apart(a.full, b.full) then
    local first = math.max(a.main ~= a.full and wording.same(a.main, b.full) or 0,
      b.main ~= b.full and wording.same(a.full, b.main) or 0)
    if first > 0 then return 0.93 * first, "alike in another script up to the subtitle" end
    return 0.55, "in another script"
  end
  return title_words.likeness({ main = a.full, words = a.words },
    { main = b.full, words = b.words }), "spelled alike"
end

local titlesets = { contained = contained, in_doubt = title_words.in_doubt }

-- Whether a title is a series with a number, and another the same series with a subtitle.
local function counts(a, b)
  local series, number = a.full:match("^(.+) (%d%d?)$")
  return series ~= nil and tonumber(number) > 1 and b.sub ~= "" and b.main == series
    and not b.full:find("%d")
    and not (filmremarks.is_about(b.sub) or filmremarks.may_be_about(b.sub))
end

--- Whether one of two titles is a series with a number, and the other has a subtitle in its place:
--- "Boats 2", "Boats: The Way Home".
function titlesets.is_numbered(a, b)
  return a ~= nil and b ~= nil and (counts(a, b) or counts(b, a))
end

-- Whether a title is a series with a number, and another continues behind the series without one.
local function counts_series(a, b)
  local series = a.full:match("^(%D+) %d%d?$")
  local rest = series and b.full:sub(1, #series + 1) == series .. " " and b.full:sub(#series + 2)
  return rest and not rest:find("%d") and not filmremarks.is_about(rest) or false
end

--- Whether of two lists of titles one has a series with a number, and the other a title of that
--- series: "Boats 3", "Boats and the Sea".
function titlesets.may_be_numbered(ours, theirs)
  for _, a in ipairs(ours) do
    for _, b in ipairs(theirs) do
      if counts_series(a, b) or counts_series(b, a) then return true end
    end
  end
  return false
end

--- Whether two titles have no word in common, and the same numbers: one may translate the other.
function titlesets.strangers(a, b)
  if not (a and b) or not numbers.same(a.full, b.full) then return false end
  local known = set_of(a.words)
  for _, word in ipairs(b.words) do
    if known[word] then return false end
  end
  return true
end

-- Whether both parts of a cell are titles of the other side, or its series with the number and its
-- name: "Boat (Bateau)", "The Long Pier (Boats 2)".
local function names_both(cell, titles)
  local found = {}
  for _, title in ipairs(cell and titles or {}) do
    found[title.full] = true
    for key in pairs(title.readings) do found[key] = true end
  end
  return cell ~= nil and found[cell[1]] == true and found[cell[2]] == true
end

local function cost(ours, i, theirs, j)
  if i > (ours.own or 1) or j > (theirs.own or 1) then return other_cost end
  return i + j > 2 and own_cost or 1
end

--- Returns the likeness of two lists of titles, its reason, and the likeness when a part of a title
--- counts as the whole. A title other than the first costs a little, one beyond the first `own` of
--- a list more.
function titlesets.likeness(ours, theirs)
  local best, note, part = 0, nil, 0
  for i, a in ipairs(ours) do
    for j, b in ipairs(theirs) do
      local value, how = one(a, b)
      local worth = cost(ours, i, theirs, j)
      -- It decides between equals; a part that lacks costs enough.
      if value < other_cost then worth = 1 end
      if value * worth > best then
        best = value * worth
        note = i + j > 2 and ("%s: %s"):format(how, b.spelled) or how
      end
      if best == 1 then return best, note, best end
      if part < contained and contains(a, b) then part = contained * worth end
    end
  end
  if names_both(ours[1].cell, theirs) or names_both(theirs[1].cell, ours) then
    return math.max(best, own_cost), "both titles", part
  end
  if best == 0 then note = ("%s ~ %s"):format(ours[1].full, theirs[1].full) end
  return best, note, math.max(best, part)
end

return titlesets
