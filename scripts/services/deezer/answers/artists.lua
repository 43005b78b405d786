-- Answers of Deezer to a search for artists, and its refusals.

local parts = require("services.deezer.answers.parts")

local artist, fault = parts.artist, parts.fault
local search = "https://developers.deezer.com/api/search/artist"

local function found(artists, fields)
  return parts.with({ data = mix.json.array(artists), total = #artists }, fields)
end

return {
  source = parts.errors, date = "2026-11-27",
  url = "GET https://api.deezer.com/search/artist*",
  ask = { "search", { name = "Ada Lune", limit = 10 } },
  mock = { path = "/deezer/search/artist", query = { q = "The Weeknd Ed Sheeran", limit = "1" } },
  answers = {
    { name = "an artist, a namesake and one without a picture", class = "ok",
      json = found({ artist(27, "Ada Lune"), artist(90027, "Ada Lune", { nb_fan = 3, nb_album = 1,
        radio = false }), artist(14030001, "Bo, Ada Lune", { nb_album = 0, picture_small =
        "https://cdn-images.dzcdn.net/images/artist//56x56-000000-80-0-0.jpg" }) }),
      source = parts.recorded, odd = "the picture's address lacks its name",
      gives = { { id = 27, name = "Ada Lune" }, { id = 90027 }, { id = 14030001 } } },
    { name = "the first page of many", class = "ok",
      json = found({ artist(27, "Ada Lune") }, { total = 75,
        next = "https://api.deezer.com/search/artist?q=Ada&limit=1&index=1" }),
      source = search, gives = { { id = 27 } } },
    { name = "an entry without a name, and one with an identifier as text", class = "ok",
      json = found({ artist(27, ""), artist(28, "Bo", { id = "28" }), artist(29, "Cy") }),
      source = search, odd = "an empty name",
      gives = { { id = 28, name = "Bo" }, { id = 29, name = "Cy" } } },
    { name = "names of signs and other scripts", class = "ok",
      json = found({ artist(31, "!!!"), artist(32, "Ljós & 夜") }), source = search,
      gives = { { name = "!!!" }, { name = "Ljós & 夜" } } },
    { name = "an error without members beside what was found", class = "ok",
      json = found({ artist(27, "Ada Lune") }, { error = mix.json.array({}) }), source = search,
      apart = "only some answers have it", odd = "PHP writes an empty object as []",
      gives = { { id = 27 } } },
    { name = "nothing found", class = "empty", json = found({}), source = search },
    { name = "more than 50 questions in five seconds", class = "limit",
      json = fault("Exception", "Quota limit exceeded", 4), says = "error 4",
      source = "https://github.com/BackInBash/DeezerSync/issues/6", odd = "status 200" },
    { name = "the same from the gateway", class = "limit", status = 429,
      headers = { ["Retry-After"] = "5" }, body = "" },
    { name = "too many items asked for", class = "refused",
      json = fault("Exception", "Items limit exceeded", 100), odd = "status 200" },
    { name = "no search without words", class = "refused",
      json = fault("MissingParameterException", "Missing parameters: q", 501),
      says = "Missing parameters: q",
      odd = "status 200; a code of its own for missing parameters" },
    { name = "words that it cannot read", class = "refused",
      json = fault("InvalidQueryException", "Wrong query", 600), odd = "status 200" },
    { name = "no permission", class = "lasting",
      json = fault("OAuthException", "An active access token must be used", 200),
      odd = "status 200" },
    { name = "an invalid token", class = "lasting",
      json = fault("OAuthException", "Invalid OAuth access token.", 300), odd = "status 200" },
    { name = "a service that is busy", class = "passing",
      json = fault("Exception", "Service busy", 700), odd = "status 200" },
    { name = "an error without a code", class = "passing",
      json = { error = { type = "Exception", message = "An error has occurred" } },
      odd = "status 200, no code" },
    { name = "a country that it does not serve", class = "lasting", status = 403,
      json = { error = { type = "Exception", message = "Not available in your country" } },
      says = "Not available in your country", odd = "no code, and a status that says it" },
    { name = "an address that only certain accounts may use", class = "lasting",
      json = fault("IndividualAccountChangedNotAllowedException",
        "Individual account not allowed", 901),
      odd = "status 200" },
    { name = "words with a sign of addresses", class = "refused", status = 400, type = "text/html",
      body = "<html><body><h1>400 Bad Request</h1></body></html>",
      source = "https://github.com/BackInBash/DeezerSync/issues/5" },
    { name = "a fault of the service", class = "passing", status = 500, body = "",
      source = "https://github.com/spotbye/SpotiFLAC/issues/548" },
    { name = "the gateway's page", class = "passing", status = 503, type = "text/html",
      body = "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle "
        .. "this request.\n</body></html>" },
    { name = "a fault of the network in front of it", class = "lasting", status = 403,
      type = "text/html", body = "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD></HTML>",
      source = "https://github.com/V1ck3s/octo-fiesta/issues/282" },
  },
}
