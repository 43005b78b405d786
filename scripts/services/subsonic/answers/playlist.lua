-- Answers of music servers with a playlist and its songs.

local parts = require("services.subsonic.answers.parts")

local function playlist(entries, fields)
  return parts.with({ id = "800000003", name = "Kitchen", comment = "", songCount = #entries,
    duration = 203, public = false, owner = "joe", created = "2026-03-14T17:51:22.112827504Z",
    changed = "2026-03-15T17:51:22.112827504Z", coverArt = "pl-800000003_6410",
    readonly = false, entry = mix.json.array(entries) }, fields)
end

return {
  source = "https://opensubsonic.netlify.app/docs/responses/playlistwithsongs/",
  date = "2026-11-27",
  url = "GET https://subsonic.mixhost.invalid/rest/getPlaylist?*", open = parts.open,
  ask = { "playlist", "800000003" },
  mock = { path = "/subsonic/rest/getPlaylist", query = parts.query({ id = "pl-1" }) },
  explained = { ["subsonic-response.playlist.entry[].isrc[]"] = "the catalogue has no codes" },
  answers = {
    { name = "a song, and entries without one", class = "ok",
      json = parts.answer({ playlist = playlist({ parts.song(), parts.song({ id = "lost",
        title = "", path = "tapes/lost.mp3" }), { id = 9 }, "text" }) }),
      gives = { id = "800000003", name = "Kitchen", ids = { "082f435a", "lost", "9" },
        tracks = { { id = "082f435a", artist = "Ada Lune" } },
        left_out = { "tapes/lost.mp3", "9", "number 4" } } },
    { name = "an empty playlist", class = "ok",
      json = parts.answer({ playlist = playlist({}, { entry = false }) }), odd = "no member entry",
      gives = { name = "Kitchen", tracks = {}, ids = {} } },
    { name = "one song, not in a list", class = "ok",
      json = parts.plain("1.13.0", { playlist = playlist({}, { entry = parts.old_song(),
        songCount = 1 }) }),
      source = "https://github.com/ultrasonic/ultrasonic/issues/109", apart = "Ampache's",
      odd = "JSON made from XML", gives = { tracks = { { id = "1324" } }, ids = { "1324" } } },
    { name = "a playlist named by digits, as a number", class = "ok",
      json = parts.plain("1.13.0", { playlist = playlist({ parts.old_song() },
        { name = 2019, id = 12 }) }),
      source = "https://github.com/ampache/ampache/issues/2553", apart = "Ampache's",
      odd = "texts of digits are numbers, as identifiers are",
      gives = { name = "2019", ids = { "1324" } } },
    { name = "a playlist that is gone", class = "refused",
      json = parts.refusal(70, "data not found"), says = "data not found", source = parts.errors,
      odd = "status 200" },
  },
}
