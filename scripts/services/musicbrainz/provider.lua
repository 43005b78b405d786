-- MusicBrainz: recordings, releases, works and artists with their aliases. It needs no key, but a
-- contact address: the setting http.contact.

local failure = require("lib.failure")
local first_answer = require("lib.first_answer")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local releases = require("services.musicbrainz.releases")

local text_of, object_of, list_of = json_values.text, json_values.object, json_values.list
local date_of = json_values.date

local both = { search = true, lookup = true }
local musicbrainz = {
  name = "musicbrainz", title = "MusicBrainz", upstream = "musicbrainz", kind = "track",
  can = { track = both, release = both, work = both, person = both },
}

local wanted = 10
local longest_answer = 100

local no_contact = "MusicBrainz answers only those who can be reached: set an address of yours "
  .. "with mixhost config set http.contact ADDRESS"

-- Joins names and the texts between them: "A feat. B"; nil when there are no names.
local function credit_of(value)
  local parts = {}
  for _, part in ipairs(list_of(value)) do
    local name = text_of(object_of(part).name)
    if name then
      parts[#parts + 1] = name
      parts[#parts + 1] = type(part.joinphrase) == "string" and part.joinphrase or nil
    end
  end
  return text_of(table.concat(parts))
end

local function names_of(list)
  return json_values.each(list, function(item) return text_of(object_of(item).name) end)
end

-- The list that `read` gives; nil instead of an empty one.
local function some(list) return #list > 0 and list or nil end

-- A code is a text, or in look-ups of some kinds an object with its identifier.
local function first_code(list)
  local code = list_of(list)[1]
  return text_of(code) or text_of(object_of(code).id)
end

-- Names and numbers of labels that stand for none.
local none = { ["[no label]"] = true, ["[none]"] = true }

local function of_label(value)
  local text = text_of(value)
  return text and not none[text:lower()] and text or nil
end

local shape_of = {}

-- `query`: the search, whose album is preferred among the recording's releases.
function shape_of.track(raw, query)
  local artist = credit_of(raw["artist-credit"])
  if not artist then return nil end
  local release = releases.chosen(raw, query and text_of(query.album))
  local maker = credit_of(release["artist-credit"])
  local disc, place = releases.place(release)
  return {
    artist = artist, artists = some(names_of(raw["artist-credit"])),
    album = text_of(release.title),
    album_artist = maker ~= artist and maker or nil,
    -- A year stays a year: the day of a release would be that of a reissue.
    release_date = date_of(raw["first-release-date"]) or date_of(release.date),
    duration = json_values.seconds(raw.length, 1000), isrc = first_code(raw.isrcs),
    track_count = releases.track_count(release),
    disc_number = disc, track_number = place,
    disambiguation = text_of(raw.disambiguation),
    genres = some(names_of(raw.genres)), is_video = raw.video == true or nil,
    releases = query and query.releases and some(json_values.each(raw.releases, function(one)
      return text_of(object_of(one).id)
    end)) or nil,
  }
end

function shape_of.release(raw)
  local artist = credit_of(raw["artist-credit"])
  local sold, group = object_of(list_of(raw["label-info"])[1]), object_of(raw["release-group"])
  return artist and {
    artist = artist, release_date = date_of(raw.date), country = text_of(raw.country),
    track_count = releases.track_count(raw), format = releases.format(raw),
    barcode = text_of(raw.barcode),
    label = of_label(object_of(sold.label).name),
    catalogue_number = of_label(sold["catalog-number"]), status = text_of(raw.status),
    type = text_of(group["primary-type"]), group = text_of(group.id),
    first_date = date_of(group["first-release-date"]),
    artist_ids = some(json_values.each(raw["artist-credit"], function(part)
      return text_of(object_of(object_of(part).artist).id)
    end)),
    disc_count = some(list_of(raw.media)) and #list_of(raw.media), tracks = releases.tracks(raw,
      credit_of, first_code),
  }
end

local writing = { composer = true, lyricist = true, writer = true }

function shape_of.work(raw)
  local writers = {}
  for _, relation in ipairs(list_of(raw.relations)) do
    relation = object_of(relation)
    local name = writing[relation.type] and text_of(object_of(relation.artist).name)
    writers[#writers + 1] = name or nil
  end
  return {
    iswc = text_of(list_of(raw.iswcs)[1]), writers = writers, aliases = names_of(raw.aliases),
  }
end

function shape_of.person(raw)
  -- Groups have a beginning, too, but no birthday.
  local is_person = (text_of(raw.type) or "Person") == "Person"
  local life = is_person and object_of(raw["life-span"]) or {}
  return { sort_name = text_of(raw["sort-name"]), aliases = names_of(raw.aliases),
    disambiguation = text_of(raw.disambiguation),
    born = date_of(life.begin), died = date_of(life["end"]) }
end

-- For each kind its name in addresses, the member with a search's results, the searched fields, and
-- the parts that a look-up includes.
local entities = {
  track = { path = "recording", list = "recordings", title = "recording",
    inc = "artist-credits+releases+release-groups+media+isrcs+genres" },
  release = { path = "release", list = "releases", title = "release",
    inc = "artist-credits+media+labels+release-groups+recordings+isrcs" },
  work = { path = "work", list = "works", title = "work", inc = "artist-rels+aliases" },
  person = { path = "artist", list = "artists", title = "artist", inc = "aliases" },
}

--- Converts an answer's entry to a result of a kind; nil for anything else. `query`: the search
--- that it answers.
function musicbrainz.result(kind, raw, query)
  raw = object_of(raw)
  local id = text_of(raw.id)
  local label = kind == "person" and "name" or "title"
  local spelled = text_of(raw[label])
  local result = id and spelled and shape_of[kind](raw, query)
  if not result then return nil end
  result.id, result[label] = id, spelled
  return result
end

local operators = { AND = "and", OR = "or", NOT = "not" }

-- Quotes words for Lucene: in capitals some are operators, and the signs of its syntax need a
-- backslash.
local function words(field, text)
  local plain = json_values.words(text)
  if not plain then return nil end
  local quoted = plain:gsub("%f[%w]%u+%f[%W]", operators)
    :gsub('[%-+&|!(){}%[%]^"~*?:\\/<>=]', "\\%0")
  return ("%s:(%s)"):format(field, quoted)
end

-- The query in Lucene's syntax; nil when no word is left.
local function lucene(kind, query)
  local parts = {}
  if kind == "person" then
    -- Searches aliases as well, for other languages and spellings.
    local name, alias = words("artist", query.name), words("alias", query.name)
    return name and ("%s OR %s"):format(name, alias)
  end
  if kind == "track" and query.isrc then return words("isrc", query.isrc) end
  if kind == "release" and query.barcode then return words("barcode", query.barcode) end
  parts[1] = words(entities[kind].title, query.title)
  parts[#parts + 1] = words("artist", query.artist)
  return parts[1] and table.concat(parts, " AND ")
end

local Service = {}
Service.__index = Service

local function ask(self, path, query, check, ttl)
  if not mix.env.setting("http.contact") then
    return nil, failure.new(musicbrainz, "contact", no_contact)
  end
  query.fmt = "json"
  return self.gate:call(function()
    return json_answers.ask(musicbrainz, self.client, path, {
      query = query, timeout = self.patience, ttl = ttl,
    }, check, { is_search = query.query ~= nil })
  end, failure.is_network)
end

local function lacks(list) return json_answers.has(list, true) end

local function kind_of(options) return options and options.kind or musicbrainz.kind end

-- Videos of a song have its title, artist and length; they stay where nothing else was found.
local function without_videos(tracks)
  local songs = {}
  for _, track in ipairs(tracks) do songs[#songs + 1] = not track.is_video and track or nil end
  return #songs > 0 and songs or tracks
end

--- Searches results of `query.kind`: tracks (the default), releases and works by `title` and
--- `artist`, or tracks by `isrc` and releases by `barcode` alone, persons by `name` or alias. A
--- track's `album` is `query.album` where the service has it there; with `query.releases` it has
--- the identifiers of its releases. Returns them in the service's order, at most `limit`, and
--- {cached}; nil and the error.
function Service:search(query)
  local kind = kind_of(query)
  local entity = entities[kind]
  local text = lucene(kind, query)
  if not text then return {}, { cached = true } end
  local limit = math.min(query.limit or wanted, longest_answer)
  local answer, info = ask(self, "/" .. entity.path, { query = text, limit = limit },
    lacks(entity.list))
  if not answer then return nil, info end
  local found = json_values.each(answer[entity.list], function(raw)
    return musicbrainz.result(kind, raw, query)
  end, limit)
  return kind == "track" and without_videos(found) or found, info
end

--- Looks up results of `options.kind` by identifier, one request each; unknown ones are left out.
--- A track is shown on `options.album` where it is there; `options.releases` as in a search. A
--- release has its tracks. Returns them and {cached}; nil and the error.
function Service:lookup(ids, options)
  local kind = kind_of(options)
  local entity = entities[kind]
  local function check(raw)
    return not musicbrainz.result(kind, raw) and "the answer is not of kind " .. entity.path or nil
  end
  return json_answers.one_by_one(ids, { not_found = true, invalid = true }, function(id)
    if not tostring(id):find("^[%x-]+$") then
      return nil, failure.new(musicbrainz, "invalid", "MusicBrainz has no such identifier")
    end
    local answer, info = ask(self, ("/%s/%s"):format(entity.path, id), { inc = entity.inc }, check)
    return answer and musicbrainz.result(kind, answer, options), info
  end)
end

--- Returns the albums and EPs of an artist, by the identifier, that come out from a day on: {name,
--- releases (services.musicbrainz.releases)}; nil and the error.
function Service:albums(id, since)
  local artists, problem = self:lookup({ id }, { kind = "person" })
  if not artists then return nil, problem end
  if not artists[1] then
    return nil, failure.new(musicbrainz, "not_found", "MusicBrainz has no such artist")
  end
  local query = ("arid:%s AND firstreleasedate:[%s TO 9999]"):format(id, since)
  local answer, response = ask(self, "/release-group", { query = query, limit = longest_answer },
    lacks("release-groups"), "1h")
  if not answer then return nil, response end
  return { name = artists[1].name, releases = releases.albums(answer["release-groups"]) }
end

local function client(options)
  return {
    upstream = musicbrainz.upstream, concurrency = options and options.concurrency,
    retry = not options or options.reachable ~= false, ttl = "7d",
  }
end

--- Opens the service; options like those of providers.itunes.
function musicbrainz.open(options)
  options = options or {}
  return setmetatable({
    client = mix.http.client(client(options)), gate = first_answer.open(options.reachable),
    patience = options.patience,
  }, Service)
end

local function no_recordings(answer)
  local wrong = lacks("recordings")(answer)
  if wrong then return wrong end
  local first = answer.recordings[1]
  if first ~= nil and not musicbrainz.result("track", first) then
    return "the first of its recordings is not a recording"
  end
end

--- The doctor's checks; see docs/doctor.md.
musicbrainz.checks = { {
  title = musicbrainz.title, upstream = musicbrainz.upstream, serves = { "chart" },
  requires = { "http.contact" }, client = client,
  unused = function()
    if mix.env.setting("chart.catalogue") ~= musicbrainz.name then
      return "not used: chart.catalogue does not name it"
    end
  end,
  question = function()
    return { path = "/recording", query = {
      query = lucene("track", { title = "Love", artist = "Beatles" }), limit = 1, fmt = "json",
    } }
  end,
  shape = function(response) return json_answers.flaw(response, no_recordings) end,
} }

return musicbrainz
