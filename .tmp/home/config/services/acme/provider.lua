-- acme: a service's answers as tracks, by the contract of providers (docs/services-own.md). Put
-- your service's paths and fields in the place of these.
--
--   local service = require("services.acme.provider").open({ patience = 20 })
--   for _, song in ipairs(service:search({ title = "Blinding Lights" })) do print(song.title) end

local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local text_of = json_values.text

local provider = {
  name = "acme", title = "acme", upstream = "acme", kind = "track",
  can = { track = { search = true } },
}

local candidates_wanted = 10

--- Returns a result of the service as a track; nil for anything else: a damaged answer must not
--- become a result.
function provider.track(result)
  if type(result) ~= "table" then return nil end
  local id, title = text_of(result.id), text_of(result.title)
  if not (id and title) then return nil end
  return {
    id = id, title = title, artist = text_of(result.artist), album = text_of(result.album),
    release_date = (text_of(result.released) or ""):match("^%d%d%d%d[%d-]*$"),
    duration = tonumber(result.seconds),
  }
end

-- The fault of an answer; nil without one.
local no_results = json_answers.has("results", true)

local Service = {}
Service.__index = Service

--- Searches by `query.title` and `query.artist`, or by one of them alone. Returns tracks in the
--- service's order, at most `query.limit`, and {cached}; nil and the error: a failure is never an
--- empty list.
function Service:search(query)
  local limit = query.limit or candidates_wanted
  local words = ((query.title or "") .. " " .. (query.artist or "")):match("^%s*(.-)%s*$")
  local answer, info = json_answers.ask(provider, self.client, "/search",
    { query = { q = words, limit = limit }, timeout = self.patience }, no_results,
    { is_search = true })
  return answer and json_values.each(answer.results, provider.track, limit), info
end

local function client() return { upstream = provider.upstream, ttl = "24h" } end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
function provider.open(options)
  return setmetatable({
    client = mix.http.client(client()), patience = options and options.patience,
  }, Service)
end

--- How mixhost doctor tries it (docs/doctor.md).
provider.checks = {
  {
    title = provider.title, upstream = provider.upstream, serves = { "match" }, client = client,
    question = function() return { path = "/search", query = { q = "love", limit = 1 } } end,
    shape = function(response) return json_answers.flaw(response, no_results) end,
  },
}

return provider
