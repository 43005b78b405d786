-- The facts in a path, the changes by a candidate, and the identifiers in a file.

local asking = require("programs.tags.lib.asking")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")

describe("a path", function()
  it("says title, artist and album as people name files", function()
    for path, expected in pairs({
      ["Ada Lune/Tides (1999)/03 Ebb.flac"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["Ada Lune/1999 - Tides/1-03 - Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["03. Ada Lune - Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune" },
      ["Ada_Lune_-_Ebb_and_flow.m4a"] = { title = "Ebb and flow", artist = "Ada Lune" },
      ["Ebb.mp3"] = { title = "Ebb" },
      ["99 Luftballons.mp3"] = { title = "99 Luftballons" },
      ["Nena/99 Luftballons/7 Kino.mp3"] = { title = "Kino", artist = "Nena",
        album = "99 Luftballons" },
      ["Track 07.mp3"] = {}, ["07.mp3"] = {},
      ["Ada Lune/Tides/03NorthernWind.mp3"] = { title = "Northern Wind", artist = "Ada Lune",
        album = "Tides" },
      ["12ÉtéIndien.mp3"] = { title = "Été Indien" },
      ["01McCartney.mp3"] = { title = "McCartney" },
      ["01-NorthernWind.mp3"] = { title = "Northern Wind" },
      ["03 LoveGame.mp3"] = { title = "LoveGame" }, ["LoveGame.mp3"] = { title = "LoveGame" },
      ["99Luftballons.mp3"] = { title = "99Luftballons" }, ["MMMBop.mp3"] = { title = "MMMBop" },
      ["Ada Lune - Tides - 03 Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune", album = "Tides" },
      ["Ada Lune/Tides/Tides - 03 - Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["Ada Lune - Tides (1999) [FLAC 16-44]/03 Ebb.flac"] = { title = "Ebb",
        artist = "Ada Lune", album = "Tides" },
      ["Ada Lune/[1999] Tides [320kbps]/CD2/03 Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["Ada Lune/Ada Lune \u{2013} Tides [Live]/Disc 1/Ebb.mp3"] = { title = "Ebb",
        artist = "Ada Lune", album = "Tides [Live]" },
      ["Ada Lune/Bridges - Live/Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Bridges - Live" },
      ["Ada Lune/Tides (1999) {TIN-7} [FLAC]/Ada Lune-Ebb.mp3"] = { title = "Ebb",
        artist = "Ada Lune", album = "Tides" },
      ["Ada Lune/1999 - Tides/Digital Media 02/01 - Ebb.flac"] = { title = "Ebb",
        artist = "Ada Lune", album = "Tides" },
      ["Compilations/Hits 79/1-01 Ebb.m4a"] = { title = "Ebb", artist = "Various Artists",
        album = "Hits 79" },
      ["Downloads/Ada Lune - Tides/03 Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["A-C/Ada Lune - Tides/03 Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune", album = "Tides" },
      ["01 To Sort/Ada Lune - Tides/03 Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["Ada Lune/Tides/CD2 The Mixes/03 Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune",
        album = "Tides" },
      ["New/CD1/Ebb.mp3"] = { title = "Ebb" }, ["Tides/Ebb.mp3"] = { title = "Ebb" },
      ["Ada Lune/Tides (Disc 2)/Ebb.mp3"] = { title = "Ebb", artist = "Ada Lune", album = "Tides" },
      ["311/1989/06 22.mp3"] = { title = "22", artist = "311", album = "1989" },
    }) do
      assert.are.same(expected, reading.of_path(path), path)
    end
  end)

  it("fills in what tags leave out, and what rippers wrote for want of words", function()
    local record, from = reading.record({ seconds = 9, tags = {
      TITLE = { "Track 01" }, ARTIST = { "Ada Lune", "Bo" }, ALBUM = { " " },
      DATE = { "1999-01-02" } } }, "x/Tides/01 Ebb.flac")
    assert.are.same({ title = "Ebb", artist = "Ada Lune, Bo", album = "Tides", duration = 9,
      release_date = "1999-01-02" }, record)
    assert.are.same({ title = "its path", album = "its path" }, from)
  end)
end)

it("a tag is a placeholder by its whole text, and never by its beginning or a number", function()
  for field, texts in pairs({
    title = { "Track 01", "<Unknown>", "Untitled Track", "audiotrack 3" },
    artist = { "Unknown Artist", "[unknown]", "n/a", "Unbekannter Interpret", "ARTISTE INCONNU",
      "Неизвестный исполнитель", "알 수 없는 아티스트" },
    album = { "Unknown Album (3/2/2004 10:12:13 PM)", " ", "Álbum desconocido",
      "Unbekanntes Album (28.11.2026 10:12:13)" } }) do
    for _, text in ipairs(texts) do assert.is_nil(reading.said(field, { text }), text) end
  end
  for field, texts in pairs({ title = { "22", "1979", "Track Star", "Untitled", "Titel" },
    artist = { "311", "Unknown Mortal Orchestra", "Artista" },
    album = { "Unknown Pleasures", "21", "<|°_°|>", "Unknown Album (Live)" } }) do
    for _, text in ipairs(texts) do assert.equal(text, reading.said(field, { text })) end
  end
end)

local function fields(tags, candidate, only)
  local record = reading.record({ seconds = 1, tags = tags }, "x.flac")
  local list, remark = proposing.changes({ tags = tags, record = record, service = "musicbrainz",
    facts = reading.facts(tags, "x.flac"), format = "flac" }, candidate, only)
  local changed = {}
  for _, change in ipairs(list) do changed[change.field] = change.new[1] end
  return changed, remark
end

describe("a candidate", function()
  local found = { id = "u-1", title = "Ebb & Flow", artist = "Ada Lune", album = "Tides",
    release_date = "1999-05-04", isrc = "QZABC1200001" }

  it("changes what is missing or spelled otherwise", function()
    assert.are.same({ title = "Ebb & Flow", artist = "Ada Lune", album = "Tides",
      albumartist = "Ada Lune", date = "1999-05-04", isrc = "QZABC1200001", musicbrainz = "u-1" },
      (fields({ TITLE = { "ebb & flow" } }, found)))
    assert.are.same({ title = "Ebb & Flow" }, (fields({}, found, { title = true })))
  end)

  it("leaves another album with its date alone, and says so", function()
    local changed, remark = fields({ ALBUM = { "Best of the Sea" }, DATE = { "2010" } }, found)
    assert.is_nil(changed.album)
    assert.is_nil(changed.date)
    assert.is_nil(changed.albumartist)
    assert.matches("the album stays", remark)
  end)

  it("leaves a date that is as good, other quotes, and a credit in several values", function()
    local tags = { DATE = { "1998" }, TITLE = { "Don’t…" }, ARTIST = { "Ada", "Bo" } }
    local changed = fields(tags, { id = "u", title = "Don't...", artist = "Ada & Bo",
      release_date = "1999-05-04" })
    assert.are.same({ musicbrainz = "u" }, changed)
  end)

  it("fills and completes dates in any form, and makes none less exact", function()
    local function date(old, new)
      return fields({ DATE = { old } }, { id = "u", title = "Ebb", artist = "Ada",
        release_date = new }).date
    end
    for _, old in ipairs({ "0000", "0000-00-00", "1999-00-00", "1999-05-00", "1999 ", "c1999",
      "\u{2117} 1999", "19990504", "04.05.1999", "1999/05/04", "unknown" }) do
      assert.equal("1999-05-04", date(old, "1999-05-04"), old)
    end
    for _, old in ipairs({ "May 4, 1999", "04.05.1999", "19990504", "1999-05-00",
      "1999-05-04T10:00:00Z" }) do
      assert.is_nil(date(old, "1999"), old)
    end
    for _, old in ipairs({ "1998-00-00", "04.06.1999", "1999-04-04", "May 1999", "1999/2000",
      "1999-05-04T10:00:00Z" }) do
      assert.is_nil(date(old, "1999-05-04"), old)
    end
    local changed = fields({ ORIGINALDATE = { "0000" } }, { id = "u", title = "Ebb", artist = "Ada",
      release = { first_date = "1999" } }, { originaldate = true })
    assert.equal("1999", changed.originaldate)
  end)

  it("takes no word, guest, version or sign from a title", function()
    local shop = { id = "u", title = "Time Out", artist = "Vera Sand", isrc = "QZABC1200001" }
    for _, title in ipairs({ "Time Out (Radio Edit)", "Time Out - 2011 Remaster", "Time Out (Mono)",
      "Time Out (feat. Jo Doe)", "Time Out in C minor, Op. 67", "Time Out, Pt. 2",
      "Time Out [Deutsche Fassung]", "Time Oût", "Time Out!", "Time/Out", "Time-Out",
      "Time Out (Clean)" }) do
      local changed, remark = fields({ TITLE = { title }, ARTIST = { "Vera Sand" } }, shop)
      assert.is_nil(changed.title, title)
      assert.matches('the title stays: musicbrainz has "Time Out"', remark, 1, true)
    end
    for _, title in ipairs({ "time out", "Tme Out", "Timeout", "TIME OUT", "Track 04" }) do
      assert.equal("Time Out", fields({ TITLE = { title } }, shop).title, title)
    end
    assert.is_nil(fields({ TITLE = { "Levels (Clean)" } }, { id = "u", artist = "Nick",
      title = "Levels (Explicit)" }).title)
  end)

  it("takes no text for a shorter one whose beginning it is", function()
    local title = "Ebb" .. (" "):rep(1000) .. "as it was meant"
    assert.is_nil(fields({ TITLE = { title } }, { id = "u", title = "Ebb", artist = "Ada" }).title)
  end)

  it("takes nobody from a credit", function()
    local shop = { id = "u", title = "Time Out", artist = "Vera Sand" }
    for _, artist in ipairs({ "Vera Sand & Bo Ray", "The Vera Sand", "Vera Sánd" }) do
      assert.is_nil(fields({ TITLE = { "Time Out" }, ARTIST = { artist } }, shop).artist, artist)
    end
    assert.is_nil(fields({ TITLE = { "Time Out" }, ARTIST = { "Vera Sand", "Bo", "Cy" } },
      shop).artist)
    assert.equal("Vera Sand", fields({ ARTIST = { "VeraSand" } }, shop).artist)
  end)

  it("gives its identifiers to the same recording alone, and never replaces one", function()
    local tags = { TITLE = { "Ebb & Flow (Live)" }, ARTIST = { "Ada Lune" } }
    local changed = fields(tags, found)
    assert.are.same({}, { changed.isrc, changed.musicbrainz })
    tags = { TITLE = { "Ebb & Flow" }, MUSICBRAINZ_TRACKID = { "u-2" }, ISRC = { "GBAAA0000001" } }
    local remark
    changed, remark = fields(tags, found)
    assert.are.same({}, { changed.isrc, changed.musicbrainz })
    assert.matches('the musicbrainz stays: musicbrainz has "u-1"', remark, 1, true)
  end)

  it("leaves an album of another number, edition or name", function()
    for old, new in pairs({ ["Now That's Music! 79"] = "Now That's Music! 80",
      ["Greatest Hits II"] = "Greatest Hits III", ["Hits Vol. 1"] = "Hits Vol. 2",
      ["Northern Lines"] = "Northern Lines (Deluxe)", ["21"] = "25", Tides = "Tiles",
      ["Unknown Pleasures"] = "Permanent: Joy Division 1995" }) do
      local changed, remark = fields({ TITLE = { "x" }, ALBUM = { old } }, { id = "u", title = "x",
        artist = "Ada", album = new, release_date = "1999-05-04" })
      assert.are.same({}, { changed.album, changed.date, changed.albumartist }, old)
      assert.matches("the album stays", remark)
    end
    assert.equal("Greatest Hits 2", fields({ TITLE = { "x" }, ALBUM = { "greatest hits II" } },
      { id = "u", title = "x", artist = "Ada", album = "Greatest Hits 2" }).album)
  end)

  it("gives no album to a file that is of another one", function()
    local song = { id = "u", title = "Ebb", artist = "Ada", album = "Tides", track_number = 3,
      release_date = "1999" }
    for says, own in pairs({ ["it is track 17"] = { TRACKNUMBER = { "17/40" } },
      ["it is of a compilation"] = { COMPILATION = { "1" } },
      ["it has the identifier of a release"] = {
        MUSICBRAINZ_ALBUMID = { "2f250ed2-6285-40f1-aa2a-14f1c05e9765" } } }) do
      own.TITLE, own.ARTIST = { "ebb" }, { "Ada" }
      local changed, remark = fields(own, song)
      assert.are.same({ title = "Ebb", musicbrainz = "u" }, changed)
      assert.equal(('no album is written, since %s: musicbrainz has "Tides"'):format(says), remark)
    end
    assert.equal("Tides", fields({ TRACKNUMBER = { "03" } }, song).album)
    song.album_artist = "Various Artists"
    assert.equal("Tides", fields({ COMPILATION = { "1" } }, song).album)
  end)

  it("names an album's artist only where the track has one", function()
    assert.is_nil(fields({}, { id = "u", title = "x", artist = "Ada feat. Bo", album = "T" })
      .albumartist)
    assert.equal("Various Artists", fields({}, { id = "u", title = "x", artist = "Ada",
      album = "T", album_artist = "Various Artists" }).albumartist)
    assert.are.same({ albumartist = "AC/DC", musicbrainz = "u" }, (fields({ TITLE = { "x" },
      ARTIST = { "AC/DC" }, ALBUM = { "T" } }, { id = "u", title = "x", artist = "ACDC",
      album = "T" })))
  end)
end)

describe("the identifier in a file", function()
  local id = "2f250ed2-6285-40f1-aa2a-14f1c05e9765"
  local song = { id = id, title = "Ebb", artist = "Ada Lune" }

  -- The answer about a file; `known` is the recording of its identifier, `err` its failure.
  local function answer(known, err)
    local record = reading.record({ seconds = 9, tags = { TITLE = { "Ebb" },
      ARTIST = { "Ada Lune" }, MUSICBRAINZ_TRACKID = { id:upper() } } }, "x.flac")
    local searched = 0
    local service = {
      lookup = function(_, ids)
        assert.are.same({ id }, ids)
        return not err and { known } or nil, err
      end,
      search = function()
        searched = searched + 1
        return { { id = "another", title = "Ebb", artist = "Ada Lune" } }, { cached = false }
      end,
    }
    local asker = asking.open({ "musicbrainz" }, mix.rules.load("match/tracks"), "us",
      { musicbrainz = service })
    local found, problem = asker:look_up(record)
    return found, searched, problem
  end

  it("is asked for first, and decides", function()
    local found, searched = answer(song)
    assert.are.same({ "matched", id, 0 }, { found.decision, found.candidates[1].id, searched })
  end)

  it("may be a code, which is searched before words", function()
    local asked = {}
    local service = { search = function(_, query)
      asked[#asked + 1] = query.isrc or query.title
      return query.isrc and {} or { song }, { cached = false }
    end }
    for _, code in ipairs({ "gb-aye-06-01477", "GBAYE06", "" }) do
      local record = reading.record({ seconds = 9, tags = { TITLE = { "Ebb" },
        ARTIST = { "Ada Lune" }, ISRC = { code } } }, "x.flac")
      local asker = asking.open({ "musicbrainz" }, mix.rules.load("match/tracks"), "us",
        { musicbrainz = service })
      assert.equal("matched", asker:look_up(record).decision)
    end
    assert.are.same({ "GBAYE0601477", "Ebb", "Ebb", "Ebb" }, asked)
  end)

  it("leaves a doubt where title or artist contradict it", function()
    local found = answer({ id = id, title = "Storm", artist = "Bo Ray" })
    assert.equal("uncertain", found.decision)
    assert.matches('identifier of "Storm" by Bo Ray', found.reason, 1, true)
  end)

  it("searches for the beginning of long texts", function()
    local longest = 0
    local asker = asking.open({ "musicbrainz" }, mix.rules.load("match/tracks"), "us",
      { musicbrainz = { search = function(_, query)
        longest = math.max(longest, #(query.title or ""), #(query.artist or ""))
        return {}, { cached = false }
      end } })
    local found = asker:look_up({ title = ("ebb "):rep(9000), artist = ("é"):rep(9000),
      album = ("x"):rep(90000) })
    assert.are.same({ "none", 1000 }, { found.decision, longest })
  end)

  it("leaves the words to decide where the service does not know it", function()
    assert.equal("matched", (answer(nil)).decision)
    assert.equal("matched", (answer(nil, { kind = "answer", message = "odd" })).decision)
    local found, searched, problem = answer(nil, { kind = "rate", message = "wait" })
    assert.are.same({ 0, "wait" }, { searched, problem.message })
    assert.is_nil(found)
  end)
end)
