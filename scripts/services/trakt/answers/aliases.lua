-- Trakt's answers about other titles of a film.

local today = "2026-11-27"

local headers = { ["trakt-api-key"] = ("0123456789abcdef"):rep(4), ["trakt-api-version"] = "2",
  ["content-type"] = "application/json" }

return {
  source = "https://github.com/trakt/trakt-api (projects/api/src/contracts/movies/index.ts)",
  date = today,
  url = "GET https://api.trakt.tv/movies/501/aliases",
  ask = { "alternative_titles", { type = "movie", id = 501, title = "The Lamp" } },
  mock = { path = "/trakt/movies/1/aliases", headers = headers },
  explained = { ["[].title null"] = "only the odd answer has it",
    ["[].country null"] = "not read" },
  answers = {
    { name = "titles of three countries, one of them its own", class = "ok",
      json = { { title = "Die Lampe", country = "de" },
        { title = "The Lamp", country = "gb" }, { title = "Lampan", country = mix.json.null },
        { title = "Die Lampe", country = "at" } },
      gives = { "Die Lampe", "Lampan" } },
    { name = "none", class = "empty", json = mix.json.array({}) },
    { name = "entries without a title", class = "ok", odd = "null, a number, a text",
      json = { { title = mix.json.null, country = "de" }, 4, "x",
        { title = 12, country = "fr" }, { title = "La lampe", country = "fr" } },
      gives = { "La lampe" } },
    { name = "titles whose letters were lost", class = "ok", odd = "an encoding left their signs",
      json = { { title = "?????????", country = "th" }, { title = "???? ??, ?", country = "gr" },
        { title = "Who?", country = "gb" }, { title = "?", country = "us" } },
      gives = { "Who?", "?" } },
    { name = "a title that is gone", class = "refused", status = 404, body = "",
      mock = { path = "/trakt/movies/4/aliases", headers = headers } },
  },
}
