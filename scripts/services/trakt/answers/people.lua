-- Trakt's answers about the people of a film or series.

local schema = "https://github.com/trakt/trakt-api "
  .. "(projects/api/src/contracts/_internal/response/peopleResponseSchema.ts)"
local codes = "https://github.com/trakt/trakt-api "
  .. "(projects/developer/src/lib/guides/status-codes.md)"

local headers = { ["trakt-api-key"] = ("0123456789abcdef"):rep(4), ["trakt-api-version"] = "2",
  ["content-type"] = "application/json" }

local function person(name, number)
  return { name = name, ids = { trakt = number, slug = name:lower():gsub(" ", "-"),
    imdb = number % 2 == 0 and mix.json.null or "nm0000009", tmdb = number } }
end

local function actor(name, number, episodes)
  return { character = "The Keeper", characters = { "The Keeper" }, person = person(name, number),
    episode_count = episodes }
end

local function maker(name, number, job)
  return { job = job, jobs = { job }, person = person(name, number) }
end

return {
  source = schema, date = "2026-11-27",
  url = "GET https://api.trakt.tv/*",
  ask = { "complete", { type = "movie", id = 501, key = "movie/501" } },
  mock = { headers = headers, path = { "/trakt/movies/1/people", "/trakt/movies/2/people",
    "/trakt/shows/4/people" } },
  explained = {
    ["crew.writing"] = "songs have no writers of films",
    ["crew.writing[]"] = "songs have no writers of films",
    ["cast[].person.ids.imdb null"] = "not read",
    ["crew.directing[].person.ids.imdb null"] = "not read",
    ["crew.created by[].person.ids.imdb null"] = "not read",
  },
  answers = {
    { name = "a film", class = "ok",
      json = { cast = { actor("Ann Lee", 1), actor("Bo Ek", 2) }, crew = {
        directing = { maker("Cy Ott", 3, "Director"), maker("Di Roe", 4, "Script Supervisor") },
        writing = { maker("Cy Ott", 3, "Screenplay"), maker("Di Roe", 4, "Novel") },
      } },
      gives = { cast = { "Ann Lee", "Bo Ek" }, directors = { "Cy Ott" } } },
    { name = "a series", class = "ok",
      ask = { "complete", { type = "tv", id = 77, key = "tv/77" } },
      json = { cast = { actor("Ann Lee", 1, 16) }, crew = {
        ["created by"] = { maker("Ed Fox", 5, "Creator"), maker("Al Ash", 6, "Creator") },
      } },
      gives = { cast = { "Ann Lee" }, directors = { "Ed Fox", "Al Ash" } } },
    { name = "members without a person, and nobody directed it", class = "ok",
      odd = "null and texts where objects belong",
      json = { cast = { 7, { person = "Ann" }, actor("Bo Ek", 2) }, crew = { directing = "none" } },
      gives = { cast = { "Bo Ek" } } },
    { name = "a list where an object belongs", class = "refused", json = mix.json.array({}),
      odd = "status 200" },
    { name = "a title that is gone", class = "refused", status = 404, body = "", source = codes,
      mock = { path = "/trakt/movies/4/people", headers = headers } },
    { name = "too many requests", class = "limit", status = 429, body = "", source = codes,
      headers = { ["Retry-After"] = "2" } },
  },
}
