-- The provider under the rules for all (lib/spec/contract.lua).

local contract = require("lib.spec.contract")

-- The items of a search stand for the answers to look-ups.
local function item(file, list)
  return require("services.musicbrainz.answers." .. file).answers[1].json[list][1]
end

local release, work, artist = item("releases", "releases"), item("works", "works"),
  item("artists", "artists")
local credit = { { name = "Ada Lune", joinphrase = "", artist = { name = "Ada Lune" } } }
release.media = { { position = 1, ["track-count"] = 12, tracks = { { id = "t1", position = 1,
  title = "Ebb", length = 201000, recording = { id = "r1", title = "Ebb", isrcs = { "QZ1" },
    ["artist-credit"] = credit } } } } }

local questions = {}
for kind, answer in pairs({ release = release, work = work, person = artist }) do
  questions[#questions + 1] = {
    does = "lookup", kind = kind, url = "GET https://musicbrainz.org/ws/2/*", answer = answer,
    ask = { "lookup", { answer.id }, { kind = kind } },
    nothing = { status = 404, json = { error = "Not Found" } },
  }
end

contract.check("musicbrainz", { questions = questions })
