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
local quota_code, no_data_code = 4, 800
local quota_pause = 5
local most_tries = 3
local longest_list = 100
local artists_wanted = 10

local Service = {}
Service.__index = Service

-- The error of an answer. It comes with status 200, so mix.http cannot see the temporary "too many
-- requests".
local function error_of(answer)
  local err = answer.error
  if type(err) ~= "table" then return nil end
  local kind = err.code == quota_code and "rate" or err.code == no_data_code and "not_found"
    or "refused"
  return failure.new(deezer, kind, ("Deezer: error %s: %s"):format(tostring(err.code),
    text_of(err.message) or "no words"))
end

-- Returns the answer as a table and {cached}; nil and the error. Further tries are sent once,
-- because mix.http has repeated the first.
local function ask(self, path, query, check)
  if self.failures >= most_failures then return nil, self.last end
  local err
  for try = 1, most_tries do
    local answer, response = json_answers.ask(deezer, self.client, path,
      { query = query, ttl = ttl, reload = try > 1, retry = try == 1 }, function(answer)
        return type(answer.error) ~= "table" and check(answer) or nil
      end)
    err = not answer and response or error_of(answer)
    if not err then
      self.failures = 0
      return answer, { cached = response.source ~= "live" }
    end
    if not answer then break end
    -- "No data" is an answer.
    if err.kind ~= "rate" then return nil, err end
    if response.source == "live" then mix.task.sleep(quota_pause) end
  end
  self.failures, self.last = self.failures + 1, err
  return nil, err
end

local function no_data(answer)
  return type(answer.data) ~= "table" and "the answer has no data" or nil
end

local function artist_of(raw)
  local id, name = nil, nil
  if type(raw) == "table" then id, name = math.tointeger(raw.id), text_of(raw.name) end
  return id and name and { id = id, name = name } or nil
end

-- A track; lists of an artist's tracks may omit the artist.
local function track_of(raw, artist)
  if type(raw) ~= "table" then return nil end
  local id, title = math.tointeger(raw.id), text_of(raw.title)
  local by = artist or artist_of(raw.artist)
  return id and title and by and {
    id = id, title = title, artist = by.name, isrc = text_of(raw.isrc),
    duration = math.tointeger(raw.duration),
  } or nil
end

--- Searches artists by `query.name`. Returns persons, best first, at most `query.limit`, and
--- {cached}; nil and the error.
function Service:search(query)
  local limit = math.min(query.limit or artists_wanted, longest_list)
  local answer, info = ask(self, "/search/artist", { q = query.name, limit = limit }, no_data)
  if not answer then return nil, info end
  local found = {}
  for _, raw in ipairs(answer.data) do
    if #found < limit then found[#found + 1] = artist_of(raw) end
  end
  return found, info
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
      if not answer then return nil, info end
      local tracks = {}
      for _, raw in ipairs(answer.data) do tracks[#tracks + 1] = track_of(raw, artist) end
      return tracks, info
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
deezer.checks = {
  {
    title = deezer.title, upstream = deezer.upstream, serves = { "playlist" },
    requires = { "spotify.client_id" }, client = client,
    question = function()
      return { path = "/search/artist", query = { q = "Nina Simone", limit = 1 } }
    end,
    shape = function(response) return json_answers.flaw(response, no_artists) end,
  },
}

return deezer
