-- Which fields of a track are read, and that those read later are the same.

local tracks = require("rules.lib.tracks")
local standard = require("rules.match.tracks.standard")

-- A record that notes the fields it is asked for.
local function noting(fields)
  local asked = {}
  return setmetatable({}, {
    __index = function(_, name)
      asked[name] = true
      return fields[name]
    end,
  }), asked
end

local function gates(query, candidate)
  local pair = standard.compare(query, candidate)
  for _, gate in ipairs(standard.gates) do
    local passed, note = gate.check(query, candidate, pair)
    if not passed then return gate.name, note end
  end
end

describe("a track that is compared", function()
  local wanted = tracks.read({ title = "Harbour Lights", artist = "Ada Lune", duration = "3:33" })
  local fields = {
    artist = "Ada Lune", album = "Harbour (Live)", duration = "4:33", track_number = "3",
    album_artist = "Various Artists",
  }

  it("has no more than its title read where that is another", function()
    fields.title = "Winter Roads"
    local record, asked = noting(fields)
    local name, note = gates(wanted, tracks.read_candidate(record))
    assert.equal("title", name)
    assert.equal("another title: winter roads", note)
    assert.is_nil(asked.artist)
    assert.is_nil(asked.album)
    assert.is_nil(asked.duration)
  end)

  it("has all read where the titles agree", function()
    fields.title = "Harbour Lights"
    local record, asked = noting(fields)
    local track = tracks.read_candidate(record)
    assert.equal("length", (gates(wanted, track)))
    assert.is_true(asked.album)
    assert.are.same({ "compilation", true, 3 }, { track.kind_name, track.strong.live, track.place })
    assert.is_nil(track.day)
  end)
end)
