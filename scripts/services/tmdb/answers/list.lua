-- TMDB's pages of lists, here of popular films.

local docs = "https://developer.themoviedb.org/reference/discover-movie"
local errors = "https://developer.themoviedb.org/docs/errors"
local null = mix.json.null

local function film(id, members)
  local item = {
    adult = false, backdrop_path = "/hArbourBackdrop" .. id .. ".jpg", genre_ids = { 18, 9648 },
    id = id, original_language = "en", original_title = "Harbour Lights",
    overview = "A keeper counts the boats.", popularity = 353.1402,
    poster_path = "/hArbourPoster" .. id .. ".jpg", release_date = "2025-12-18",
    title = "Harbour Lights", video = false, vote_average = 7.1, vote_count = 743,
  }
  for name, value in pairs(members or {}) do item[name] = value end
  return item
end

local function page(results, pages, total)
  return {
    page = 1, results = #results > 0 and results or mix.json.array({}), total_pages = pages or 1,
    total_results = total or #results,
  }
end

local function refusal(code, message)
  return { success = false, status_code = code, status_message = message }
end

local questions = {}
for number = 1, 4 do
  questions[number] = {
    path = "/tmdb/discover/movie", headers = { authorization = "Bearer mock-token" },
    query = { sort_by = "popularity.desc", page = number, language = "en-US" },
  }
end

