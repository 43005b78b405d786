-- TMDB's details of a series, with the parts that are asked for in the same request.

local changed = require("lib.changed")

local docs = "https://developer.themoviedb.org/reference/tv-series-details"
local null, none = mix.json.null, mix.json.array({})

local function episode(members)
  return changed({
    id = 4000, name = "The Dragon", overview = "", vote_average = 9.1, vote_count = 31,
    air_date = "2025-06-21", episode_number = 8, episode_type = "finale", production_code = "",
    runtime = 38, season_number = 2, show_id = 902, still_path = null,
  }, members)
end

local function series(members)
  return changed({
    adult = false, backdrop_path = null,
    created_by = { { id = 41, credit_id = "c41", name = "Ines Brink", original_name = "Ines Brink",
      gender = 1, profile_path = null } },
    episode_run_time = { 42 }, first_air_date = "2023-06-21",
    genres = { { id = 18, name = "Drama" } }, homepage = "", id = 902, in_production = true,
    languages = { "en" }, last_air_date = "2025-06-21", last_episode_to_air = episode(),
    name = "Harbour Watch", next_episode_to_air = null,
    networks = { { id = 49, logo_path = null, name = "Quay", origin_country = "US" } },
    number_of_episodes = 16, number_of_seasons = 2, origin_country = { "US" },
    original_language = "en", original_name = "Harbour Watch", overview = "Nights at a pier.",
    popularity = 53.5, poster_path = "/hArbourPoster.jpg", production_companies = none,
    production_countries = none,
    seasons = { { air_date = "2023-06-21", episode_count = 8, id = 51, name = "Season 1",
      overview = "", poster_path = null, season_number = 1, vote_average = 7.5 } },
    spoken_languages = { { english_name = "English", iso_639_1 = "en", name = "English" } },
    status = "Returning Series", tagline = "", type = "Scripted", vote_average = 8.2,
    vote_count = 4682,
    content_ratings = { results = {
      { descriptors = none, iso_3166_1 = "DE", rating = "16" },
      { descriptors = none, iso_3166_1 = "US", rating = "TV-MA" },
    } },
    videos = { results = none }, credits = { cast = none, crew = none },
    external_ids = { imdb_id = "tt9000902", freebase_mid = null, freebase_id = null,
      tvdb_id = 70902, tvrage_id = null, wikidata_id = "Q1", facebook_id = null,
      instagram_id = null, twitter_id = null },
    alternative_titles = { results = { { iso_3166_1 = "DE", title = "Hafenwache", type = "" } } },
  }, members)
end

local function ask() return { "complete", { type = "tv", id = 902 } } end

return {
  source = docs, date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/tv/902*", kind = "film",
  mock = { path = { "/tmdb/tv/100", "/tmdb/tv/107", "/tmdb/tv/114", "/tmdb/tv/121", "/tmdb/tv/149",
      "/tmdb/tv/240", "/tmdb/tv/303" },
    headers = { authorization = "Bearer mock-token" }, query = { language = "en-US",
      append_to_response = "content_ratings,videos,credits,external_ids,alternative_titles,"
        .. "translations" } },
  explained = {
    translations = "in other languages than English",
    ["production_companies[]"] = "in the answers of films",
    ["production_countries[]"] = "in the answers of films",
    ["seasons[].air_date"] = "null before the first", ["backdrop_path"] = "a picture or null",
    ["credits.cast[]"] = "in the answers of films", ["credits.crew[]"] = "in the answers of films",
    ["videos.results[]"] = "in the answers of films",
    ["first_air_date null"] = "the mock leaves it empty",
    ["external_ids.imdb_id null"] = "the mock numbers all",
  },
  answers = {
    { name = "a series with everything", class = "ok", ask = ask(), json = series(),
      gives = {
        key = "tv/902", type = "tv", title = "Harbour Watch", date = "2023-06-21", year = 2023,
        minutes = 42, seasons = 2, directors = { "Ines Brink" }, certification = "TV-MA",
        imdb = "tt9000902", tvdb = 70902, alternative_titles = { "Hafenwache" }, cast = {},
        genres = { "Drama" }, rating = 8.2, votes = 4682,
      } },
    { name = "a length that only its last episode has", class = "ok", ask = ask(),
      source = "https://github.com/mrcanelas/tmdb-addon/pull/86",
      odd = "episode_run_time is empty in newer series", json = series({ episode_run_time = none }),
      gives = { minutes = 38 } },
    { name = "a series that has ended, with a long last episode", class = "ok", ask = ask(),
      source = "https://github.com/neodb-social/neodb/tree/main/neodb/test_data",
      odd = "the farewell may be twice as long as the others",
      json = series({ episode_run_time = none, status = "Ended" }), gives = { minutes = false } },
    { name = "a series of a few parts that has ended", class = "ok", ask = ask(),
      source = "https://github.com/neodb-social/neodb/tree/main/neodb/test_data",
      json = series({ episode_run_time = none, status = "Ended", type = "Miniseries" }),
      gives = { minutes = 38 } },
    { name = "a series before its first episode", class = "ok", ask = ask(),
      source = "https://github.com/jellyfin/TMDbLib/pull/442",
      odd = "no episode has been shown; the next one has no length yet",
      json = series({
        episode_run_time = none, last_episode_to_air = null, first_air_date = null,
        last_air_date = null, next_episode_to_air = episode({ runtime = null }),
        number_of_seasons = 0, number_of_episodes = 0, seasons = none, created_by = none,
        status = "Planned", vote_average = 0, vote_count = 0,
        content_ratings = { results = none }, alternative_titles = { results = none },
        external_ids = { imdb_id = null, tvdb_id = null, wikidata_id = null },
      }),
      gives = { minutes = false, date = false, seasons = false, directors = {}, imdb = false,
        tvdb = false, certification = "NR", rating = false } },
    { name = "several lengths", class = "ok", ask = ask(),
      odd = "the lengths are a list without an order",
      json = series({ episode_run_time = { 58, 30 } }), gives = { minutes = 58 } },
    { name = "no such series", class = "refused", status = 404, ask = ask(),
      source = "https://developer.themoviedb.org/docs/errors",
      json = { success = false, status_code = 34,
        status_message = "The resource you requested could not be found." },
      fails = { kind = "not_found" } },
  },
}
