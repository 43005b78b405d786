-- Compares works with several titles: each title of one side with each of the other; the best pair
-- counts.

local numbers = require("rules.lib.numbers")
local romanised = require("rules.lib.romanised")
local title_words = require("rules.lib.title_words")
local wording = require("rules.lib.wording")
local text = mix.text

-- The likeness of a title with a subtitle and one without.
local without_subtitle = 0.8

-- The likeness of titles of which one lacks an article of another language: enough where year and
-- director agree, a doubt where the year alone does.
local without_article = 0.77
-- The cost of a title that is neither the work's own nor the original one.
local own_cost, other_cost = 0.98, 0.92

-- Whether what follows a title numbers its part: "Vol. 2". The first part has the title's name.
local function numbers_part(sub)
  local number = sub:match("^%a* ?(%d+)$")
  return number ~= nil and number ~= "1"
end

local function one(a, b)
  if a.full == b.full then return 1, "exact" end
  if (a.bare or a.full) == (b.bare or b.full) then
    return without_article, "the same but for an article"
  end
  local same, note = wording.same(a.full, b.full)
  if same > 0 then return same, note end
  local behind = a.main == b.main and (a.sub == "" and b.sub or b.sub == "" and a.sub) or nil
  if behind and not numbers_part(behind) then
    return without_subtitle, "the same without the subtitle"
  end
  if a.main == b.main and a.last == b.last and a.last ~= "" then
    return 0.97, "the same but for the number of the part"
  end
  if not numbers.same(a.full, b.full) then return 0, "other numbers" end
  if a.sub ~= "" and (a.last == b.full or a.sub == b.full)
    or b.sub ~= "" and (b.last == a.full or b.sub == a.full) then
    return 0.93, "the title behind its series"
  end
  if a.main == b.main and text.token_set_ratio(a.sub, b.sub) >= 0.8 then
    return 0.95, "subtitles alike"
  end
  if romanised.apart(a.full, b.full) then return 0.55, "in another script" end
  local whole = { main = a.full, words = text.tokens(a.full) }
  local value = title_words.likeness(whole, { main = b.full, words = text.tokens(b.full) })
  return value, "spelled alike"
end

local titlesets = {}

local function cost(ours, i, theirs, j)
  if i > (ours.own or 1) or j > (theirs.own or 1) then return other_cost end
  return i + j > 2 and own_cost or 1
end

--- Returns the likeness of two lists of titles, and its reason. A title other than the first costs
--- a little, one beyond the first `own` of a list more.
function titlesets.likeness(ours, theirs)
  local best, note = 0, nil
  for i, a in ipairs(ours) do
    for j, b in ipairs(theirs) do
      local value, how = one(a, b)
      value = value * cost(ours, i, theirs, j)
      if value > best then
        best, note = value, i + j > 2 and ("%s: %s"):format(how, b.spelled) or how
      end
      if best == 1 then return best, note end
    end
  end
  if best == 0 then note = ("%s ~ %s"):format(ours[1].full, theirs[1].full) end
  return best, note
end

return titlesets
