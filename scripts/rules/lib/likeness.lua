-- Compares two parsed titles, and finds differences that separate works with similar titles.

local misprints = require("rules.lib.misprints")
local movements = require("rules.lib.movements")
local negation = require("rules.lib.negation")
local numbers = require("rules.lib.numbers")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local wording = require("rules.lib.wording")
local text = mix.text

-- The likeness of titles of which one denies what the other says.
local denied = 0.5

local likeness = {}

-- 1 for equal texts, falling three times as fast as the ratio: a wrong letter weighs more than the
-- many letters that any two texts share.
local function steep(ratio) return math.max(0, 1 - 3 * (1 - ratio)) end

-- Words of a sentence, which a song's name in brackets has and a remark about it has not.
local sentence = set_of((([[
  i i'm i'll i've you your you're we we're me my a an is are it it's to don't can't ain't gonna
  wanna gotta let's she he her his they us our when where how why if never
  ich du mich dich mir dir mein dein wir ihr uns je tu moi mon ton nous vous yo te mi tu eu
  minha voce io ti noi non ja ty mnie ciebie я ты меня тебя мне тебе мы нас
]]):gsub("'", "")))

local function is_sentence(words)
  for word in words:gmatch("%S+") do
    if sentence[word] then return true end
  end
  return false
end

