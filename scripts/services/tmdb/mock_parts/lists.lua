-- Selects, sorts and finds the titles of the mock; what was selected lately is kept.

local catalogue = require("lib.mock.catalogue")
local titles = require("services.tmdb.mock_parts.titles")

local lists = {}

local most_kept = 16
local kept, kept_count = {}, 0

local function holds(selection, facts)
  local day = facts.day
  if selection.from or selection.to then
    if not day or day < (selection.from or day) or day > (selection.to or day) then return false end
  end
  if facts.votes < selection.least_votes then return false end
  for _, group in ipairs(selection.genres) do
    if facts.genres & group == 0 then return false end
  end
  local wanted = selection.certifications
  return not wanted or wanted[facts.certification or ""] or false
end

-- Equal titles follow by popularity, then by identifier: how the real service orders those is not
-- documented. No date is before every date.
local function sorted(selection)
  local kind, key, places = selection.kind, selection.key, {}
  for index = 0, titles.size - 1 do
    if holds(selection, titles.facts(kind, index)) then places[#places + 1] = index end
  end
  local facts, sign = kind.facts, selection.is_ascending and 1 or -1
  table.sort(places, function(a, b)
    local one, other = facts[a], facts[b]
    local first, second = (one[key] or -1 << 40) * sign, (other[key] or -1 << 40) * sign
    if first ~= second then return first < second end
    if one.popularity ~= other.popularity then return one.popularity > other.popularity end
    return a < b
  end)
  return places
end

--- Returns the places of the titles of a selection, in its order: {kind, key, is_ascending, from,
--- to, least_votes, genres, certifications}; `name` tells it from others.
function lists.places(selection)
  local name = selection.kind.name .. " " .. selection.name
  if not kept[name] then
    if kept_count >= most_kept then kept, kept_count = {}, 0 end
    kept[name], kept_count = sorted(selection), kept_count + 1
  end
  return kept[name]
end

--- Returns the places of a kind's titles in the order of what is trending.
function lists.trending(kind)
  return lists.places({ name = "heat", kind = kind, key = "heat", least_votes = 0, genres = {} })
end

local normalized = {}

local function has_words(name, words)
  local text = normalized[name] or mix.text.normalize(name)
  normalized[name] = text
  for _, word in ipairs(words) do
    if not text:find(word, 1, true) then return false end
  end
  return true
end

--- Returns the titles {kind, index} of kinds that hold all words of a query, the popular ones
--- first. `year`: of the first date.
function lists.search(kinds, query, year)
  local words, found = mix.text.tokens(query), {}
  for _, kind in ipairs(#words > 0 and kinds or {}) do
    for index = 0, titles.size - 1 do
      local is_found = has_words(titles.name(kind, index), words)
      if is_found and (not year or titles.title(kind, index).date:find("^" .. year .. "%-")) then
        found[#found + 1] = { kind = kind, index = index }
      end
    end
  end
  table.sort(found, function(a, b)
    local one = titles.facts(a.kind, a.index).popularity
    local other = titles.facts(b.kind, b.index).popularity
    if one ~= other then return one > other end
    if a.kind ~= b.kind then return a.kind.number < b.kind.number end
    return a.index < b.index
  end)
  return found
end

-- A day of the calendar, counted from 1970-01-01 (days from civil, H. Hinnant); nil for others.
local function day_of(text)
  local year, month, day = text:match("^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
  if not year then return nil end
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  if month < 3 then year = year - 1 end
  local in_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
  local number = year * 365 + year // 4 - year // 100 + year // 400 + in_year - 719468
  return catalogue.date(number) == text and number or nil
end

local function whole(text) return math.tointeger(tonumber(text)) end

-- Groups of genres: a comma means all of them, a bar one of them. nil for anything but numbers.
local function genres_of(kind, text)
  local groups = {}
  for group in (text or ""):gmatch("[^,]+") do
    local bits = 0
    for word in group:gmatch("[^|]+") do
      if not whole(word) then return nil end
      for place, genre in ipairs(kind.genres) do
        if genre[1] == whole(word) then bits = bits | 1 << place - 1 end
      end
    end
    groups[#groups + 1] = bits
  end
  return groups
end

-- Only films are selected by certification, and only where a country is named.
local function certifications_of(kind, query)
  if kind ~= titles.movie or not (query.certification_country and query.certification) then
    return nil
  end
  local set = {}
  for word in query.certification:gmatch("[^|]+") do set[word] = true end
  return set
end

local function key_of(kind, name)
  if name == "popularity" then return "popularity" end
  if name == "vote_average" then return "vote" end
  if name == "vote_count" then return "votes" end
  local is_date = name == kind.date or kind == titles.movie and name == "primary_release_date"
  return is_date and "day" or nil
end

--- Reads the parameters of `discover`; nil for those that the service refuses.
function lists.selection(kind, query)
  local sort = query.sort_by or "popularity.desc"
  local field, order = sort:match("^([^.]*)%.([^.]*)$")
  local date = kind == titles.movie and "primary_release_date" or "first_air_date"
  local from, to = query[date .. ".gte"], query[date .. ".lte"]
  local selection = {
    kind = kind, key = field and key_of(kind, field), is_ascending = order == "asc",
    from = from and day_of(from), to = to and day_of(to),
    least_votes = whole(query["vote_count.gte"] or "0"),
    genres = genres_of(kind, query.with_genres),
    certifications = certifications_of(kind, query),
  }
  local has_days = (selection.from or not from) and (selection.to or not to)
  local has_order = selection.key and (order == "asc" or order == "desc")
  if not (has_days and has_order and selection.least_votes and selection.genres) then return nil end
  selection.name = table.concat({
    sort, from or "", to or "", selection.least_votes, query.with_genres or "",
    selection.certifications and query.certification or "any",
  }, " ")
  return selection
end

return lists
