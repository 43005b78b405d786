-- The facts in a path, the changes by a candidate, and how doubts are decided.

local asking = require("programs.tags.lib.asking")
local audio = require("programs.tags.spec.audio")
local choices = require("programs.tags.lib.choices")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local progress = require("lib.linking.progress")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")
local runs = require("programs.tags.lib.runs")
local undoing = require("programs.tags.lib.undoing")
local view = require("programs.tags.lib.view")
local writing = require("programs.tags.lib.writing")

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

local count = 0
-- A folder with one file, planned as a doubt between two candidates.
local function doubt()
  count = count + 1
  local root = mix.fs.data("spec/doubt" .. count)
  local bytes = audio.flac({ TITLE = "ebb" })
  assert(mix.fs.write(root .. "/a.flac", bytes))
  local info = mix.fs.info(root .. "/a.flac")
  local plan = { id = plans.id(root), root = root, planned = count, rules = "match/tracks" }
  plans.put(plan)
  local file = { id = plans.file_id(plan.id, "a.flac"), plan = plan.id, path = "a.flac",
    size = info.size, modified = info.modified, status = "uncertain", service = "itunes",
    score = 0.7, reason = "too near", tags = { TITLE = { "ebb" } }, record = { title = "ebb" },
    candidates = { { id = 1, title = "Ebb", artist = "Ada" },
      { id = 2, title = "Ebb", artist = "Bo" } },
  }
  file.candidate = file.candidates[1]
  plans.put_files({ file })
  return plan, file, root .. "/a.flac", bytes
end