-- Whether the remark of one side stands within one that the other drops: "(Harbour)", '(Love Theme
-- from "Harbour")'.
local function named_within(a, b)
  return a.extra:find("%w%w%w") ~= nil and b.extra == "" and b.written ~= nil
    and (" " .. text.normalize(b.written) .. " "):find(" " .. a.extra .. " ", #b.core, true) ~= nil
end

-- Returns the factor of a title's likeness when words in brackets differ. Unknown words that one
-- side lacks may name another recording, however many they are; in the song's own script they are
-- its title once more.
local function bracketed(q, c)
  local a, b = q.extra, c.extra
  if named_within(q, c) or named_within(c, q) then return 0.97 end
  if a ~= "" and b ~= "" then return wording.same(a, b) > 0 and 0.98 or 0.6 end
  local extra, core = a .. b, a ~= "" and q.core or c.core
  if not extra:find("%a") and romanised.apart(extra, core) then return 0.95 end
  -- A title rather begins with its own words than with a remark: "(Sittin' On) The Dock".
  local written = (a ~= "" and q or c).written
  if written and written:find("^[%(%[]") then return is_sentence(extra) and 0.93 or 0.85 end
  return is_sentence(extra) and 0.85 or 0.6
end

-- Whether one title is what the other has in brackets, with or without its article.
local function in_bracket(a, b)
  return b.extra ~= "" and (a.core == b.extra or a.core == "the " .. b.extra)
end

-- Whether a title of some words is the other's before its comma: "Stille Nacht, heilige Nacht".
local function before_comma(a, b)
  local words = a.full
  if #words < 10 or not words:find(" ", 1, true) or b.full:sub(1, #words + 1) ~= words .. " " then
    return false
  end
  local before = (b.written or b.plain or ""):match("^([^,]+),[^,]+$")
  return before ~= nil and spelling.key(before) == words
end

-- A key without the word for "number" and the mode that is meant without one: "waltz no 1" is
-- "waltz 1", "waltz in d" in d major.
local function without_counter(key)
  return (key:gsub("%f[%w]n[or]s? (%d)", "%1"):gsub("( in [a-g]) major", "%1"))
end

-- The part that a title names. A track that was not read further has the title's own.
local function part_of(title) return (title.reading or title).part end

-- The numbers of a title (see numbers.read), with that of its part.
local function numbers_in(title)
  local part = part_of(title)
  return numbers.read(title.full .. (part and " part " .. part or ""))
end

--- Whether two titles are the same words and numbers, however these are written: "Ebb II",
--- "Ebb, Pt. 2", "Ebb (2)".
function likeness.same_number(a, b)
  local is_one_part = part_of(a) == part_of(b)
  if is_one_part and a.full == b.full then return true end
  local has_number = not is_one_part or a.full:find("%d") or b.full:find("%d")
  return has_number and numbers_in(a).words == numbers_in(b).words
end

--- Whether two titles have numbers that count the same and differ.
function likeness.other_number(a, b)
  return numbers.contradict(numbers_in(a).counts, numbers_in(b).counts)
end

--- Returns the likeness of two titles (0 to 1), a note about it, and the plain ratio of their
--- letters.
function likeness.titles(q, c)
  if q.full == c.full then return 1, "exact", 1 end
  local same, note = wording.same(q.full, c.full)
  if same > 0 then return same, note, same end
  local is_wordy = q.is_wordy and c.is_wordy
  if not is_wordy and without_counter(q.full) == without_counter(c.full) then
    return 0.97, "the same number", 0.97
  end
  if likeness.same_number(q, c) then return 0.97, "the same number", 0.97 end
  local piece, how = movements.likeness(q, c)
  if piece > 0 then return piece, how, piece end
  local open = q.masked and wording.unmasked(q.masked, c.open) and c.open
    or c.masked and wording.unmasked(c.masked, q.open) and q.open
  if open then
    -- Most people write a sign for each letter.
    local value = #open == #(q.masked or c.masked) and 0.96 or 0.89
    return value, "the same but for letters that are hidden", value
  end
  if misprints.same_but_lost(q.written, c.written) then
    return 0.95, "the same but for letters that a program could not write", 0.95
  end
  local ours, theirs = in_bracket(q, c), in_bracket(c, q)
  if q.extra ~= c.extra and (ours or theirs) then
    local title = ours and c or q
    -- A word or two there may be a line that the song is known by, and another song's name.
    local is_sure = ours and theirs or title.extra:find(" .* ")
      or romanised.apart(title.extra, title.core)
    local value = is_sure and 0.95 or 0.75
    return value, "one title stands in the other's brackets", value
  end
  if before_comma(q, c) or before_comma(c, q) then
    return 0.8, "the same up to a comma", 0.8
  end
  if not is_wordy and romanised.apart(q.full, c.full) then
    return 0.3, "in another script: perhaps the same, or its translation", 0.75
  end
  local full = text.ratio(q.full, c.full)
  local is_core = q.core == q.full and c.core == c.full
  local core = is_core and full or text.ratio(q.core, c.core)
  local words = not is_core and core < 1 and wording.same(q.core, c.core) or 0
  core = math.max(core, words)
  local part = words > 0 and words or steep(core)
  -- Words in brackets that differ may name another recording.
  if q.extra ~= c.extra then part = part * bracketed(q, c) end
  local value, letters = math.max(steep(full), part), math.max(full, core)
  -- A whole clause in brackets may be left out: "(I Can't Get No) Satisfaction".
  local is_clause = core == 1 and (q.extra .. c.extra):find(" .* ")
  if value > denied and not is_clause and negation.differ(q.full, c.full) then
    return denied, "one denies what the other says", letters
  end
  return value, q.full .. " ~ " .. c.full, letters
end

-- Words that say that there is a version, but not which.
local common = set_of([[
  remix mix rmx version edit live the at from in of by on ver sped speed up
]])

-- Whether a text has a word, or a year of which the word has the last two digits.
local function has_word(s, word)
  local sign = word:find("^%d%d$") and " [12]?[09]?" .. word .. " " or " " .. word .. " "
  return (" " .. s .. " "):find(sign, 1, #sign == #word + 2) ~= nil
end

local function own_word(a, b)
  for word in a:gmatch("%S+") do
    if not common[word] and not has_word(b, word) then return true end
  end
  return false
end

--- Whether two versions have different makers or places: each has a word that the other lacks.
function likeness.other_version(a, b)
  return a ~= "" and b ~= "" and a ~= b and own_word(a, b) and own_word(b, a)
    and text.token_set_ratio(a, b) < 0.9
end

--- Whether a version has words of its own, and all of them stand behind another title, perhaps
--- longer: "10 min version", "10 Minute Version". A title that was recovered has nothing behind it.
function likeness.version_within(version, title)
  title = title or ""
  local remarks = text.fold(title:match("[%(%[].*") or title:match(" %- .*") or "")
  local count = 0
  for word in version:gmatch("%S+") do
    if not common[word] then
      count = count + 1
      local ends = #word < 3 and "%f[%W]" or ""
      if not remarks:find("%f[%w]" .. word .. ends) then return false end
    end
  end
  return count > 0
end

--- Returns the first tag in order that only the first set has, and the number of such tags.
function likeness.one_sided(a, b)
  local first, count = nil, 0
  for tag in pairs(a) do
    if not b[tag] then
      count = count + 1
      if not first or tag < first then first = tag end
    end
  end
  return first, count
end

return likeness
