-- Trakt's two answers about a title that is a common word: the broad search lacks it, the exact one
-- has it (https://github.com/trakt/trakt-api/issues/796).

local guide = "https://github.com/trakt/trakt-api (projects/developer/src/lib/guides/search.md)"
local today = "2026-11-27"

local function film(number, title, year)
  return { type = "movie", score = 100, movie = {
    title = title, year = year, runtime = 110, votes = 3,
    ids = { trakt = number, slug = "lamps", imdb = mix.json.null, tmdb = 990000 + number },
  } }
end

return {
  url = "GET https://api.trakt.tv/search/movie,show/exact*",
  ask = { "search", { title = "Lamps", limit = 2 } },
  -- All requests of this file get one answer; what the broad search lacks comes first.
  answers = {
    { name = "more than were asked for, one of them twice", class = "ok", source = guide,
      url = "GET https://api.trakt.tv/search/*", date = today,
      json = { film(9, "Lethal Lamps", 1987), film(9, "Lethal Lamps", 1987),
        film(10, "Lamps", 2025), film(11, "Lamps", 2021) },
      gives = { { key = "movie/9" }, { key = "movie/10" } } },
    { name = "words that are operators, and signs that are", class = "ok", source = guide,
      url = "GET https://api.trakt.tv/search/*", date = today,
      ask = { "search", { title = 'NOT "Lamps" (AND: this/that)' } },
      json = { film(12, 'Not "Lamps" (And: This/That)', 2020) },
      gives = { { key = "movie/12", title = 'Not "Lamps" (And: This/That)' } } },
  },
}