describe("a file that is denied", function()
  local outside = ("../"):rep(20) .. "etc/none.mp3"

  local function matched()
    local plan, file = doubt()
    file.status, file.changes = "matched", { { key = "TITLE", field = "title", old = { "ebb" },
      new = { "Ebb" } } }
    local other = { id = plans.file_id(plan.id, outside), plan = plan.id, path = outside, size = 1,
      modified = 1, status = "matched", changes = file.changes }
    return plan, file, other
  end

  it("costs no other file its write, nor its way back", function()
    local plan, file, other = matched()
    local run, problems = writing.run(plan, { other, file }, {})
    assert.are.same({ 1, 1 }, { run.files, run.failed })
    assert.matches("none.mp3", problems[1], 1, true)
    runs.put_write({ id = run.id .. "/x", run = run.id, path = outside, state = "done",
      changes = {}, size = 1, modified = 1, plan = plan.id })
    local counts, left, is_changed = undoing.run(run, {})
    assert.is_false(is_changed)
    assert.equal(1, counts.whole)
    assert.equal(1, #left)
    assert.matches("none.mp3", left[1], 1, true)
  end)
end)

it("a plan names its rules, where they are gone", function()
  local message
  local fail = progress.fail
  progress.fail = function(said) message = said end
  plans.rules({ root = "/music", rules = "match/tracks/mine" })
  progress.fail = fail
  assert.matches("the plan of /music (plan --match-rules NAME makes another one): there are no "
    .. "rules match/tracks/mine; there are classic, ", message, 1, true)
end)

describe("a doubt", function()
  it("is not written", function()
    local plan = doubt()
    assert.are.same({}, writing.due(plans.files(plan.id)))
  end)

  it("is written as the user decides, or not at all", function()
    local plan, file, path = doubt()
    planning.choose(file, 2)
    plans.put_files({ file })
    assert(writing.run(plan, writing.due(plans.files(plan.id)), {}))
    assert.are.same({ "Bo" }, mix.tags.read(path).tags.ARTIST)
    plan, file = doubt()
    planning.reject(file)
    plans.put_files({ file })
    assert.are.same({}, writing.due(plans.files(plan.id)))
  end)

  it("can be decided on the screen", function()
    local plan, file = doubt()
    local screen = mix.test.screen("tags/tags")
    screen.state.folder = plan.id
    screen:act("review")
    local tree = screen:act("choose", { key = file.id, candidate = 2 })
    assert.equal("matched", plans.file_by_id(file.id).status)
    assert.matches("1 to write", tree.children[3].text)
    screen:act("open_file", file.id)
    screen:act("close_file")
    screen:act("filter", { status = "matched" })
  end)
end)

local function written()
  local plan, file, path, bytes = doubt()
  planning.choose(file, 1)
  plans.put_files({ file })
  local run = assert(writing.run(plan, { file }, {}))
  return { run = run, file = file, path = path, bytes = bytes, plan = plan }
end

describe("undo", function()
  it("leaves a file that was changed since, and puts back its values when forced", function()
    local case = written()
    assert(assert(mix.tags.prepare(case.path, { GENRE = "Folk" })):finish())
    local counts, problems, is_changed = undoing.run(case.run, {})
    assert.are.same({ 0, true }, { counts.whole, is_changed })
    assert.matches("it was changed since", problems[1])
    assert.equal(case.run.id, undoing.find(case.plan.id).id)
    -- The way to the runs before is named.
    assert.is_nil(undoing.earlier(case.run))
    local before = { id = "before", plan = case.plan.id, root = case.run.root, state = "done",
      started = case.run.started - 1 }
    runs.put(before)
    assert.equal("before", undoing.earlier(case.run).id)
    before.state = "undone"
    runs.put(before)
    counts, problems = undoing.run(case.run, { force = true })
    assert.are.same({ 1, {} }, { counts.values, problems })
    local tags = mix.tags.read(case.path).tags
    assert.are.same({ { "ebb" }, { "Folk" } }, { tags.TITLE, tags.GENRE })
    assert.is_nil(tags.ARTIST)
  end)

  it("counts a file that is back already", function()
    local case = written()
    assert(mix.fs.write(case.path, case.bytes))
    local counts, problems = undoing.run(case.run, {})
    assert.are.same({ 1, {} }, { counts.whole, problems })
    assert.equal("undone", runs.get(case.run.id).state)
  end)

  it("has a file planned again whose plan is of after the write", function()
    local case = written()
    undoing.run(case.run, {})
    local file = plans.files(case.plan.id)[1]
    assert.are.same({ "matched", 1 }, { file.status, #writing.due({ file }) })
    local run = assert(writing.run(case.plan, { file }, {}))
    -- As plan --fresh leaves it.
    file = plans.files(case.plan.id)[1]
    file.status, file.written, file.changes = "same", nil, mix.json.array({})
    plans.put_files({ file })
    assert.is_nil(view.unasked({ file }))
    undoing.run(run, {})
    file = plans.files(case.plan.id)[1]
    assert.are.same({ "failed", "it was put back since" }, { file.status, file.reason })
    assert.equal("1 file was not asked about: plan asks", view.unasked({ file }))
  end)

  it("finds files in a folder that was moved, under other names as well", function()
    local case = written()
    local bytes = assert(mix.fs.read(case.path))
    for _, name in ipairs({ "a.flac", "Ada/Ebb.flac" }) do
      local root = mix.fs.data(("spec/moved %s"):format(name:gsub("/", " ")))
      assert(mix.fs.write(root .. "/" .. name, bytes))
      -- The old folder is still there: this one is a copy, which only its run's name undoes.
      assert.is_nil(undoing.find(plans.id(root), nil, root))
      local run = undoing.find(plans.id(root), case.run.id, root)
      assert.equal(case.run.id, run.id)
      -- Scripts cannot rename a folder.
      run.root = case.run.root .. " of yesterday"
      runs.put(run)
      assert.equal(case.run.id, undoing.find(plans.id(root), nil, root).id)
      local counts, problems = undoing.run(run, { root = root })
      assert.are.same({}, problems)
      assert.equal(1, counts.whole)
      assert.equal(case.bytes, mix.fs.read(root .. "/" .. name))
      assert.is_nil(undoing.find(plans.id(root), nil, root))
      case = written()
      bytes = assert(mix.fs.read(case.path))
    end
  end)

  it("knows a file whose write was killed before its end", function()
    local plan, file, path, bytes = doubt()
    planning.choose(file, 1)
    local run = runs.begin(plan.id, plan.root)
    local draft = assert(mix.tags.prepare(path, { TITLE = "Ebb" }))
    runs.prepare(run, file, draft:undo())
    plans.put_files({ file })
    local counts, problems = undoing.run(run, {})
    assert.are.same({ 1, {} }, { counts.untouched, problems })
    assert.equal(bytes, mix.fs.read(path))
    assert.equal("matched", plans.files(plan.id)[1].status)
  end)

  it("knows a file whose write was killed before it was noted", function()
    local plan, file, path, bytes = doubt()
    planning.choose(file, 1)
    local run = runs.begin(plan.id, plan.root)
    local draft = assert(mix.tags.prepare(path, { TITLE = "Ebb" }))
    runs.prepare(run, file, draft:undo())
    assert(draft:finish())
    local counts = undoing.run(undoing.find(plan.id), {})
    assert.equal(1, counts.whole)
    assert.equal(bytes, mix.fs.read(path))
  end)
end)

describe("write", function()
  it("takes some files of the plan", function()
    local files = { { path = "Live/a.mp3" }, { path = "Live (2)/b+.mp3" }, { path = "c.mp3" } }
    local function paths(args)
      local list = {}
      for place, file in ipairs(choices.selected(files, "/music", args)) do
        list[place] = file.path
      end
      return table.concat(list, ", ")
    end
    assert.equal("Live/a.mp3, Live (2)/b+.mp3, c.mp3", paths({}))
    assert.equal("Live/a.mp3", paths({ only = "Live/" }))
    assert.equal("Live (2)/b+.mp3", paths({ only = "/music/Live (2)/b+.mp3" }))
    assert.equal("c.mp3", paths({ except = "Live*" }))
    assert.equal("Live (2)/b+.mp3", paths({ only = "Live*", except = "*/a.mp3" }))
  end)

  it("leaves a file that was changed since the plan", function()
    local plan, file, path = doubt()
    planning.choose(file, 1)
    assert(mix.fs.write(path, audio.flac({ TITLE = "another" }, { frames = 70 })))
    local run, problems = writing.run(plan, { file }, {})
    assert.is_nil(run)
    assert.matches("changed since the plan", problems[1])
    assert.are.same({}, runs.list(plan.id))
  end)
end)
