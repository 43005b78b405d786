-- TMDB's lists of genres, of films and of series.

local series = "GET https://api.themoviedb.org/3/genre/tv/list*"

return {
  source = "https://developer.themoviedb.org/reference/genre-movie-list", date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/genre/movie/list*",
  ask = { "genres" },
  mock = {
    path = "/tmdb/genre/movie/list", headers = { authorization = "Bearer mock-token" },
    query = { language = "en-US" },
  },
  explained = { ["genres[].name null"] = "a slip" },
  answers = {
    { name = "both lists", class = "ok",
      json = { genres = { { id = 28, name = "Action" }, { id = 18, name = "Drama" },
        { id = 27, name = "Horror" } } },
      more = { [series] = { json = { genres = { { id = 10759, name = "Action & Adventure" },
        { id = 18, name = "Drama" }, { id = 10764, name = "Reality" } } } } },
      gives = {
        { name = "Action", movie = 28, tv = 10759 }, { name = "Drama", movie = 18, tv = 18 },
        { name = "Horror", movie = 27, tv = false },
        { name = "Reality", movie = false, tv = 10764 },
      } },
    { name = "names that are not translated", class = "ok",
      odd = "in some languages a name is null",
      json = { genres = { { id = 28, name = mix.json.null }, { id = 18, name = "Drama" } } },
      more = { [series] = { json = { genres = mix.json.array({}) } } },
      gives = { { name = "Drama", movie = 18, tv = false } } },
    { name = "an answer without the list", class = "refused", json = { genres = false },
      more = { [series] = { json = { genres = mix.json.array({}) } } },
      says = "TMDB: the answer has no genres" },
    { name = "one of the lists fails", class = "passing",
      json = { genres = { { id = 28, name = "Action" } } },
      more = { [series] = { status = 503, json = { success = false, status_code = 9,
        status_message = "Service offline: This service is temporarily offline, try again "
          .. "later." } } } },
  },
}
