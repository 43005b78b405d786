-- Finds the wanted person in a catalogue. One of the names must agree; years of birth and death,
-- and works, distinguish people with the same name.
--
-- Numbers: a full name alone makes 0.85 to 0.87 when nothing else is known; initials, a family name
-- or a member of a group stay below `accept` without a common year or work.

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

local function read(record)
  local found, seen = {}, {}
  local given = { fields.text(record.name, " ") }
  table.move(lists.of(record.also_known_as), 1, 20, 2, given)
  for index = 1, 21 do
    local name = given[index] and names.parse(given[index])[1]
    if name and name.key ~= "" and not seen[name.key] then
      seen[name.key] = true
      found[#found + 1] = name
    end
  end
  local life = fields.text(record.name, " ") or ""
  local born, died = life:match("(%d%d%d%d)%s*%-%s*(%d?%d?%d?%d?)")
  local works = {}
  for index, title in ipairs(lists.of(record.known_for)) do
    if index <= 20 then works[index] = spelling.key(title) end
  end
  return {
    names = found, works = works, written = fields.text(record.name, " "),
    born = measures.year(fields.text(record.born, " ")) or tonumber(born),
    died = measures.year(fields.text(record.died, " ")) or died and tonumber(died),
  }
end

-- Whether a name has a given name that is not an initial.
local function is_full(name)
  -- Han and Hangul do not separate words.
  if name.key:find("[\xe3-\xed]") then return (utf8.len(name.key) or 0) > 2 end
  for _, word in ipairs(name.words) do
    if #word > 1 and #name.words > 1 and word ~= name.words[#name.words] then return true end
  end
  return false
end

local function compare(q, c)
  local best, note, full = 0, "no name to compare", false
  for i, ours in ipairs(q.names) do
    for j, theirs in ipairs(c.names) do
      local value, how = names.likeness(ours, theirs)
      if value > best then
        best, note = value, i + j > 2 and how .. ", under another name" or how
        full = value >= 0.95 and is_full(ours) and is_full(theirs)
      end
    end
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
    if not (q[field] and c[field]) or math.abs(q[field] - c[field]) <= near_years then
      return true
    end
    return false, ("%s in %d, not %d"):format(word, c[field], q[field])
  end
end

local function year_score(field)
  return function(q, c)
    if not (q[field] and c[field]) then return nil end
    if q[field] == c[field] then return 1, "the same year" end
    return 0.8, "a year off"
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
    query = { "name", "also_known_as", "born", "died", "known_for" },
    candidate = { "name", "also_known_as", "born", "died", "known_for", "id" },
    aliases = {
      name = { "Person", "Artist", "Author", "primaryName" },
      also_known_as = { "aliases", "aka", "alternate_names" },
      born = { "birth_date", "birthday", "birthYear", "birth_year" },
      died = { "death_date", "deathday", "deathYear", "death_year" },
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
        return false, ("another name: %s"):format(c.names[1] and c.names[1].key or "none")
      end,
    },
    { name = "born", check = apart("born", "born"), doc = "Born in the same year, or one off." },
    { name = "died", check = apart("died", "died"), doc = "Died in the same year, or one off." },
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
    { name = "born", weight = 0.35, score = year_score("born"), doc = "The year of birth." },
    { name = "died", weight = 0.2, score = year_score("died"), doc = "The year of death." },
    {
      name = "works", weight = 0.25, doc = "Works in common.",
      score = function(_, _, pair)
        return pair.works and math.min(1, 0.4 + 0.6 * pair.works), "works in common"
      end,
    },
    { name = "alone", weight = 0.35, score = alone_score, doc = "Names alone prove less." },
    exactness.feature(),
  },
  accept = 0.84,
  review = 0.5,
  margin = 0.03,
  calibration = calibrations.people,
  tie_order = { "id" },
}
