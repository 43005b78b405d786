-- The iTunes Search API: songs as candidates for a match.

local failure = require("lib.failure")

local itunes = {}

local base = "https://itunes.apple.com"
-- What the service grants without a key. Over it, it answers 403 with an empty body.
local rate = "20/min"
local candidates_wanted = 10
-- The most identifiers of one look-up.
itunes.batch = 100
-- After so many failures in a row the service counts as down for the rest of the run.
local most_failures = 3

--- The address of an artwork in 600 pixels: sizes stand in its last segment.
function itunes.artwork_600(url)
  return (url:gsub("%d+x%d+([^/]*)$", "600x600%1"))
end

local function text_of(value)
  return type(value) == "string" and value ~= "" and value or nil
end

--- A result of the service as a candidate; nil for what is no song.
function itunes.candidate(result)
  if type(result) ~= "table" or result.kind ~= "song" then return nil end
  local title, artist = text_of(result.trackName), text_of(result.artistName)
  local id = math.tointeger(result.trackId)
  if not (title and artist and id) then return nil end
  local artwork = text_of(result.artworkUrl100)
  local released = text_of(result.releaseDate)
  return {
    title = title,
    artist = artist,
    album = text_of(result.collectionName),
    album_artist = text_of(result.collectionArtistName),
    -- The time of day is the same for all and says nothing.
    release_date = released and released:match("^%d%d%d%d%-%d%d%-%d%d"),
    track_id = id,
    track_count = math.tointeger(result.trackCount),
    artwork_url = artwork and itunes.artwork_600(artwork),
    preview_url = text_of(result.previewUrl),
  }
end

-- Songs of an answer; nil and the reason when the answer is none.
local function songs_of(response)
  if response.status == 403 or response.status == 429 then
    return nil, ("rate limit of iTunes (HTTP status %d)"):format(response.status)
  end
  local answer, err = mix.json.decode(response.body)
  if not response.ok then
    local said = type(answer) == "table" and text_of(answer.errorMessage)
    return nil, ("iTunes: HTTP status %d%s"):format(response.status, said and ": " .. said or "")
  end
  if answer == nil then return nil, "iTunes: " .. failure.line(err) end
  if type(answer) ~= "table" or type(answer.results) ~= "table" then
    return nil, "iTunes: the answer has no results"
  end
  local songs = {}
  for _, result in ipairs(answer.results) do songs[#songs + 1] = itunes.candidate(result) end
  return songs
end

local Service = {}
Service.__index = Service

-- Until somebody has answered, one request at a time goes out: without network, a time-out for each
-- would add up.
local function wait_for_proof(self)
  while self.probing and not self.proven do self.probed:wait() end
  self.probing = not self.proven
  if self.probing then self.probed = mix.task.latch() end
end

local function end_probe(self)
  self.probing = false
  self.probed:set()
end

local function ask(self, path, query)
  wait_for_proof(self)
  if self.down then
    end_probe(self)
    return nil, self.down
  end
  local response, err = self.client:get(path, {
    query = query,
    timeout = self.patience, connect_timeout = self.connect_timeout, idle_timeout = "8s",
    -- Found and missing songs are kept for different times, which the caller knows.
    ttl = 0,
  })
  local songs, reason
  if response then
    songs, reason = songs_of(response)
  else
    reason = failure.short(err)
  end
  self.unreachable = not response and failure.is_network(err)
  self.failures = songs and 0 or self.failures + 1
  local unproven = self.unreachable and not self.proven
  if unproven or self.failures >= most_failures then self.down = reason end
  self.proven = self.proven or not unproven
  end_probe(self)
  return songs, reason
end

--- Searches songs in a country's store. Returns candidates in the store's order, or nil and the
-- reason. A failure is never an empty list; `unreachable` then says whether nobody answered.
function Service:search(term, country)
  return ask(self, "/search", {
    term = term, country = country, media = "music", entity = "song", limit = candidates_wanted,
  })
end

--- Looks up to `itunes.batch` songs up by identifier in one request. Returns those that the store
-- has, in any order, or nil and the reason.
function Service:lookup(ids, country)
  return ask(self, "/lookup", {
    id = table.concat(ids, ","), country = country, entity = "song",
  })
end

local function client(options)
  return {
    base = base, name = "itunes", rate = rate, concurrency = options and options.concurrency,
    rate_limit_statuses = { 403 }, retry = not options or options.reachable ~= false,
  }
end

--- Opens the service. `patience`: seconds that one request may take, with its wait for the rate.
-- `reachable`: true when the network has just answered; false when it failed a moment ago, then one
-- short try must do.
function itunes.open(options)
  return setmetatable({
    client = mix.http.client(client(options)),
    connect_timeout = options.reachable == false and "1s" or "2s",
    proven = options.reachable == true,
    patience = options.patience,
    probed = mix.task.latch(),
    failures = 0,
  }, Service)
end

-- What is wrong with an answer to a search for songs; nil when nothing is.
local function flaw(response)
  local songs, reason = songs_of(response)
  if not songs then return reason end
  local answer = mix.json.decode(response.body)
  if #answer.results > 0 and #songs == 0 then return "none of its results is a song" end
end

--- See docs/doctor.md.
itunes.checks = {
  {
    title = "iTunes", upstream = "itunes", base = base, serves = { "chart" }, client = client,
    question = function()
      return { path = "/search", query = {
        term = "love", country = mix.env.setting("chart.country"), media = "music",
        entity = "song", limit = 1,
      } }
    end,
    shape = flaw,
  },
}

return itunes
