-- Deezer, which takes no key: the order in which an artist's tracks are heard.

local json_answers = require("lib.json_answers")

local deezer = {}

local base = "https://api.deezer.com"
local rate = "50/5s"
-- What people hear changes slowly.
local ttl = "7d"
-- After so many failures in a row Deezer counts as down for the rest of the run.
local most_failures = 3
local quota_code = 4
local quota_pause = 5
local most_tries = 3
local longest_list = 100

local function text_of(value)
  return type(value) == "string" and value ~= "" and value or nil
end

local Service = {}
Service.__index = Service

-- The answer as a table; nil for a failure. Errors come with status 200, so mix.http does not see
-- "too many requests", which passes. The further tries are sent once: mix.http repeated the first.
local function ask(self, path, query)
  if self.failures >= most_failures then return nil end
  for try = 1, most_tries do
    local answer, response = json_answers.get(self.client, path,
      { query = query, ttl = ttl, reload = try > 1, retry = try == 1 })
    if not answer then break end
    local err = answer.error
    if type(err) ~= "table" then
      self.failures = 0
      return answer
    end
    -- No data is an answer.
    if err.code ~= quota_code then return nil end
    if response.source == "live" then mix.task.sleep(quota_pause) end
  end
  self.failures = self.failures + 1
  return nil
end

-- Deezer's artist of exactly that name.
local function artist_id(self, name)
  local answer = ask(self, "/search/artist", { q = name, limit = 10 })
  local wanted = mix.text.normalize(name)
  for _, artist in ipairs(answer and type(answer.data) == "table" and answer.data or {}) do
    local found = type(artist) == "table" and text_of(artist.name)
    if found and mix.text.normalize(found) == wanted then return math.tointeger(artist.id) end
  end
end

--- The tracks of an artist that Deezer's listeners hear most, in its order: {id, title, isrc}. Nil
--- when it does not answer, or does not know the artist.
function Service:top(name, limit)
  local id = artist_id(self, name)
  if not id then return nil end
  local answer = ask(self, ("/artist/%d/top"):format(id), { limit = math.min(limit, longest_list) })
  if not answer or type(answer.data) ~= "table" then return nil end
  local tracks = {}
  for _, track in ipairs(answer.data) do
    local title = type(track) == "table" and text_of(track.title)
    if title then
      tracks[#tracks + 1] = {
        id = math.tointeger(track.id), title = title, isrc = text_of(track.isrc),
      }
    end
  end
  return tracks
end

--- The code of a track's recording (ISO 3901); nil when Deezer does not say.
function Service:isrc(track)
  if track.isrc or not track.id then return track.isrc end
  local answer = ask(self, ("/track/%d"):format(track.id))
  return answer and text_of(answer.isrc)
end

local function client() return { base = base, name = "deezer", rate = rate } end

--- Opens the service.
function deezer.open()
  return setmetatable({ client = mix.http.client(client()), failures = 0 }, Service)
end

local function no_artists(answer)
  if type(answer.error) == "table" then
    return ("error %s: %s"):format(answer.error.code, text_of(answer.error.message) or "no words")
  end
  if type(answer.data) ~= "table" then return "the answer has no data" end
  local artist = answer.data[1]
  if artist ~= nil and not (type(artist) == "table" and text_of(artist.name)
    and math.tointeger(artist.id)) then
    return "the first of its data is no artist"
  end
end

--- See docs/doctor.md.
deezer.checks = {
  {
    title = "Deezer", upstream = "deezer", base = base, serves = { "playlist" },
    requires = { "spotify.client_id" }, client = client,
    question = function()
      return { path = "/search/artist", query = { q = "Nina Simone", limit = 1 } }
    end,
    shape = function(response) return json_answers.flaw(response, no_artists) end,
  },
}

return deezer
