-- Last.fm: tracks and artists as its listeners' players spell them. The API key is the setting
-- lastfm.key, which the host adds to each request; this file never sees it.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local key_forms = require("lib.key_forms")

local text_of, object_of = json_values.text, json_values.object
-- Nothing and one entry come as an empty text and as an object.
local entries_of = json_values.list

local lastfm = {
  name = "lastfm", title = "Last.fm", upstream = "lastfm", kind = "track",
  can = { track = { search = true, lookup = true }, person = { search = true } },
}

local wanted, longest_page = 10, 50
-- Seconds before a question is repeated that met a short fault of the service.
local again_after = { 1, 3 }
local key_setting = "lastfm.key"
local where_to_get = "make one at https://www.last.fm/api/account/create"

-- Its codes (www.last.fm/api/errorcodes). They come with status 200, or with one that says less.
local kinds = {
  [2] = "invalid", [3] = "invalid", [4] = "token", [5] = "invalid", [6] = "invalid",
  [7] = "not_found", [8] = "server", [9] = "token", [10] = "token", [11] = "server", [13] = "token",
  [14] = "token", [16] = "server", [17] = "forbidden", [26] = "forbidden", [29] = "rate",
}

-- JSON that is made from XML has the text of an element with attributes in "#text".
local function words_of(value) return text_of(value) or text_of(object_of(value)["#text"]) end

-- The identifier: the part of the address after /music/. MusicBrainz' identifiers are often missing
-- or those of another recording.
local function id_of(raw)
  return (text_of(raw.url) or ""):match("^https?://[^/]+/music/([^?#]+)")
end

--- Converts a track of a search, or of its own page, to a track; nil for anything else.
function lastfm.track(raw)
  raw = object_of(raw)
  local id, title = id_of(raw), text_of(raw.name)
  -- A text in searches, an object elsewhere.
  local artist = words_of(raw.artist) or text_of(object_of(raw.artist).name)
  if not (id and title and artist) then return nil end
  local album, maker = object_of(raw.album), words_of(object_of(raw.album).artist)
  local genres = json_values.each(entries_of(object_of(raw.toptags).tag), function(tag)
    return text_of(object_of(tag).name)
  end)
  return {
    id = id, title = title, artist = artist,
    -- 0 stands for an unknown length.
    duration = json_values.seconds(raw.duration, 1000),
    track_number = json_values.count(object_of(album["@attr"]).position),
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
  body = object_of(body)
  local said = body.error
  if said == nil or said == mix.json.null then return nil end
  local code = math.tointeger(tonumber(object_of(said).code or said))
  local kind = kinds[code] or status and failure.kind_of_status(lastfm, status) or "answer"
  return failure.new(lastfm, kind, ("Last.fm: error %s: %s%s"):format(code or "without a code",
    text_of(body.message) or words_of(said) or text_of(object_of(said).message) or "no words",
    kind == "token" and "; " .. where_to_get or ""), { status = status, code = code })
end

local Service = {}
Service.__index = Service

local refusal = {
  fault = function(response, err)
    if response then
      return error_of(mix.json.decode(response.body), not response.ok and response.status or nil)
    end
    local fault = failure.of_request(lastfm, err)
    if err.kind == "credentials" then fault.message = fault.message .. "; " .. where_to_get end
    return fault
  end,
  again = function(fault, response, try)
    -- mix.http sees its limit by the status alone.
    return response.ok and (fault.kind == "server" or fault.kind == "rate") and again_after[try]
  end,
}

-- Sends a method. Returns the answer and {cached}; nil and the error. An error in an answer is a
-- fault of it, so that a cached one is asked for anew.
local function ask(self, query, check)
  query.format = "json"
  return json_answers.ask(lastfm, self.client, "/", { query = query, timeout = self.patience },
    function(answer) return error_of(answer) and "it holds an error" or check(answer) end,
    refusal)
end

-- For each kind its method, and where its results are.
local entities = {
  track = { method = "track.search", list = "trackmatches", entry = "track", read = lastfm.track },
  person = {
    method = "artist.search", list = "artistmatches", entry = "artist", read = lastfm.person,
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
  local parameters = { track = json_values.words(query.title),
    artist = json_values.words(query.artist or query.name) }
  if not parameters[entity.entry] then return {}, { cached = true } end
  local limit = math.min(query.limit or wanted, longest_page)
  parameters.method, parameters.limit = entity.method, limit
  local answer, info = ask(self, parameters, lacks(entity.list))
  local list = answer and entries_of(object_of(answer.results[entity.list])[entity.entry])
  return list and json_values.each(list, entity.read, limit), info
end

-- Reads a part of an address of Last.fm, where signs that addresses use are written twice: the plus
-- sign of a name is %252B, and + a space.
local function read(part)
  local function sign(digits) return string.char(tonumber(digits, 16)) end
  return (part:gsub("%+", " "):gsub("%%(%x%x)", sign):gsub("%%(%x%x)", sign))
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
    local question = { method = "track.getInfo", artist = read(artist), track = read(title) }
    local answer, info = ask(self, question, function(answer)
      return not lastfm.track(answer.track) and "the answer has no track" or nil
    end)
    return answer and lastfm.track(answer.track), info
  end)
end

local function client()
  return {
    upstream = lastfm.upstream, ttl = "24h", bearer = key_setting, key_parameter = "api_key",
  }
end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
function lastfm.open(options)
  return setmetatable({
    client = mix.http.client(client()), patience = options and options.patience,
  }, Service)
end

local function judge_key(text)
  if not key_forms.is_hex(text, 32) then
    return "does not look like an API key of Last.fm, which has 32 hexadecimal digits", "wrong"
  end
end

-- A key is refused with an error in an answer whose status may be 200.
local function is_refusal(response)
  local refused = error_of(mix.json.decode(response.body)) or {}
  return refused.kind == "token" or refused.kind == "forbidden"
end

--- The doctor's checks; see docs/doctor.md.
lastfm.checks = { {
  title = lastfm.title, upstream = lastfm.upstream, serves = { "match" },
  requires = { key_setting },
  key = { setting = key_setting, judge = judge_key, is_refusal = is_refusal,
    get = where_to_get .. ", then: mixhost config set lastfm.key KEY" },
  client = client,
  question = function()
    return { path = "/", query = {
      method = "artist.search", artist = "Cher", limit = 1, format = "json",
    } }
  end,
  shape = function(response) return json_answers.flaw(response, lacks("artistmatches")) end,
} }

return lastfm
