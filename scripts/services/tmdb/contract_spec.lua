-- tmdb under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local tmdb = require("services.tmdb.provider")

local none = mix.json.array({})

local function film(id)
  return {
    id = id, title = "Ljós í 夜", release_date = "2014-10-21", vote_average = 7.5, vote_count = 12,
    popularity = 3.5, poster_path = "/p.jpg", overview = "Sea.", genre_ids = { 28 },
  }
end

local details = film(5)
details.genre_ids = nil
details.genres = { { id = 28, name = "Action" } }
details.runtime = 99
details.credits = {
  cast = { { name = "Ada Lune" } }, crew = { { name = "Bo", job = "Director" } },
}
details.release_dates = { results = { {
  iso_3166_1 = "US", release_dates = { { type = 3, certification = "PG" } },
} } }
details.videos = { results = { { key = "k", site = "YouTube", type = "Trailer", size = 1080 } } }

contract.check({
  provider = tmdb, url = "GET https://api.themoviedb.org/3/*",
  open = function() return tmdb.open({ token = "secret" }) end, search_for = false,
  questions = {
    { does = "search", kind = "film", first = "Ljós í 夜",
      ask = function(service, limit)
        return service:search({
          path = "/discover/movie", query = { sort_by = "popularity.desc" }, type = "movie",
          limit = limit,
        })
      end,
      answer = { page = 1, total_pages = 1, results = { film(5), film(6) } },
      nothing = { json = { results = none } } },
    { does = "complete", kind = "film", first = "Ljós í 夜",
      ask = function(service) return service:complete({ type = "movie", id = 5 }) end,
      answer = details },
  },
})
