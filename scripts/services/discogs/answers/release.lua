-- Answers of Discogs to the look-up of a release.

local documents = "https://www.discogs.com/developers"
local date = "2026-11-27"

local function track(kind, title)
  local place = kind == "track" and "A1" or ""
  return { position = place, type_ = kind, title = title, duration = "3:20" }
end

return {
  url = "GET https://api.discogs.com/releases/*",
  kind = "release",
  ask = { "lookup", { "4501" } },
  open = { token = "secret", patience = 600 },
  mock = { path = "/discogs/releases/1", headers = { authorization = "Discogs token=mock" } },
  explained = {
    ["notes"] = "only some releases have it", ["extraartists"] = "the mock knows no engineers",
  },
  answers = {
    {
      name = "a release of two artists", class = "ok", source = documents, date = date,
      odd = "a day with zeros for what is not known; headings among the tracks",
      json = {
        id = 4501, title = "One", year = 1991, released = "1991-09-00", country = "UK",
        artists_sort = "Ada & Bo", notes = "Gatefold.",
        uri = "https://www.discogs.com/release/4501",
        resource_url = "https://api.discogs.com/releases/4501", status = "Accepted",
        artists = {
          { id = 1, name = "Ada (3)", anv = "", join = "&", role = "", tracks = "",
            resource_url = "https://api.discogs.com/artists/1" },
          { id = 2, name = "Bo", anv = "Bo!", join = "", role = "", tracks = "",
            resource_url = "https://api.discogs.com/artists/2" },
        },
        extraartists = mix.json.array({}),
        tracklist = { track("heading", "Side One"), track("track", "A"), track("track", "B") },
      },
      gives = { { id = 4501, title = "One", artist = "Ada & Bo!", release_date = "1991-09",
        country = "GB", track_count = 2 } },
    },
    {
      name = "a release without a date", class = "ok", source = documents, date = date,
      odd = "an unknown year is 0",
      json = {
        id = 4501, title = "Two", year = 0, released = "", artists_sort = "Various",
        artists = { { id = 194, name = "Various", anv = "", join = "", role = "", tracks = "",
          resource_url = "https://api.discogs.com/artists/194" } },
        tracklist = mix.json.array({}), uri = "https://www.discogs.com/release/4501",
        resource_url = "https://api.discogs.com/releases/4501", status = "Accepted",
      },
      gives = { { artist = "Various Artists", release_date = false, track_count = false } },
    },
    { name = "a release that is not there", class = "empty", status = 404,
      body = '{"message":"Release not found."}', type = "application/json",
      source = documents, date = date,
      mock = { path = "/discogs/releases/99999999",
        headers = { authorization = "Discogs token=mock" } } },
  },
}
