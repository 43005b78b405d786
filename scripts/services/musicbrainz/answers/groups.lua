-- Answers of MusicBrainz to a search for an artist's albums.

local parts = require("services.musicbrainz.answers.parts")

local found = parts.found
local artist = "6d620005-7361-4b69-8d78-000000000001"
-- The artist's name is asked for first.
local more = { ["GET https://musicbrainz.org/ws/2/artist/*"] = {
  json = { id = artist, name = "Ada Lune" },
} }

local function group(fields)
  return parts.with({
    id = parts.id(800), score = 100, count = 2, title = "Low Tide", ["primary-type"] = "Album",
    ["primary-type-id"] = parts.id(801), ["type-id"] = parts.id(801),
    ["first-release-date"] = "2027-03-05", ["artist-credit-id"] = parts.id(802),
    ["artist-credit"] = { { name = "Ada Lune", artist = { id = parts.id(700), name = "Ada Lune",
      ["sort-name"] = "Lune, Ada" } } },
    releases = { { id = parts.id(803), title = "Low Tide", status = "Official",
      ["status-id"] = parts.id(804) } },
  }, fields)
end

return {
  source = parts.search, date = "2026-11-27",
  url = "GET https://musicbrainz.org/ws/2/release-group?*",
  ask = { "albums", artist, "2026-11-27" },
  mock = {
    { headers = parts.named, path = "/musicbrainz/release-group", query = {
      fmt = "json", limit = "100",
      query = ("arid:%s AND firstreleasedate:[2020-01-01 TO 9999]"):format(artist),
    } },
  },
  answers = {
    { name = "an album and an EP", class = "ok", more = more,
      json = found("release-groups", {
        group(), group({ id = parts.id(810), ["primary-type"] = "EP" }),
      }),
      gives = { name = "Ada Lune", releases = {
        { id = parts.id(800), title = "Low Tide", kind = "album", date = "2027-03-05" },
        { id = parts.id(810), title = "Low Tide", kind = "EP", date = "2027-03-05" },
      } } },
    { name = "others, and those without a day", class = "ok", more = more,
      json = found("release-groups", {
        group({ ["first-release-date"] = "2027-03" }), group({ ["first-release-date"] = "2027" }),
        group({ ["primary-type"] = "Single" }),
        group({ ["secondary-types"] = { "Live" }, ["secondary-type-ids"] = { parts.id(805) } }),
        group({ ["secondary-types"] = { "Soundtrack" }, id = parts.id(811) }),
        group({ ["primary-type"] = false }), group({ ["first-release-date"] = "2027-02-30" }),
      }),
      odd = "a month or a year in place of a day",
      gives = { releases = { { id = parts.id(811), kind = "album" } } } },
    { name = "nothing to come", class = "ok", more = more, json = found("release-groups", {}),
      gives = { name = "Ada Lune", releases = {} } },
  },
}
