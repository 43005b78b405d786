-- NAME: a service's answers as candidates for a match.
--
--   local service = require("providers.NAME").open({ patience = 20 })
--   for _, song in ipairs(assert(service:search("Blinding Lights", "US"))) do print(song.title) end
--
-- It asks the iTunes Search API; put your service's address, rate and fields in its place.

local provider = {}

local base = "https://itunes.apple.com"
-- What the service grants without a key.
local rate = "20/min"
local candidates_wanted = 10

-- A damaged answer must not become a candidate.
local function text_of(value)
  return type(value) == "string" and value ~= "" and value or nil
end

--- A result of the service as a candidate; nil for what is none.
function provider.candidate(result)
  if type(result) ~= "table" then return nil end
  local title, artist = text_of(result.trackName), text_of(result.artistName)
  if not (title and artist) then return nil end
  local released = text_of(result.releaseDate)
  return {
    title = title,
    artist = artist,
    album = text_of(result.collectionName),
    release_date = released and released:match("^%d%d%d%d%-%d%d%-%d%d"),
  }
end

-- Candidates of an answer; nil and the reason when the answer is none.
local function candidates_of(response)
  if not response.ok then return nil, ("NAME: HTTP status %d"):format(response.status) end
  local answer, err = mix.json.decode(response.body)
  if answer == nil then return nil, "NAME: " .. err.message end
  if type(answer) ~= "table" or type(answer.results) ~= "table" then
    return nil, "NAME: the answer has no results"
  end
  local candidates = {}
  for _, result in ipairs(answer.results) do
    candidates[#candidates + 1] = provider.candidate(result)
  end
  return candidates
end

local Service = {}
Service.__index = Service

--- Searches a country's store. Returns candidates in the store's order, or nil and the reason: a
-- failure is never an empty list.
function Service:search(term, country)
  local response, err = self.client:get("/search", {
    query = {
      term = term, country = country, media = "music", entity = "song", limit = candidates_wanted,
    },
    timeout = self.patience,
  })
  if not response then return nil, "NAME: " .. err.message end
  return candidates_of(response)
end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
function provider.open(options)
  return setmetatable({
    client = mix.http.client({ base = base, name = "NAME", rate = rate, ttl = "24h" }),
    patience = options.patience,
  }, Service)
end

return provider
