-- Answers of MusicBrainz to a search for recordings.

local parts = require("services.musicbrainz.answers.parts")

local null = mix.json.null
local found, with, release, group = parts.found, parts.with, parts.release, parts.group

local function recording(fields)
  return with({
    id = parts.id(1), score = 100, title = "Paper Boats", length = 203000, video = null,
    ["artist-credit-id"] = parts.id(305),
    ["artist-credit"] = { { name = "Ada Lune", artist = {
      id = parts.id(700), name = "Ada Lune", ["sort-name"] = "Lune, Ada",
      disambiguation = "singer of Hull", aliases = { {
        ["sort-name"] = "Lune, A.", ["type-id"] = parts.id(701), name = "A. Lune", locale = null,
        type = "Artist name", primary = null, ["begin-date"] = null, ["end-date"] = null,
      }, {
        ["sort-name"] = "LUNE", ["type-id"] = null, name = "LUNE", locale = null, type = null,
        primary = null, ["begin-date"] = null, ["end-date"] = null,
      } },
    } } },
    ["first-release-date"] = "2019-05-10", releases = { release(10) },
    isrcs = { "GBAAA1900001" }, tags = { { count = 2, name = "folk" } },
  }, fields)
end

local answers = {
  { name = "a recording with all that is known", class = "ok",
    json = found("recordings", { recording() }), odd = "video is null for a song",
    gives = { {
      id = parts.id(1), title = "Paper Boats", artist = "Ada Lune", artists = { "Ada Lune" },
      album = "Harbour", album_artist = false, release_date = "2019-05-10", duration = 203,
      isrc = "GBAAA1900001", track_count = 11, disc_number = 1, track_number = 3,
      is_video = false,
    } } },
  { name = "a recording of which little is known", class = "ok",
    json = found("recordings", { recording({
      length = false, ["first-release-date"] = false, releases = false, isrcs = false,
      tags = false, disambiguation = "demo",
    }) }),
    odd = "unknown members are left out",
    gives = { { id = parts.id(1), artist = "Ada Lune", disambiguation = "demo",
      duration = false, release_date = false, album = false, isrc = false,
      track_count = false } } },
  { name = "three artists, with the texts between them", class = "ok",
    json = found("recordings", { recording({ ["artist-credit"] = parts.searched("Ada Lune",
      " feat. ", "Bo Ferro", " & ", "Cy", "") }) }),
    source = parts.picard,
    gives = { { artist = "Ada Lune feat. Bo Ferro & Cy",
      artists = { "Ada Lune", "Bo Ferro", "Cy" } } } },
  { name = "several recordings: the song, live, another's", class = "ok",
    json = found("recordings", {
      recording(),
      recording({ id = parts.id(2), score = 96, disambiguation = "live, 2020-02-02: Hull",
        releases = { release(11, { date = "2021" }), release(12, {
          title = "On the Pier", ["release-group"] = group("On the Pier", "Album", { "Live" }),
          date = "2020-11",
        }) }, ["first-release-date"] = "2020-11" }),
      recording({ id = parts.id(3), score = 71, ["artist-credit"] = parts.searched("Bo Ferro") }),
    }),
    gives = { { id = parts.id(1), album = "Harbour" },
      { id = parts.id(2), album = "On the Pier", release_date = "2020-11" },
      { id = parts.id(3), artist = "Bo Ferro" } } },
  { name = "a compilation, a bootleg and a promotion before the album", class = "ok",
    json = found("recordings", { recording({ releases = {
      release(13, { title = "Now Sailing", date = "2019-01-01",
        ["release-group"] = group("Now Sailing", "Album", { "Compilation" }),
        ["artist-credit"] = { { name = "Various Artists", artist = {
          id = "89ad4ac3-39f7-470e-963a-56509c546377", name = "Various Artists",
          ["sort-name"] = "Various Artists", disambiguation = "add compilations to this artist",
        } } } }),
      release(14, { title = "Tapes", status = "Bootleg", date = "2018" }),
      release(15, { title = "Promo", status = "Promotion", date = "2019-04-01",
        ["artist-credit"] = parts.searched("Ada Lune", " & ", "Bo Ferro") }),
      release(10, { media = { { id = parts.id(306), position = 2, format = "Digital Media",
        title = "Side", ["track-count"] = 11, ["track-offset"] = 6,
        track = { { id = parts.id(307), number = "B1", title = "Paper Boats",
          length = 203000 } } } } }),
    } }) }),
    odd = "on vinyl, tracks have numbers such as B1: the tracks before it are counted",
    gives = { { album = "Harbour", disc_number = 2, track_number = 7 } } },
  { name = "first known of a year, then a reissue of a day", class = "ok",
    json = found("recordings", { recording({ ["first-release-date"] = "1972",
      releases = { release(16, { date = "1993-05-04" }), release(17, { date = "1972" }),
        release(18, { date = false, country = false, status = false,
          ["release-events"] = false }) } }) }),
    odd = "partial dates", gives = { { release_date = "1972" } } },
  { name = "dates without a year", class = "ok",
    json = found("recordings", { recording({ ["first-release-date"] = "",
      releases = { release(10, { date = "????-05-10" }) } }) }),
    odd = "an empty date; days of an unknown year",
    gives = { { release_date = false, album = "Harbour" } } },
  { name = "a video beside the song", class = "ok",
    json = found("recordings", { recording({ id = parts.id(4), video = true }), recording() }),
    gives = { { id = parts.id(1) } } },
  { name = "silence, with neither length nor artist", class = "empty",
    json = found("recordings", { recording({ title = "[silence]", length = 0,
      ["artist-credit"] = mix.json.array({}) }) }) },
  { name = "nothing found", class = "empty", json = found("recordings", {}) },
  { name = "words that cannot be read", class = "refused", status = 400,
    json = parts.refusal("Invalid query"), says = "Invalid query" },
  { name = "the search is not there", class = "passing", status = 500,
    json = parts.refusal("Could not retrieve sub-document page from search server.") },
  { name = "XML where JSON was asked for", class = "refused", type = "application/xml",
    body = '<?xml version="1.0" encoding="UTF-8"?><metadata xmlns='
      .. '"http://musicbrainz.org/ns/mmd-2.0#"><recording-list count="0" offset="0"/></metadata>',
    source = parts.documents, odd = "status 200" },
}
for _, refusal in ipairs(parts.refusals()) do answers[#answers + 1] = refusal end

return {
  source = parts.search, date = "2026-11-27",
  url = "GET https://musicbrainz.org/ws/2/recording?*",
  ask = { "search", { title = "Paper Boats", artist = "Ada Lune", limit = 10 } },
  mock = {
    { headers = parts.named, path = "/musicbrainz/recording", query = { fmt = "json",
      limit = "10", query = "recording:(Blinding Lights) AND artist:(The Weeknd)" } },
    -- A song with explicit words, and one on a compilation.
    { headers = parts.named, path = "/musicbrainz/recording", query = { fmt = "json",
      limit = "10", query = 'recording:"drivers license"' } },
    { headers = parts.named, path = "/musicbrainz/recording", query = { fmt = "json",
      limit = "100", query = 'recording:"Golden Island"' } },
  },
  answers = answers,
}
