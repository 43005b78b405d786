-- Answers of music servers with the user's playlists.

local parts = require("services.subsonic.answers.parts")

local documents = "https://opensubsonic.netlify.app/docs/responses/playlist/"
local date = "2026-11-27"

local function playlist(fields)
  return parts.with({ id = "800000003", name = "Kitchen", comment = "", songCount = 10,
    duration = 2410, public = false, owner = "joe", created = "2026-03-14T17:51:22.112827504Z",
    changed = "2026-03-15T17:51:22.112827504Z", coverArt = "pl-800000003_6410",
    readonly = false }, fields)
end

return {
  url = "GET https://subsonic.mixhost.invalid/rest/getPlaylists*", open = parts.open,
  ask = { "playlists" },
  mock = { path = "/subsonic/rest/getPlaylists", query = parts.query() },
  answers = {
    { name = "two playlists", class = "ok", json = parts.answer({ playlists = { playlist = {
        playlist(), playlist({ id = "800000004", name = "Late", songCount = 0, duration = 0,
          public = true, comment = "by night" }) } } }),
      source = documents, date = date,
      gives = { { id = "800000003", name = "Kitchen", tracks = 10 },
        { id = "800000004", name = "Late", tracks = 0 } } },
    { name = "one playlist, not in a list", class = "ok",
      json = parts.plain("1.13.0", { playlists = { playlist = playlist({ id = 12,
        songCount = "9" }) } }),
      source = "https://github.com/ultrasonic/ultrasonic/issues/109", date = date,
      apart = "Ampache's",
      odd = "JSON made from XML: an object for a list, texts for numbers",
      gives = { { id = "12", name = "Kitchen", tracks = 9 } } },
    { name = "no playlists", class = "empty", json = parts.answer({ playlists = {} }),
      source = documents, date = date },
    { name = "no playlists, as a text", class = "empty",
      json = parts.plain("1.13.0", { playlists = "" }),
      source = "https://github.com/ultrasonic/ultrasonic/issues/109", date = date,
      apart = "Ampache's",
      odd = "JSON made from XML" },
  },
}
