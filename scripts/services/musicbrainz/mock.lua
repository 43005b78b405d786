-- Imitates MusicBrainz: recordings, releases, works and artists, searched in Lucene's syntax and
-- looked up.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local json_values = require("lib.json_values")
local lists = require("lib.mock.lists")
local forms = require("services.musicbrainz.mock_parts.forms")
local groups = require("services.musicbrainz.mock_parts.groups")
local ids = require("services.musicbrainz.mock_parts.ids")
local lucene = require("services.musicbrainz.mock_parts.lucene")
local persons = require("services.musicbrainz.mock_parts.persons")

local usual_limit, longest_answer = 25, 100

local function failed(status, text)
  return { status = status, json = { error = text,
    help = "For usage, please see: https://musicbrainz.org/development/mmd" } }
end

local function words(text) return catalogue.words(text) end

-- The words of what a song is found by, in the fields' order of the service.
local function fields_of_song(index)
  local song = catalogue.song(index)
  local title, album = words(song.full_title), words(song.album)
  local names = { words(song.artist .. " & " .. table.concat(song.others, " & ")) }
  return { recording = { title }, work = { title }, title = { title }, release = { album },
    artist = names, artistname = names, creditname = names, [""] = { title, album, names[1] } }
end

local function fields_of_artist(number)
  local name = catalogue.artist(number)
  local aliases = {}
  for place, alias in ipairs(persons.aliases(name)) do aliases[place] = words(alias) end
  return { artist = { words(name) }, name = { words(name) }, alias = aliases, sortname = aliases,
    [""] = { words(name), aliases[1] } }
end

-- The places of the songs that words find, those of the same title last.
local function named(text, field)
  local found, alike = catalogue.search(text, field, longest_answer)
  local list = {}
  for _, index in ipairs(table.move(alike, 1, #alike, #found + 1, found)) do
    if not catalogue.song(index).is_unreleased then list[#list + 1] = index end
  end
  return list
end

local function songs(texts)
  local title = texts.recording or texts.work or texts.title or texts.release or texts[""]
  local artist = texts.artist or texts.artistname or texts.creditname
  if title and artist then return named(title .. " " .. artist, "any") end
  return title and named(title, "any") or artist and named(artist, "artist") or {}
end

local function kept(query, indices, fields_of)
  local list = {}
  for _, index in ipairs(indices) do
    if lucene.finds(query, fields_of(index)) ~= false then list[#list + 1] = index end
  end
  return list
end

local function find_songs(query) return kept(query, songs(lucene.wanted(query)), fields_of_song) end

-- The first songs of the albums, which stand for the releases.
local function find_releases(query)
  local texts = lucene.wanted(query)
  local indices = texts.release and named(texts.release, "album") or songs(texts)
  return json_values.distinct(kept(query, indices, fields_of_song), function(index)
    return catalogue.song(index).album_first
  end)
end

local function find_artists(query)
  local texts = lucene.wanted(query)
  local name = texts.artist or texts.alias or texts.sortname or texts[""] or ""
  return kept(query, artists.search(name), fields_of_artist)
end

local entities = {
  recording = { find = find_songs, form = forms.recording },
  release = { find = find_releases, form = forms.release },
  work = { find = find_songs, form = forms.work },
  artist = { find = find_artists, form = forms.artist },
}

local function search(name, entity)
  return function(request)
    local query = request.query
    if not query.query then
      return failed(400, ("The given parameters do not match any available query type for the %s "
        .. "resource."):format(name))
    end
    local wanted = lucene.read(query.query)
    if not wanted then return failed(400, "Search server could not complete query: Bad request") end
    local limit = query:number("limit", usual_limit, 1, longest_answer) or usual_limit
    local offset = query:number("offset", 0, 0, math.maxinteger) or 0
    local found = entity.find(wanted)
    return { json = { created = "2026-11-22T10:00:00.000Z", count = #found, offset = offset,
      [name .. "s"] = lists.page(found, offset, limit, function(number, place)
        local item = entity.form(number, true)
        item.score = math.max(1, 101 - place)
        return item
      end) } }
  end
end

local function is_identifier(text)
  local a, b, c, d, e = text:match("^(%x+)%-(%x+)%-(%x+)%-(%x+)%-(%x+)$")
  return a ~= nil and #a == 8 and #b == 4 and #c == 4 and #d == 4 and #e == 12
end

local function exists(name, number)
  if name == "artist" then return catalogue.artist(number) ~= nil end
  return name == "release" or number < catalogue.size()
end

local function look_up(name, entity)
  return function(request)
    local id = request.parts.id
    if not is_identifier(id) then return failed(400, "Invalid mbid.") end
    local number = ids.number(name, id)
    local item = number and exists(name, number) and entity.form(number)
    return item and { json = item } or failed(404, "Not Found")
  end
end

local routes = {}
for name, entity in pairs(entities) do
  routes["GET /musicbrainz/" .. name] = search(name, entity)
  routes[("GET /musicbrainz/%s/:id"):format(name)] = look_up(name, entity)
end

-- Albums are searched by artist and day alone.
routes["GET /musicbrainz/release-group"] = function(request)
  local id, since = (request.query.query or ""):match(
    "^arid:([%x-]+) AND firstreleasedate:%[(%d%d%d%d%-%d%d%-%d%d) TO 9999%]$")
  if not id then return failed(400, "Search server could not complete query: Bad request") end
  local number = ids.number("artist", id)
  local list = number and exists("artist", number) and groups.of(number, since)
    or mix.json.array({})
  return { json = { created = "2026-11-22T10:00:00.000Z", count = #list, offset = 0,
    ["release-groups"] = list } }
end

-- A client must say how to be reached.
local function nameless(request)
  local agent = request.headers["user-agent"] or ""
  if not agent:find("@", 1, true) and not agent:find("://", 1, true) then
    return failed(403,
      "Your User-Agent does not say how you can be reached: name an address in it.")
  end
end

return {
  settings = { ["http.contact"] = "mock@mixhost.invalid" },
  routes = routes,
  check = function(request)
    return nameless(request)
      or request.query.fmt ~= "json" and failed(406, "Only fmt=json is spoken here.") or nil
  end,
  limited = function(request)
    return nameless(request)
      or failed(503, "Your requests are exceeding the allowable rate limit. Please see "
        .. "http://wiki.musicbrainz.org/XMLWebService for more information.")
  end,
}
