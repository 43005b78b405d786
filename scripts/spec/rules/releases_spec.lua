-- Decisions of match/releases/standard: the pairs of release_pairs.csv (written from general
-- knowledge) from either side.
local labelled_rows = require("labelled_rows")

describe("match/releases/standard", function()
  labelled_rows.check("match/releases", "release_pairs", { "title", "artist", "date" }, 1)

  local rules = mix.rules.load("match/releases")
  local function decision(query, candidate)
    return mix.match.best(query, { candidate }, rules).decision
  end
  local album = { title = "Paper Boats", artist = "Ada Lune" }
  it("title and artist", function() assert.equal("matched", decision(album, album)) end)
  it("the title alone", function()
    assert.equal("uncertain", decision({ title = "Paper Boats" }, album))
  end)
  it("the names of a compilation's artists", function()
    for _, name in ipairs({ "Various", "V.A.", "Verschiedene Interpreten" }) do
      assert.equal("matched", decision({ title = "Paper Boats", artist = name },
        { title = "Paper Boats", artist = "Various Artists" }))
    end
  end)
  it("a live album", function()
    assert.equal("none", decision(album, { title = "Paper Boats (Live)", artist = "Ada Lune" }))
  end)
  it("as many tracks or not", function()
    assert.equal("uncertain", decision(
      { title = "Paper Boats", artist = "Ada Lune", track_count = 10 },
      { title = "Paper Boats", artist = "Ada Lune", track_count = 16 }))
  end)
  it("a barcode with and without its zero", function()
    assert.equal("matched", decision(
      { title = "Boats", barcode = "012345678905" },
      { title = "Paper Boats", artist = "Ada Lune", barcode = "0012345678905" }))
  end)
end)
