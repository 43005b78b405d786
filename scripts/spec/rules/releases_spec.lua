-- Decisions of match/releases/standard: the pairs of release_pairs.csv (written from general
-- knowledge) from either side.
local cases = require("cases")
local labelled_pairs = require("labelled_rows")
local s = cases.new()

labelled_pairs.check(s, "match/releases", "release_pairs", { "title", "artist", "date" }, 1)

local rules = mix.rules.load("match/releases")
local function decision(query, candidate)
  return mix.match.best(query, { candidate }, rules).decision
end
local album = { title = "Paper Boats", artist = "Ada Lune" }
s:equal("title and artist", decision(album, album), "matched")
s:equal("the title alone", decision({ title = "Paper Boats" }, album), "uncertain")
s:equal("a live album", decision(album, { title = "Paper Boats (Live)", artist = "Ada Lune" }),
  "none")
s:equal("as many tracks or not",
  decision({ title = "Paper Boats", artist = "Ada Lune", track_count = 10 },
    { title = "Paper Boats", artist = "Ada Lune", track_count = 16 }), "uncertain")
s:equal("a barcode with and without its zero", decision(
  { title = "Boats", barcode = "012345678905" },
  { title = "Paper Boats", artist = "Ada Lune", barcode = "0012345678905" }), "matched")
