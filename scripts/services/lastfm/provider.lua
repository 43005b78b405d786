-- Last.fm: tracks and artists as its listeners' players spell them. The API key is the setting
-- lastfm.key, which the host adds to each request; this file never sees it.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local key_forms = require("lib.key_forms")

local text_of, object_of = json_values.text, json_values.object

local lastfm = {
  name = "lastfm", title = "Last.fm", upstream = "lastfm", kind = "track",
  can = { track = { search = true, lookup = true }, person = { search = true } },
}

local wanted, longest_page = 10, 50
-- Seconds before a question is repeated that met a short fault of the service.
local again_after = { 1, 3 }
local key_setting = "lastfm.key"
local how_to_get = "make one at https://www.last.fm/api/account/create, then: mixhost config set "
  .. "lastfm.key KEY"

-- Its codes (www.last.fm/api/errorcodes). They come with status 200, or with one that says less.
local kinds = {
  [2] = "invalid", [3] = "invalid", [4] = "token", [5] = "invalid", [6] = "invalid",
  [7] = "not_found", [8] = "server", [9] = "token", [10] = "token", [11] = "server",
  [13] = "token", [14] = "token", [16] = "server", [17] = "forbidden", [26] = "forbidden",
  [29] = "rate",
}

-- JSON that is made from XML has the text of an element with attributes in "#text".
local function words_of(value)
  return text_of(value) or text_of(object_of(value)["#text"])
end

-- The artist of a track: a text in searches, an object elsewhere.
local function artist_of(value) return words_of(value) or text_of(object_of(value).name) end

-- The identifier: the part of the address after /music/. MusicBrainz' identifiers are often missing
-- or those of another recording.
local function id_of(raw)
  return (text_of(raw.url) or ""):match("^https?://[^/]+/music/([^?#]+)")
end

-- A list; nothing and one entry come as an empty text and as an object.
local function entries_of(holder, name)
  return json_values.one_or_many(object_of(holder)[name])
end

-- Seconds of a text or number of milliseconds; 0 stands for an unknown length.
local function seconds_of(value)
  local milliseconds = math.tointeger(tonumber(value))
  return milliseconds and milliseconds > 0 and milliseconds / 1000 or nil
end

--- Converts a track of a search, or of its own page, to a track; nil for anything else.
function lastfm.track(raw)
  raw = object_of(raw)
  local id, title, artist = id_of(raw), text_of(raw.name), artist_of(raw.artist)
  if not (id and title and artist) then return nil end
  local album = object_of(raw.album)
  local maker = artist_of(album.artist)
  local genres = json_values.each(entries_of(raw.toptags, "tag"), function(tag)
    return text_of(object_of(tag).name)
  end)
  return {
    id = id, title = title, artist = artist, duration = seconds_of(raw.duration),
    album = words_of(album.title), album_artist = maker ~= artist and maker or nil,
    genres = #genres > 0 and genres or nil,
  }
end

--- Converts an artist of a search to a person; nil for anything else.
function lastfm.person(raw)
  raw = object_of(raw)
  local id, name = id_of(raw), text_of(raw.name)
  return id and name and { id = id, name = name } or nil
end

-- The error that a body holds; nil without one. Stand-ins of Last.fm write it as an object.
local function error_of(body, status)
  local said = object_of(body).error
  if said == nil then return nil end
  local code = math.tointeger(tonumber(object_of(said).code or words_of(said) or said))
  local message = text_of(object_of(body).message) or words_of(said)
  local kind = kinds[code] or status and status >= 400 and failure.kind_of_status(lastfm, status)
  local text = ("Last.fm: error %s: %s"):format(code or "without a code", message or "no words")
  if kind == "token" then text = ("%s; a key is needed: %s"):format(text, how_to_get) end
  return failure.new(lastfm, kind or "answer", text, { status = status, code = code })
end

local Service = {}
Service.__index = Service

-- The error of a request that brought no usable answer.
local function fault_of(response, err)
  if not response then
    local failed = failure.of_request(lastfm, err)
    if err.kind == "credentials" then
      failed.message = ("%s; %s"):format(failed.message, how_to_get)
    end
    return failed
  end
  local refused = error_of(mix.json.decode(response.body), not response.ok and response.status)
  if refused then return refused end
  if not response.ok then return failure.of_status(lastfm, response.status) end
  return failure.new(lastfm, err.kind, ("%s: %s"):format(lastfm.title, err.message))
end

