-- The catalogue's artists as MusicBrainz gives them: whole ones, and those of credits, of whom a
-- search says less than a look-up.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local ids = require("services.musicbrainz.mock_parts.ids")

local null = mix.json.null

local persons = {}

local cities = { "Hull", "Leeds", "Cardiff", "Dundee", "Bristol" }
local first_year, years, ended_share, years_at_work = 1940, 60, 12, 30

local function sort_name(name)
  local rest = name:match("^The (.+)$")
  return rest and rest .. ", The" or name
end

--- Returns the other spellings of a name: as lists are sorted, and in capitals (of ASCII).
function persons.aliases(name)
  local list = {}
  for _, alias in ipairs({ sort_name(name), name:upper() }) do
    if alias ~= name then list[#list + 1] = alias end
  end
  return list
end

--- Returns an alias as the service sends it. `kind`: its type. `locale`: the language whose first
--- alias it is.
function persons.alias(name, kind, locale)
  return { name = name, ["sort-name"] = name, locale = locale or null, type = kind or null,
    ["type-id"] = kind and ids.types[kind] or null, primary = locale and true or null,
    ["begin-date"] = null, ["end-date"] = null }
end

local function aliases_of(name)
  local list = mix.json.array({})
  for place, alias in ipairs(persons.aliases(name)) do
    list[place] = persons.alias(alias, alias == sort_name(name) and "Artist name" or nil)
  end
  return list
end

local function type_of(name)
  local is_group = name:find("^The .*s$") or name:find(" & ", 1, true)
  return is_group and "Group" or "Person"
end

-- The catalogue's artists are all from one country, and those of the same name are told apart.
local function named(number)
  local name = catalogue.artist(number) or ""
  return { id = ids.text("artist", number), name = name, ["sort-name"] = sort_name(name),
    disambiguation = ("artist %d of the catalogue"):format(number) }
end

local function area(id, name, kind)
  return { id = id, type = kind, ["type-id"] = ids.types[kind], name = name, ["sort-name"] = name,
    ["life-span"] = { ended = null } }
end

-- When somebody was born, or a group was founded, and the end of some.
local function life_of(digest)
  local year = first_year + digest:below(years)
  if not digest:chance(ended_share) then return { begin = tostring(year), ended = null } end
  return { begin = tostring(year), ["end"] = tostring(year + years_at_work), ended = true }
end

--- Returns an artist.
function persons.artist(number)
  local artist, digest = named(number), catalogue.digest(number, 84)
  local kind, city = type_of(artist.name), digest:below(#cities)
  artist.type, artist["type-id"], artist.country = kind, ids.types[kind], "GB"
  artist.aliases = aliases_of(artist.name)
  artist.area = area(ids.kingdom, "United Kingdom", "Country")
  artist["begin-area"] = area(ids.text("city", city), cities[city + 1], "City")
  artist["life-span"] = life_of(digest)
  if kind == "Person" then
    artist.gender = digest:chance(50) and "female" or "male"
    artist["gender-id"] = ids.types[artist.gender]
  end
  artist.ipis = mix.json.array({ ("%011d"):format(number) })
  artist.isnis = mix.json.array({ ("%016d"):format(number) })
  artist.tags = mix.json.array({ { count = 1, name = "pop" } })
  return artist
end

-- An artist of a credit, with an empty text where nothing joins it to a next one, which a search of
-- the service leaves out. Of a recording a search gives the aliases, too.
local function credited(number, is_search, with_aliases)
  local artist = named(number)
  if is_search then
    artist.aliases = with_aliases and aliases_of(artist.name) or nil
    return artist
  end
  artist.type = type_of(artist.name)
  artist["type-id"], artist.country = ids.types[artist.type], "GB"
  return artist
end

--- Returns the artist of a relation in a search.
function persons.related(number) return credited(number, true, false) end

--- Returns a credit of a song's artist alone.
function persons.credit_of_one(song, is_search)
  return mix.json.array({ { name = song.artist, joinphrase = "",
    artist = credited(song.artist_number, is_search, false) } })
end

--- Returns a credit of artists who are various.
function persons.credit_of_various(is_search)
  local name = "Various Artists"
  return mix.json.array({ { name = name, joinphrase = "", artist = {
    id = ids.various, name = name, ["sort-name"] = name,
    disambiguation = "add compilations to this artist",
    type = not is_search and "Other" or nil,
    ["type-id"] = not is_search and "ac897045-5043-3294-969b-187360e45d86" or nil,
  } } })
end

--- Returns a recording's credit, "A feat. B & C" or "A, B & C": a part for each artist with what
--- joins it to the next.
function persons.credit(song, is_search)
  local names, list = { song.artist }, mix.json.array({})
  if song.credit ~= "solo" then table.move(song.others, 1, #song.others, 2, names) end
  for place, name in ipairs(names) do
    local left = #names - place
    local joining = left == 0 and "" or place == 1 and song.credit == "featuring" and " feat. "
      or left == 1 and " & " or ", "
    local number = place == 1 and song.artist_number or artists.number(name)
    list[place] = { name = name, joinphrase = joining, artist = credited(number, is_search, true) }
  end
  return list
end

return persons
