-- Answers of music servers with the user's playlists.

local parts = require("services.subsonic.answers.parts")

local function playlist(fields)
  return parts.with({ id = "800000003", name = "Kitchen", comment = "", songCount = 10,
    duration = 2410, public = false, owner = "joe", created = "2026-03-14T17:51:22.112827504Z",
    changed = "2026-03-15T17:51:22.112827504Z", coverArt = "pl-800000003_6410",
    readonly = false }, fields)
end

return {
  source = "https://opensubsonic.netlify.app/docs/responses/playlist/", date = "2026-11-27",
  url = "GET https://subsonic.mixhost.invalid/rest/getPlaylists*", open = parts.open,
  ask = { "playlists" },
  mock = { path = "/subsonic/rest/getPlaylists", query = parts.query() },
  answers = {
    { name = "two playlists", class = "ok",
      json = parts.answer({ playlists = { playlist = {
        playlist(), playlist({ id = "800000004", name = "Late", songCount = 0, duration = 0,
          public = true, comment = "by night" }) } } }),
      gives = { { id = "800000003", name = "Kitchen", tracks = 10 },
        { id = "800000004", name = "Late", tracks = 0 } } },
    { name = "one playlist, not in a list", class = "ok",
      json = parts.plain("1.13.0", { playlists = { playlist = playlist({ id = 12,
        songCount = "9" }) } }),
      source = "https://github.com/ultrasonic/ultrasonic/issues/109", apart = "Ampache's",
      odd = "JSON made from XML: an object for a list, texts for numbers",
      gives = { { id = "12", name = "Kitchen", tracks = 9 } } },
    { name = "no playlists", class = "empty", json = parts.answer({ playlists = {} }) },
    { name = "no playlists, as a text", class = "empty",
      json = parts.plain("1.13.0", { playlists = "" }),
      source = "https://github.com/ultrasonic/ultrasonic/issues/109", apart = "Ampache's",
      odd = "JSON made from XML" },
  },
}
