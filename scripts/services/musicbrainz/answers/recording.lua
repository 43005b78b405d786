-- Answers of MusicBrainz to look-ups of recordings.

local parts = require("services.musicbrainz.answers.parts")

local null, with = mix.json.null, parts.with
local id = parts.id(1)

-- A look-up has null and empty lists where a search leaves members out.
local function recording(fields)
  return with({
    id = id, title = "Paper Boats", length = 203064, disambiguation = "", video = false,
    ["first-release-date"] = "2019-05-10", isrcs = { "GBAAA1900001", "GBAAA1900002" },
    genres = { { id = parts.id(400), name = "folk", count = 2, disambiguation = "" } },
    ["artist-credit"] = parts.credit("Ada Lune"),
    releases = { {
      id = parts.id(10), title = "Harbour", status = "Official", ["status-id"] = parts.id(304),
      quality = "normal", disambiguation = "", date = "2019-05-10", country = "GB",
      barcode = "0600000000001", packaging = null, ["packaging-id"] = null,
      ["text-representation"] = { language = "eng", script = "Latn" },
      ["release-events"] = { { date = "2019-05-10", area = {
        id = parts.id(900), name = "United Kingdom", ["sort-name"] = "United Kingdom",
        disambiguation = "", type = null, ["type-id"] = null, ["iso-3166-1-codes"] = { "GB" },
      } } },
      genres = mix.json.array({}), ["artist-credit"] = parts.credit("Ada Lune"),
      ["release-group"] = {
        id = parts.id(300), title = "Harbour", disambiguation = "", ["primary-type"] = "Album",
        ["primary-type-id"] = parts.id(302), ["secondary-types"] = mix.json.array({}),
        ["secondary-type-ids"] = mix.json.array({}), ["first-release-date"] = "2019-05-10",
        genres = mix.json.array({}), ["artist-credit"] = parts.credit("Ada Lune"),
      },
      media = { {
        id = parts.id(306), position = 1, title = "", format = "CD", ["format-id"] = parts.id(308),
        ["track-count"] = 11, ["track-offset"] = 2, tracks = { {
          id = parts.id(307), number = "3", position = 3, title = "Paper Boats", length = 203064,
          ["artist-credit"] = parts.credit("Ada Lune"),
        } },
      } },
    } },
  }, fields)
end

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET https://musicbrainz.org/ws/2/recording/*", kind = "track",
  ask = { "lookup", { id } },
  mock = { headers = parts.named,
    path = "/musicbrainz/recording/6d620001-7361-4b69-8d78-000000000000",
    query = { fmt = "json" } },
  explained = {
    error = "an identifier that nothing has", help = "the same",
    ["length null"] = "every song of the catalogue has a length",
  },
  answers = {
    { name = "a recording with releases, codes and genres", class = "ok", json = recording(),
      source = parts.picard, odd = "media have tracks here, track in a search",
      gives = { { id = id, title = "Paper Boats", duration = 203.064, isrc = "GBAAA1900001",
        genres = { "folk" }, album = "Harbour", track_number = 3, disc_number = 1,
        track_count = 11, is_video = false, release_date = "2019-05-10" } } },
    { name = "a recording without length, date, releases and codes", class = "ok",
      json = recording({ length = null, ["first-release-date"] = "",
        isrcs = mix.json.array({}), genres = mix.json.array({}),
        releases = mix.json.array({}) }),
      source = parts.picard, odd = "null and empty lists",
      gives = { { id = id, duration = false, release_date = false, isrc = false, album = false,
        genres = false } } },
    { name = "a recording that was merged into another", class = "ok",
      json = recording({ id = parts.id(5) }),
      odd = "the answer has another identifier than the question",
      gives = { { id = parts.id(5) } } },
    { name = "a video", class = "ok", json = recording({ video = true }), source = parts.picard,
      gives = { { is_video = true } } },
    { name = "an identifier that nothing has", class = "empty", status = 404,
      json = parts.refusal("Not Found") },
    { name = "a page of another server", class = "passing", status = 404, type = "text/html",
      body = "<html><head><title>404 Not Found</title></head></html>", source = "a proxy",
      odd = "it does not say that nothing has the identifier",
      says = "a web page came in place of the answer of MusicBrainz" },
    { name = "an invalid identifier", class = "empty", status = 400,
      json = parts.refusal("Invalid mbid."),
      mock = { headers = parts.named,
        path = "/musicbrainz/recording/12", query = { fmt = "json" } } },
    { name = "more than one question a second", class = "limit", status = 503,
      headers = { ["Retry-After"] = "1" },
      json = { error = "Your requests are exceeding the allowable rate limit." },
      source = parts.limits },
    { name = "an artist where a recording was asked for", class = "refused",
      json = { id = id, name = "Ada Lune", ["sort-name"] = "Lune, Ada" },
      says = "the answer is not of kind recording" },
  },
}
