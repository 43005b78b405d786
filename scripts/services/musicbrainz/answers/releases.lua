-- Answers of MusicBrainz to a search for releases.

local parts = require("services.musicbrainz.answers.parts")

local found = parts.found

local function release(fields)
  return parts.with({
    id = parts.id(10), score = 100, ["status-id"] = parts.id(304),
    ["packaging-id"] = parts.id(309), ["artist-credit-id"] = parts.id(305), count = 2,
    title = "Harbour", status = "Official", disambiguation = "deluxe", packaging = "Jewel Case",
    ["text-representation"] = { language = "eng", script = "Latn" },
    ["artist-credit"] = parts.searched("Ada Lune"),
    ["release-group"] = parts.group("Harbour", "Album"), date = "2019-05-10", country = "GB",
    ["release-events"] = { { date = "2019-05-10", area = { id = parts.id(900),
      name = "United Kingdom", ["sort-name"] = "United Kingdom",
      ["iso-3166-1-codes"] = { "GB" } } } },
    barcode = "0600000000001", asin = "B000000001",
    ["label-info"] = { { ["catalog-number"] = "LUN 1",
      label = { id = parts.id(500), name = "Lune Records" } } },
    ["track-count"] = 30, media = {
      { id = parts.id(306), format = "CD", ["disc-count"] = 3, ["track-count"] = 11 },
      { id = parts.id(310), format = "CD", ["disc-count"] = 1, ["track-count"] = 19 },
    },
    tags = { { count = 1, name = "folk" } },
  }, fields)
end

return {
  source = parts.search, date = "2026-11-27",
  url = "GET https://musicbrainz.org/ws/2/release?*", kind = "release",
  ask = { "search", { kind = "release", title = "Harbour", artist = "Ada Lune", limit = 10 } },
  mock = { headers = parts.named,
    path = "/musicbrainz/release", query = { fmt = "json", limit = "10",
    query = 'release:"Hold the Memory"' } },
  explained = { ["releases[].media[].format null"] = "each release of the mock has a format" },
  answers = {
    { name = "a release of its own label on two media", class = "ok",
      odd = "what there is none of has a name in brackets",
      json = found("releases", { release({ ["label-info"] = { { ["catalog-number"] = "[none]",
        label = { id = parts.id(501), name = "[no label]" } } }, media = {
        { format = "CD" }, { format = "DVD-Video" }, { format = mix.json.null } } }) }),
      gives = { { label = false, catalogue_number = false, format = "CD, DVD-Video" } } },
    { name = "a release of two discs, and one of a month", class = "ok",
      json = found("releases", { release(), release({ id = parts.id(11), score = 90,
        ["artist-credit"] = parts.searched("Ada Lune", " & ", "Bo Ferro"),
        date = "2021-07", country = "XW", ["track-count"] = 11 }) }),
      odd = "XW: all countries",
      gives = { { id = parts.id(10), title = "Harbour", artist = "Ada Lune", country = "GB",
        release_date = "2019-05-10", track_count = 30, format = "CD", label = "Lune Records",
          catalogue_number = "LUN 1" },
        { id = parts.id(11), release_date = "2021-07", country = "XW" } } },
    { name = "a release of which little is known", class = "ok",
      json = found("releases", { release({ date = false, country = false, barcode = false,
        asin = false, ["label-info"] = false, ["track-count"] = false, media = false,
        status = false, ["status-id"] = false, packaging = false, ["packaging-id"] = false,
        ["release-events"] = false, ["text-representation"] = false, tags = false,
        disambiguation = false }) }),
      gives = { { id = parts.id(10), release_date = false, country = false,
        track_count = false } } },
    { name = "nothing found", class = "empty", json = found("releases", {}) },
  },
}
