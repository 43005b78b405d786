-- TMDB's details of a film, with the parts that are asked for in the same request.

local changed = require("lib.changed")

local docs = "https://developer.themoviedb.org/reference/movie-details"
local errors = "https://developer.themoviedb.org/docs/errors"
local null, none = mix.json.null, mix.json.array({})

local function release(kind, certification)
  return { certification = certification, descriptors = none, iso_639_1 = "", note = "",
    release_date = "2025-12-18T00:00:00.000Z", type = kind }
end

local function credit(id, name, members)
  return changed({
    adult = false, gender = 2, id = id, known_for_department = "Acting", name = name,
    original_name = name, popularity = 1.5, profile_path = null, credit_id = "c" .. id,
  }, members)
end

local function video(members)
  return changed({
    id = "65f0harbour", iso_639_1 = "en", iso_3166_1 = "US", key = "aaaaaaaaaa1",
    name = "Official Trailer", official = true, published_at = "2025-09-01T16:00:09.000Z",
    site = "YouTube", size = 1080, type = "Trailer",
  }, members)
end

local function film(members)
  return changed({
    adult = false, backdrop_path = "/hArbourBackdrop.jpg", belongs_to_collection = null,
    budget = 12000000, genres = { { id = 18, name = "Drama" }, { id = 9648, name = "Mystery" } },
    homepage = "", id = 901, imdb_id = "tt9000901", origin_country = { "US" },
    original_language = "en", original_title = "Harbour Lights",
    overview = "A keeper counts the boats.", popularity = 12.5, poster_path = "/hArbourPoster.jpg",
    production_companies = { { id = 5, logo_path = null, name = "Quay", origin_country = "US" } },
    production_countries = { { iso_3166_1 = "US", name = "United States of America" } },
    release_date = "2025-12-18", revenue = 0, runtime = 104,
    spoken_languages = { { english_name = "English", iso_639_1 = "en", name = "English" } },
    status = "Released", tagline = "Every light tells.", title = "Harbour Lights", video = false,
    vote_average = 7.1, vote_count = 743,
    release_dates = { results = {
      { iso_3166_1 = "DE", release_dates = { release(3, "12") } },
      { iso_3166_1 = "US", release_dates = { release(1, ""), release(4, "PG"), release(3, "R") } },
    } },
    videos = { results = { video() } },
    credits = {
      cast = { credit(31, "Ada Lune", { cast_id = 1, character = "The Keeper", order = 0 }),
        credit(32, "Bo Marsh", { cast_id = 2, character = "", order = 1 }) },
      crew = { credit(33, "Ines Brink", { department = "Directing", job = "Director" }),
        credit(33, "Ines Brink", { department = "Writing", job = "Screenplay" }),
        credit(34, "Cy Dale", { department = "Directing", job = "Assistant Director" }) },
    },
    external_ids = { imdb_id = "tt9000901", wikidata_id = null, facebook_id = null,
      instagram_id = null, twitter_id = null },
    alternative_titles = { titles = {
      { iso_3166_1 = "DE", title = "Hafenlichter", type = "" },
      { iso_3166_1 = "AT", title = "Hafenlichter", type = "" },
      { iso_3166_1 = "GB", title = "Harbour Lights", type = "working title" },
    } },
  }, members)
end

-- A film of its own for each question, which is filled.
local function ask() return { "complete", { type = "movie", id = 901 } } end

