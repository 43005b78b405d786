-- Answers of Last.fm to track.getInfo.

local function tag(name) return { name = name, url = "https://www.last.fm/tag/" .. name } end

-- A track's page, with the members that a test names.
local function page(members)
  local track = {
    name = "Blinding Lights", url = "https://www.last.fm/music/The+Weeknd/_/Blinding+Lights",
    duration = "200000", listeners = "1", playcount = "2",
    streamable = { ["#text"] = "0", fulltrack = "0" },
    artist = { name = "The Weeknd", url = "https://www.last.fm/music/The+Weeknd" },
    toptags = { tag = mix.json.array({}) },
  }
  for name, value in pairs(members) do track[name] = value end
  return { track = track }
end

return {
  source = "https://lastfm-docs.github.io/api-docs/track/getInfo/", date = "2026-11-27",
  url = "GET https://ws.audioscrobbler.com/2.0/*",
  kind = "track",
  ask = { "lookup", { "The+Weeknd/_/Blinding+Lights" } },
  mock = { path = "/lastfm", query = { method = "track.getInfo", track = "Blinding Lights",
    artist = "The Weeknd", api_key = ("0123456789abcdef"):rep(2) } },
  explained = {
    ["track.toptags"] = "without tags it is a text", ["track.wiki"] = "only some tracks have it",
    ["track.toptags.tag.name"] = "a single tag as an object: only some answers have it",
    ["track.toptags.tag.url"] = "the same",
  },
  answers = {
    { name = "a track with album and tags", class = "ok",
      odd = "the length is a text of milliseconds",
      json = page({
        album = { artist = "The Weeknd", title = "After Hours",
          url = "https://www.last.fm/music/The+Weeknd/After+Hours",
          ["@attr"] = { position = "9" } },
        toptags = { tag = { tag("synthpop"), tag("pop") } },
        wiki = { published = "1 Jan 2020", summary = "A song.", content = "A song." },
      }),
      gives = { { id = "The+Weeknd/_/Blinding+Lights", duration = 200.0, album = "After Hours",
        track_number = 9, album_artist = false, genres = { "synthpop", "pop" } } } },
    { name = "one tag, and a length of 0", class = "ok",
      odd = "a single tag is an object, an unknown length 0",
      json = page({ duration = "0", toptags = { tag = tag("pop") } }),
      gives = { { duration = false, genres = { "pop" }, album = false } } },
    { name = "no tags, as a text", class = "ok", odd = "an empty element is an empty text",
      json = page({ toptags = "" }), gives = { { genres = false, duration = 200.0 } } },
    { name = "a track that it does not know", class = "empty",
      odd = "the code of a parameter that is missing",
      body = '{"error":6,"message":"Track not found","links":[]}', type = "application/json",
      mock = { path = "/lastfm", query = { method = "track.getInfo", track = "No Such",
        artist = "Nobody", api_key = ("0123456789abcdef"):rep(2) } } },
    { name = "identifiers of another kind", class = "empty", source = "the provider",
      ask = { "lookup", { "x", 7, "a/b", "a/_/" } }, json = page({}) },
  },
}
