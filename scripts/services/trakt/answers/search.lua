-- Trakt's answers to a search in films and series, in the form that its schemas describe.

local changed = require("lib.changed")

local repository = "https://github.com/trakt/trakt-api "
local schema = repository .. "(projects/api/src/contracts/search)"
local codes = repository .. "(projects/developer/src/lib/guides/status-codes.md)"
local limits = repository .. "(projects/developer/src/lib/guides/rate-limiting.md)"
local blocked = "https://github.com/trakt/trakt-api/issues/939"

local null = mix.json.null
local key = { ["trakt-api-key"] = ("0123456789abcdef"):rep(4) }
local headers = { ["trakt-api-version"] = "2", ["content-type"] = "application/json" }
headers["trakt-api-key"] = key["trakt-api-key"]

local function pictures(kind, number)
  local found = {}
  for _, part in ipairs({ "fanart", "poster", "logo", "banner", "thumb" }) do
    found[part] = { ("media.trakt.tv/images/%s/000/%d/%ss/medium/1f2e3d4c5b.jpg.webp"):format(kind,
      number, part) }
  end
  found.clearart = mix.json.array({})
  return found
end

-- Members that films and series share, with `more` in place of them.
local function facts(more)
  return changed({
    tagline = "The light stays on.", overview = "A keeper waits for a ship.", runtime = 104,
    country = "gb", status = "released", rating = 7.41234, votes = 512, comment_count = 6,
    trailer = "https://youtube.com/watch?v=AAAAAAAAAAA", homepage = null,
    updated_at = "2026-10-02T08:11:05.000Z", language = "en", languages = { "en" },
    available_translations = { "de", "en", "fr" }, genres = { "drama", "science-fiction" },
    subgenres = { "lighthouse" }, certification = "PG-13", original_title = "The Lamp",
  }, more)
end

local function movie(more)
  local all = changed({
    title = "The Lamp", year = 2014, released = "2014-03-07", after_credits = false,
    during_credits = false, images = pictures("movies", 501),
    ids = { trakt = 501, slug = "the-lamp-2014", imdb = "tt9900501", tmdb = 990501 },
  }, more)
  return { type = "movie", score = 578730123365711995, movie = facts(all) }
end

local function show(more)
  local all = changed({
    title = "The Lamp", year = 2019, first_aired = "2019-09-01T01:00:00.000Z",
    airs = { day = "Saturday", time = "21:00", timezone = "America/New_York" },
    network = "HBO", aired_episodes = 16, total_runtime = 832, runtime = 52,
    images = pictures("shows", 77), certification = "TV-MA", status = "returning series",
    ids = { trakt = 77, slug = "the-lamp", tvdb = 990077, imdb = "tt9900077", tmdb = 990077 },
  }, more)
  return { type = "show", score = 578730123365711994, show = facts(all) }
end

local bare = {
  type = "movie", score = 578730123365711993, movie = {
    title = "The Lamp", year = null, tagline = null, trailer = null, certification = null,
    ids = { trakt = 502, slug = "the-lamp-502", imdb = null, tmdb = 990502 },
  },
}

local bare_show = {
  type = "show", score = 578730123365711992, show = {
    title = "The Lamp", year = 2026, tagline = null, trailer = null, certification = null,
    ids = { trakt = 78, slug = "the-lamp-2026", tvdb = 990078, imdb = null, tmdb = 990078 },
  },
}

-- Members that the provider does not read, and the mock does not send.
local explained = {
  ["[] null"] = "only the odd answer has it", ["[].movie null"] = "only the odd answer has it",
  ["[].movie.ids null"] = "only the odd answer has it",
  ["[].movie.genres[] null"] = "only the odd answer has it",
  ["[].person"] = "people are not asked for",
}
for _, name in ipairs({ "images", "airs", "network", "aired_episodes", "total_runtime", "languages",
  "comment_count", "updated_at", "available_translations", "subgenres", "after_credits",
  "during_credits" }) do
  for _, place in ipairs({ "[].movie." .. name, "[].show." .. name }) do
    explained[place], explained[place .. "[]"] = "not read", "not read"
  end
end

-- Films and series of the mock, of some of which a fact is missing.
local questions = {}
for _, title in ipairs({ "Blinding Lights", "Shape of You", "Levitating", "Save Your Tears", "Stay",
  "Watermelon Sugar" }) do
  questions[#questions + 1] = { path = "/trakt/search/movie,show", headers = headers,
    query = { query = title, extended = "full" } }
end

