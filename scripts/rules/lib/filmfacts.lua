-- Reads what records tell about a film or a series besides its titles: the years, the length, the
-- kind, the people, the identifier.

local fields = require("rules.lib.fields")
local lists = require("rules.lib.lists")
local measures = require("rules.lib.measures")
local names = require("rules.lib.names")
local romanised = require("rules.lib.romanised")
local spelling = require("rules.lib.spelling")
local text = mix.text

local filmfacts = {}

-- The dashes of a span of years.
local function with_hyphens(s) return (s:gsub("\u{2013}", "-"):gsub("\u{2014}", "-")) end

--- Returns the first and the last year of a text: "1998", "12 January 2001 (USA)", "2008–2013". A
--- span without an end ("2008–") lasts until today. Nil without a year.
function filmfacts.years(value)
  local s = fields.text(value, " ")
  if not s then return nil end
  local from, rest = s:match("%f[%d]([12][0-9]%d%d)%f[%D](.*)")
  if not from then
    local year = measures.year(s)
    return year, year
  end
  local dash, to = with_hyphens(rest):match("^%s*(%-)%s*(%d*)")
  if not dash or #to == 2 then return tonumber(from), tonumber(from) end
  return tonumber(from), #to == 4 and tonumber(to) or math.huge
end

-- A number without a unit: minutes, or seconds or milliseconds where no film is as long.
local function unit_of(number)
  if number >= 600000 then return number / 60000 end
  return number >= 1200 and number / 60 or number
end

-- The minutes of "1:55", "1:55:30" and "115:00".
local function of_clock(s)
  local first, second, third = s:match("^(%d+):(%d%d):?(%d*)$")
  if not first then return nil end
  if third ~= "" then return first * 60 + second + third / 60 end
  return #first == 1 and first * 60 + second or first + second / 60
end

--- Returns a length in minutes: of 115, "115 min", "1h55min", "1 hr. 55 min.", "1:55", "PT1H55M";
--- nil for anything else.
function filmfacts.minutes(value)
  local s = fields.text(value, " ")
  s = s and spelling.tidy(s:lower())
  local found = s and (tonumber(s) and unit_of(tonumber(s)) or of_clock(s))
  if not found and s then
    local first, unit, rest = s:match("(%d+%.?%d*)[%s%.]*(%a*)(.*)")
    first = tonumber(first)
    if not first then return nil end
    local more = tonumber(rest:match("^[%A]-(%d+)"))
    local is_seconds = unit == "s" or unit:find("^sec")
    local is_hours = unit:find("^h") or first < 10 and more and not (is_seconds or unit:find("^m"))
    if is_hours then
      found = first * 60 + (more and more < 60 and more or 0)
    else
      found = is_seconds and first / 60 or first
    end
  end
  return found and found > 0 and found or nil
end

-- The words in the names of kinds, in letters alone; the first that fits counts. Catalogues have
-- many names: "tvMiniSeries", "TV Mini Series", "Scripted", "feature film", "VideoGame".
local kind_signs = {
  { "podcast", "podcast" }, { "game$", "game" }, { "music", "music video" }, { "person" },
  { "episode", "episode" }, { "series", "series" }, { "show", "series" },
  { "season[s%d]*$", "series" },
  { "serie$", "series" }, { "pilot", "series" },
  { "movie", "film" }, { "film", "film" }, { "feature", "film" }, { "short", "film" },
  { "special", "" }, { "documentary", "" }, { "^o[vn]a$", "" }, { "video", "film" },
  { "^tv$", "series" }, { "^scripted$", "series" }, { "^reality$", "series" },
  { "^news$", "series" },
}

--- Returns the kind that a name stands for: film, series, episode, game, podcast, music video; ""
--- for one that may be a film or a series; its letters behind a question mark when it is unknown;
--- nil for nothing.
function filmfacts.kind(value)
  local s = fields.text(value, " ")
  local plain = s and text.fold(s):gsub("[%s%p]", "") or ""
  if plain == "" then return nil end
  for _, sign in ipairs(kind_signs) do
    if plain:find(sign[1]) then return sign[2] or sign[1] end
  end
  return "?" .. plain
end

--- Whether a name of a kind is that of a short film.
function filmfacts.is_short(value)
  local s = fields.text(value, " ")
  return s ~= nil and text.fold(s):find("short") ~= nil
end

--- Returns the identifier of an IMDb title, "tt0078748", from it, a bare number or an address; nil
--- without one.
function filmfacts.imdb(value)
  local s = fields.text(value, " ")
  local digits = s and (s:match("tt(%d+)") or s:match("^%s*(%d+)%.?0?%s*$"))
  -- Some programs write tt0000000 for none.
  return digits and tonumber(digits) > 0 and ("tt%07d"):format(tonumber(digits)) or nil
end

-- Removes from a cell what is not a name: "Directed by", "Stars:", remarks in brackets, the
-- part that somebody plays, and what a page adds: "and 3 more", "See full cast »".
local function without_parts(s)
  if s:find("[%(%[]") then s = s:gsub("%b()", " "):gsub("%b[]", " ") end
  if s:find(":", 1, true) then s = s:gsub("^%s*%a[%a %-]-:%s*", "") end
  if s:find("...", 1, true) then s = s:gsub("%s*%.%.%.+[^,;|]*", "") end
  if s:find("[»›]") then s = s:gsub("[^,;|]*\u{bb}[^,;|]*", "") end
  s = s:gsub("^%s*%a-%s*[Bb]y%s+", ""):gsub("%s+as%s+[^,;|/&]+", "")
  return (s:gsub(",?%s*%f[%a]a?n?d?%s*%d+ more.*$", ""))
