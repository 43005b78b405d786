-- TMDB's answers to a search by another service's identifier.

local docs = "https://developer.themoviedb.org/reference/find-by-id"
local null, none = mix.json.null, mix.json.array({})

local function found(films, series)
  return { movie_results = films, person_results = none, tv_results = series,
    tv_episode_results = none, tv_season_results = none }
end

local film = {
  adult = false, backdrop_path = null, id = 901, title = "Harbour Lights",
  original_language = "en", original_title = "Harbour Lights", overview = "", poster_path = null,
  media_type = "movie", genre_ids = { 18 }, popularity = 12.5, release_date = "2025-12-18",
  video = false, vote_average = 7.1, vote_count = 743,
}

local series = {
  adult = false, backdrop_path = null, id = 902, name = "Harbour Watch", original_language = "en",
  original_name = "Harbour Watch", overview = "", poster_path = null, media_type = "tv",
  genre_ids = { 18 }, popularity = 53.5, first_air_date = "2023-06-21", vote_average = 8.2,
  vote_count = 4682, origin_country = { "US" },
}

return {
  source = docs, date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/find/*", kind = "film",
  ask = { "find", "imdb", "tt9000901" },
  mock = { path = { "/tmdb/find/tt1000000", "/tmdb/find/tt1000001" },
    headers = { authorization = "Bearer mock-token" },
    query = { external_source = "imdb_id", language = "en-US" } },
  explained = {
    ["tv_episode_results[]"] = "the mock numbers no episodes",
    ["movie_results[].backdrop_path"] = "a picture or null", ["movie_results[].poster_path"] =
      "a picture or null",
    ["tv_results[].backdrop_path"] = "a picture or null", ["tv_results[].poster_path"] =
      "a picture or null",
  },
  answers = {
    { name = "a film", class = "ok", json = found({ film }, none),
      gives = { { key = "movie/901", year = 2025 } } },
    { name = "a series by TheTVDB's number", class = "ok", ask = { "find", "tvdb", "70902" },
      json = found(none, { series }), gives = { { key = "tv/902" } } },
    { name = "nobody has it", class = "empty", json = found(none, none) },
    { name = "an episode has it", class = "empty",
      odd = "the identifier of an episode finds neither film nor series",
      json = { movie_results = none, person_results = none, tv_results = none,
        tv_episode_results = { { id = 4000, name = "The Dragon", overview = "",
          media_type = "tv_episode", vote_average = 9.1, vote_count = 31,
          air_date = "2025-06-21", episode_number = 8, episode_type = "finale",
          production_code = "", runtime = 38, season_number = 2, show_id = 902,
          still_path = null } }, tv_season_results = none } },
    { name = "an answer without lists", class = "refused", json = { status_code = 34 },
      says = "TMDB: the answer has no results" },
    { name = "a text that is not an identifier", class = "refused", status = 404,
      source = "https://developer.themoviedb.org/docs/errors",
      json = { success = false, status_code = 6,
        status_message = "Invalid id: The pre-requisite id is invalid or not found." } },
  },
}
