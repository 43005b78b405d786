-- Answers of MusicBrainz to a search for works.

local parts = require("services.musicbrainz.answers.parts")

local found = parts.found

local function relation(kind, number, name)
  return { type = kind, ["type-id"] = parts.id(600), direction = "backward",
    artist = { id = parts.id(number), name = name, ["sort-name"] = name, disambiguation = "" } }
end

local function work(fields)
  return parts.with({
    id = parts.id(20), score = 100, title = "Paper Boats", type = "Song",
    ["type-id"] = parts.id(601), disambiguation = "folk song", language = "eng",
    languages = { "eng" }, iswcs = { "T-010.190.034-7" },
    aliases = { { name = "Boats of Paper", ["sort-name"] = "Boats of Paper", locale = "en",
      type = "Work name", ["type-id"] = parts.id(602), primary = true,
      ["begin-date"] = mix.json.null, ["end-date"] = mix.json.null } },
    relations = { relation("composer", 700, "Ada Lune"), relation("lyricist", 702, "Cy Dell"),
      relation("publishing", 703, "Quay Music"),
      { type = "performance", ["type-id"] = parts.id(603), direction = "backward",
        recording = { id = parts.id(1), title = "Paper Boats", video = mix.json.null } } },
    tags = { { count = 1, name = "folk" } },
  }, fields)
end

return {
  source = parts.search, date = "2026-11-27",
  url = "GET https://musicbrainz.org/ws/2/work?*", kind = "work",
  ask = { "search", { kind = "work", title = "Paper Boats", artist = "Ada Lune", limit = 10 } },
  mock = { headers = parts.named,
    path = "/musicbrainz/work", query = { fmt = "json", limit = "10",
    query = "work:(Blinding Lights)" } },
  answers = {
    { name = "a song with those who wrote it", class = "ok", json = found("works", { work() }),
      gives = { { id = parts.id(20), title = "Paper Boats", iswc = "T-010.190.034-7",
        writers = { "Ada Lune", "Cy Dell" }, aliases = { "Boats of Paper" } } } },
    { name = "a title, and no more, and another song", class = "ok",
      json = found("works", { work({ type = false, ["type-id"] = false, language = false,
        languages = false, iswcs = false, aliases = false, relations = false, tags = false,
        disambiguation = false }), work({ id = parts.id(21) }) }),
      gives = { { iswc = false, writers = {}, aliases = {} }, { id = parts.id(21) } } },
    { name = "nothing found", class = "empty", json = found("works", {}) },
  },
}
