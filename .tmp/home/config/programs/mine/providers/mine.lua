-- A service's answers as songs, by the contract of providers (docs/services-own.md); put your
-- service's paths and fields in the place of these.

local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local provider = {
  name = "mine", title = "mine", upstream = "itunes", kind = "track",
  can = { track = { search = true } },
}

--- A result of the service as a track; nil for anything else: a damaged answer must not become one.
function provider.track(result)
  if type(result) ~= "table" or math.type(result.trackId) ~= "integer" then return nil end
  if type(result.trackName) ~= "string" or type(result.artistName) ~= "string" then return nil end
  local released = type(result.releaseDate) == "string" and result.releaseDate or ""
  return {
    id = result.trackId, title = result.trackName, artist = result.artistName,
    release_date = released:match("^%d%d%d%d%-%d%d%-%d%d"),
  }
end

local Service = {}
Service.__index = Service

--- Searches by `query.title`. Returns tracks in the service's order, at most `query.limit`, and
-- {cached}; nil and the error: a failure is never an empty list.
function Service:search(query)
  local answer, info = json_answers.ask(provider, self.client, "/search", {
    query = { term = query.title, media = "music", entity = "song", limit = query.limit },
  }, json_answers.has("results", true), { is_search = true })
  return answer and json_values.each(answer.results, provider.track, query.limit), info
end

--- Opens the service; address and rate are those of the manifest.
function provider.open()
  return setmetatable({
    client = mix.http.client({ upstream = provider.upstream, ttl = "24h" }),
  }, Service)
end

return provider
