-- Answers of Last.fm to track.search: own values in the form that its documents and lastfm-docs
-- show.

local codes = "https://www.last.fm/api/errorcodes"
local date = "2026-11-27"
local picture = "https://lastfm.freetls.fastly.net/i/u/34s/2a96cbd8b46e442fc41c2b86b821562f.png"

local function track(name, artist, path, mbid)
  return {
    name = name, artist = artist, url = "https://www.last.fm/music/" .. path,
    streamable = "FIX" .. "ME", listeners = "796758", mbid = mbid or "",
    image = { { ["#text"] = picture, size = "small" } },
  }
end

local function page(tracks, total)
  return { results = {
    ["opensearch:Query"] = { ["#text"] = "", role = "request", startPage = "1" },
    ["opensearch:totalResults"] = total, ["opensearch:startIndex"] = "0",
    ["opensearch:itemsPerPage"] = "10", trackmatches = { track = tracks }, ["@attr"] = {},
  } }
end

-- A refusal; its code comes with status 200 unless `status` says otherwise.
local function refused(name, class, code, message, status)
  return {
    name = name, class = class, status = status, json = { error = code, message = message },
    source = codes, date = date,
  }
end

return {
  source = "https://lastfm-docs.github.io/api-docs/track/search/", date = date,
  url = "GET https://ws.audioscrobbler.com/2.0/*",
  ask = { "search", { title = "Blinding Lights", artist = "The Weeknd", limit = 10 } },
  mock = { path = "/lastfm", query = { method = "track.search", track = "Blinding Lights",
    artist = "The Weeknd", api_key = ("0123456789abcdef"):rep(2) } },
  maps = { "results.@attr" },
  explained = {
    error = "only some answers have it, and then null",
    ["results.trackmatches"] = "an empty one is a text now and then",
    ["results.trackmatches.track[].artist"] = "only some answers have an object, or null",
    ["results.trackmatches.track[].artist null"] = "the same",
    ["results.trackmatches.track[].artist.#text"] = "the same",
    ["results.trackmatches.track[].artist.mbid"] = "the same",
    ["results.trackmatches.track[].artist.name"] = "the same",
    ["results.trackmatches.track[].artist.url"] = "the same",
    ["results.trackmatches.track.name"] = "a single track as an object: only some answers",
    ["results.trackmatches.track.artist"] = "the same",
    ["results.trackmatches.track.url"] = "the same",
    ["results.trackmatches.track.streamable"] = "the same",
    ["results.trackmatches.track.listeners"] = "the same",
    ["results.trackmatches.track.mbid"] = "the same",
    ["results.trackmatches.track.image"] = "the same",
    ["results.trackmatches.track.image[]"] = "the same",
  },
  answers = {
    { name = "an answer whose error is null", class = "ok", odd = "error is null",
      json = { error = mix.json.null, results = page({ track("Ebb", "Ada", "Ada/_/Ebb") },
        "1").results }, gives = { { title = "Ebb", artist = "Ada" } } },
    { name = "two spellings of one song", class = "ok",
      odd = "each spelling of a player is a track; streamable is a word of unfinished work",
      json = page({
        track("Blinding Lights", "The Weeknd", "The+Weeknd/_/Blinding+Lights",
          "6b1f21d8-2a0c-4a41-9f0f-0a8bde0f3a54"),
        track("Blinding Lights (Remix)", "The Weeknd", "The+Weeknd/_/Blinding+Lights+(Remix)"),
      }, "2"),
      gives = {
        { id = "The+Weeknd/_/Blinding+Lights", title = "Blinding Lights", artist = "The Weeknd",
          duration = false, album = false },
        { id = "The+Weeknd/_/Blinding+Lights+(Remix)" },
      } },
    { name = "a single track in place of a list", class = "ok",
      odd = "the JSON is made from XML, where one entry is not a list",
      json = page(track("Hells Bells", "AC/DC", "AC%2FDC/_/Hells+Bells"), "1"),
      gives = { { id = "AC%2FDC/_/Hells+Bells", artist = "AC/DC" } } },
    { name = "artists as objects", class = "ok",
      odd = "an element with attributes has its text in #text",
      json = page({
        track("One", { ["#text"] = "Ada", mbid = "" }, "Ada/_/One"),
        track("Two", { name = "Bo", url = "https://www.last.fm/music/Bo" }, "Bo/_/Two"),
      }, "2"),
      gives = { { artist = "Ada" }, { artist = "Bo" } } },
    { name = "entries that are damaged", class = "ok", odd = "a bad entry costs itself only",
      json = page({
        track("", "Ada", "Ada/_/One"), track("One", mix.json.null, "Ada/_/One"), "text",
        track("Two", "Ada", "Ada/_/Two"),
      }, "4"),
      gives = { { title = "Two" } } },
    { name = "nothing found", class = "empty", json = page(mix.json.array({}), "0") },
    { name = "nothing found, as a text", class = "empty", odd = "an empty element is a line break",
      json = { results = {
        ["opensearch:Query"] = { ["#text"] = "", role = "request", startPage = "1" },
        ["opensearch:totalResults"] = "0", ["opensearch:startIndex"] = "0",
        ["opensearch:itemsPerPage"] = "10", trackmatches = "\n", ["@attr"] = {},
      } } },
    refused("a parameter that is missing", "refused", 6,
      "Invalid parameters - Your request is missing a required parameter"),
    refused("a parameter that is missing, with its status", "refused", 6,
      "Invalid parameters - Your request is missing a required parameter", 400),
    refused("a fault behind the service, with status 200", "passing", 8,
      "Operation failed - Most likely the backend service failed. Please try again."),
    refused("a fault behind the service, with its status", "passing", 8,
      "Operation failed - Most likely the backend service failed. Please try again.", 500),
    refused("a key that it does not know, with status 200", "lasting", 10,
      "Invalid API key - You must be granted a valid key by last.fm"),
    { name = "a key that it does not know", class = "lasting", status = 403, source = codes,
      json = { error = 10,
        message = "Invalid API key - You must be granted a valid key by last.fm" },
      mock = { path = "/lastfm", query = { method = "track.search", track = "a" } } },
    refused("a service that is offline", "passing", 11,
      "Service Offline - This service is temporarily offline. Try again later."),
    refused("a fault that passes", "passing", 16,
      "There was a temporary error processing your request. Please try again", 503),
    refused("a key that is suspended", "lasting", 26,
      "Suspended API key - Access for your account has been suspended, please contact Last.fm"),
    refused("too many requests, with status 200", "limit", 29,
      "Rate limit exceeded - Your IP has made too many requests in a short period"),
    refused("too many requests", "limit", 29,
      "Rate limit exceeded - Your IP has made too many requests in a short period", 429),
    refused("an error without a known code", "refused", 999, "Something else"),
    { name = "an error as an object, as stand-ins write it", class = "refused", status = 404,
      source = "https://github.com/scriptex/lastfm-ts-api/pull/49",
      json = { error = { ["#text"] = "Invalid resource specified", code = "7" } } },
    { name = "the gateway's page", class = "passing", status = 502, type = "text/html",
      body = "<html><h1>502 Bad Gateway</h1></html>", source = codes },
    { name = "a page of a network's log-in", class = "passing", type = "text/html",
      body = "<html><h1>Welcome</h1></html>", source = "docs/doctor.md" },
    { name = "an answer of another form", class = "refused", json = { results = {} } },
  },
}
