-- Answers of Deezer to a look-up of a track.

local parts = require("services.deezer.answers.parts")

-- A track as the look-up sends it, which says more than a list.
local function track(fields)
  local album = parts.with(parts.track().album, { link = "https://www.deezer.com/album/6570001",
    release_date = "2019-05-10" })
  return parts.track(parts.with({
    album = album,
    isrc = "GBAAA1900001", share = "https://www.deezer.com/track/67230001?utm_source=deezer",
    track_position = 3, disk_number = 1, release_date = "2019-05-10", bpm = 123.4, gain = -8.3,
    available_countries = { "GB", "DE" }, track_token = "AAAAAQ",
    artist = parts.artist(27, "Ada Lune", { nb_album = false, nb_fan = false,
      share = "https://www.deezer.com/artist/27?utm_source=deezer" }),
  }, fields))
end

return {
  source = "https://developers.deezer.com/api/track", date = "2026-11-27",
  url = "GET https://api.deezer.com/track/*", kind = "track", ask = { "lookup", { 67230001 } },
  mock = { path = "/deezer/track/3000000" },
  explained = { error = "a track that it does not know" },
  answers = {
    { name = "a track with a guest", class = "ok", json = track(),
      gives = { { id = 67230001, title = "Paper Boats (feat. Bo Ferro)", isrc = "GBAAA1900001",
        artist = "Ada Lune, Bo Ferro", duration = 203 } } },
    { name = "a track that cannot be played any more", class = "ok",
      json = track({ readable = false, preview = "", isrc = "", duration = 0, bpm = 0,
        release_date = "0000-00-00", available_countries = mix.json.array({}),
        contributors = mix.json.array({}) }),
      odd = "a day of zeros, empty texts, no length",
      gives = { { id = 67230001, isrc = false, artist = "Ada Lune", duration = false } } },
    { name = "one artist, named twice", class = "ok",
      json = track({ contributors = { parts.contributor(27, "Ada Lune", "Main"),
        parts.contributor(27, "Ada Lune", "Featured") } }),
      gives = { { artist = "Ada Lune" } } },
    { name = "no such track, as it was said before", class = "empty",
      json = parts.fault("DataException", "no data", 800), source = parts.errors,
      odd = "status 200" },
    { name = "no such track", class = "empty", status = 404,
      json = parts.fault("DataException", "no data", 800), source = parts.errors },
    { name = "a page of another server", class = "passing", status = 404, type = "text/html",
      body = "<html><head><title>404 Not Found</title></head></html>", source = "a proxy",
      odd = "it does not say that there is no such track",
      says = "a web page came in place of the answer of Deezer" },
    { name = "an artist where a track was asked for", class = "refused",
      json = parts.artist(27, "Ada Lune"), says = "the answer is not a track" },
    { name = "no words but false", class = "refused", body = "false", type = "application/json",
      odd = "JSON, but no object" },
  },
}
