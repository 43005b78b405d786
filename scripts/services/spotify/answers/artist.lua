-- Answers of Spotify to look-ups of artists.

local parts = require("services.spotify.answers.parts")

local id = parts.id("ada")

return {
  source = parts.documents .. "get-an-artist", date = "2026-11-27",
  url = "GET https://api.spotify.com/v1/artists/*", open = parts.open, kind = "person",
  ask = { "lookup", { id } },
  answers = {
    { name = "an artist", class = "ok", json = parts.artist("ada", "Ada Lune"),
      gives = { { id = id, name = "Ada Lune" } } },
    { name = "an artist under the old contract", class = "ok",
      json = parts.old_artist("ada", "Ada Lune"), gives = { { id = id, name = "Ada Lune" } } },
    { name = "an identifier that nobody has", class = "empty", status = 404,
      json = parts.fault(404, "Resource not found"), source = parts.codes },
    { name = "an invalid identifier", class = "empty", status = 400,
      json = parts.fault(400, "Invalid base62 id"), source = parts.codes },
  },
}
