-- Imitates Trakt for --mock: pure functions of a request. The catalogue has songs, so a film or a
-- series stands for each: number 1 is the film of song 0, and each fourth is a series.

local catalogue = require("lib.mock.catalogue")

local client_id = ("0123456789abcdef"):rep(4)
local null, list = mix.json.null, mix.json.array

local function is_series(index) return index % 4 == 3 end

-- Some facts are not known of some titles.
local function result(index, song, is_full)
  local kind = is_series(index) and "show" or "movie"
  local title = { title = song.title, year = index % 7 == 6 and null or song.year, ids = {
    trakt = index + 1, slug = ("song-%d-%d"):format(index, song.year), tmdb = 100000 + index,
    imdb = index % 5 == 2 and null or ("tt%07d"):format(1000000 + index),
    tvdb = kind == "show" and 70000 + index or nil,
  } }
  local numbers = catalogue.digest(index, 77)
  local votes = numbers:below(9000)
  local more = {
    tagline = index % 3 == 0 and null or "Listen.", overview = "About " .. song.artist .. ".",
    runtime = 80 + numbers:below(60), country = "us", status = "released", votes = votes,
    rating = votes == 0 and 0 or 4 + numbers:below(5000) / 1000, trailer = null, homepage = null,
    language = "en", genres = list({ "music" }), original_title = song.title,
    certification = index % 6 == 1 and null or "PG",
    released = kind == "movie" and song.date or nil,
    first_aired = kind == "show" and song.date .. "T02:00:00.000Z" or nil,
  }
  for name, value in pairs(is_full and more or {}) do title[name] = value end
  return { type = kind, score = 578730123365711995 - index, [kind] = title }
end

-- The results for a title, of the years wanted.
local function found(request, words, first, last)
  local query, results = request.query, list({})
  local places, others = catalogue.search(words, "title", 100)
  for _, index in ipairs(table.move(others, 1, #others, #places + 1, places)) do
    local song, kind = catalogue.song(index), is_series(index) and "show" or "movie"
    local is_wanted = request.parts.types:find(kind, 1, true) and song.year >= first
      and song.year <= last
    if is_wanted and #results < query:number("limit", 10, 1, 100) then
      results[#results + 1] = result(index, song, query.extended == "full")
    end
  end
  return results
end

-- The broad search, and the exact one.
local function search(request)
  local query = request.query
  if not query.query then
    return { status = 422, json = { errors = { query = list({ "is missing" }) } } }
  end
  local first, last = (query.years or "0-9999"):match("^(%d+)%-(%d+)$")
  -- A backslash makes a word of a sign.
  return { json = found(request, query.query:gsub("\\(.)", "%1"), tonumber(first or 0),
    tonumber(last or 9999)) }
end

-- Calls `answer` with the song of a number; 404 for a number of the other kind.
local function of_title(wants_series, answer)
  return function(request)
    local number = math.tointeger(tonumber(request.parts.id))
    local song = number and number > 0 and catalogue.song(number - 1)
    if not song or is_series(number - 1) ~= wants_series then return { status = 404, body = "" } end
    return answer(song, wants_series)
  end
end

local function people(song, wants_series)
  local job = wants_series and "Creator" or "Director"
  local person = { name = song.artist, ids = { trakt = song.artist_number + 1, tmdb = 5,
    slug = "singer", imdb = "nm0000001" } }
  local cast = { character = "Singer", characters = list({ "Singer" }), person = person,
    episode_count = wants_series and 8 or nil }
  return { json = { cast = list({ cast }), crew = {
    [wants_series and "created by" or "directing"] = list({ { job = job, jobs = list({ job }),
      person = person } }),
  } } }
end

local function aliases(song)
  return { json = list({ { title = song.title, country = "us" },
    { title = song.title .. ": Der Film", country = "de" } }) }
end

return {
  settings = { ["trakt.client_id"] = client_id },
  routes = {
    ["GET /trakt/search/:types"] = search, ["GET /trakt/search/:types/exact"] = search,
    ["GET /trakt/movies/:id/people"] = of_title(false, people),
    ["GET /trakt/shows/:id/people"] = of_title(true, people),
    ["GET /trakt/movies/:id/aliases"] = of_title(false, aliases),
    ["GET /trakt/shows/:id/aliases"] = of_title(true, aliases),
  },
  check = function(request)
    local headers = request.headers
    if headers["trakt-api-key"] ~= client_id then return { status = 403, body = "" } end
    if headers["trakt-api-version"] ~= "2" then return { status = 412, body = "" } end
  end,
  --- The answer to one request too many (--mock=rate=5/s).
  limited = function(request)
    return { status = 429, body = "", headers = { ["Retry-After"] = tostring(request.wait or 1) } }
  end,
}
