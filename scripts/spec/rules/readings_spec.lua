-- Titles that hold more than the song's name, as files and videos have them: match/tracks takes the
-- reading that the other record explains, whichever of the two is looked for.

local compounds = require("rules.lib.compounds")
local rules = mix.rules.load("match/tracks")

local function decision(one, other)
  local there = mix.match.best(one, { other }, rules)
  local back = mix.match.best(other, { one }, rules)
  assert.equal(there.decision, back.decision, there.reason)
  return there.decision, there.reason
end

local function shown(record)
  local list = { record.title }
  for _, field in ipairs({ "artist", "album", "duration" }) do list[#list + 1] = record[field] end
  return table.concat(list, " · ")
end

-- Declares a test for each of several records against one.
local function all(wanted, other, list)
  for _, record in ipairs(list) do
    it(("%s: %s"):format(shown(record), wanted), function()
      local found, reason = decision(record, other)
      if wanted == "no match" then
        assert.are_not.equal("matched", found, reason)
      else
        assert.equal(wanted, found, reason)
      end
    end)
  end
end

local song = { title = "Harbour Lights", artist = "Ada Lune" }
local function by_ada(title, album) return { title = title, artist = "Ada Lune", album = album } end
local function bare(title) return { title = title } end

describe("a title with a track's number", function()
  all("matched", song, {
    by_ada("07 - Harbour Lights"), by_ada("1-01 Harbour Lights"), by_ada("(4) Harbour Lights"),
    by_ada("07. Harbour Lights.mp3"), by_ada("07 Harbour Lights"), by_ada("A1 - Harbour Lights"),
    by_ada("001/Harbour Lights"), by_ada("Track 7 - Harbour Lights"),
    by_ada("CD2 - 10 - Harbour Lights"),
    -- Places on the sides of a record.
    by_ada("A1 Harbour Lights"), by_ada("B2. Harbour Lights"), by_ada("B2) Harbour Lights"),
    by_ada("B: Harbour Lights"), by_ada("E11. Harbour Lights"),
  })
  all("matched", { title = "Harbour Lights", artist = "Ada Lune", track_number = "7" }, {
    by_ada("B2. Harbour Lights"),
  })
  all("none", by_ada("A1. Harbour Lights"), { by_ada("A1. Paper Boats") })
  all("none", by_ada("Harbour"), { by_ada("M1 Harbour") })
  all("none", song, {
    by_ada("7 Harbour Lights"), by_ada("07 - Paper Boats"), by_ada("Harbour Lights 2"),
  })
  all("none", by_ada("Rings"), { by_ada("7 Rings") })
  all("none", by_ada("07 - Paper Boats"), { by_ada("07 - Harbour Lights") })
  all("uncertain", by_ada("08 - Harbour Lights"), { by_ada("07 - Harbour Lights") })
end)

describe("a title with the artist", function()
  all("matched", song, {
    bare("Ada Lune - Harbour Lights"), bare("Harbour Lights - Ada Lune"),
    bare("Harbour Lights by Ada Lune"), bare("Harbour Lights von Ada Lune"),
    bare("Harbour Lights de Ada Lune"), bare("Harbour Lights par Ada Lune"),
    bare("Harbour Lights d'Ada Lune"), by_ada("Harbour Lights por Ada Lune"),
    bare("Harbour Lights performed by Ada Lune"),
    bare("Ada Lune: Harbour Lights"), bare("Ada Lune | Harbour Lights [HD]"),
    bare('Ada Lune "Harbour Lights"'), bare("Harbour Lights [Ada Lune]"),
    bare("Ada_Lune_-_Harbour_Lights.mp3"), bare("Ada Lune - Paper Town - 07 - Harbour Lights"),
    bare("harbour lights ada lune lyrics"), bare("12. Ada Lune - Harbour Lights"),
    { title = "Ada Lune - Harbour Lights", artist = "Unknown Artist" },
  })
  all("matched", song, {
    bare("Ada Lune/Paper Town/07 - Harbour Lights.mp3"),
    bare("D:\\Music\\Ada Lune\\Paper Town\\07 Harbour Lights.mp3"),
    bare("/music/Ada Lune - Harbour Lights.flac"),
  })
  all("matched", { title = "One", artist = "U2" }, { bare("U2 - One"), bare("One - U2") })
  all("matched", bare("Harbour Lights - Ada Lune"), { bare("Ada Lune - Harbour Lights") })
  all("none", { title = "Harbour Lights", artist = "Cleo Ray" },
    { bare("Ada Lune - Harbour Lights") })
  all("none", bare("Ada Lune - Paper Boats"), { bare("Ada Lune - Harbour Lights") })
  all("none", bare("Cleo Ray - Harbour Lights"), { bare("Ada Lune - Harbour Lights") })
  all("no match", song, {
    { title = "Harbour Lights - Ada Lune", artist = "Piano Players" },
    bare("Ada Lune - Harbour Lights (Live)"), bare("Ada Lune - Harbour Lights Live in Paris"),
    bare("Ada Lune - Harbour Lights (Karaoke)"), bare("Ada Lune - Harbour Lights cover"),
    bare("Ada Lune - Harbour Lights (Guitar Lesson)"), bare("Ada Lune - Harbour Lights (Bo Remix)"),
  })
  -- A word of the title is not the band.
  all("no match", { title = "Christmas", artist = "Blue" },
    { { title = "Blue Christmas", artist = "Blue" } })
  all("none", { title = "Stand", artist = "Ada Lune" }, { by_ada("Stand by Me") })
end)

describe("the channel of a video", function()
  local function on(channel, title) return { title = title or song.title, artist = channel } end
  all("matched", song, {
    on("AdaLuneVEVO"), on("Ada Lune - Topic"), on("Ada Lune Official"),
    on("AdaLuneVEVO", "Ada Lune - Harbour Lights (Official Video)"),
  })
  all("uncertain", song, { on("Some Channel", "Ada Lune - Harbour Lights") })
  all("none", song, { on("Some Channel", "Cleo Ray - Harbour Lights") })
end)

describe("a title with the album", function()
  local on_album = by_ada("Harbour Lights", "Paper Town")
  all("matched", on_album, {
    by_ada("Harbour Lights - Paper Town"), by_ada("Harbour Lights (Paper Town)"),
    by_ada("Harbour Lights (Paper Twon)", "Paper Town"),
  })
  all("no match", song, { by_ada("Harbour Lights - Paper Town") })
  all("none", by_ada("Paper Town", "Paper Town"), {
    by_ada("Harbour Lights (Paper Town)", "Paper Town"), by_ada("Paper Boats - Paper Town"),
  })
  all("none", song, { by_ada("Harbour Lights (Live)", "Live Aid") })
  all("matched", by_ada("Harbour Lights - Live Aid"), { by_ada("Harbour Lights", "Live Aid") })
end)

describe("remarks", function()
  all("matched", song, {
    by_ada("Harbour Lights (Official Video 4K)"), by_ada("Harbour Lights (Lyric Video) HD"),
    by_ada("Harbour Lights (Vidéo Officielle)"), by_ada("Harbour Lights (Offizielles Musikvideo)"),
    by_ada("Harbour Lights (Music from the Motion Picture)"), by_ada("Harbour Lights (1999)"),
    by_ada('"Harbour Lights"'), by_ada("Harbour Lights (항구의 불빛)"),
    by_ada('Harbour Lights (12" Version)'), by_ada("Harbour Lights [E]"),
    by_ada("Harbour Lights \u{1f174}"), by_ada("\u{1f174} Harbour Lights"),
    by_ada("Harbour Lights (Explícita)"), by_ada("Harbour Lights (Dirty)"),
  })
  it("shops' marks choose the explicit song", function()
    for _, mark in ipairs({ "\u{1f174}", "[E]", "(Dirty Version)" }) do
      local found = mix.match.best(by_ada("Harbour Lights " .. mark), {
        by_ada("Harbour Lights (Clean)"), by_ada("Harbour Lights (Explicit)"),
      }, rules)
      assert.equal(2, found.index, mark)
    end
  end)
  all("none", song, { by_ada("Harbour Lights (New Version)") })
  all("uncertain", song, {
    by_ada("Harbour Lights (Underwater Audio)"), by_ada("Harbour Lights (Slow Piano Take)"),
    by_ada("Harbour Lights (Chopped and Screwed)"), by_ada("Harbour Lights - Paper Town"),
  })
  all("matched", by_ada("Harbour Lights (Live)"), { by_ada("Harbour Lights Live") })
  all("matched", by_ada("Harbour Lights [Demo]"), { by_ada("Harbour Lights Demo") })
  all("none", song, {
    by_ada("Harbour Lights Live"), by_ada("Harbour Lights (Official Live Video)"),
  })
  all("none", by_ada("Long"), { by_ada("Long Live") })
  all("uncertain", by_ada("Harbour Lights (2004)"), { by_ada("Harbour Lights (1999)") })
end)

describe("numbers that count the same and differ", function()
  for _, pair in ipairs({
    { "Kapitel 5: Das Haus", "Kapitel 6: Das Haus" },
    { "Folge 12 - Der Turm", "Folge 13 - Der Turm" },
    { "News - 2025-01-08", "News - 2025-01-09" }, { "Harbour (Teil 1)", "Harbour (Teil 2)" },
    { "Nocturnes, Op. 9 No. 1", "Nocturnes, Op. 9 - No. 2" }, { "interlude ii", "interlude iii" },
    { "Chapter One - Hello", "Chapter Two - Hello" }, { "Session 1: Hello", "Session 2: Hello" },
    { "01 - Chapter 3", "02 - Chapter 4" },
  }) do
    all("none", by_ada(pair[1]), { by_ada(pair[2]) })
  end
  all("matched", by_ada("Chapter 1: Hello"), { by_ada("Chapter One - Hello") })
  for roman, digits in pairs({ ["Episode XII"] = "Episode 12", ["Folge IX: Der Turm"] =
    "Folge 9: Der Turm", ["Chapter V"] = "Chapter 5", ["Kapitel XIV"] = "Kapitel 14" }) do
    all("matched", by_ada(roman), { by_ada(digits) })
  end
  all("none", by_ada("Episode XII"), { by_ada("Episode 13"), by_ada("Episode XIII") })
end)

describe("the length", function()
  local function lasting(title, duration) return { title = title, duration = duration } end
  all("matched", { title = song.title, artist = song.artist, duration = 200 },
    { lasting("Harbour Lights", 201) })
  all("matched", lasting("Harbour Lights", 200), { lasting("Harbour Lights Cleo Ray", 200) })
  all("uncertain", lasting("Harbour Lights", 200), { lasting("Harbour Lights", 204) })
  all("no match", { title = song.title, artist = song.artist, duration = 200 },
    { { title = "Harbour Lights (Underwater Audio)", artist = "Ada Lune", duration = 200 } })
end)

it("the note says how a title was read", function()
  local match = mix.match.best(song, { bare("07 - Ada Lune - Harbour Lights") }, rules)
  local note
  for _, part in ipairs(match.breakdown) do
    if part.feature == "title" then note = part.note end
  end
  assert.equal("read as “harbour lights” (track 07, artist Ada Lune); exact", note)
end)

describe("names of files", function()
  for written, cleaned in pairs({
    ["Harbour Lights.mp3"] = "Harbour Lights", ["harbour_lights.flac"] = "harbour lights",
    ["hey-what-a-dream---harbour-lights"] = "hey what a dream - harbour lights",
    ["Mr. Blue"] = "Mr. Blue", ["24-7"] = "24-7", ["a.b.c"] = "a.b.c",
  }) do
    it(written, function() assert.equal(cleaned, compounds.cleaned(written)) end)
  end
end)

describe("words behind a title that may belong to it", function()
  all("no match", by_ada("Harbour"), {
    by_ada("Harbour With Me"), by_ada("Harbour From Afar"), by_ada("Harbour Vs Night"),
    by_ada("Harbour High"), by_ada("Harbour Single"), by_ada("Harbour Original"),
  })
  all("matched", by_ada("Harbour"), {
    by_ada("Harbour Lyrics"), by_ada("Harbour With Lyrics"), by_ada("Harbour Explicit"),
    by_ada("Harbour Music Video"), by_ada("Harbour (with Bo Mar)"),
  })
  all("matched", { title = "Harbour", artist = "Ada Lune & Bo Mar" }, {
    by_ada("Harbour With Bo Mar"),
  })
end)
