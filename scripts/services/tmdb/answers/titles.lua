-- TMDB's answers to a question for other titles.

return {
  source = "https://developer.themoviedb.org/reference/movie-alternative-titles",
  date = "2026-11-27",
  url = "GET https://api.themoviedb.org/3/movie/901/alternative_titles*",
  ask = { "alternative_titles", { type = "movie", id = 901, title = "Harbour Lights" } },
  mock = { path = { "/tmdb/movie/100/alternative_titles", "/tmdb/tv/100/alternative_titles" },
    headers = { authorization = "Bearer mock-token" } },
  answers = {
    { name = "titles of a film", class = "ok",
      odd = "the list of a film is titles, that of a series results",
      json = { id = 901, titles = {
        { iso_3166_1 = "DE", title = "Hafenlichter", type = "" },
        { iso_3166_1 = "JP", title = "Minato no Hi", type = "romaji" },
        { iso_3166_1 = "JP", title = "港の灯", type = "" },
        { iso_3166_1 = "CH", title = "Hafenlichter", type = "" },
        { iso_3166_1 = "GB", title = "Harbour Lights", type = "" },
      } },
      gives = { "Hafenlichter", "Minato no Hi", "港の灯" } },
    { name = "titles of a series", class = "ok",
      url = "GET https://api.themoviedb.org/3/tv/902/alternative_titles*",
      ask = { "alternative_titles", { type = "tv", id = 902, title = "Harbour Watch" } },
      json = { id = 902, results = { { iso_3166_1 = "DE", title = "Hafenwache", type = "" } } },
      gives = { "Hafenwache" } },
    { name = "none", class = "empty", json = { id = 901, titles = mix.json.array({}) } },
  },
}
