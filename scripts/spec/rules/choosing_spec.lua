-- Which of several candidates rules take: the identifier first, then the exact spelling; never the
-- order in which they came.

local function chosen(rules, query, candidates)
  local found = mix.match.best(query, candidates, mix.rules.load(rules))
  return found.decision == "matched" and found.index or found.decision
end

-- The candidate `right` is taken wherever it stands.
local function takes(what, rules, query, right, ...)
  local others = { ... }
  it(what, function()
    local last = table.move(others, 1, #others, 1, {})
    last[#last + 1] = right
    assert.equal(#last, chosen(rules, query, last))
    assert.equal(1, chosen(rules, query, { right, table.unpack(others) }))
  end)
end

describe("of several candidates", function()
  local function song(title, artist, isrc)
    return { title = title, artist = artist or "Ada Lune", isrc = isrc }
  end
  takes("the same sign", "match/films", { title = "boats!", year = 2017 },
    { title = "boats!", year = 2017 }, { title = "Boats", year = 2017 })
  takes("its own title", "match/films", { title = "Boats", year = 2019 },
    { title = "Boats", year = 2019 },
    { title = "Oars!", year = 2019, alternative_titles = "Boats" })
  takes("the whole title", "match/films", { title = "Die Boats", year = 1988 },
    { title = "Die Boats", year = 1988 }, { title = "Boats", year = 1988 })
  takes("the same name before one with a letter more", "match/tracks",
    song("Paper Boats", "Paul Marin"), song("Paper Boats", "Paul Marin"),
    song("Paper Boats", "Paula Marin"))
  takes("the band with its sign", "match/tracks", song("Paper Boats", "OFF!"),
    song("Paper Boats", "OFF!"), song("Paper Boats", "Off"))
  takes("the clean version", "match/tracks", song("Paper Boats (Clean)"),
    song("Paper Boats (Clean)"), song("Paper Boats (Explicit)"), song("Paper Boats"))
  takes("the song before its clean version", "match/tracks", song("Paper Boats"),
    song("Paper Boats (Explicit)"), song("Paper Boats (Clean)"))
  takes("the version by its words", "match/tracks", song("Paper Boats - album version"),
    song("PAPER BOATS (Album Version)"), song("PAPER BOATS (Single Version)"))
  takes("the edition with the ISBN", "match/books",
    { title = "Salt Roads", author = "Ada Lune", isbn = "9780141439587" },
    { title = "Salt Roads", author = "Ada Lune", isbn = "978-0-14-143958-7" },
    { title = "Salt Roads", author = "Ada Lune", isbn = "9780192837523", year = 1990 },
    { title = "Salt Roads", author = "Ada Lune" })
  takes("the edition with the ISBN and a subtitle", "match/books",
    { title = "Salt Roads: Trade", author = "Ada Lune", isbn = "9780141439587" },
    { title = "Salt Roads: How Caravans Sailed", author = "Ada Lune", isbn = "9780141439587" },
    { title = "Salt Roads: Trade", author = "Ada Lune", isbn = "9780192837523" })
  takes("the film with the identifier", "match/films",
    { title = "Boats", year = 1990, imdb_id = "tt0000007" },
    { title = "Boats", year = 1991, imdb_id = "tt0000007" }, { title = "Boats", year = 1991 })
  takes("the release with the barcode", "match/releases",
    { title = "Boats", artist = "Ada Lune", barcode = "012345678905" },
    { title = "Boats", artist = "Ada Lune", barcode = "0012345678905" },
    { title = "Boats", artist = "Ada Lune" })
  local function on(album) return { title = "Paper Boats", artist = "Ada Lune", album = album } end
  takes("the album before one whose name begins so", "match/tracks", on("Harbour"),
    on("Harbour"), on("Harbour: The Best of Ada Lune"), on("Harbour (Deluxe Edition)"))
  takes("the edition of the album", "match/tracks", on("Harbour (Deluxe Edition)"),
    on("Harbour (Deluxe Edition)"), on("Harbour"))
  takes("the film with its signs", "match/films", { title = "B*O*A*T*S", year = 1970 },
    { title = "B*O*A*T*S", year = 1970 }, { title = "Boats", year = 1970 })
  takes("the title nearest in its signs", "match/films",
    { title = "row, row... BOAT!", year = 2021 },
    { title = "row, row...BOAT!", year = 2021 }, { title = "Row Row Boat", year = 2021 })
  takes("the band with its stroke", "match/tracks", song("Paper Boats", "AB/CD"),
    song("Paper Boats", "AB/CD"), song("Paper Boats", "ABCD"))
  takes("the release of the year", "match/releases",
    { title = "Boats", artist = "Ada Lune", date = "2015" },
    { title = "Boats", artist = "Ada Lune", date = "2015" },
    { title = "Boats", artist = "Ada Lune", date = "2010" },
    { title = "Boats", artist = "Ada Lune" })
  takes("the recording with the ISRC", "match/tracks", song("Paper Boats", nil, "GBAYE0601498"),
    song("Paper Boats", nil, "GB-AYE-06-01498"), song("Paper Boats", nil, "GBAYE0601499"),
    song("Paper Boats"))
end)

describe("an identifier", function()
  local function decision(rules, query, candidate) return chosen(rules, query, { candidate }) end
  local function track(fields)
    local record = { title = "Paper Boats", artist = "Ada Lune", isrc = "GBAYE0601498" }
    for name, value in pairs(fields) do record[name] = value end
    return record
  end

  it("decides about a translated title", function()
    assert.equal(1, decision("match/tracks", track({}), track({ title = "紙の船" })))
  end)
  it("is in doubt against title and artist", function()
    assert.equal("uncertain", decision("match/tracks", track({}),
      track({ title = "Glass Harbour", artist = "Cleo Ray" })))
  end)
  it("is in doubt against a version, and a part", function()
    for _, title in ipairs({ "Paper Boats (Karaoke Version)", "Paper Boats, Pt. 2" }) do
      assert.equal("uncertain", decision("match/tracks", track({ title = "Paper Boats, Pt. 1" }),
        track({ title = title })))
    end
  end)
  it("says nothing when the other side lacks it", function()
    local bare = { title = "Paper Boats", artist = "Ada Lune" }
    assert.equal(1, decision("match/tracks", track({}), bare))
    assert.equal(1, decision("match/tracks", bare, track({})))
  end)
  it("is in doubt against another volume", function()
    local function volume(number)
      return { title = "Salt Roads, Vol. " .. number, author = "Ada Lune", isbn = "9781421502434" }
    end
    assert.equal("uncertain", decision("match/books", volume(12), volume(21)))
    assert.equal(1, decision("match/books", volume(12), volume(12)))
  end)
end)

it("a title of signs is none of other signs", function()
  for rules, of in pairs({ ["match/books"] = { author = "Ada Lune" },
    ["match/films"] = { year = 2011 } }) do
    for _, pair in ipairs({ { "!!!", "???" }, { "+", "-" }, { "?????", "????? ???" } }) do
      local function titled(title)
        return { title = title, author = of.author, year = of.year }
      end
      assert.equal("none", chosen(rules, titled(pair[1]), { titled(pair[2]) }))
      assert.equal(1, chosen(rules, titled(pair[1]), { titled(pair[1]) }))
    end
  end
end)
