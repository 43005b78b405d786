-- A service's answers as songs; put your service's paths and fields in the place of these.

local provider = {}

--- A result of the service as a track; nil for what is none: a damaged answer must not become one.
function provider.track(result)
  if type(result) ~= "table" or type(result.trackName) ~= "string" then return nil end
  if type(result.artistName) ~= "string" then return nil end
  local released = type(result.releaseDate) == "string" and result.releaseDate or ""
  return {
    title = result.trackName, artist = result.artistName,
    release_date = released:match("^%d%d%d%d%-%d%d%-%d%d"),
  }
end

local Service = {}
Service.__index = Service

--- Searches. Returns tracks in the service's order, or nil and the reason: a failure is never an
-- empty list.
function Service:search(term, limit)
  local response, err = self.client:get("/search", {
    query = { term = term, media = "music", entity = "song", limit = limit },
  })
  if not response then return nil, err.message end
  if not response.ok then
    return nil, ("the service answered HTTP status %d"):format(response.status)
  end
  local answer = mix.json.decode(response.body)
  if type(answer) ~= "table" or type(answer.results) ~= "table" then
    return nil, "the service's answer has no results"
  end
  local tracks = {}
  for _, result in ipairs(answer.results) do tracks[#tracks + 1] = provider.track(result) end
  return tracks
end

--- Opens the service; address and rate are those of the manifest.
function provider.open()
  local client = mix.http.client({ upstream = "NAME_search", ttl = "24h" })
  return setmetatable({ client = client }, Service)
end

return provider
