-- Discogs: releases and artists. A search wants the token of a user, which goes into the field
-- Authorization after words of its own.

local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local names = require("services.discogs.names")

local text_of, object_of, words = json_values.text, json_values.object, json_values.words

local discogs = {
  name = "discogs", title = "Discogs", upstream = "discogs", kind = "release",
  can = { release = { search = true }, person = { search = true } },
}

local wanted, longest_page = 10, 100
-- The limit counts the requests of the last seconds; its refusals name no time.
local window = 60
local setting = "discogs.token"
local how_to_get = "make a token at https://www.discogs.com/settings/developers, then: mixhost "
  .. "config set discogs.token TOKEN"
local scheme = "Discogs token="

-- Words of its formats that say the kind of a release or its state, as others call them.
local types = { Album = "Album", EP = "EP", ["Mini-Album"] = "EP", Single = "Single",
  ["Maxi-Single"] = "Single" }
local states = { ["Unofficial Release"] = "Bootleg", Promo = "Promotion",
  ["White Label"] = "Promotion", ["Test Pressing"] = "Promotion" }

local function named(said, known)
  for _, word in ipairs(said) do
    if known[word] then return known[word] end
  end
end

-- A number of a label; "none" stands for none.
local function number_of(value)
  local number = json_values.id(value)
  return number and number:lower() ~= "none" and number or nil
end

-- The first of the codes on a release that is its barcode; the others are those of its matrix.
local function barcode_of(list)
  return json_values.each(list, function(code)
    local digits = (json_values.id(code) or ""):gsub("[%s-]", "")
    return digits:match("^%d+$") and #digits >= 11 and #digits <= 14 and digits or nil
  end)[1]
end

-- The media of a release, each once.
local function media_of(raw)
  local found = json_values.distinct(raw.formats, function(format)
    return text_of(object_of(format).name)
  end)
  return found[1] and table.concat(found, ", ") or nil
end

--- Converts a result of a search to a release; nil for anything else. `query`: the search that it
--- answers. Artist and title are one text there.
function discogs.release(raw, query)
  raw = object_of(raw)
  local id, artist, title = json_values.positive(raw.id), names.parted(text_of(raw.title), query)
  if raw.type ~= "release" or not (id and artist and title) then return nil end
  local said = json_values.texts(raw.format)
  return {
    id = id, title = title, artist = artist, country = names.country(raw.country),
    label = names.label(json_values.texts(raw.label)[1]), catalogue_number = number_of(raw.catno),
    barcode = barcode_of(raw.barcode), format = media_of(raw) or said[1],
    type = named(said, types), status = named(said, states),
    -- Old entries have the year 0, or one that is not known whole: 197?.
    release_date = (json_values.id(raw.year) or ""):match("^[12]%d%d%d$"),
  }
end

--- Converts a result of a search for artists to a person; nil for anything else.
function discogs.person(raw)
  raw = object_of(raw)
  local id, written = json_values.positive(raw.id), text_of(raw.title)
  if not (id and written) or raw.type ~= "artist" then return nil end
  local name, is_nobody = names.artist(written)
  return not is_nobody and { id = id, name = name } or nil
end

local Service = {}
Service.__index = Service

-- Others at the same address use up the same limit, so the answers' own count is heeded, too.
local function note_limit(self, info)
  local left = tonumber(info.headers["x-discogs-ratelimit-remaining"] or "")
  self.rest = not info.cached and left == 0 and 1 or 0
end

local function ask(self, path, query, check)
  if self.rest > 0 then mix.task.sleep(self.rest) end
  local answer, info = json_answers.ask(discogs, self.client, path, {
    query = query, timeout = self.patience,
  }, check, { is_search = true })
  if answer then
    note_limit(self, info)
    return answer, info
  elseif info.kind == "token" or info.kind == "credentials" then
    info.message = ("%s; %s"):format(info.message, how_to_get)
  elseif info.kind == "rate" then
    info["until"] = mix.time.now() + window
  end
  return nil, info
end

local no_results = json_answers.has("results", true)

-- The parameters of a search, or nil when no word is left; and what reads its results.
local function question(query)
  if query.kind == "person" then
    local name = words(query.name)
    return name and { type = "artist", q = name }, discogs.person
  end
  local title = words(query.title)
  return title and {
    type = "release", release_title = title, artist = names.asked(words(query.artist)),
  }, discogs.release
end

--- Searches releases by `query.title` and `query.artist`, or with the kind "person" artists by
--- `query.name`. Returns them in the service's order, at most `query.limit`, and {cached}; nil and
--- the error.
function Service:search(query)
  local parameters, read = question(query)
  if not parameters then return {}, { cached = true } end
  parameters.per_page = math.min(query.limit or wanted, longest_page)
  local answer, info = ask(self, "/database/search", parameters, no_results)
  return answer and json_values.each(answer.results, function(raw)
    return read(raw, query)
  end, parameters.per_page), info
end

local function client()
  return { upstream = discogs.upstream, ttl = "24h", bearer = setting, bearer_scheme = scheme }
end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
function discogs.open(options)
  return setmetatable({
    client = mix.http.client(client()), rest = 0, patience = options and options.patience,
  }, Service)
end

--- The doctor's checks; see docs/doctor.md. The form of the key is checked by its setting.
discogs.checks = { {
  title = discogs.title, upstream = discogs.upstream, serves = { "match" },
  requires = { setting }, client = client,
  question = function()
    return { path = "/database/search", query = { q = "Nirvana", type = "artist", per_page = 1 } }
  end,
  shape = function(response) return json_answers.flaw(response, no_results), how_to_get end,
} }

return discogs