return {
  source = docs, date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/movie/901*", kind = "film",
  mock = { path = { "/tmdb/movie/100", "/tmdb/movie/107", "/tmdb/movie/114", "/tmdb/movie/135",
      "/tmdb/movie/149", "/tmdb/movie/359" },
    headers = { authorization = "Bearer mock-token" }, query = { language = "en-US",
      append_to_response = "release_dates,videos,credits,external_ids,alternative_titles,"
        .. "translations" } },
  answers = {
    { name = "a film with everything", class = "ok", ask = ask(), json = film(),
      gives = {
        key = "movie/901", title = "Harbour Lights", date = "2025-12-18", minutes = 104,
        tagline = "Every light tells.", genres = { "Drama", "Mystery" }, genre_ids = false,
        language = "en", cast = { "Ada Lune", "Bo Marsh" }, directors = { "Ines Brink" },
        certification = "R", imdb = "tt9000901", alternative_titles = { "Hafenlichter" },
        videos = { { key = "aaaaaaaaaa1", site = "YouTube", type = "Trailer", size = 1080,
          official = true, published_at = "2025-09-01T16:00:09.000Z" } },
      } },
    { name = "a film that is not out", class = "ok", ask = ask(),
      odd = "unknown: 0 minutes, an empty date, an IMDb number that is null or empty",
      json = film({
        runtime = 0, release_date = "", status = "Planned", imdb_id = null, tagline = "",
        overview = "", poster_path = null, backdrop_path = null, homepage = null,
        vote_average = 0, vote_count = 0, genres = none, production_companies = none,
        release_dates = { results = none }, videos = { results = none },
        credits = { cast = none, crew = none }, alternative_titles = { titles = none },
        external_ids = { imdb_id = "", wikidata_id = null, facebook_id = "",
          instagram_id = "", twitter_id = "" },
      }),
      gives = {
        title = "Harbour Lights", minutes = false, date = false, imdb = false, tagline = false,
        genres = {}, cast = {}, directors = {}, certification = "NR", videos = {}, rating = false,
        poster = false, alternative_titles = {},
      } },
    { name = "parts that were not asked for", class = "ok", ask = ask(),
      odd = "without append_to_response the parts are missing",
      json = { adult = false, backdrop_path = null, id = 901, imdb_id = "tt9000901",
        original_language = "en", original_title = "Harbour Lights", title = "Harbour Lights",
        genres = none, release_date = "2025-12-18", runtime = null, status = "Released" },
      gives = { imdb = "tt9000901", minutes = false, cast = {}, videos = {},
        certification = "NR" } },
    { name = "texts as its pages hold them", class = "ok", ask = ask(),
      source = "https://github.com/jellyfin/TMDbLib/issues/238",
      odd = "texts of some entries have the character references of HTML",
      json = film({ overview = "Salt &amp; tide: the keeper&#39;s &quot;log&quot;.",
        videos = { results = { video({ name = "Teaser &amp; more" }) } } }),
      gives = { overview = "Salt & tide: the keeper's \"log\".",
        videos = { { name = "Teaser & more" } } } },
    { name = "a certification of the user's country", class = "ok", ask = ask(),
      open = { region = "DE" }, json = film(),
      gives = { certification = "12" } },
    { name = "none of the user's country", class = "ok", ask = ask(),
      open = { region = "FR" }, json = film(),
      gives = { certification = "R (US)" } },
    { name = "a description in English alone", class = "ok", ask = ask(),
      source = "https://developer.themoviedb.org/docs/languages",
      open = { language = "de-DE", region = "DE" },
      odd = "what nobody has translated is empty; the title is the original one",
      json = film({ overview = "", tagline = "", translations = { translations = {
        { iso_3166_1 = "US", iso_639_1 = "en", name = "English", english_name = "English",
          data = { homepage = "", overview = "A keeper counts the boats.", runtime = 104,
            tagline = "", title = "" } },
        { iso_3166_1 = "DE", iso_639_1 = "de", name = "Deutsch", english_name = "German",
          data = { homepage = "", overview = "", runtime = 0, tagline = "",
            title = "Hafenlichter" } },
      } } }),
      gives = { overview = "A keeper counts the boats.", tagline = false } },
    { name = "a certification of another country", class = "ok", ask = ask(),
      json = film({ release_dates = { results = {
        { iso_3166_1 = "GB", release_dates = { release(3, "15") } } } } }),
      gives = { certification = "NR" } },
    { name = "old videos", class = "ok", ask = ask(),
      source = "https://github.com/shljshlj/bit-show", odd = "official and published_at are newer",
      json = film({ videos = { results = { { id = "5", iso_639_1 = "en", iso_3166_1 = "US",
        key = "aaaaaaaaaa2", name = "Teaser", site = "YouTube", size = 720, type = "Teaser" },
        video({ site = "Vimeo", key = "123456789", size = 0 }) } } }),
      gives = { videos = {
        { key = "aaaaaaaaaa2", official = false, published_at = false, size = 720 },
        { site = "Vimeo", key = "123456789", size = false },
      } } },
    { name = "several directors", class = "ok", ask = ask(),
      json = film({ credits = { cast = none, crew = {
        credit(35, "Ines Brink", { department = "Directing", job = "Director" }),
        credit(36, "Lars Ö", { department = "Directing", job = "Director" }) } } }),
      gives = { directors = { "Ines Brink", "Lars Ö" }, cast = {} } },
    { name = "no such film", class = "refused", status = 404, ask = ask(), source = errors,
      json = { success = false, status_code = 34,
        status_message = "The resource you requested could not be found." },
      mock = { path = "/tmdb/movie/999999999", headers = { authorization = "Bearer mock-token" } },
      says = "TMDB has no such title", fails = { kind = "not_found" } },
    { name = "a page of another server", class = "passing", status = 404, ask = ask(),
      type = "text/html",
      body = "<html><head><title>404 Not Found</title></head></html>", source = "a proxy",
      odd = "it does not say that there is no such film",
      says = "a web page came in place of the answer of TMDB" },
    { name = "too many parts", class = "refused", status = 400, ask = ask(), source = errors,
      json = { success = false, status_code = 27, status_message = "Too many append "
        .. "to response objects: The maximum number of remote calls is 20." },
      fails = { code = 27 } },
    { name = "no film in it", class = "refused", ask = ask(), source = errors,
      odd = "a refusal with status 200",
      json = { success = false, status_code = 34,
        status_message = "The resource you requested could not be found." },
      says = "the answer describes no title" },
    { name = "an error of its own", class = "passing", status = 500, ask = ask(), source = errors,
      json = { success = false, status_code = 44, status_message = "The ID is invalid." },
      odd = "a bad number may be an internal error" },
  },
}
