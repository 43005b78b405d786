-- Deezer, which needs no key: artists, and their tracks by popularity.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local text_of = json_values.text

local deezer = {
  name = "deezer", title = "Deezer", upstream = "deezer", kind = "person",
  can = { person = { search = true }, track = { lookup = true } },
}

-- Popularity changes slowly.
local ttl = "7d"
-- Consecutive failures after which Deezer counts as down for the rest of the run.
local most_failures = 3
local quota_pause, busy_pause = 5, 1
local most_tries = 3
local longest_list = 100
local artists_wanted = 10

local Service = {}
Service.__index = Service

-- The kinds of Deezer's codes (developers.deezer.com/api/errors). An error without a code passes,
-- as that of a busy service does.
local kinds = { [4] = "rate", [100] = "invalid", [200] = "forbidden", [300] = "token",
  [500] = "invalid", [501] = "invalid", [600] = "invalid", [700] = "server", [800] = "not_found",
  [901] = "forbidden" }

-- The error that a table holds; nil without one. Most come with status 200, where mix.http cannot
-- see them; "no data" comes with 404, too.
local function error_of(answer, status)
  local err = type(answer) == "table" and answer.error
  if type(err) ~= "table" or next(err) == nil then return nil end
  local code = math.tointeger(tonumber(err.code))
  local kind = kinds[code] or code and "invalid"
    or (status or 200) >= 400 and failure.kind_of_status(deezer, status) or "server"
  return failure.new(deezer, kind,
    ("Deezer: error %s: %s"):format(code or "without a code", text_of(err.message) or "no words"),
    { status = status })
end

local refusal = {
  fault = function(response)
    return response and error_of(mix.json.decode(response.body), response.status)
  end,
  again = function(fault, response, try)
    -- mix.http has tried again what comes with a status of 429 or 5xx.
    if response.status >= 429 or try == most_tries then return nil end
    if fault.kind == "rate" then return quota_pause end
    return fault.kind == "server" and busy_pause * 2 ^ (try - 1)
  end,
}

-- Returns the answer as a table and {cached}; nil and the error.
local function ask(self, path, query, check)
  if self.failures >= most_failures then return nil, self.last end
  local answer, info = json_answers.ask(deezer, self.client, path, { query = query, ttl = ttl },
    function(answer) return error_of(answer) and "it holds an error" or check(answer) end, refusal)
  self.failures = (answer or failure.is_of_question(info)) and 0 or self.failures + 1
  self.last = info
  return answer, info
end

local no_data = json_answers.has("data")

local function artist_of(raw)
  local id, name = nil, nil
  if type(raw) == "table" then id, name = json_values.positive(raw.id), text_of(raw.name) end
  return id and name and { id = id, name = name } or nil
end

-- All artists of a track: the main one, then the other contributors.
local function credit_of(raw, artist)
  local names = { artist.name }
  for _, other in ipairs(json_values.each(raw.contributors, artist_of)) do
    if other.id ~= artist.id and other.name ~= artist.name then names[#names + 1] = other.name end
  end
  return table.concat(names, ", ")
end

-- A track; lists of an artist's tracks may omit the artist.
local function track_of(raw, artist)
  if type(raw) ~= "table" then return nil end
  local id, title = json_values.positive(raw.id), text_of(raw.title)
  local by = artist_of(raw.artist) or artist
  return id and title and by and {
    id = id, title = title, artist = credit_of(raw, by), isrc = text_of(raw.isrc),
    -- Tracks that nobody can play any more have the length 0.
    duration = json_values.seconds(raw.duration),
  } or nil
end

--- Searches artists by `query.name`. Returns persons, best first, at most `query.limit`, and
--- {cached}; nil and the error.
function Service:search(query)
  local limit = math.min(query.limit or artists_wanted, longest_list)
  local answer, info = ask(self, "/search/artist", { q = query.name, limit = limit }, no_data)
  return answer and json_values.each(answer.data, artist_of, limit), info
end

--- Looks up tracks by identifier, one request each; unknown ones are left out. Returns them with
--- their recordings' codes, and {cached}; nil and the error.
function Service:lookup(ids)
  return json_answers.one_by_one(ids, { not_found = true }, function(id)
    local answer, info = ask(self, ("/track/%d"):format(id), {}, function(raw)
      return not track_of(raw) and "the answer is not a track" or nil
    end)
    return answer and track_of(answer), info
  end)
end

--- Returns the most heard tracks of the artist with exactly this name, in Deezer's order, and
--- {cached}; nil and the error, of kind "not_found" for an unknown artist.
function Service:top(name, limit)
  local artists, err = self:search({ name = name })
  if not artists then return nil, err end
  local wanted = mix.text.normalize(name)
  for _, artist in ipairs(artists) do
    if mix.text.normalize(artist.name) == wanted then
      local answer, info = ask(self, ("/artist/%d/top"):format(artist.id),
        { limit = math.min(limit, longest_list) }, no_data)
      return answer and json_values.each(answer.data, function(raw)
        return track_of(raw, artist)
      end), info
    end
  end
  return nil, failure.new(deezer, "not_found", "Deezer knows no artist of that name")
end

local function client() return { upstream = deezer.upstream } end

--- Opens the service.
function deezer.open()
  return setmetatable({ client = mix.http.client(client()), failures = 0 }, Service)
end

local function no_artists(answer)
  local err = error_of(answer)
  if err then return err.message end
  local wrong = no_data(answer)
  if wrong then return wrong end
  local artist = answer.data[1]
  if artist ~= nil and not artist_of(artist) then
    return "the first of its data is not an artist"
  end
end

--- The doctor's checks; see docs/doctor.md.
deezer.checks = { {
  title = deezer.title, upstream = deezer.upstream, serves = { "playlist" },
  requires = { "spotify.client_id" }, client = client,
  question = function()
    return { path = "/search/artist", query = { q = "Nina Simone", limit = 1 } }
  end,
  shape = function(response) return json_answers.flaw(response, no_artists) end,
} }

return deezer
