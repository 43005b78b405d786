-- Imitates Trakt for --mock: pure functions of a request. The catalogue has songs, so a film or a
-- series stands for each: number 1 is the film of song 0, and each fourth is a series.

local catalogue = mix.catalogue

local client_id = ("0123456789abcdef"):rep(4)
local most, usual = 100, 10
local genres = { "drama", "comedy", "science-fiction", "thriller", "family" }

local function is_series(index) return index % 4 == 3 end

local function slug(song)
  return ("%s-%d"):format(table.concat(catalogue.words(song.title), "-"), song.year)
end

-- What films and series have in common. Some facts are not known of some titles.
local function title(index, song, is_full)
  local ids = {
    trakt = index + 1, slug = slug(song), tmdb = 100000 + index,
    imdb = index % 5 == 2 and mix.json.null or ("tt%07d"):format(1000000 + index),
  }
  local year = index % 7 == 6 and mix.json.null or song.year
  local found = { title = song.title, year = year, ids = ids }
  if not is_full then return found end
  local numbers = catalogue.digest(index, 77)
  local votes = numbers:below(9000)
  local more = {
    tagline = index % 3 == 0 and mix.json.null or "Listen.",
    overview = ("What %s sings about."):format(song.artist),
    runtime = 80 + numbers:below(60), country = "us", status = "released",
    rating = votes == 0 and 0 or 4 + numbers:below(5000) / 1000, votes = votes,
    comment_count = numbers:below(40), trailer = mix.json.null, homepage = mix.json.null,
    updated_at = "2026-11-20T08:00:00.000Z", language = "en", languages = mix.json.array({ "en" }),
    available_translations = mix.json.array({ "en", "de" }),
    genres = mix.json.array({ genres[index % #genres + 1] }),
    subgenres = mix.json.array({ "music" }), original_title = song.title,
    certification = index % 6 == 1 and mix.json.null or "PG",
  }
  for name, value in pairs(more) do found[name] = value end
  return found
end

local function pictures(kind, index)
  local function list(part)
    local address = "media.trakt.tv/images/%s/%d/%s/medium/0a.jpg.webp"
    return mix.json.array({ address:format(kind, index, part) })
  end
  return {
    fanart = list("fanarts"), poster = list("posters"), logo = list("logos"),
    clearart = mix.json.array({}), banner = list("banners"), thumb = list("thumbs"),
  }
end

local function film(index, song, is_full)
  local found = title(index, song, is_full)
  if is_full then
    found.released, found.after_credits, found.during_credits = song.date, false, false
    found.images = pictures("movies", index)
  end
  return { type = "movie", score = 578730123365711995 - index, movie = found }
end

local function series(index, song, is_full)
  local found = title(index, song, is_full)
  found.ids.tvdb = 70000 + index
  if is_full then
    found.first_aired, found.aired_episodes = song.date .. "T02:00:00.000Z", 8
    found.total_runtime, found.network = found.runtime * 8, "HBO"
    found.airs = { day = "Sunday", time = "21:00", timezone = "America/New_York" }
    found.images = pictures("shows", index)
  end
  return { type = "show", score = 578730123365711995 - index, show = found }
end

-- Whether a song's year lies in a range such as 2013-2015.
local function is_within(song, years)
  if not years then return true end
  local first, last = years:match("^(%d%d%d%d)%-?(%d*)$")
  if not first then return true end
  return song.year >= tonumber(first) and song.year <= (tonumber(last) or tonumber(first))
end

-- The places of the songs of a title.
local function places_of(words)
  local places, others = catalogue.search(words, "title", most)
  return table.move(others, 1, #others, #places + 1, places)
end

-- The results of a search; `is_wanted` takes a song.
local function results(request, words, is_wanted)
  local query, found = request.query, mix.json.array({})
  local limit = query:number("limit", usual, 1, most)
  local kinds = "," .. request.parts.types .. ","
  local is_full = (query.extended or ""):find("full", 1, true) ~= nil
  for _, index in ipairs(places_of(words)) do
    local song = catalogue.song(index)
    local kind = is_series(index) and "show" or "movie"
    if #found < limit and kinds:find("," .. kind .. ",", 1, true) and is_wanted(song) then
      found[#found + 1] = (kind == "show" and series or film)(index, song, is_full)
    end
  end
  return { json = found, headers = {
    ["X-Pagination-Page"] = "1", ["X-Pagination-Limit"] = tostring(limit),
    ["X-Pagination-Page-Count"] = "1", ["X-Pagination-Item-Count"] = tostring(#found),
  } }
end

local function missing_query()
  return { status = 422, json = { errors = { query = { "is missing" } } } }
end

local function search(request)
  local query = request.query
  if not query.query then return missing_query() end
  -- A backslash makes a word of a sign.
  local words = query.query:gsub("\\(.)", "%1")
  return results(request, words, function(song) return is_within(song, query.years) end)
end

local function exact(request)
  local words = request.query.query
  if not words then return missing_query() end
  local wanted = mix.text.normalize(words)
  return results(request, words, function(song)
    return mix.text.normalize(song.title) == wanted
  end)
end

-- Calls `answer` with the song of the number in a path; 404 for none, and for a film's number
-- where series are asked for.
local function of_title(wants_series, answer)
  return function(request)
    local number = math.tointeger(tonumber(request.parts.id))
    local song = number and number > 0 and catalogue.song(number - 1)
    if not song or is_series(number - 1) ~= wants_series then return { status = 404, body = "" } end
    return answer(song, wants_series)
  end
end

local function person(name, number)
  return { name = name, ids = {
    trakt = number, slug = table.concat(catalogue.words(name), "-"), tmdb = 200000 + number,
    imdb = number % 2 == 0 and mix.json.null or ("nm%07d"):format(number),
  } }
end

local function people(song, wants_series)
  local cast, number = mix.json.array({}), song.artist_number
  for place = 1, 3 do
    local name = catalogue.artist(number + place) or catalogue.artist(place)
    cast[place] = {
      character = "Singer", characters = mix.json.array({ "Singer" }),
      person = person(name, number + place), episode_count = wants_series and 8 or nil,
    }
  end
  local function by(job)
    return mix.json.array({
      { job = job, jobs = mix.json.array({ job }), person = person(song.artist, number) },
    })
  end
  local crew = wants_series and { ["created by"] = by("Creator") }
    or { directing = by("Director"), writing = by("Screenplay") }
  return { json = { cast = cast, crew = crew } }
end

local function aliases(song)
  return { json = mix.json.array({
    { title = song.title, country = "us" },
    { title = song.full_title .. ": Der Film", country = "de" },
    { title = song.title .. " – The Film", country = mix.json.null },
  }) }
end

return {
  settings = { ["trakt.client_id"] = client_id },
  routes = {
    ["GET /trakt/search/:types"] = search,
    ["GET /trakt/search/:types/exact"] = exact,
    ["GET /trakt/movies/:id/people"] = of_title(false, people),
    ["GET /trakt/shows/:id/people"] = of_title(true, people),
    ["GET /trakt/movies/:id/aliases"] = of_title(false, aliases),
    ["GET /trakt/shows/:id/aliases"] = of_title(true, aliases),
  },
  check = function(request)
    local headers = request.headers
    if headers["trakt-api-key"] ~= client_id then return { status = 403, body = "" } end
    if headers["trakt-api-version"] ~= "2" or headers["content-type"] ~= "application/json" then
      return { status = 412, body = "" }
    end
  end,
  --- The answer to one request too many (--mock=rate=5/s).
  limited = function(request)
    local limit = { name = "UNAUTHED_API_GET_LIMIT", period = 300, limit = 500, remaining = 0 }
    return { status = 429, body = "", headers = {
      ["Retry-After"] = tostring(request.wait or 1), ["X-Ratelimit"] = mix.json.encode(limit),
    } }
  end,
}
