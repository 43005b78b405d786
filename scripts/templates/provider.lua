-- NAME: a service's answers as tracks, by the contract of providers (docs/providers.md).
--
--   local service = require("providers.NAME").open({ patience = 20 })
--   local songs = service:search({ title = "Blinding Lights", country = "US" })
--   for _, song in ipairs(songs) do print(song.title) end
--
-- It asks the iTunes Search API; put your service's upstream and fields in its place. Its address
-- and rate stand in the manifest of the program that asks it, under `upstreams`.

local json_answers = require("lib.json_answers")

local provider = {
  name = "NAME", title = "NAME", upstream = "itunes", kind = "track",
  can = { track = { search = true } },
}

local candidates_wanted = 10

--- The service's words on a refusal.
function provider.said(body) return body.errorMessage end

-- A damaged answer must not become a result.
local function text_of(value)
  return type(value) == "string" and value:find("%S") and value or nil
end

--- A result of the service as a track; nil for anything else.
function provider.track(result)
  if type(result) ~= "table" then return nil end
  local id, title = math.tointeger(result.trackId), text_of(result.trackName)
  local artist = text_of(result.artistName)
  if not (id and title and artist) then return nil end
  local released = text_of(result.releaseDate)
  return {
    id = id, title = title, artist = artist, album = text_of(result.collectionName),
    release_date = released and released:match("^%d%d%d%d%-%d%d%-%d%d"),
  }
end

-- The fault of an answer; nil without one.
local function no_results(answer)
  return type(answer.results) ~= "table" and "the answer has no results" or nil
end

local Service = {}
Service.__index = Service

--- Searches by `query.title` and `query.artist` in the store of `query.country`. Returns tracks in
-- the store's order, at most `query.limit`, and {cached}; nil and the error: a failure is never an
-- empty list.
function Service:search(query)
  local limit = query.limit or candidates_wanted
  local answer, response = json_answers.ask(provider, self.client, "/search", {
    query = {
      term = query.artist and query.title .. " " .. query.artist or query.title,
      country = query.country, media = "music", entity = "song", limit = limit,
    },
    timeout = self.patience,
  }, no_results)
  if not answer then return nil, response end
  local found = {}
  for _, result in ipairs(answer.results) do
    if #found < limit then found[#found + 1] = provider.track(result) end
  end
  return found, { cached = response.source ~= "live" }
end

local function client() return { upstream = provider.upstream, ttl = "24h" } end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
function provider.open(options)
  return setmetatable({
    client = mix.http.client(client()), patience = options and options.patience,
  }, Service)
end

local function no_tracks(answer)
  local wrong = no_results(answer)
  if wrong then return wrong end
  local first = answer.results[1]
  return first ~= nil and not provider.track(first) and "its first result is not a track" or nil
end

--- How mixhost doctor tries it (docs/doctor.md).
provider.checks = {
  {
    title = provider.title, upstream = provider.upstream, serves = { "NAME" }, client = client,
    question = function()
      return { path = "/search", query = {
        term = "love", media = "music", entity = "song", limit = 1,
      } }
    end,
    shape = function(response) return json_answers.flaw(response, no_tracks) end,
  },
}

return provider