return {
  source = errors, date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/discover/movie*",
  ask = { "search", {
    path = "/discover/movie", query = { sort_by = "popularity.desc" }, type = "movie", page = 1,
  } },
  mock = questions,
  explained = {
    status_code = "a refusal", status_message = "a refusal", success = "a refusal",
    ["results[].original_title null"] = "--oddities untitled",
    ["results[].title null"] = "--oddities untitled",
    ["results[].release_date null"] = "the mock leaves it empty or out",
  },
  answers = {
    { name = "a page of films", class = "ok", source = docs,
      json = page({ film(901), film(902, { title = "Salt", original_title = "Sal",
        original_language = "es" }) }, 500, 10000),
      gives = {
        { key = "movie/901", type = "movie", id = 901, title = "Harbour Lights",
          original_title = false, date = "2025-12-18", year = 2025, rating = 7.1, votes = 743,
          popularity = 353.1402, overview = "A keeper counts the boats.", genre_ids = { 18, 9648 },
          poster = "https://image.tmdb.org/t/p/w342/hArbourPoster901.jpg" },
        { key = "movie/902", title = "Salt", original_title = "Sal" },
      },
      gives_about = { count = 2, is_last = false, total = 10000, is_capped = true } },
    { name = "a film of which hardly anything is known", class = "ok", source = docs,
      odd = "an unknown date is an empty text, an unrated film has 0 and a picture is null",
      json = page({ film(903, {
        backdrop_path = null, poster_path = null, release_date = "", overview = "",
        genre_ids = mix.json.array({}), vote_average = 0, vote_count = 0, popularity = 0.0071,
      }) }),
      gives = { {
        key = "movie/903", date = false, year = false, rating = false, votes = 0, poster = false,
        overview = false, genre_ids = {},
      } },
      gives_about = { count = 1, is_last = true, total = 1, is_capped = false } },
    { name = "members that are not there", class = "ok",
      source = "https://github.com/adamayoung/TMDb",
      odd = "genre_ids and release_date may be missing",
      json = page({ { adult = false, id = 904, title = "Harbour Lights", popularity = 1.5,
        original_title = "Harbour Lights", original_language = "en", video = false } }),
      gives = { { key = "movie/904", votes = 0, genre_ids = {}, date = false } } },
    { name = "nameless entries and one without a title", class = "ok", source = docs,
      odd = "a title that was never translated may be empty or null",
      json = page({
        film(905, { title = "", original_title = "灯台" }),
        film(906, { title = null, original_title = null }),
        film(907, { title = "  ", original_title = "" }), film("908"), film(0), "text",
      }),
      gives = { { key = "movie/905", title = "灯台", original_title = false },
        { key = "movie/908", id = 908 } },
      gives_about = { count = 6 } },
    { name = "texts in place of dates", class = "ok", source = docs,
      json = page({ film(908, { release_date = "0000-00-00" }), film(909, { release_date = null }),
        film(910, { release_date = "1896-02-31" }), film(911, { release_date = "2023-02-29" }),
        film(912, { release_date = 2024 }), film(913, { release_date = "2024-02-29" }) }),
      gives = { { date = false }, { date = false }, { date = false, year = false },
        { date = false }, { date = false }, { date = "2024-02-29" } } },
    { name = "numbers as text", class = "ok", source = "https://www.themoviedb.org/talk",
      odd = "seen from mirrors that cache its answers",
      json = page({ film(911, { vote_average = "8.1", vote_count = "12", popularity = "3.5" }),
        film(912, { vote_average = "good" }) }),
      gives = { { rating = 8.1, votes = 12, popularity = 3.5 }, { rating = false } } },
    { name = "a page without results", class = "empty", source = docs, json = page({}, 0, 0),
      gives_about = { count = 0, is_last = true, total = 0 } },
    { name = "a page behind the last one", class = "empty", status = 400,
      odd = "500 is the last page, whatever total_pages says",
      json = refusal(22, "Invalid page: Pages start at 1 and max at 500. They are expected to be "
        .. "an integer."),
      mock = { path = "/tmdb/discover/movie", headers = { authorization = "Bearer mock-token" },
        query = { page = 501 } },
      ask = { "search", { path = "/discover/movie", query = {}, type = "movie", page = 2 } },
      gives_about = { is_last = true } },
    { name = "a first page that it refuses", class = "refused", status = 400,
      odd = "it is not the same as nothing", apart = "the mock has a first page",
      json = refusal(22, "Invalid page: Pages start at 1 and max at 500.") },
    { name = "a bad parameter", class = "refused", status = 422,
      json = refusal(5, "Invalid parameters: Your request parameters are incorrect."),
      says = "TMDB: HTTP status 422: Invalid parameters: Your request parameters are incorrect.",
      fails = { status = 422, code = 5 } },
    { name = "no such list", class = "refused", status = 404,
      json = refusal(34, "The resource you requested could not be found."),
      says = "TMDB has no list /discover/movie" },
    { name = "a token that it does not know", class = "lasting", status = 401,
      json = refusal(7, "Invalid API key: You must be granted a valid key."),
      mock = { path = "/tmdb/discover/movie", headers = { authorization = "Bearer none" } },
      says = "TMDB does not accept the token; a read access token or an API key is at "
        .. "https://www.themoviedb.org/settings/api; set it with the environment variable "
        .. "TMDB_TOKEN",
      fails = { kind = "token" } },
    { name = "a suspended account", class = "lasting", status = 401,
      json = refusal(10, "Suspended API key: Access to your account has been suspended, contact "
        .. "TMDB."), says = "refuses the token: Suspended API key", fails = { kind = "token" } },
    { name = "a suspended user", class = "lasting", status = 403,
      json = refusal(45, "This user has been suspended."),
      says = "TMDB denies access with this token (HTTP 403): This user has been suspended.",
      fails = { kind = "forbidden" } },
    { name = "the gateway refuses", class = "lasting", status = 403,
      source = "https://repost.aws/knowledge-center/cloudfront-troubleshoot-403-errors",
      headers = { Server = "CloudFront", ["X-Cache"] = "Error from cloudfront" },
      body = "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" "
        .. "\"http://www.w3.org/TR/html4/loose.dtd\">\n<HTML><HEAD><TITLE>ERROR: The request could "
        .. "not be satisfied</TITLE>\n</HEAD><BODY>\n<H1>403 ERROR</H1>\n<H2>The request could not "
        .. "be satisfied.</H2>\n</BODY></HTML>",
      type = "text/html", says = "the gateway in front of TMDB" },
    { name = "too many requests", class = "limit", status = 429,
      source = "https://github.com/Radarr/Radarr/issues/2017",
      json = { status_code = 25, status_message = "Your request count (46) is over the allowed "
        .. "limit of 40." },
      fails = { kind = "rate" } },
    { name = "too many, with a time, then well again", class = "ok",
      source = "https://github.com/jellyfin/TMDbLib/pull/75",
      first = { { status = 429, headers = { ["Retry-After"] = "9" }, json = refusal(25,
        "Your request count (46) is over the allowed limit of 40.") } },
      json = page({ film(901) }), gives = { { key = "movie/901" } } },
    { name = "an internal error", class = "passing", status = 500,
      json = refusal(11, "Internal error: Something went wrong, contact TMDB."),
      says = "Something went wrong" },
    { name = "no backend", class = "passing", status = 502,
      json = refusal(43, "Couldn't connect to the backend server.") },
    { name = "maintenance", class = "passing", status = 503,
      json = refusal(46, "The API is undergoing maintenance. Try again later.") },
    { name = "a backend that is too slow", class = "passing", status = 504,
      json = refusal(24, "Your request to the backend server timed out. Try again.") },
    { name = "a page of a hotspot", class = "passing",
      source = "https://github.com/jurialmunkey/plugin.video.themoviedb.helper/issues/1140",
      odd = "something on the way answers in its place, with status 200",
      body = "<!DOCTYPE html><html><head><title>Sign in</title></head></html>",
      type = "text/html" },
  },
}
