-- Answers of Spotify to a search for artists.

local parts = require("services.spotify.answers.parts")

local old = "sent under the old contract"

local function found(artists, fields)
  return { artists = parts.page(artists, parts.with({ limit = 10 }, fields)) }
end

return {
  source = parts.documents .. "search", date = "2026-11-27",
  url = "GET https://api.spotify.com/v1/search*", open = parts.open,
  ask = { "search", { name = "Ada Lune", limit = 10 } },
  mock = { path = "/spotify_api/search", query = { type = "artist", q = "The Weeknd",
    limit = "10" }, scopes = {} },
  explained = {
    ["artists.items[].followers"] = old, ["artists.items[].genres"] = old,
    ["artists.items[].genres[]"] = old, ["artists.items[].popularity"] = old,
    ["artists.items[] null"] = "an entry that was withdrawn; those of the mock are all there",
  },
  answers = {
    { name = "two artists under the new contract", class = "ok",
      json = found({ parts.artist("ada", "Ada Lune"), parts.artist("ada2", "Ada Lune Trio",
        { images = mix.json.array({}) }) }, { total = 812,
        next = "https://api.spotify.com/v1/search?query=Ada&type=artist&offset=10&limit=10" }),
      source = parts.contract,
      gives = { { id = parts.id("ada"), name = "Ada Lune" }, { id = parts.id("ada2") } } },
    { name = "an artist under the old contract", class = "ok",
      json = found({ parts.old_artist("ada", "Ada Lune") }), source = parts.recorded,
      gives = { { id = parts.id("ada"), name = "Ada Lune" } } },
    { name = "null among the artists, and one without a name", class = "ok",
      json = found({ mix.json.null, parts.artist("bo", "") }), source = parts.recorded,
      odd = "entries may be null; a name may be empty",
      gives = { { id = parts.id("bo"), name = "" } } },
    { name = "nothing found", class = "empty", json = found({}) },
    { name = "no words", class = "refused", status = 400,
      json = parts.fault(400, "No search query"),
      says = "No search query" },
    { name = "more words than it takes", class = "refused", status = 400,
      json = parts.fault(400, "Query exceeds maximum length of 250 characters"),
      source = "https://github.com/spotipy-dev/spotipy/issues/845" },
    { name = "more results than the new contract gives", class = "refused", status = 400,
      json = parts.fault(400, "Invalid limit"), source = parts.contract },
    { name = "an answer for another type", class = "refused", json = { tracks = parts.page({}) },
      says = "without a list of items" },
  },
}
