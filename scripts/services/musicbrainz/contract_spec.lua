-- musicbrainz under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local musicbrainz = require("services.musicbrainz.provider")

local none = mix.json.array({})

local function credit(name) return { name = name, joinphrase = "", artist = { name = name } } end

local function release(id)
  return {
    id = id, title = "Ljós í 夜", ["artist-credit"] = { credit("Ada Lune") }, date = "2014-10-21",
    country = "XW", ["track-count"] = 12, barcode = "5000000000017", status = "Official",
    ["release-group"] = { id = "g1", ["primary-type"] = "Album", ["first-release-date"] = "2014" },
    ["label-info"] = { { ["catalog-number"] = "TIN 7", label = { name = "Tin" } } },
    media = { { position = 1, ["track-count"] = 12, tracks = { { id = "t1", position = 1,
      title = "Ebb", length = 201000, recording = { id = "r1", title = "Ebb", isrcs = { "QZ1" },
        ["artist-credit"] = { credit("Ada Lune") } } } } } },
  }
end

local function recording(id)
  return {
    id = id, title = "Ljós í 夜", length = 201000, ["artist-credit"] = { credit("Ada Lune") },
    ["first-release-date"] = "2014-10-21", releases = { release("b") }, isrcs = { "QZ1" },
  }
end

local function work(id)
  return {
    id = id, title = "Ljós í 夜", iswcs = { "T-1" }, aliases = { { name = "Light" } },
    relations = { { type = "composer", artist = { name = "Ada Lune" } } },
  }
end

local function artist(id)
  return {
    id = id, name = "Ada Lune", ["sort-name"] = "Lune, Ada", aliases = { { name = "Ада" } },
  }
end

local questions = {}
for _, item in ipairs({
  { "track", "recordings", recording }, { "release", "releases", release },
  { "work", "works", work }, { "person", "artists", artist },
}) do
  local kind, list, make = table.unpack(item)
  local label = kind == "person" and "Ada Lune" or "Ljós í 夜"
  table.insert(questions, {
    does = "search", kind = kind, first = label,
    answer = { count = 2, [list] = { make("a1"), make("a2") } },
    nothing = { json = { [list] = none } },
  })
  table.insert(questions, {
    does = "lookup", kind = kind, first = label, ids = { "a1" },
    answer = make("a1"), nothing = { status = 404, json = { error = "Not Found" } },
  })
end

contract.check({
  provider = musicbrainz, url = "GET https://musicbrainz.org/ws/2/*",
  open = function() return musicbrainz.open({ contact = "me@example.org", patience = 600 }) end,
  questions = questions,
})
