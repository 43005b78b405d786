-- TMDB's answers to a question for other titles.

local docs = "https://developer.themoviedb.org/reference/movie-alternative-titles"
local today = "2026-11-27"

local function question(kind, id)
  return {
    path = ("/tmdb/%s/%d/alternative_titles"):format(kind, id), query = { language = "en-US" },
    headers = { authorization = "Bearer mock-token" },
  }
end

return {
  url = "GET https://api.themoviedb.org/3/movie/901/alternative_titles*",
  open = { token = "eyJhbGciOiJIUzI1NiJ9.e30.x", language = "en-US", region = "US" },
  ask = { "alternative_titles", { type = "movie", id = 901, title = "Harbour Lights" } },
  mock = { question("movie", 268), question("tv", 163) },
  answers = {
    {
      name = "titles of a film", class = "ok", source = docs, date = today,
      odd = "the list of a film is titles, that of a series results",
      json = { id = 901, titles = {
        { iso_3166_1 = "DE", title = "Hafenlichter", type = "" },
        { iso_3166_1 = "JP", title = "Minato no Hi", type = "romaji" },
        { iso_3166_1 = "JP", title = "港の灯", type = "" },
        { iso_3166_1 = "CH", title = "Hafenlichter", type = "" },
        { iso_3166_1 = "GB", title = "Harbour Lights", type = "" },
      } },
      gives = { "Hafenlichter", "Minato no Hi", "港の灯" },
    },
    {
      name = "titles of a series", class = "ok", source = docs, date = today,
      url = "GET https://api.themoviedb.org/3/tv/902/alternative_titles*",
      ask = { "alternative_titles", { type = "tv", id = 902, title = "Harbour Watch" } },
      json = { id = 902, results = { { iso_3166_1 = "DE", title = "Hafenwache", type = "" } } },
      gives = { "Hafenwache" },
    },
    { name = "none", class = "empty", source = docs, date = today,
      json = { id = 901, titles = mix.json.array({}) } },
  },
}
