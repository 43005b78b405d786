-- Files as albums: how they are put together, which release they are, and what is written of it.

local album_search = require("programs.tags.lib.album_search")
local albums = require("programs.tags.lib.albums")
local audio = require("programs.tags.spec.audio")
local grouping = require("programs.tags.lib.grouping")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")
local view = require("programs.tags.lib.view")
local shelf = require("programs.tags.spec.album_shelf")

local function file(path, tags)
  for name, value in pairs(tags) do tags[name] = { value } end
  local record, from = reading.record({ tags = tags, seconds = 9 }, path)
  return { path = path, tags = tags, record = record, from = from,
    facts = reading.facts(tags, path) }
end

local function groups(list)
  local found, singles = grouping.groups(list, "/music/Ada Lune - Tides (1999)")
  local told = {}
  for place, group in ipairs(found) do
    told[place] = ("%s: %s by %s, %d"):format(group.folder, group.title, group.is_various and "V"
      or group.artist, #group.files)
  end
  return told, #singles
end

describe("the files of a folder", function()
  it("are an album with a name, those without one among them", function()
    assert.are.same({ "A: Tides by Ada Lune, 3" }, (groups({
      file("A/1.mp3", { ALBUM = "Tides", ARTIST = "Ada Lune" }),
      file("A/2.mp3", { ALBUM = "TIDES", ARTIST = "Ada Lune feat. Bo" }),
      file("A/3.mp3", { ARTIST = "Ada Lune" }) })))
  end)

  it("are called as their folder where their tags say nothing", function()
    assert.are.same({ ": Tides by Ada Lune, 2" }, (groups({ file("01.mp3", {}),
      file("02.mp3", {}) })))
  end)

  it("are one album on several discs, with a folder each", function()
    for _, names in ipairs({ { "T/CD1", "T/CD2" }, { "T/Disc 1 - Ebb", "T/Disc 2 - Flow" },
      { "T (Disc 1)", "T (Disc 2)" } }) do
      local list = {}
      for disc, folder in ipairs(names) do
        for place = 1, 2 do
          list[#list + 1] = file(("%s/%d.mp3"):format(folder, place), { ARTIST = "Ada Lune",
            ALBUM = disc == 1 and "Tides (Disc 1)" or "Tides [CD 2]" })
        end
      end
      local told = groups(list)
      assert.equal(names[1]:find("%-") and 2 or 1, #told, names[1])
      assert.are.same({ 1, 2 }, { list[1].facts.disc, list[3].facts.disc })
    end
  end)

  it("are several albums by their names, and singles alone", function()
    local told, singles = groups({ file("A/1.mp3", { ALBUM = "Tides", ARTIST = "Ada" }),
      file("A/2.mp3", { ALBUM = "Tides", ARTIST = "Ada" }), file("A/3.mp3", { ALBUM = "Storms" }),
      file("B/4.mp3", { ALBUM = "Harbour" }), file("A/5.mp3", {}) })
    assert.are.same({ { "A: Tides by Ada, 2" }, 3 }, { told, singles })
  end)

  it("are by several artists where most differ, or where the tags say so", function()
    local list = {}
    for place, artist in ipairs({ "Ada", "Bo", "Cy", "Di" }) do
      list[place] = file(("A/%d.mp3"):format(place), { ALBUM = "Now 79", ARTIST = artist })
    end
    assert.are.same({ "A: Now 79 by V, 4" }, (groups(list)))
    assert.are.same({ "A: Now by V, 2" }, (groups({
      file("A/1.mp3", { ALBUM = "Now", ALBUMARTIST = "Various Artists", ARTIST = "Ada" }),
      file("A/2.mp3", { ALBUM = "Now", ALBUMARTIST = "Various Artists", ARTIST = "Ada" }) })))
  end)
end)

it("a file says its place by tags, name and folder", function()
  for path, expected in pairs({ ["x/CD 2/03 Ebb.mp3"] = { 3, 2 }, ["2-03 Ebb.mp3"] = { 3, 2 },
    ["x/12. Ebb.mp3"] = { 12 }, ["x/99 Luftballons.mp3"] = { 99 }, ["x/AC1/Ebb.mp3"] = {},
    ["x/06-10th_Street.ogg"] = { 6 }, ["x/Digital Media 02/01 - Ebb.flac"] = { 1, 2 },
    ['x/12" Vinyl 1/A1. Ebb.flac'] = { nil, 1 }, ["x/LP Songs 2/01 Ebb.flac"] = { 1 } }) do
    local facts = reading.facts({}, path)
    assert.are.same(expected, { facts.number, facts.disc }, path)
  end
  local facts = reading.facts({ TRACKNUMBER = { "03/12" }, DISCNUMBER = { "1" },
    DISCTOTAL = { "2" }, BARCODE = { "0 12345 67890 5" }, DATE = { "1999-05" } }, "x.mp3")
  assert.are.same({ 3, 12, 1, 2, "12345678905", "1999" }, { facts.number, facts.track_total,
    facts.disc, facts.disc_total, facts.barcode, facts.year })
  for text, expected in pairs({ ["1 of 12"] = { 1, 12 }, ["1\\12"] = { 1, 12 }, ["#08"] = { 8 },
    ["Disc 2 of 3"] = { 2, 3 }, CD1 = { 1 }, A1 = {}, ["1-12"] = {}, ["0"] = {} }) do
    facts = reading.facts({ TRACKNUMBER = { text } }, "x.mp3")
    assert.are.same(expected, { facts.number, facts.track_total }, text)
  end
end)

local plain = shelf.release(1, { count = 8, release_date = "1999-05-04", country = "GB",
  barcode = "5000000000017", label = "Tin Records", catalogue_number = "TIN 7" })
local american = shelf.release(2, { count = 8, first = 1, release_date = "2000-02-01",
  country = "US", barcode = "600000000016" })
local deluxe = shelf.release(3, { count = 10, first = 1, title = "Tides (Deluxe Edition)",
  release_date = "2009-05-04", country = "GB" })
local live = shelf.release(4, { count = 8, title = "Tides (Live)", seconds = 45,
  release_date = "2001-01-01" })
local double = shelf.release(5, { count = 10, discs = 2, title = "Storms", first_date = "2003",
  titles = function(place) return place % 5 == 1 and "Intro" or "Storm " .. place end })
local various = shelf.release(6, { count = 6, title = "Harbour Hits", artist = "Various Artists",
  artists = function(place) return "Singer " .. ("abcdef"):sub(place, place) end })
local all = { live, american, deluxe, plain, double, various }

local function search(release, change, releases)
  local files = shelf.files(release, change or function() end)
  local group = grouping.groups(files, "/music")[1]
  local service = shelf.service(releases or all)
  local verdict = assert(album_search.run(service, group))
  return verdict, files, service.asked, group
end

local function best(verdict) return verdict.decision, verdict.matches[1].release.id end

local function id(release) return release.id end

describe("an album", function()
  it("is its release though tags are damaged", function()
    for name, damage in pairs({
      typos = function(tags) tags.TITLE = tags.TITLE:sub(1, 3) .. tags.TITLE:sub(5) end,
      capitals = function(tags) tags.TITLE, tags.ARTIST = tags.TITLE:upper(), nil end,
      placeholders = function(tags, place) tags.TITLE = "Track 0" .. place end,
      numbers = function(tags) tags.TRACKNUMBER = nil end,
      names = function(tags, place) tags.ALBUM = place % 3 > 0 and "Tides" or nil end,
      nameless = function(tags, place)
        tags.TITLE, tags.ARTIST, tags.TRACKNUMBER = nil, nil, nil
        tags.path = ("Ada Lune - Tides/Track %02d.flac"):format(place)
      end,
      gone = function(_, place) return place ~= 5 end,
      numbered = function(tags) tags.TITLE = ("%02d - %s"):format(tags.TRACKNUMBER, tags.TITLE) end,
      whole = function(tags)
        tags.TITLE = ("%s - %02d %s"):format(tags.ARTIST, tags.TRACKNUMBER, tags.TITLE)
      end,
      shop = function(tags)
        tags.path = ("Tides/%s - Tides - %02d %s.flac"):format(tags.ARTIST, tags.TRACKNUMBER,
          tags.TITLE):gsub(" ", "_")
        tags.TITLE, tags.ARTIST, tags.ALBUM, tags.TRACKNUMBER = nil, nil, nil, nil
      end,
    }) do
      local verdict = search(plain, damage)
      assert.are.same({ "matched", plain.group }, { verdict.decision,
        verdict.matches[1].release.group }, name)
      for _, pair in ipairs(verdict.matches[1].pairs) do
        assert.equal(pair.track.place, pair.file.place, name)
      end
    end
  end)

  it("is found in few requests", function()
    local _, _, asked = search(plain, function(tags) tags.MUSICBRAINZ_ALBUMID = id(deluxe) end)
    assert.is_true(asked <= 5)
    local verdict
    verdict, _, asked = search(plain, function(tags) tags.MUSICBRAINZ_ALBUMID = id(american) end)
    assert.are.same({ 1, "matched", id(american) }, { asked, best(verdict) })
  end)

  it("is the release that its own was merged into, as are its recordings", function()
    local merged, old = { [shelf.uuid(1, 99)] = id(plain) }, {}
    for place, track in ipairs(plain.tracks) do
      old[place] = shelf.uuid(4, 99000 + place)
      merged[old[place]] = track.id
    end
    local function verdict_of(known)
      local files = shelf.files(plain, function(tags, place)
        tags.MUSICBRAINZ_ALBUMID, tags.MUSICBRAINZ_TRACKID = shelf.uuid(1, 99), old[place]
        tags.MUSICBRAINZ_RELEASETRACKID = shelf.uuid(5, 99000 + place)
      end)
      local service = shelf.service({ plain, american }, known)
      local verdict = assert(album_search.run(service, grouping.groups(files, "/music")[1]))
      return verdict.matches[1], verdict.decision, service.asked
    end
    local match, decision, asked = verdict_of(merged)
    assert.are.same({ "matched", id(plain), 9 }, { decision, match.release.id, asked })
    assert.is_true(match.score > 0.99)
    -- One that was not merged ends the questions.
    merged[old[1]] = nil
    local other, _, fewer = verdict_of(merged)
    assert.is_true(other.score < 0.95 and fewer < 9)
  end)

  it("is the pressing that its barcode, country or label says", function()
    for _, facts in ipairs({ { "BARCODE", "0600000000016", american },
      { "BARCODE", "5000000000017", plain }, { "RELEASECOUNTRY", "US", american },
      { "CATALOGNUMBER", "TIN-7", plain }, { "DATE", "2000", american } }) do
      local verdict = search(plain, function(tags) tags[facts[1]] = facts[2] end)
      assert.are.same({ "matched", id(facts[3]) }, { best(verdict) }, facts[2])
      assert.equal(0, #verdict.ties, facts[2])
    end
  end)

  it("is the edition with its tracks, and the live one by its lengths", function()
    assert.are.same({ "matched", id(deluxe) }, { best((search(deluxe, function(tags)
      tags.ALBUM = "Tides"
    end))) })
    assert.are.same({ "matched", id(live) }, { best((search(live))) })
    assert.are_not.equal("matched", search(live, nil, { plain }).decision)
    assert.are_not.equal("matched", search(live, function(tags) tags.ALBUM = "Tides" end,
      { plain }).decision)
  end)

  it("may have several discs and one title twice", function()
    local verdict = search(double, function(tags, place)
      tags.path = ("Storms/CD%d/%02d.flac"):format((place - 1) // 5 + 1, (place - 1) % 5 + 1)
    end)
    assert.are.same({ "matched", id(double) }, { best(verdict) })
    assert.equal(10, #verdict.matches[1].pairs)
    for _, pair in ipairs(verdict.matches[1].pairs) do
      assert.equal(pair.file.place, pair.track.place)
    end
  end)

  it("may have one song as several recordings, which the catalogue's remarks tell apart", function()
    local again = shelf.release(7, { count = 6, titles = function(place)
      return place > 3 and "Ebb" or "Song " .. place
    end })
    for place, remark in pairs({ [5] = "demo", [6] = "live, 1999: Hull" }) do
      again.tracks[place].disambiguation = remark
      again.tracks[place].duration = again.tracks[4].duration
    end
    local verdict = search(again, function(tags, place)
      tags.TRACKNUMBER, tags.path = nil, ("Tides/%s.flac"):format(("abcdef"):sub(place, place))
      tags.TITLE = tags.TITLE .. (({ [4] = " (Demo)", [5] = " [Live]" })[place] or "")
    end, { again })
    local places = {}
    for _, pair in ipairs(verdict.matches[1].pairs) do
      places[pair.file.place] = pair.track.place
    end
    assert.are.same({ 1, 2, 3, 5, 6, 4 }, places)
  end)

  it("may be by various artists", function()
    assert.are.same({ "matched", id(various) }, { best((search(various))) })
  end)

  it("is found by its recordings where its name is wrong, and stays in doubt", function()
    local verdict = search(plain, function(tags) tags.ALBUM = "Mixtape" end)
    assert.equal("matched", verdict.decision)
    verdict = search(plain, function(tags, place)
      tags.ALBUM = "Mixtape"
      return place <= 5
    end)
    assert.equal("uncertain", verdict.decision)
  end)

  it("names what is missing and what is on none of its tracks", function()
    local verdict, _, _, group = search(plain, function(tags, place)
      if place == 3 then return false end
      if place == 5 then tags.TITLE, tags.seconds, tags.TRACKNUMBER = "Elsewhere", 700, "31" end
    end, { plain })
    local record = albums.record(group, verdict)
    assert.equal("matched", record.decision)
    assert.are.same({ "Winter Signals", "Copper Orchard" }, record.candidates[1].missing_titles)
    assert.are.same({ "Music/Shelf/05.flac" }, record.candidates[1].extra)
  end)

  it("lacks no film, silence or hidden track, and knows files that are one", function()
    local more = shelf.release(7, { count = 8, first = 1 })
    more.tracks[7].is_optional, more.tracks[8].is_optional = true, true
    local function record(change)
      local verdict, _, _, group = search(more, change, { more })
      return albums.record(group, verdict)
    end
    local found = record(function(_, place) if place > 6 then return false end end)
    assert.are.same({ "matched", "6 of 6 tracks", 0, 6 }, { found.decision, found.reason,
      found.candidates[1].missing, found.candidates[1].track_count })
    found = record(function(_, place) if place == 8 then return false end end)
    assert.are.same({ "7 of 7 tracks", 0 }, { found.reason, #found.candidates[1].extra })
  end)

  it("takes artists out of titles of several people, and numbers where all have one", function()
    local verdict = search(various, function(tags)
      tags.TITLE, tags.ARTIST = tags.ARTIST .. " - " .. tags.TITLE, "Various Artists"
    end)
    assert.are.same({ "matched", various.id }, { best(verdict) })
    local list = { file("A/1.mp3", { TITLE = "99 Luft", ARTIST = "Ada", ALBUM = "Tides" }),
      file("A/2.mp3", { TITLE = "Ebb - Live", ARTIST = "Ada", ALBUM = "Tides" }),
      file("A/3.mp3", { TITLE = "Ada - Salt", ARTIST = "Ada", ALBUM = "Tides" }) }
    groups(list)
    assert.are.same({ "99 Luft", "Ebb - Live", "Ada - Salt" },
      { list[1].record.title, list[2].record.title, list[3].record.title })
  end)

  it("may have a file twice, and names of files that say less than codes", function()
    local release, count = shelf.release(1, { count = 8 }), 0
    for place, track in ipairs(release.tracks) do track.isrc = "QZMIX000000" .. place end
    local verdict = search(release, function(tags, place)
      tags.path = ("Tides/audio %d.flac"):format(70 + place)
      tags.ISRC, tags.TITLE = "QZMIX000000" .. place, nil
    end, { release })
    assert.equal("matched", verdict.decision)
    local files = shelf.files(plain, function() end)
    for _, again in ipairs(shelf.files(plain, function(_, place) return place < 4 end)) do
      again.path, count = again.path:gsub("%.flac$", " (1).flac"), count + 1
      files[#files + 1] = again
    end
    verdict = assert(album_search.run(shelf.service({ plain }),
      grouping.groups(files, "/music")[1]))
    assert.are.same({ "matched", 3, 11, "8 of 8 tracks" },
      { verdict.decision, count, #verdict.matches[1].pairs, verdict.reason })
  end)

  it("is none where the service has nothing like it", function()
    assert.equal("none", search(double, nil, { plain, various }).decision)
  end)

  it("is not the same as a failure of the service", function()
    local group = grouping.groups(shelf.files(plain, function() end), "/music")[1]
    local function failing(kind)
      local err = { kind = kind, message = "no", provider = "musicbrainz" }
      local fail = function() return nil, err end
      return album_search.run({ search = fail, lookup = fail }, group)
    end
    local verdict, err = failing("timeout")
    assert.are.same({ nil, "timeout" }, { verdict, err.kind })
    assert.equal("none", failing("invalid").decision)
  end)
end)

local function changes(verdict, files, only)
  local tracks, list = albums.tracks(verdict), {}
  for place, each in ipairs(files) do
    each.service = "musicbrainz"
    list[place] = {}
    for _, change in ipairs(proposing.changes(each, tracks[each].candidate, only)) do
      list[place][change.field] = change.new[1]
    end
  end
  return list
end

local every = {}
for _, field in ipairs(proposing.fields) do every[field[1]] = true end

describe("a release", function()
  it("is written on request alone", function()
    local verdict, files = search(plain, function(tags) tags.BARCODE = plain.barcode end)
    assert.are.same({ "1999-05-04", nil, nil }, { changes(verdict, files)[2].date,
      changes(verdict, files)[2].release, changes(verdict, files)[2].label })
    local second = changes(verdict, files, every)[2]
    assert.are.same({ musicbrainz = plain.tracks[2].id, albumartist = "Ada Lune",
      date = "1999-05-04", originaldate = "1999-05-04", tracktotal = "8", discnumber = "1",
      disctotal = "1", label = "Tin Records", catalognumber = "TIN 7", country = "GB",
      release = plain.id, releasegroup = plain.group, releasetrack = plain.tracks[2].track_id,
      albumartistid = plain.artist_ids[1] }, second)
  end)

  it("says nothing of what its pressings differ in", function()
    local verdict, files = search(plain)
    local second = changes(verdict, files, every)[2]
    assert.are.same({ nil, nil, nil, nil, nil }, { second.release, second.country, second.date,
      second.label, second.releasetrack })
    assert.are.same({ plain.group, "8", plain.tracks[2].id }, { second.releasegroup,
      second.tracktotal, second.musicbrainz })
  end)

  it("is not written to two files whose titles may be swapped", function()
    local even = shelf.release(9, { count = 6 })
    for place, track in ipairs(even.tracks) do track.duration = place < 3 and 200 or 90 + place end
    local files = shelf.files(even, function(tags, place)
      if place <= 2 then tags.TITLE = even.tracks[3 - place].title end
    end)
    local verdict = assert(album_search.run(shelf.service({ even }),
      grouping.groups(files, "/music")[1]))
    local tracks = albums.tracks(verdict)
    assert.are.same({ true, true, false }, { tracks[files[1]].is_contrary,
      tracks[files[2]].is_contrary, tracks[files[3]].is_contrary })
  end)

  it("gives a file its identifier by its code, and mends letters that were read wrongly", function()
    local candidate = { title = "Café Öl", artist = "Ada Lune", isrc = "QZMIX0000001", id = "x" }
    local coded = file("audio 7.flac", { ISRC = "QZMIX0000001" })
    local broken = file("1.flac", { TITLE = "CafÃ© Ã–l", ARTIST = "Ada Lune" })
    for _, one in ipairs({ coded, broken }) do
      one.service, one.format = "musicbrainz", "flac"
      local new = {}
      for _, change in ipairs(proposing.changes(one, candidate)) do
        new[change.key] = change.new[1]
      end
      assert.equal("x", new.MUSICBRAINZ_TRACKID)
      assert.equal("Café Öl", new.TITLE)
    end
  end)

  it("replaces no number, date or identifier, and adds a total to a number", function()
    local verdict, files = search(plain, function(tags, place)
      tags.BARCODE, tags.DATE = plain.barcode, "1998"
      tags.TRACKNUMBER = place == 2 and "7" or "0" .. place
      tags.LABEL, tags.MUSICBRAINZ_RELEASETRACKID = "TIN", shelf.uuid(9, 9)
    end)
    for _, each in ipairs(files) do each.format = "mp3" end
    local list = changes(verdict, files, every)
    assert.are.same({ "01/8", nil, nil, nil, nil }, { list[1].tracknumber, list[2].tracknumber,
      list[1].label, list[1].releasetrack, list[1].date })
    assert.is_nil(list[1].tracktotal)
  end)

  it("is not written to an album that is called otherwise, but for its disc", function()
    local verdict, files = search(deluxe, function(tags) tags.ALBUM = "Tides" end)
    local first = changes(verdict, files, every)[1]
    assert.are.same({ nil, nil, nil, deluxe.tracks[1].id }, { first.album, first.release,
      first.date, first.musicbrainz })
    verdict, files = search(double, function(tags, place)
      tags.ALBUM = ("Storms (Disc %d)"):format((place - 1) // 5 + 1)
    end)
    first = changes(verdict, files, every)[1]
    assert.are.same({ nil, double.id }, { first.album, first.release })
  end)
end)

describe("a folder with an album", function()
  local function frames(place) return 60 * place end

  -- A release of five short songs; `second`: another one with another recording of the last.
  local function releases(second)
    local list = {}
    for number = 1, second and 2 or 1 do
      local release = shelf.release(20 + number, { count = 5, first = 21, country = "GB" })
      for place, track in ipairs(release.tracks) do
        track.duration = frames(place) * 4096 / 44100
      end
      if number == 2 then release.tracks[5].id = shelf.uuid(4, 9999) end
      list[number] = release
    end
    return list
  end

  local function folder(name, release, count)
    local root = mix.fs.data("spec/" .. name)
    for place = 1, count do
      local track = release.tracks[place]
      assert(mix.fs.write(("%s/Tides/%02d.flac"):format(root, place), audio.flac({
        TITLE = track.title:upper(), ALBUM = release.title, ARTIST = track.artist,
        TRACKNUMBER = tostring(place) }, { frames = frames(place) })))
    end
    return root
  end

  local function plan(root, list, only)
    local service = shelf.service(list)
    local files = planning.run({ root = root, catalogues = { "musicbrainz" }, country = "us",
      services = { musicbrainz = service }, rules = mix.rules.load("match/tracks"), only = only })
    local found = plans.albums(plans.id(root))
    return files, found, service.asked
  end

  local function states(files)
    local list = {}
    for place, each in ipairs(files) do list[place] = each.status end
    return table.concat(list, " ")
  end

  it("is planned as a whole, and asked about again with a further file", function()
    local list = releases()
    local root = folder("album", list[1], 4)
    local files, found, asked = plan(root, list)
    assert.are.same({ "matched matched matched matched", 1, "sure", 2 }, { states(files), #found,
      view.album_state(found[1], files), asked })
    assert.are.same({ "Copper Orchard" }, found[1].candidates[1].missing_titles)
    assert.matches("missing: Copper Orchard", view.album_rows(found[1], files)[1].note)
    folder("album", list[1], 5)
    files, found = plan(root, list)
    assert.are.same({ 5, 1, 0 }, { #files, #found, found[1].candidates[1].missing })
  end)

  it("in one file with a cue sheet is left alone, and is not asked about", function()
    local root = mix.fs.data("spec/one file")
    local sheet = 'FILE "Ada - Tides.wav" WAVE\n  TRACK 01 AUDIO\n  TRACK 02 AUDIO\n'
    for name, bytes in pairs({ ["a/Ada - Tides.flac"] = audio.flac({ TITLE = "Ebb" }),
      ["a/x.cue"] = sheet, ["b/y.flac"] = audio.flac({ TITLE = "Ebb", CUESHEET = sheet }),
      -- Each file of a sheet is a track.
      ["c/Ebb.flac"] = audio.flac({}), ["c/Ebb.cue"] = 'FILE "Ebb.flac" WAVE\n  TRACK 01 AUDIO\n'
        .. 'FILE "Salt Road.flac" WAVE\n  TRACK 02 AUDIO\n' }) do
      assert(mix.fs.write(root .. "/" .. name, bytes))
    end
    local files, _, asked = plan(root, {})
    assert.are.same({ "it is a whole album in one file (x.cue)",
      "it is a whole album in one file (CUESHEET)" }, { files[1].reason, files[2].reason })
    assert.is_nil(files[3].reason and files[3].reason:match("whole"))
    assert.is_true(asked <= 3)
  end)

  it("in doubt is what the user decides, and files of one recording are sure", function()
    local list = releases(true)
    local root = folder("doubt album", list[1], 5)
    local files, found = plan(root, list, { title = true, release = true })
    assert.are.same({ "matched matched matched matched uncertain", "doubtful" }, { states(files),
      view.album_state(found[1], files) })
    local rows = view.album_rows(found[1], files)
    assert.are.same({ 3, "5 of 5" }, { #rows, rows[2].tracks })
    assert.is_nil(files[1].changes[2])
    local screen = mix.test.screen("tags/tags")
    screen.state.folder = plans.id(root)
    local shown = mix.json.encode(screen:act("filter", { status = "all" }))
    assert.matches("doubtful", shown, 1, true)
    assert.matches("another release is as near", shown, 1, true)
    local chosen = planning.choose_album(plans.get(root), found[1], 2, { release = true })
    assert.equal(5, #chosen)
    for _, each in ipairs(chosen) do
      assert.are.same({ "matched", "you", list[2].id }, { each.status, each.by,
        each.changes[1].new[1] })
    end
  end)
end)
