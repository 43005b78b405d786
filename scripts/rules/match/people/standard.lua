-- Finds the wanted person in a catalogue. One of the names must agree; years of birth and death,
-- and works, distinguish people with the same name.
--
-- Numbers: a full name alone makes 0.85 to 0.87 when nothing else is known; initials, a family name
-- or a member of a group stay below `accept` without a common year or work.

local aliases = require("rules.lib.aliases")
local callings = require("rules.lib.callings")
local calibrations = require("rules.data.calibrations")
local exactness = require("rules.lib.exactness")
local fields = require("rules.lib.fields")
local lists = require("rules.lib.lists")
local measures = require("rules.lib.measures")
local names = require("rules.lib.names")
local spelling = require("rules.lib.spelling")

-- Years by which two sources may differ.
local near_years = 1
local name_floor = 0.35
-- The likeness of names of which one is a part, or another transcription, where the day of birth
-- agrees; and of those that share the given name alone.
local proved, doubted = 0.8, 0.4
-- The likeness of the same words in another order, which comes behind the name itself by more than
-- the margin.
local turned = 0.952
-- The likeness of names that say of themselves that they are others.
local other = 0.9

-- The day of a date; nil for a year alone, and for 1 January, which stands for one.
local function day_of(value)
  local date = measures.date(value)
  return date and #date == 10 and not date:find("-01-01", 5, true) and date or nil
end

-- The words in brackets behind a name, "Ada Lune (politician)"; nil for years alone.
local function remark_of(name)
  local words = name:match("%(([^%(%)]*%a[^%(%)]*)%)%s*$")
  return words and spelling.key(words)
end

-- Whether two names say of themselves that they are others: two remarks without a word in common,
-- or several people on one side.
local function are_others(q, c)
  if q.count ~= c.count then return true end
  if not (q.remark and c.remark) then return false end
  for word in q.remark:gmatch("%S+") do
    if (" " .. c.remark .. " "):find(" " .. word .. " ", 1, true) then return false end
  end
  return true
end

-- The first of the names in a text. A band may have one of signs alone, *!!!*.
local function named(text)
  local name = names.parse(text)[1]
  local signs = name.key == "" and text:gsub("%s", "") or ""
  if signs == "" then return name end
  return { key = signs, words = { signs }, sorted = signs, squeezed = signs }
end

