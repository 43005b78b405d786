-- Answers of Deezer with the most heard tracks of an artist.

local parts = require("services.deezer.answers.parts")

local function top(tracks)
  return { data = mix.json.array(tracks), total = #tracks,
    next = "https://api.deezer.com/artist/27/top?limit=2&index=2" }
end

local more = { ["GET https://api.deezer.com/search/artist*"] = { json = {
  data = { parts.artist(90027, "Ada Lune Trio"), parts.artist(27, "ADA LUNE") }, total = 2,
} } }

return {
  source = "https://developers.deezer.com/api/artist/top", date = "2026-11-27",
  url = "GET https://api.deezer.com/artist/27/top*", kind = "track",
  ask = { "top", "Ada Lune", 10 }, mock = { path = "/deezer/artist/4712/top",
    query = { limit = "2" } },
  answers = {
    { name = "two tracks, the most heard first", class = "ok", more = more,
      json = top({ parts.track(), parts.track({ id = 67230002, title = "Tide", title_version = "",
        contributors = { parts.contributor(27, "Ada Lune", "Main") } }) }),
      source = parts.recorded,
      gives = { { id = 67230001, artist = "Ada Lune, Bo Ferro", duration = 203 },
        { id = 67230002, title = "Tide", artist = "Ada Lune" } } },
    { name = "a track that names no artist, and one without a title", class = "ok", more = more,
      json = top({ parts.track({ artist = false, contributors = false }),
        parts.track({ title = "" }) }),
      gives = { { id = 67230001, artist = "ADA LUNE" } } },
    { name = "an artist whom nobody heard", class = "empty", more = more, json = top({}) },
    { name = "an artist who is gone", class = "refused", more = more,
      json = parts.fault("DataException", "no data", 800), source = parts.errors,
      odd = "status 200" },
  },
}
