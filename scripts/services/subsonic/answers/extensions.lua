-- Answers of music servers to the question for their extensions of the API.

local parts = require("services.subsonic.answers.parts")

local date = "2026-11-27"

local function extension(name) return { name = name, versions = { 1 } } end

return {
  source = "https://opensubsonic.netlify.app/docs/endpoints/getopensubsonicextensions/",
  date = date,
  url = "GET https://subsonic.mixhost.invalid/rest/getOpenSubsonicExtensions*", open = parts.open,
  ask = { "extensions" },
  mock = { path = "/subsonic/rest/getOpenSubsonicExtensions", query = parts.query() },
  answers = {
    { name = "those of Navidrome", class = "ok",
      json = parts.answer({ openSubsonicExtensions = { extension("transcodeOffset"),
        extension("formPost"), extension("songLyrics") } }),
      gives = { "transcodeOffset", "formPost", "songLyrics" } },
    { name = "a server without extensions", class = "empty",
      json = parts.answer({ openSubsonicExtensions = mix.json.array({}) }) },
    { name = "a server that does not know the question", class = "empty",
      json = { ["subsonic-response"] = { status = "failed", version = "1.16.1",
        error = { code = 0, message = "A generic error." } } },
      apart = "an older server's", source = parts.errors, odd = "status 200" },
    { name = "a server of the API alone", class = "empty", status = 404, type = "text/html",
      body = "<html><body><h1>404 Not Found</h1></body></html>", source = parts.documents },
    { name = "a log-in that is wrong", class = "lasting",
      json = parts.refusal(40, "Wrong username or password"), source = parts.errors,
      odd = "status 200" },
  },
}