local function read(record)
  local found, seen = {}, {}
  local given = { fields.text(record.name, " ") }
  table.move(lists.of(record.also_known_as), 1, 20, 2, given)
  for index = 1, 21 do
    local name = given[index] and named(given[index])
    if name and name.key ~= "" and not seen[name.key] then
      seen[name.key] = true
      found[#found + 1] = name
    end
  end
  local life = fields.text(record.name, " ") or ""
  local born, died = life:match("(%d%d%d%d)%s*%-%s*(%d?%d?%d?%d?)")
  born = born or life:match("%f[%a]born (%d%d%d%d)") or life:match("%f[%a]b%.? (%d%d%d%d)")
  local works = {}
  for index, title in ipairs(lists.of(record.known_for)) do
    if index <= 20 then works[index] = spelling.key(title) end
  end
  local birth, death = fields.text(record.born, " "), fields.text(record.died, " ")
  local remark = remark_of(life)
  local described = fields.text(record.description, " ") or remark
  return {
    names = found, stage_name = remark and names.parse(remark)[1],
    callings = callings.of(described), is_described = described ~= nil,
    works = works, written = fields.text(record.name, " "),
    count = math.max(1, #names.parse(life)), remark = remark,
    born = measures.year(birth) or tonumber(born), born_day = day_of(birth),
    died = measures.year(death) or died and tonumber(died), died_day = day_of(death),
  }
end

-- Returns how alike two dates of life are: days where both are known, else years. A slip changes
-- one part of a date, or exchanges day and month; 0 for dates that contradict. Nil when one lacks.
local function date_likeness(q, c, field)
  local a, b = q[field], c[field]
  if not (a and b) then return nil end
  local ours, theirs = q[field .. "_day"], c[field .. "_day"]
  if a ~= b and math.abs(a - b) > near_years then return 0 end
  if not (ours and theirs) then
    return a == b and 1 or 0.8, a == b and "the same year" or "a year off"
  end
  if ours == theirs then return 1, "the same day" end
  local month, day = ours:match("%-(%d+)%-(%d+)")
  local other_month, other_day = theirs:match("%-(%d+)%-(%d+)")
  local differing = (a == b and 0 or 1) + (month == other_month and 0 or 1)
    + (day == other_day and 0 or 1)
  if differing == 1 or a == b and month == other_day and day == other_month then
    return 0.8, "almost the same day"
  end
  return a == b and 0.2 or 0, "another day of that year"
end

-- Whether a name has a given name that is not an initial, or a generation beside one name.
local function is_full(name)
  if name.generation then return true end
  -- Han and Hangul do not separate words.
  if name.key:find("[\xe3-\xed]") then return (utf8.len(name.key) or 0) > 1 end
  for _, word in ipairs(name.words) do
    if #word > 1 and #name.words > 1 and word ~= name.words[#name.words] then return true end
  end
  return false
end

-- Whether two names that are alike prove something alone. A row says a generation or an initial
-- because others have the name without it; several initials in both are as rare as a name.
local function proves(ours, theirs, value, how)
  local is_same = value >= 0.95 or value > 0.9 and theirs.generation ~= nil
  local says_more = ours.generation and not theirs.generation
    or how == "initials" and #ours.words > #theirs.words
  if not is_same or says_more then return false end
  if is_full(ours) and is_full(theirs) then return true end
  -- "A. B. Lune", "Ada B. Lune": two given names that agree.
  if how == "initials" and #ours.words > 2 and #ours.words == #theirs.words then return true end
  if ours.key == theirs.key then return #ours.words > 2 end
  return aliases.people(ours.key, theirs.key) == "same"
end

-- Whether the words behind a name are another record's first name: "Ada Lune (Selene)".
local function is_stage_name(name, record)
  return name ~= nil and record.remark == nil and record.names[1] ~= nil
    and name.key == record.names[1].key
end

-- The first field of work, in alphabetical order, that both have; nil without one.
local function same_calling(q, c)
  local first
  for field in pairs(q.callings or {}) do
    if c.callings and c.callings[field] and (not first or field < first) then first = field end
  end
  return first
end

local function compare(q, c)
  local best, note, full = 0, "no name to compare", false
  local is_day = q.born_day ~= nil and q.born_day == c.born_day
  for i, ours in ipairs(q.names) do
    for j, theirs in ipairs(c.names) do
      local value, how = names.likeness(ours, theirs)
      -- A middle initial on one side comes behind the same words.
      if #ours.words ~= #theirs.words then value = math.min(value, 0.95) end
      if how == "the same words" then value = math.min(value, turned) end
      if is_day and value < proved then
        if names.perhaps(ours, theirs) then
          value, how = proved, "perhaps, and born on that day"
        elseif value < doubted and ours.words[1] == theirs.words[1] and #ours.words[1] > 1 then
          value, how = doubted, "the given name alone"
        end
      end
      if value > best then
        best, note = value, i + j > 2 and how .. ", under another name" or how
        full = proves(ours, theirs, value, how)
      end
    end
  end
  if is_stage_name(q.stage_name, c) or is_stage_name(c.stage_name, q) then
    best, note = math.max(best, 0.95), "the name in brackets"
  end
  if are_others(q, c) and best > other then
    best, note, full = other, "perhaps another of that name", false
  end
  -- "Ada Lune (novelist)" is wanted because others have the name.
  if q.remark and not c.remark and not same_calling(q, c) then full = false end
  -- One name and what its bearer does are as good as a full one: "Selene (singer)".
  local only = q.names[1]
  if only and best == 1 and #only.key > 3 and #only.words == 1 and same_calling(q, c) then
    full = true
  end
  -- "Ada Lune, singer" is not "Ada Lunne, politician".
  if best < 0.95 and q.callings and c.callings and not same_calling(q, c) then
    best = math.min(best, 0.8)
  end
  local pair = { name = best, note = note, full = full }
  if #q.works > 0 and #c.works > 0 then
    local count, of = lists.shared(q.works, c.works, function(a, b) return a == b end)
    pair.works = count / math.min(of, 2)
  end
  return pair
end

local function apart(field, word)
  return function(q, c)
    if date_likeness(q, c, field) ~= 0 then return true end
    local day = field .. "_day"
    return false, ("%s in %s, not %s"):format(word, c[day] or c[field], q[day] or q[field])
  end
end

local function date_score(field)
  return function(q, c, pair)
    local value, note = date_likeness(q, c, field)
    -- "A. Lune" of one year and "Ada Lune" of the next are two people as often as one.
    if note == "a year off" and pair.name < 0.98 then value = 0.5 end
    return value, note
  end
end

-- The score of a name when nothing else is known.
local function alone_score(q, c, pair)
  if q.born and c.born or q.died and c.died or pair.works then return nil end
  return pair.full and 0.64 or 0.2, "nothing but the name is known"
end

return {
  kind = "match",
  name = "people/standard",
  doc = "One of the names; years of life and works must not contradict.",
  fields = {
    query = { "name", "also_known_as", "born", "died", "known_for", "description" },
    candidate = { "name", "also_known_as", "born", "died", "known_for", "description", "id" },
    aliases = {
      name = { "Person", "Artist", "Author", "primaryName" },
      also_known_as = { "aliases", "aka", "alternate_names" },
      born = { "birth_date", "birthday", "birthYear", "birth_year" },
      died = { "death_date", "deathday", "deathYear", "death_year" },
      description = { "occupation", "profession", "disambiguation", "known_for_department" },
      known_for = { "works", "top_work", "knownForTitles" },
    },
  },
  prepare = read,
  prepare_candidate = read,
  compare = compare,
  gates = {
    {
      name = "name", doc = "One of the names must agree.",
      check = function(_, c, pair)
        if pair.name >= name_floor then return true end
        return false, ("another name: %s"):format(c.written or "none")
      end,
    },
    { name = "born", check = apart("born", "born"), doc = "The dates must not contradict." },
    { name = "died", check = apart("died", "died"), doc = "The dates must not contradict." },
    {
      name = "works", doc = "Not two lists of works without one in common.",
      check = function(q, c, pair)
        if pair.works == 0 and #q.works > 2 and #c.works > 2 and not (q.born and c.born) then
          return false, "known for other works"
        end
        return true
      end,
    },
  },
  features = {
    {
      name = "name", weight = 0.65, doc = "How alike the names are.",
      score = function(_, _, pair) return pair.name, pair.note end,
    },
    { name = "born", weight = 0.35, score = date_score("born"), doc = "The day or year of birth." },
    { name = "died", weight = 0.2, score = date_score("died"), doc = "The day or year of death." },
    {
      name = "works", weight = 0.25, doc = "Works in common.",
      score = function(_, _, pair)
        return pair.works and math.min(1, 0.4 + 0.6 * pair.works), "works in common"
      end,
    },
    { name = "alone", weight = 0.35, score = alone_score, doc = "Names alone prove less." },
    {
      name = "calling", weight = 0.1, doc = "What both are said to do.",
      score = function(q, c, pair)
        if not (q.callings and c.is_described) then return nil end
        local field = same_calling(q, c)
        if field then return 1, field .. " on both sides" end
        -- A name that only sounds alike is rather another person's.
        return c.callings and pair.name < 0.95 and 0 or 0.65, "another calling"
      end,
    },
    exactness.feature(),
  },
  accept = 0.84,
  review = 0.5,
  margin = 0.03,
  calibration = calibrations.people,
  tie_order = { "id" },
}
