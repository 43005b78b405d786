-- TMDB's answers to a search by title, of films, series and persons at once.

local docs = "https://developer.themoviedb.org/reference/search-multi"
local null = mix.json.null

local function page(results)
  return {
    page = 1, results = #results > 0 and results or mix.json.array({}),
    total_pages = #results > 0 and 1 or 0, total_results = #results,
  }
end

local film = {
  adult = false, backdrop_path = "/hArbourBackdrop.jpg", id = 901, title = "Harbour Lights",
  original_title = "Harbour Lights", overview = "A keeper counts the boats.",
  poster_path = "/hArbourPoster.jpg", media_type = "movie", original_language = "en",
  genre_ids = { 18 }, popularity = 12.5, release_date = "2025-12-18", video = false,
  vote_average = 7.1, vote_count = 743,
}

local series = {
  adult = false, backdrop_path = null, id = 902, name = "Hafenlichter",
  original_name = "Hafenlichter", overview = "", poster_path = null, media_type = "tv",
  original_language = "de", genre_ids = { 80, 18 }, popularity = 3.25,
  first_air_date = "2019-10-04", vote_average = 0, vote_count = 0, origin_country = { "DE" },
}

local person = {
  adult = false, id = 903, name = "Ada Lune", original_name = "Ada Lune", media_type = "person",
  popularity = 0.6, gender = 1, known_for_department = "Acting", profile_path = null,
  known_for = { film },
}

return {
  source = docs, date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/search/multi*",
  ask = { "search", { title = "Harbour Lights", year = 2025, limit = 10 } },
  mock = {
    path = "/tmdb/search/multi", headers = { authorization = "Bearer mock-token" },
    query = { query = "the", include_adult = "false", language = "en-US", page = 1 },
  },
  explained = {
    ["results[].gender"] = "persons", ["results[].known_for"] = "persons",
    ["results[].known_for[]"] = "persons",
    ["results[].known_for_department"] = "persons", ["results[].profile_path"] = "persons",
  },
  answers = {
    { name = "a film, a series and a person", class = "ok", json = page({ film, series, person }),
      gives = {
        { key = "movie/901", title = "Harbour Lights", year = 2025, rating = 7.1 },
        { key = "tv/902", type = "tv", title = "Hafenlichter", date = "2019-10-04", year = 2019,
          rating = false, poster = false, overview = false, genre_ids = { 80, 18 } },
      },
      gives_about = { count = 3, total = 3 } },
    { name = "persons among the results", class = "ok",
      odd = "collections come among the others since 2023",
      json = page({
        { adult = false, backdrop_path = null, id = 904, name = "Harbour Collection",
          original_language = "en", original_name = "Harbour Collection", overview = "",
          poster_path = null, media_type = "collection", popularity = 0.1 }, film,
      }),
      gives = { { key = "movie/901" } } },
    { name = "nothing, but a film of that year", class = "ok", json = page({}),
      more = { ["GET https://api.themoviedb.org/3/search/movie*"] = { json = page({ {
        adult = false, backdrop_path = null, genre_ids = { 18 }, id = 905,
        original_language = "en", original_title = "Harbor Lights", overview = "", popularity = 1,
        poster_path = null, release_date = "2025-01-02", title = "Harbor Lights", video = false,
        vote_average = 5, vote_count = 1,
      } }) } },
      gives = { { key = "movie/905", title = "Harbor Lights", year = 2025 } } },
    { name = "nothing found", class = "empty", json = page({}),
      more = { ["GET https://api.themoviedb.org/3/search/movie*"] = { json = page({}) } } },
    { name = "an answer without its list", class = "refused", status = 200,
      source = "https://developer.themoviedb.org/docs/errors",
      odd = "a refusal may come with status 200",
      json = { success = false, status_code = 15, status_message = "Failed." },
      says = "the answer has no results" },
  },
}
