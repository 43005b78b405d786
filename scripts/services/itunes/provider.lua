-- The iTunes Search API: songs as candidates for a match.

local failure = require("lib.failure")
local first_answer = require("lib.first_answer")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local trimmed = require("lib.trimmed")

local text_of, positive, count = json_values.text, json_values.positive, json_values.count

local itunes = {
  name = "itunes", title = "iTunes", upstream = "itunes", kind = "track",
  can = { track = { search = true, lookup = true } },
}

local candidates_wanted = 10
local longest_answer = 200
--- Most identifiers in one look-up.
itunes.batch = 100

--- Returns the address of an artwork in 600 pixels; the last segment of the address ends with the
--- size. The name of a picture of before 2015 may have one, too.
function itunes.artwork_600(url) return (url:gsub("^(.*%D)%d+x%d+([^/]*)$", "%1600x600%2")) end

-- "cleaned" is a version without the explicit words, "notExplicit" never had any.
local explicit = { explicit = true, cleaned = false, notExplicit = false }

--- Converts a result of the service to a track; nil for anything that is not a song.
function itunes.candidate(result)
  if type(result) ~= "table" or result.kind ~= "song" then return nil end
  local title, artist = text_of(result.trackName), text_of(result.artistName)
  local id = positive(result.trackId)
  if not (title and artist and id) then return nil end
  -- Older songs have addresses with http, which the same hosts answer over https.
  local artwork = json_values.secure(result.artworkUrl100)
  local genre = text_of(result.primaryGenreName)
  return {
    id = id,
    title = title,
    artist = artist,
    album = text_of(result.collectionName),
    album_artist = text_of(result.collectionArtistName),
    -- The time of day is the same for all dates.
    release_date = json_values.date(result.releaseDate),
    duration = json_values.seconds(result.trackTimeMillis, 1000),
    track_number = count(result.trackNumber), track_count = count(result.trackCount),
    disc_number = count(result.discNumber), disc_count = count(result.discCount),
    genres = genre and { genre },
    is_explicit = explicit[text_of(result.trackExplicitness) or ""],
    artwork_url = artwork and itunes.artwork_600(artwork),
    preview_url = json_values.secure(result.previewUrl),
  }
end

local no_results = json_answers.has("results")

local function songs_of(answer) return json_values.each(answer.results, itunes.candidate) end

local Service = {}
Service.__index = Service

-- A country without a store is refused for every song.
local function refusal(err, country)
  if not err.message:find("[country]", 1, true) then return err end
  return failure.new(itunes, "invalid", ("iTunes has no store for the country \"%s\": choose "
    .. "another, such as us"):format(country), { status = err.status, class = "lasting" })
end

local function ask(self, path, query)
  return self.gate:call(function()
    local answer, info = json_answers.ask(itunes, self.client, path, {
      query = query,
      timeout = self.patience, connect_timeout = self.connect_timeout,
    }, no_results, { is_search = true })
    if not answer then return nil, refusal(info, query.country) end
    return songs_of(answer), info
  end, failure.is_network)
end

--- Searches songs by `query.title` and `query.artist`, or one of them, in the storefront of
--- `query.country`. Returns tracks in the service's order, at most `query.limit`, and {cached}; nil
--- and the error.
function Service:search(query)
  local limit = math.min(query.limit or candidates_wanted, longest_answer)
  local term = trimmed((query.title or "") .. " " .. (query.artist or ""))
  local songs, info = ask(self, "/search", {
    term = term, country = query.country, media = "music", entity = "song", limit = limit,
  })
  if not songs then return nil, info end
  return table.move(songs, 1, math.min(limit, #songs), 1, {}), info
end

--- Looks up at most `itunes.batch` songs by identifier in one request, in the storefront of
--- `options.country`. Returns the existing ones, in any order, and {cached}; nil and the error.
function Service:lookup(ids, options)
  return ask(self, "/lookup", {
    id = table.concat(ids, ","), country = options and options.country, entity = "song",
  })
end

local function client(options)
  return {
    upstream = itunes.upstream, concurrency = options and options.concurrency,
    retry = not options or options.reachable ~= false, ttl = options and options.ttl or "24h",
  }
end

--- Opens the service. `patience`: seconds that one request may take, including its wait for the
--- rate. `ttl`: how long answers are cached, a day by default; 0 for a caller that keeps what it
--- found itself. `reachable`: true when the network has just answered; false when it has just
--- failed, which allows one short try.
function itunes.open(options)
  options = options or {}
  return setmetatable({
    client = mix.http.client(client(options)),
    connect_timeout = options.reachable == false and "1s" or "2s",
    gate = first_answer.open(options.reachable), patience = options.patience,
  }, Service)
end

-- The fault of an answer to a search for songs; nil without one.
local function no_songs(answer)
  local wrong = no_results(answer)
  if wrong then return wrong end
  if #answer.results > 0 and #songs_of(answer) == 0 then return "none of its results is a song" end
end

--- The doctor's checks; see docs/doctor.md.
itunes.checks = { {
  title = itunes.title, upstream = itunes.upstream, serves = { "chart" }, client = client,
  question = function()
    return { path = "/search", query = {
      term = "love", country = mix.env.setting("chart.country"), media = "music",
      entity = "song", limit = 1,
    } }
  end,
  shape = function(response) return json_answers.flaw(response, no_songs) end,
} }

return itunes
