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
  it("what says how it is sold and what it is the recording of", function()
    local function of(title, other)
      return decision({ title = title, artist = "Ada Lune" },
        { title = other, artist = "Ada Lune & Harbour Orchestra" })
    end
    for title, other in pairs({ ["Boats Soundtrack"] = "Boats (Music from the Motion Picture)",
      ["Boats"] = "Boats (Original Soundtrack Album)", ["Boats LP"] = "Boats",
      ["Boats Original Cast Recording"] = "Boats (Original London Cast Recording)",
      ["The Original Soundtrack"] = "The Original Soundtrack (Remastered)",
      ["The Boats 2"] = "The Boats²: Harbour & Night", ["Live at the Harbour"] = "At the Harbour",
      ["Lune: Nocturnes 5 & 7"] = "Lune: Nocturnes Nos. 5 & 7",
      ["Lune: Nocturnes"] = "Lune: The Nocturnes",
      ["Lune: Nocturnes 1981"] = "Lune: Nocturnes (1981 Digital Recording)",
      ["The Lamps"] = "The Lamps (Digitally Remastered)",
      ["Boats on Main Street"] = "Boats on Main St.",
      ["The Boats"] = "Lune: The Boats, Op. 32" }) do
      assert.equal("matched", of(title, other), title)
    end
    assert.equal("uncertain", of("Boats Soundtrack", "Boats (Original Score)"))
    assert.equal("uncertain", of("The Boats EP", "The Boats LP"))
    for title, other in pairs({ ["Songs & Lamps"] = "Ada Lune's Songs & Lamps",
      III = "Ada Lune III", ["Ada Lune 3"] = "III" }) do
      assert.equal("matched", decision({ title = title, artist = "Ada Lune" },
        { title = other, artist = "Ada Lune" }), title)
    end
    assert.equal("none", of("Boats 17", "Boats XVII: Live"))
    for title, wanted in pairs({ ["Salt Lamps"] = "matched", ["Ada Lune"] = "uncertain" }) do
      assert.equal(wanted, decision(
        { title = title, artist = "Ada Lune", date = "1981", format = "LP" },
        { title = title, artist = "Ada Lune", date = "1982" }), title)
    end
    local function of_year(title, other)
      return decision({ title = title, artist = "Ada Lune", date = "1981" },
        { title = other, artist = "Ada Lune", date = "1981" })
    end
    assert.equal("matched", of_year("The Boats Behind", "The Boats Behind the Harbour and Lamps"))
    assert.equal("matched", of_year("Live at the Harbour East", "At Harbour East"))
    assert.equal("matched", of_year("Salt Lamps", "Salt Lamps (And Long Boats)"))
    assert.equal("matched", of_year("Salt Lamps", "Salt Lamps, Long Boats"))
    assert.equal("matched", of_year("Ada Lune Gold", "Gold: Greatest Hits"))
    assert.equal("uncertain", of_year("Harbour Boats", "Harbour Boats from the Basement"))
    assert.equal("uncertain", of_year("The Best of Boats", "The Best of Boats & Lamps"))
    for _, dash in ipairs({ "-", "–" }) do
      assert.equal("none", of("Boats", ("Boats %s From the Harbour"):format(dash)))
    end
    assert.are_not.equal("matched", of("Paper Boats", "Paper Boats: A Tribute"))
  end)
  it("a barcode of zeros is none", function()
    assert.equal("none", decision({ title = "Boats", artist = "Ada", barcode = "0000000000000" },
      { title = "Ebb", artist = "Bo", barcode = "0000000000000" }))
  end)
  it("a barcode with and without its zero", function()
    assert.equal("matched", decision(
      { title = "Boats", barcode = "012345678905" },
      { title = "Paper Boats", artist = "Ada Lune", barcode = "0012345678905" }))
  end)

  -- The place in the list of the pressing that is taken, or the decision.
  local function taken(query, ...)
    local list = { ... }
    for place, fields in ipairs(list) do
      local record = { title = "Paper Boats", artist = "Ada Lune" }
      for name, value in pairs(fields) do record[name] = value end
      list[place] = record
    end
    query.title, query.artist = query.title or "Paper Boats", query.artist or "Ada Lune"
    local found = mix.match.best(query, list, rules)
    return found.decision == "matched" and found.index or found.decision
  end
  it("of pressings the first is taken, unless the row says more", function()
    local british = { date = "1969-09-26", country = "GB", label = "Harbour" }
    local american = { date = "1969-10-01", country = "US", label = "Pier" }
    assert.equal(2, taken({}, american, british))
    assert.equal(1, taken({ country = "US" }, american, british))
    for name, code in pairs({ ["New Zealand"] = "NZ", Norway = "no", UK = "GB" }) do
      assert.equal(2, taken({ country = name }, { country = "US" }, { country = code }), name)
    end
    assert.equal(2, taken({}, { date = "1994", track_count = 26 },
      { date = "1979", track_count = 26 }))
    assert.equal("uncertain", taken({}, { date = "1979", track_count = 26 },
      { date = "1994", track_count = 13 }))
    local group = "00000000-0000-4000-8000-000000000001"
    assert.equal(2, taken({ date = "1979" }, { date = "2004", group = group },
      { date = "1979", group = group }))
    assert.equal("uncertain", taken({}, { date = "2004", group = "Rock" },
      { date = "1979", group = "Rock" }))
    assert.equal(1, taken({ date = "1979" }, { date = "2004", first_date = "1979" }))
    assert.equal(2, taken({}, { date = "1979", group = group, status = "Promotion" },
      { date = "1980", group = group, status = "Official" }))
  end)
  it("a year that ends the title", function()
    local of = function(title, artist)
      return taken({ title = title, artist = artist }, { title = "Paper Boats", date = "1975" },
        { title = "Paper Boats", date = "1968" }, { title = "Paper Boats 1984", date = "2009" })
    end
    assert.equal(1, of("Paper Boats 1975"))
    assert.equal(2, of("Paper Boats (1968)"))
    assert.equal(3, of("paper boats 1984"))
    assert.equal("none", of("Paper Boats 1971"))
  end)
  it("discs of one album", function()
    assert.equal("none", taken({ title = "Paper Boats (Disc 2)" },
      { title = "Paper Boats (Disc 1)" }))
  end)
  it("a concert that its title does not call live, by year and tracks", function()
    local live = { title = "Paper Boats (Live)", date = "1979", track_count = "28" }
    assert.equal(1, taken({ date = "1979", track_count = "28" }, live))
    assert.equal("uncertain", taken({ date = "1979" }, live))
    assert.equal("none", taken({ date = "1978" }, live))
    assert.equal("none", taken({ date = "1979", track_count = "12" }, live))
  end)
  it("a short form of the title is taken by year and tracks", function()
    local long = { title = "The Rise and Fall of the Paper Boats", date = "1972",
      track_count = "11" }
    assert.equal(1, taken({ date = "1972", track_count = "11" }, long))
    assert.equal("uncertain", taken({ date = "1972" }, long))
    assert.equal(1, taken({ title = "Adm. Boat", date = "1972", track_count = "11" },
      { title = "Adm. Boat's Harbour Band", date = "1972", track_count = "11" }))
    assert.equal("none", taken({ date = "1973", track_count = "11" }, long))
    assert.equal("none", taken({ title = "Boats", date = "1972", track_count = "11" }, long))
    assert.equal("none", taken({ title = "Ada Lune", date = "1972", track_count = "11" },
      { title = "Ada Lune on the Pier", date = "1972", track_count = "11" }))
  end)
  it("a deluxe edition stands for the album of its year, which comes first", function()
    local deluxe = { title = "Paper Boats (Tour Edition)", date = "1981", track_count = 23 }
    assert.equal(1, taken({ date = "1981", track_count = 11 }, deluxe))
    assert.equal(2, taken({ date = "1981" }, deluxe, { date = "1981" }))
    assert.equal("uncertain", taken({}, deluxe))
    assert.equal("none", taken({ date = "1981" },
      { title = "Paper Boats (Instrumental Edition)", date = "1981" }))
  end)
  it("albums of one name are not pressings", function()
    local first, second = { title = "Ada Lune", date = "1991", track_count = 9 },
      { title = "Ada Lune", date = "1994", track_count = 9 }
    assert.equal("uncertain", taken({ title = "Ada Lune" }, first, second))
    assert.equal(2, taken({ title = "Ada Lune", date = "1994" }, first, second))
    assert.equal("uncertain", taken({ title = "Greatest Hits" },
      { title = "Greatest Hits", date = "1981", country = "GB" },
      { title = "Greatest Hits", date = "1981", country = "US" }))
    assert.equal(2, taken({ title = "Ada Lune", date = "1994" }, first,
      { title = "Ada Lune (Green Album)", date = "1994" }))
  end)
  it("the album comes before its single, which is a doubt, and before another print", function()
    assert.equal(2, taken({}, { title = "Paper Boats - Single" }, {}))
    assert.equal(2, taken({}, { type = "Single" }, { type = "Album" }))
    assert.equal("uncertain", taken({}, { type = "Single" }))
    assert.equal(2, taken({}, { title = "Paper Boats (Mono)" }, {}))
    assert.equal(1, taken({ title = "Paper Boats (Mono)" }, { title = "Paper Boats (Mono)" }, {}))
  end)
end)