return {
  source = codes, date = "2026-11-27",
  url = "GET https://api.trakt.tv/search/*",
  ask = { "search", { title = "The Lamp", year = 2014, limit = 10 } },
  mock = questions,
  explained = explained,
  answers = {
    { name = "a film, a series of its name, and two of which little is known", class = "ok",
      json = { movie(), show(), bare, bare_show }, source = schema,
      gives = {
        { key = "movie/501", id = 501, year = 2014, date = "2014-03-07", minutes = 104, votes = 512,
          genres = { "drama", "science fiction" }, original_title = false, poster = false,
          imdb = "tt9900501" },
        { key = "tv/77", type = "tv", imdb = "tt9900077", tvdb = 990077, year = 2019,
          date = "2019-09-01", minutes = 52, certification = "TV-MA" },
        { key = "movie/502", year = false, date = false, rating = false, votes = 0,
          certification = false },
        { key = "tv/78", year = 2026, certification = false },
      } },
    { name = "nothing found", class = "empty", json = mix.json.array({}), source = schema },
    { name = "entries of other kinds, and damaged ones", class = "ok", source = schema,
      odd = "people where films were asked for; a title that is a number; no ids",
      json = { { type = "person", score = 1, person = { name = "Ann Lee" } }, 5, null,
        { type = "movie", score = 1, movie = null }, { type = "movie", score = 1 },
        movie({ title = 1917 }), movie({ ids = null }), movie({ ids = { trakt = "501" } }),
        show({ year = "2019" }) },
      gives = { { key = "movie/501" }, { key = "tv/77", year = 2019 } } },
    { name = "facts that say nothing", class = "ok", source = schema,
      odd = "rating 0 without votes, length 0, the certification undefined, no day",
      json = { movie({ rating = 0, votes = 0, runtime = 0, certification = "undefined",
        released = "", genres = { "drama", null, 3 }, original_title = "Lampan",
        overview = " " }) },
      gives = { { year = 2014, rating = false, votes = 0, minutes = false, certification = false,
        date = false, genres = { "drama" }, original_title = "Lampan", overview = false } } },
    { name = "numbers that cannot be", class = "ok", source = schema, odd = "slips of its users",
      json = { movie({ runtime = 9007199254740993, year = 2014000, votes = -3, rating = 74 }) },
      gives = { { year = 2014, minutes = false, votes = 0, rating = false } } },
    { name = "an object in place of the list", class = "refused", json = { error = "none" },
      source = schema, odd = "status 200" },
    { name = "a title that validation refuses", class = "refused", status = 422,
      json = { errors = { query = { "is missing" } } },
      mock = { path = "/trakt/search/movie", headers = headers } },
    { name = "a request that it cannot parse", class = "refused", status = 400, body = "" },
    { name = "a log-in is wanted", class = "lasting", status = 401,
      json = { error = "invalid_grant", error_description = "The access token is invalid." } },
    { name = "a page of a server in front", class = "lasting", status = 401, type = "text/html",
      body = "<html><h1>401 Authorization Required</h1></html>",
      says = "the gateway in front of Trakt wants a log-in" },
    { name = "a client id that it does not know", class = "lasting", status = 403, body = "",
      says = "its app (HTTP status 403); make an app at",
      mock = { path = "/trakt/search/movie", query = { query = "a" } } },
    { name = "Cloudflare's page for an address that it blocks", class = "lasting", status = 403,
      type = "text/html; charset=UTF-8", source = blocked,
      body = "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>"
        .. "<h1>Sorry, you have been blocked</h1>" },
    { name = "Cloudflare's page for an address that it bans for a time", class = "limit",
      status = 403, headers = { ["Retry-After"] = "60" }, type = "text/html; charset=UTF-8",
      body = "<!doctype html><h1>Error 1015</h1><p>banned you temporarily", source = blocked,
      odd = "Retry-After with 403" },
    { name = "a header is missing", class = "lasting", status = 412, body = "",
      mock = { path = "/trakt/search/movie", query = { query = "a" }, headers = key } },
    { name = "a limit of the account", class = "lasting", status = 420, body = "",
      odd = "a status of its own" },
    { name = "a locked account", class = "lasting", status = 423, body = "",
      headers = { ["X-Account-Locked"] = "true" } },
    { name = "for paying members", class = "lasting", status = 426, body = "",
      headers = { ["X-Upgrade-URL"] = "https://trakt.tv/vip" } },
    { name = "too many requests", class = "limit", status = 429, body = "", source = limits,
      headers = { ["Retry-After"] = "10", ["X-Ratelimit"] = '{"name":'
        .. '"UNAUTHED_API_GET_LIMIT","period":300,"limit":500,"remaining":0,'
        .. '"until":"2026-11-27T00:24:00Z"}' },
      mock = { path = "/trakt/search/movie", is_limited = true } },
    { name = "too many requests, says Cloudflare", class = "limit", status = 429,
      type = "text/html; charset=UTF-8", source = limits, odd = "no Retry-After",
      body = "<!doctype html><title>Access denied | api.trakt.tv used Cloudflare</title>" },
    { name = "overloaded", class = "passing", status = 503, body = "" },
    { name = "Cloudflare does not reach it", class = "passing", status = 521,
      body = "<!DOCTYPE html><title>Web server is down</title>", type = "text/html",
      odd = "a status of Cloudflare's" },
    { name = "a portal's page", class = "passing", type = "text/html",
      source = "any hotel's network", body = "<html><h1>Welcome, please log in</h1></html>",
      odd = "status 200" },
  },
}
