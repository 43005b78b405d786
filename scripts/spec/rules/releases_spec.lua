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
    for _, name in ipairs({ "Various", "V.A.", "Verschiedene Interpreten", "Разные исполнители",
      "オムニバス", "群星", "Artistes variés" }) do
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
  local function on(format, title)
    return { title = title or "Paper Boats", artist = "Ada Lune", format = format }
  end
  it("the medium, as lists and catalogues write it, chooses", function()
    local all = { on("CD, Album"), on("2xLP, Album, RE"), on("Cass, Album"), on("File, FLAC"),
      on("Blu-ray") }
    for format, place in pairs({ LP = 2, Vinyl = 2, ['12"'] = 2, Schallplatte = 2, ["2xCD"] = 1,
      ["Compact Disc"] = 1, SACD = 1, MC = 3, Kassette = 3, Download = 4, DVD = 5 }) do
      local found = mix.match.best(on(format), all, rules)
      assert.are.same({ "matched", place }, { found.decision, found.index }, format)
    end
    for _, title in ipairs({ "Paper Boats [LP]", "Paper Boats (180g Vinyl)" }) do
      assert.equal(2, mix.match.best(on(nil, title), all, rules).index, title)
    end
  end)
  it("another medium is a doubt, an unknown one is none", function()
    assert.equal("uncertain", decision(on("LP"), on("CD")))
    assert.equal("matched", decision(on("LP"), on(nil)))
    assert.equal("matched", decision(on(nil), on("CD")))
    assert.equal("none", decision(on(nil, "Paper Boats (Live DVD)"), on(nil)))
    assert.equal("matched", decision(on(nil, "The Paper LP"), on("CD", "The Paper LP")))
  end)
  it("a barcode with and without its zero", function()
    assert.equal("matched", decision(
      { title = "Boats", barcode = "012345678905" },
      { title = "Paper Boats", artist = "Ada Lune", barcode = "0012345678905" }))
  end)
end)