end

-- The names of one cell. Of "Coen, Joel, Coen, Ethan" each second part is a given name.
local function names_of(cell)
  local words = {}
  for part in (cell .. ","):gmatch("%s*([^,]-)%s*,") do words[#words + 1] = part end
  if #words < 4 or #words % 2 > 0 or cell:find("%a%s+%a%a") then return names.parse(cell) end
  local ordered = {}
  for place = 1, #words, 2 do ordered[#ordered + 1] = words[place + 1] .. " " .. words[place] end
  return names.parse(table.concat(ordered, ";"))
end

-- Makers of films that lists name in place of a director, without "Studios" and the like.
local companies = {}
for name in ([[
  disney; walt disney; pixar; disney pixar; ghibli; dreamworks; marvel; warner; warner bros;
  warner brothers; paramount; universal; columbia; lucasfilm; a24; toho; netflix; hbo; bbc; amazon;
  hulu; apple tv; nickelodeon
]]):gmatch("%s*([^;\n]*[^;%s])") do
  companies[name] = true
end

local function is_company(key)
  local name = (" " .. key .. " "):gsub(" studios? ", " "):gsub(" pictures ", " ")
    :gsub(" animations? ", " "):gsub(" films? ", " "):gsub(" originals? ", " ")
  return companies[spelling.tidy(name)] == true
end

-- Most names of a list; the lists of some sites are in alphabetical order.
local most = 30

--- Returns the names of people in a field, each once, whatever separates them.
function filmfacts.people(value)
  local found, seen = {}, {}
  for _, cell in ipairs(lists.of(value)) do
    local list = names_of(without_parts(cell))
    for _, name in ipairs(names.is_nobody(list) and {} or list) do
      local is_new = name.key ~= "" and not seen[name.key] and #found < most
      if is_new and not is_company(name.key) then
        seen[name.key] = true
        found[#found + 1] = name
      end
    end
  end
  return found
end

-- Whether one name stands for several people of a family or a given name: "The Lunes", "Adas",
-- "Lune Brothers".
local function is_plural(one, other)
  local key = one.key:gsub("^the ", ""):gsub(" brothers$", "s"):gsub(" bros$", "s")
    :gsub(" sisters$", "s")
  local word = key:match("^(%S+)s$")
  if not word or #word < 4 then return false end
  return #other.words > 1 and (other.words[1] == word or other.words[#other.words] == word)
end

-- Whether a name is the family name of the other, of few letters or with a slip: "ozu", "kubrik".
local function is_family(one, other)
  local word, last = one.words[1], other.words[#other.words]
  if #one.words > 1 or #other.words < 2 or #word < 3 then return false end
  return word == last or #word > 5 and word:sub(1, 1) == last:sub(1, 1)
    and text.ratio(word, last) >= 0.85
end

-- Family names stand in front in some countries, and catalogues differ in their letters.
local function same_name(a, b)
  return names.likeness(a, b) >= 0.8 or is_plural(a, b) or is_plural(b, a)
    or is_family(a, b) or is_family(b, a)
    or text.ratio(a.sorted, b.sorted) >= 0.88
end

-- Whether one of the names may be another's in short: "anno", "hideaki anno".
local function perhaps_shared(a, b)
  for _, one in ipairs(a) do
    for _, other in ipairs(b) do
      if names.perhaps(one, other) then return true end
    end
  end
  return false
end

-- Whether names cannot be compared because nobody here can read one of them.
local function unreadable(a, b)
  for _, one in ipairs(a) do
    for _, other in ipairs(b) do
      if romanised.apart(one.key, other.key) then return true end
    end
  end
  return false
end

--- Returns how many people both lists have, and of how many it could be; nil when nothing can be
--- said.
function filmfacts.shared(a, b)
  local of = math.min(#a, #b, 3)
  if of == 0 then return nil end
  local keys, rest = {}, {}
  for _, name in ipairs(b) do keys[name.key] = true end
  for _, name in ipairs(a) do
    if not keys[name.key] then rest[#rest + 1] = name end
  end
  local count = #a - #rest
  -- The slower comparison only decides when equal spellings do not.
  if count < of then count = count + lists.shared(rest, b, same_name) end
  if count == 0 and unreadable(a, b) then return nil end
  return math.min(count, of), of
end

-- The worth of one, two and three shared actors; more are not asked for.
local shared_cast = { 0.5, 0.9, 1 }

local function cast_value(q, c)
  local count, of = filmfacts.shared(q.cast, c.cast)
  if not count or count == 0 and of < 3 then return nil end
  return count == of and 1 or shared_cast[count] or 0
end

local function share_people(a, b) return (filmfacts.shared(a, b) or 0) > 0 end

--- Returns what the directors and the cast of two records say (0 to 1), nil for nothing. `title` is
--- the likeness of their titles. Sites choose whom they name, and some name a director among the
--- cast: a cast of one or two names that differs proves nothing.
function filmfacts.compare_people(q, c, title)
  local count = filmfacts.shared(q.directors, c.directors)
  local directors = count and (count > 0 and 1 or 0)
  local cast = cast_value(q, c)
  if cast == 0 and directors == 1 then cast = nil end
  if directors == 0 and ((cast or 0) >= 0.9 and title >= 0.9 or q.kind == "series"
    or c.kind == "series" or share_people(q.directors, c.cast) or share_people(c.directors, q.cast)
    or title >= 0.9 and perhaps_shared(q.directors, c.directors)) then
    directors = nil
  end
  return directors, cast
end

return filmfacts
