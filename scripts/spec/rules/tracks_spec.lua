-- Decisions of match/tracks/standard.
local rules = mix.rules.load("match/tracks/standard")
local changed = require("lib.changed")
local expect = require("cases").decisions(rules)

describe("match/tracks/standard", function()
  local song = { title = "Paper Boats", artist = "Ada Lune" }
  local function other(fields)
    return changed({ title = "Paper Boats", artist = "Ada Lune" }, fields)
  end

  expect("the same", "matched", song, other({}))
  expect("guests in the title", "matched", song, other({ title = "Paper Boats (feat. Bo)" }))
  expect("guests in the credit", "matched", other({ artist = "Ada Lune & Bo" }),
    other({ title = "Paper Boats (feat. Bo)" }))
  expect("explicit", "matched", song, other({ title = "Paper Boats [Explicit]" }))
  expect("entities of a web page", "matched", other({ title = "Paper Boat&#39;s &amp; Oars" }),
    other({ title = "Paper Boat's & Oars" }))
  for _, nobody in ipairs({ "Various Artists", "Various", "Unknown Artist", "N/A" }) do
    expect("the artist is " .. nobody, "uncertain", other({ artist = nobody }), song)
    expect("both: " .. nobody, "matched", other({ artist = nobody }), other({ artist = nobody }))
  end
  local nothing = { title = "Unknown Title", artist = "Unknown Artist" }
  expect("a title that nobody knew, by nobody", "none", nothing, nothing)
  expect("a song of that name", "matched", other({ title = "Unknown" }),
    other({ title = "Unknown" }))
  -- Letters that another encoding broke or does not have.
  local abroad = { title = "Ég Sé Þig", artist = "Björk Þórs" }
  for _, given in ipairs({ { "Ã‰g SÃ© Ãžig", "BjÃ¶rk ÃžÃ³rs" }, { "?g S? ?ig", "Bj?rk ??rs" },
    { "Ég S? Þig", "Bj?rk Þ?rs" }, { "?g Sé Þig", "Bj??rk Thors" } }) do
    expect(table.concat(given, " by "), "matched", { title = given[1], artist = given[2] }, abroad)
  end
  expect("other letters", "none", { title = "?g Sú Þig", artist = "Bj?rk" }, abroad)
  expect("Greek that was read as Latin", "matched", { title = "Î•Î»Î­Î½Î·", artist = "Ada" },
    { title = "Ελένη", artist = "Ada" })
  expect("a question", "none", { title = "Why?", artist = "Ada" },
    { title = "Whyé", artist = "Bo" })
  expect("a version without its apostrophe", "matched", other({ title = "Boats (Adas Version)" }),
    other({ title = "Boats (Ada's Version)" }))
  it("umlauts written as two letters, beside a guest's own version", function()
    local wanted = { title = "Paper Boats", artist = "Joerg Moeller & Bo Lune" }
    local match = mix.match.best(wanted, { { title = "Paper Boats", artist = "Bo Lune" },
      { title = "Paper Boats", artist = "Bo Lune & Jörg Möller" } }, rules)
    assert.are.same({ "matched", 2 }, { match.decision, match.index })
  end)
  for cover, expected in pairs({ ["(Bo cover)"] = "matched", ["(Piano cover)"] = "none",
    ["(Ada Lune cover)"] = "none", ["(Ada Lune version)"] = "matched" }) do
    expect(cover, expected, other({ title = "Paper Boats " .. cover, duration = 200 }),
      other({ duration = 200.4 }))
  end
  expect("a remark on one side, on one album", "matched",
    other({ title = "Paper Boats (Harbour Two)", album = "Ebb" }), other({ album = "Ebb" }))
  expect("a remark on one side", "uncertain", other({ title = "Paper Boats (Harbour Two)" }), song)
  expect("another song", "none", song, other({ title = "Paper Planes and Trains" }))
  expect("another artist", "none", song, other({ artist = "Cleo Ray" }))
  -- Father and son record one song.
  for _, son in ipairs({ "Ada Lune Jr.", "Ada Lune, Jr.", "Ada Lune III", "Ada Lune fils" }) do
    expect(son, "uncertain", other({ artist = son }), song)
    expect("perhaps " .. son, "uncertain", song, other({ artist = son }))
  end
  expect("the family name beside a long title", "matched",
    { title = "Ne boude pas", artist = "Lunel" },
    { title = "Ne boude pas", artist = "Jacquot Lunel" })
  expect("the family name beside a short title", "uncertain", other({ artist = "Lune" }), song)
  expect("Jr. of one length", "matched", other({ duration = 200 }),
    other({ artist = "Ada Lune Jr.", duration = 200 }))
  expect("Jr. in words", "matched", other({ artist = "Ada Lune, Jr." }),
    other({ artist = "Ada Lune Júnior" }))
  expect("another of the family", "uncertain", other({ artist = "Ada Lune I" }),
    other({ artist = "Ada Lune II" }))
  expect("a length beyond all songs", "none", other({ duration = ("1"):rep(40) }),
    other({ duration = "3:05" }))
  expect("half a track", "none", other({ album = "Tides", track_number = "2.5" }),
    other({ album = "Tides", track_number = "3" }))
  expect("no artist", "uncertain", { title = "Paper Boats" }, song)
  expect("no title", "none", { title = "", artist = "Ada Lune" }, other({ title = "" }))
  expect("live", "none", song, other({ title = "Paper Boats (Live)" }))
  expect("live wanted", "none", other({ title = "Paper Boats (Live)" }), song)
  expect("live by its album", "none", song, other({ album = "Ada: Live at the Pier" }))
  expect("two remixes", "none", other({ title = "Paper Boats (Bo Remix)" }),
    other({ title = "Paper Boats (Cy Remix)" }))
  expect("other parts", "none", other({ title = "Paper Boats, Pt. 1" }),
    other({ title = "Paper Boats, Pt. 2" }))
  for _, title in ipairs({ "Paper Boats, Part Two", "Paper Boats II", "Paper Boats 2",
    "Paper Boats (II)", "Paper Boats - Teil 2", "Paper Boats No. 2", "Paper Boats Part Deux" }) do
    expect("the second part is " .. title, "matched", other({ title = "Paper Boats, Pt. 2" }),
      other({ title = title }))
    -- Behind a dash it may be an album.
    expect("the third part is not " .. title, title:find(" - ", 1, true) and "uncertain" or "none",
      other({ title = "Paper Boats III" }), other({ title = title }))
  end
  expect("a range of parts", "matched", other({ title = "Paper Boats (Parts 1-5)" }),
    other({ title = "Paper Boats (Pts. I - V)" }))
  expect("other numbers", "none", other({ title = "Sonata No 5" }),
    other({ title = "Sonata No 6" }))
  -- A catalogue's remark tells recordings of one name apart.
  expect("a remark on a concert", "none", song,
    other({ disambiguation = "live, 1972-02-02: Hull" }))
  expect("a remark on the tape", "none", song, other({ disambiguation = "demo" }))
  expect("a remark on no version", "matched", song, other({ disambiguation = "album version" }))
  expect("a remark that is wanted", "matched", other({ title = "Paper Boats (Live)" }),
    other({ disambiguation = "live, 1972-02-02: Hull" }))
  expect("a song of a concert", "matched", other({ album = "On the Pier" }),
    other({ disambiguation = "live", album = "On the Pier" }))
  it("the remark decides between recordings", function()
    local list = { other({ disambiguation = "demo" }), other({}),
      other({ disambiguation = "live, 1972: Hull" }) }
    for title, place in pairs({ ["Paper Boats"] = 2, ["Paper Boats (Demo)"] = 1,
      ["Paper Boats [Live]"] = 3 }) do
      local match = mix.match.best(other({ title = title }), list, rules)
      assert.are.same({ "matched", place }, { match.decision, match.index }, title)
    end
  end)
  for _, remark in ipairs({ "2015 Re-Recording", "Rerecorded", "New Recording", "Work Tape",
    "Reprise" }) do
    local titled = other({ title = ("Paper Boats (%s)"):format(remark) })
    expect(remark, "none", song, titled)
    expect(remark .. " twice", "matched", titled, other({ title = "Paper Boats - " .. remark }))
  end
  expect("a reprise without a bracket", "matched", other({ title = "Paper Boats Reprise" }),
    other({ title = "Paper Boats (Reprise)" }))
  local theme = { title = 'Main Theme (From "Harbour")', artist = "Ada Lune" }
  for _, title in ipairs({ 'Main Theme - From "Harbour"/Soundtrack Version', "Main Theme",
    "Main Theme (from Harbour)", 'Main Theme (From the Motion Picture "The Harbour")',
    "Main Theme (from the album Silence)" }) do
    expect("a song of the film in " .. title, "matched", theme, other({ title = title }))
  end
  expect("a song of another film", "none", theme, other({ title = 'Main Theme (From "Silence")' }))
  expect("a song of another season", "none", other({ title = 'Titles (From "Ebb: Season 1")' }),
    other({ title = 'Titles (From "Ebb: Season 2")' }))
  expect("a song of a film in two languages", "uncertain", theme,
    other({ title = 'Main Theme (aus "Der Hafen")' }))
  expect("a song on the film's album", "matched", theme,
    other({ title = "Main Theme", album = "Harbour (Original Motion Picture Soundtrack)" }))
  expect("a song on another film's album", "uncertain", theme,
    other({ title = "Main Theme", album = "Silence (Original Motion Picture Soundtrack)" }))
  it("a song comes before the same one of a film", function()
    local list = { theme, other({ title = "Main Theme" }) }
    for title, place in pairs({ ["Main Theme (Official Video)"] = 2, [theme.title] = 1 }) do
      assert.equal(place, mix.match.best(other({ title = title }), list, rules).index, title)
    end
  end)
  expect("a concert behind a slash", "matched", other({ title = "Paper Boats (Live/Hull)" }),
    other({ title = "Paper Boats (Live in Hull)" }))
  expect("a speed in other words", "matched", other({ title = "Paper Boats (Speed Up)" }),
    other({ title = "Paper Boats - Sped Up Version" }))
  it("a song without an artist is more certain when both name its film", function()
    local function score(title)
      local query = { title = title, artist = "Various Artists" }
      return mix.match.best(query, { theme }, rules).score
    end
    assert.is_true(score(theme.title) > score("Main Theme"))
  end)
  local interlude = { title = "Interlude", album = "Harbour", track_number = "4" }
  expect("another track of one album", "none", other(interlude),
    other({ title = "Interlude", album = "Harbour", track_number = "9/12" }))
  expect("a track of another disc", "none", other({ album = "Harbour", disc_number = 1 }),
    other({ album = "Harbour", disc_number = 2 }))
  expect("the same track of one album", "matched", other(interlude),
    other({ title = "Interlude", album = "Harbour", track_number = 4 }))
  expect("a track of two albums", "matched", other({ album = "Harbour", track_number = "4" }),
    other({ album = "Best of Ada", track_number = "9" }))
  for _, title in ipairs({ "Interlude", "Intro", "Skit #2", "[untitled]", "I. Allegro" }) do
    local one = { title = title, album = "Harbour", duration = 60 }
    expect(title .. " of two albums", "uncertain", other({ title = title, album = "Harbour" }),
      other({ title = title, album = "Best of Ada" }))
    expect(title .. " of that length", "matched", other(one),
      other({ title = title, album = "Best of Ada", duration = 60 }))
  end
  it("an intro is a doubt between albums, where none is named", function()
    local intro = { title = "Intro", artist = "Ada Lune", album = "Harbour" }
    local match = mix.match.best({ title = "Intro", artist = "Ada Lune" },
      { intro, { title = "Intro", artist = "Ada Lune", album = "Quay" } }, rules)
    assert.equal("uncertain", match.decision)
  end)
  expect("a Japanese song", "matched", { title = "紙の船", artist = "阿田" },
    { title = "紙の船 (feat. Bo)", artist = "阿田" })
  expect("another Japanese song", "none", { title = "紙の船", artist = "阿田" },
    { title = "夜の雨", artist = "阿田" })

  -- Length, album and day.
  local disc = { album = "Harbour", duration = "3:30", release_date = "21-Oct-14" }
  local function on_disc(fields)
    local record = other(disc)
    for name, value in pairs(fields) do record[name] = value end
    return record
  end
  expect("lengths alike", "matched", on_disc({}), on_disc({ duration = 213 }))
  expect("another length", "none", on_disc({}), on_disc({ duration = "4:30" }))
  expect("a shorter edit of the album's track", "matched", on_disc({}),
    on_disc({ duration = "3:15", release_date = "2014-10-21" }))
  expect("a shorter edit elsewhere", "none", on_disc({}),
    on_disc({ duration = "3:15", album = "Summer Hits" }))
  expect("a version that one shop left out", "matched", on_disc({ title = "Paper Boats (Live)" }),
    on_disc({}))
  expect("an instrumental is as long as the song", "none",
    on_disc({ title = "Paper Boats (Instrumental)" }), on_disc({}))

  expect("a title that is a length", "matched", { title = "4:44", artist = "Ada Lune" },
    { title = "4:44", artist = "Ada Lune", album = "4:44", release_date = "2014-10-21" })
  expect("a title that is a genre", "none", { title = "Rock", artist = "Ada Lune" },
    { title = "Jazz", artist = "Ada Lune", album = "Rock", release_date = "2014-10-21" })

  -- Records of any kind.
  expect("a number", "matched", { title = 1999, artist = "Ada Lune" }, { title = "1999",
    artist = { "Ada Lune" }, duration = {}, release_date = true })
  for _, text in ipairs({ ("x"):rep(1 << 20), ("( "):rep(1 << 18), ("a - "):rep(1 << 18),
    "\xff\xfe(" .. ("2014 "):rep(1 << 17) }) do
    expect("a very long title", "none", other({ title = text, artist = text }), song)
  end

  -- Of several releases the original comes first.
  local releases = {
    other({ album = "The Best of Ada Lune", release_date = "2010-01-01" }),
    other({ album = "Harbour (Deluxe Edition)", release_date = "2014-11-21" }),
    other({ album = "Harbour", release_date = "2014-10-21" }),
  }
  local match = mix.match.best(song, releases, rules)
  it("the original release", function() assert.equal(3, match.index) end)
  it("the original release is a match", function() assert.equal("matched", match.decision) end)

  -- A reading that may be wrong refuses with less certainty than the title itself.
  it("a remix is less likely the song than a remix by a reading", function()
    local function chance(record)
      local told = mix.match.explain(song, { record }, rules)
      assert.equal("none", told.decision)
      return told.candidates[1].probability
    end
    local plain = chance(other({ title = song.title .. " (Cleo Ray Remix)" }))
    assert.is_true(plain < 0.2)
    assert.is_true(plain < chance({ title = "Ada Lune - Paper Boats (Cleo Ray Remix)" }))
  end)
end)