-- Sends a method. Returns the answer and {cached}; nil and the error. An error in an answer is a
-- fault of it, so that a cached one is asked for anew. mix.http sees no fault in an answer with
-- status 200, so that those which pass are tried again here.
local function ask(self, query, check)
  query.format = "json"
  local function usable(answer)
    return answer.error ~= nil and "it holds an error" or check(answer)
  end
  for try = 1, #again_after + 1 do
    local answer, response, err = json_answers.get(self.client, "/", {
      query = query, timeout = self.patience, reload = try > 1,
    }, usable)
    if answer then return answer, { cached = response.source ~= "live" } end
    local fault = fault_of(response, err)
    local is_passing = response and response.ok and fault.kind == "server"
    if not is_passing or try > #again_after then return nil, fault end
    mix.task.sleep(again_after[try])
  end
end

local function plain(text)
  local found = text and text:gsub("%c", " "):match("^%s*(.-)%s*$")
  return found and found ~= "" and found or nil
end

-- For each kind its method, its parameters, and where its results are.
local entities = {
  track = {
    method = "track.search", list = "trackmatches", entry = "track", read = lastfm.track,
    parameters = function(query)
      return { track = plain(query.title), artist = plain(query.artist) }
    end,
  },
  person = {
    method = "artist.search", list = "artistmatches", entry = "artist", read = lastfm.person,
    parameters = function(query) return { artist = plain(query.name) } end,
  },
}

local function lacks(list)
  return function(answer)
    return object_of(answer.results)[list] == nil and ("the answer has no %s"):format(list) or nil
  end
end

--- Searches tracks by `query.title` and `query.artist`, or with the kind "person" artists by
--- `query.name`. Returns them in the service's order, at most `query.limit`, and {cached}; nil and
--- the error.
function Service:search(query)
  local entity = entities[query.kind or lastfm.kind]
  local parameters = entity.parameters(query)
  if not parameters[entity.entry] then return {}, { cached = true } end
  local limit = math.min(query.limit or wanted, longest_page)
  parameters.method, parameters.limit = entity.method, limit
  local answer, info = ask(self, parameters, lacks(entity.list))
  if not answer then return nil, info end
  local found = {}
  for _, raw in ipairs(entries_of(answer.results[entity.list], entity.entry)) do
    if #found < limit then found[#found + 1] = entity.read(raw) end
  end
  return found, info
end

local function decoded(text)
  return (text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

-- Reads a part of an address of Last.fm, where signs that addresses use are written twice: the plus
-- sign of a name is %252B, and + a space.
local function read(part) return decoded(decoded((part:gsub("%+", " ")))) end

local function no_track(answer)
  return not lastfm.track(answer.track) and "the answer has no track" or nil
end

--- Looks tracks up by identifier, one request each; unknown ones are left out. Only this tells
--- length, album and tags. Returns them and {cached}; nil and the error.
function Service:lookup(ids)
  local left_out = { not_found = true, invalid = true }
  return json_answers.one_by_one(ids, left_out, function(id)
    local artist, title = tostring(id):match("^([^/]+)/[^/]+/([^/]+)$")
    if not title then
      return nil, failure.new(lastfm, "invalid", "Last.fm has no such identifier")
    end
    local answer, info = ask(self, {
      method = "track.getInfo", artist = read(artist), track = read(title),
    }, no_track)
    return answer and lastfm.track(answer.track), info
  end)
end

local function client()
  return {
    upstream = lastfm.upstream, ttl = "24h", bearer = key_setting, key_parameter = "api_key",
  }
end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
--- `keyless`: sends no key, as for a stand-in that wants none.
function lastfm.open(options)
  local described = client()
  if options and options.keyless then described.bearer, described.key_parameter = nil, nil end
  return setmetatable({
    client = mix.http.client(described), patience = options and options.patience,
  }, Service)
end

local function judge_key(text)
  if not key_forms.is_hex(text, 32) then
    return "does not look like an API key of Last.fm, which has 32 hexadecimal digits", "wrong"
  end
end

-- A key is refused with an error in an answer whose status may be 200.
local function is_refusal(response)
  local refused = error_of(mix.json.decode(response.body))
  return refused ~= nil and (refused.kind == "token" or refused.kind == "forbidden")
end

--- The doctor's checks; see docs/doctor.md.
lastfm.checks = {
  {
    title = lastfm.title, upstream = lastfm.upstream, serves = { "match" },
    requires = { key_setting },
    key = { setting = key_setting, judge = judge_key, is_refusal = is_refusal, get = how_to_get },
    client = client,
    question = function()
      return { path = "/", query = {
        method = "artist.search", artist = "Cher", limit = 1, format = "json",
      } }
    end,
    shape = function(response) return json_answers.flaw(response, lacks("artistmatches")) end,
  },
}

return lastfm
