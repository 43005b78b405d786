-- Albums whose names stand in each other's place, or lost letters.

local albums = require("programs.tags.lib.albums")
local grouping = require("programs.tags.lib.grouping")
local meanings = require("programs.tags.lib.meanings")
local misprints = require("rules.lib.misprints")
local proposing = require("programs.tags.lib.proposing")
local shelf = require("programs.tags.spec.album_shelf")

local plain = shelf.release(1, { count = 8 })
local various = shelf.release(6, { count = 6, title = "Harbour Hits", artist = "Various Artists",
  artists = function(place) return "Singer " .. ("abcdef"):sub(place, place) end })
local iceland = shelf.release(9, { count = 6, title = "Von brigði", artist = "Sigur Rós",
  titles = function(place) return ({ "Ágætis", "Öxin mín", "Svefn-g-englar", "Straße", "夜 II",
    "Ný batterí" })[place] end })

-- The verdict on the damaged files of a release, and the files.
local function search(release, change)
  local files = shelf.files(release, change)
  local group = grouping.groups(files, "/music")[1]
  return assert(meanings.search(shelf.service({ plain, various, iceland }), group)), files
end

local function best(verdict) return verdict.decision, verdict.matches[1].release.id end

-- The changes that a sure album makes to each file, and the remark on the first one.
local function written(verdict, files)
  local tracks, list, first = albums.tracks(verdict), {}, nil
  for place, file in ipairs(files) do
    file.service, list[place] = "musicbrainz", {}
    local found, remark = proposing.changes(file, tracks[file].candidate)
    for _, change in ipairs(found) do list[place][change.field] = change.new[1] end
    first = first or remark
  end
  return list, first
end

local function exchange(tags) tags.TITLE, tags.ARTIST = tags.ARTIST, tags.TITLE end

describe("an album with title and artist exchanged", function()
  it("gets both back, by one artist or several", function()
    for _, release in ipairs({ plain, various }) do
      local verdict, files = search(release, exchange)
      assert.are.same({ "matched", release.id }, { best(verdict) })
      local list, remark = written(verdict, files)
      for place, track in ipairs(release.tracks) do
        assert.are.same({ track.title, track.artist, track.id }, { list[place].title,
          list[place].artist, list[place].musicbrainz })
      end
      assert.equal("title and artist are exchanged", remark)
    end
  end)

  it("stays where some files are right, or the lengths are those of others", function()
    local function some(tags, place)
      if place % 2 == 0 then exchange(tags) end
    end
    local function longer(tags)
      exchange(tags)
      tags.seconds = tags.seconds + 60
    end
    for _, change in ipairs({ some, longer }) do
      local verdict, files = search(plain, change)
      assert.are_not.equal("matched", verdict.decision)
      assert.is_nil(files[1].meant)
    end
  end)
end)

describe("an album with placeholders of any language", function()
  it("gets its titles where they are counted as its tracks are", function()
    local function count(tags, place) tags.TITLE = ("Piste audio %02d"):format(place) end
    local verdict, files = search(plain, function(tags, place)
      count(tags, place)
      tags.TRACKNUMBER = nil
    end)
    assert.are.same({ "matched", plain.id }, { best(verdict) })
    local list, remark = written(verdict, files)
    assert.are.same({ "Winter Signals", plain.tracks[3].id, "the titles are placeholders" },
      { list[3].title, list[3].musicbrainz, remark })
    for _, change in ipairs({
      function(tags, place) count(tags, 9 - place) end,
      function(tags, place) tags.TITLE = (place == 1 and "Lied %d" or "Titel %d"):format(place) end,
      function(tags, place)
        count(tags, place)
        tags.seconds = tags.seconds + 30
      end,
    }) do
      assert.are_not.equal("matched", search(plain, change).decision)
    end
  end)
end)

describe("a track of a sure album", function()
  it("gets its identifier in spite of a guest, at its place and with its length alone", function()
    for seconds, id in pairs({ [0] = plain.tracks[3].id, [9] = false }) do
      local verdict, files = search(plain, function(tags, place)
        if place == 3 then tags.ARTIST = tags.ARTIST .. " feat. Pia Nobody" end
        tags.seconds = tags.seconds + seconds
      end)
      local third = written(verdict, files)[3]
      assert.are.same({ id, nil }, { third.musicbrainz or false, third.artist })
    end
  end)
end)

describe("names with misprints", function()
  it("are mended from a release with all of the tracks", function()
    for _, sign in ipairs({ "", "?" }) do
      local verdict, files = search(iceland, function(tags)
        for _, key in ipairs({ "TITLE", "ARTIST", "ALBUM" }) do
          tags[key] = tags[key]:gsub("[\xC2-\xF4][\x80-\xBF]+", sign)
        end
      end)
      assert.are.same({ "matched", iceland.id }, { best(verdict) })
      local list = written(verdict, files)
      assert.are.same({ "Ágætis", "Sigur Rós", "Von brigði", iceland.tracks[1].id, "Straße" },
        { list[1].title, list[1].artist, list[1].album, list[1].musicbrainz, list[4].title })
    end
  end)

  it("are those of the release, with two letters exchanged in each", function()
    local verdict, files = search(iceland, function(tags)
      tags.ARTIST, tags.ALBUM = "Siugr Rós", "Von birgði"
      tags.TITLE = tags.TITLE:gsub("^(.[\x80-\xBF]*)(%a)(%a)", "%1%3%2")
    end)
    assert.are.same({ "matched", iceland.id }, { best(verdict) })
    local list = written(verdict, files)
    assert.are.same({ "Sigur Rós", "Von brigði", iceland.tracks[3].id, "Svefn-g-englar" },
      { list[3].artist, list[3].album, list[3].musicbrainz, list[3].title })
  end)

  it("are no other names", function()
    for _, case in ipairs({ { "Bjrk", "Björk", 0.2 }, { "R??s", "Rós", 1 / 3 }, { "Bjrk", "Bjork" },
      { "Bjork", "Björk" }, { "Bj", "Björk" }, { "???", "Ночь" }, { "Rós", "Rós" }, { "", "東京" },
      { "What? Rs", "What? Rós", 1 / 8 }, { "II", "夜 II", 1 / 2 }, { "Halo", "Beyoncé" },
      { "Nohting", "Nothing", 2 / 7 }, { "Th e東京", "The 東京", nil }, { "Tiles", "Tides" },
      { "оДждь", "Дождь", 2 / 5 }, { "Angle", "Angela" } }) do
      assert.equal(case[3], misprints.share(case[1], case[2]), case[1])
    end
  end)
end)

describe("an album whose name has a part or a volume that the release's has not", function()
  -- The decision for files of an album, all of whose tracks are a release's.
  local function decision(album, title, change)
    local release = shelf.release(7, { count = 8, title = title, barcode = "5000000000017" })
    local files = shelf.files(release, function(tags)
      tags.ALBUM = album
      if change then change(tags) end
    end)
    local group = grouping.groups(files, "/music")[1]
    local verdict = assert(meanings.search(shelf.service({ release }), group))
    return verdict.decision, verdict.reason
  end

  it("is in doubt, however many tracks agree", function()
    for _, names in ipairs({ { "Tides, Pt. 2", "Tides" }, { "Tides", "Tides Vol. 1" },
      { "Tides II", "Tides" }, { "Tides 2", "Tides" }, { "Tides, Part 2", "Tides, Part 1" },
      { "Songs of the Salt Road Tides 2", "Songs of the Salt Road Tides" },
      { "Now 78", "Now That's What I Call Tides! 79" } }) do
      assert.are.same({ "uncertain", "the names differ in a number" },
        { decision(names[1], names[2]) }, names[1])
    end
  end)

  it("is sure where the number is written otherwise, or a barcode says so", function()
    for _, names in ipairs({ { "Tides - Part II", "Tides, Pt. 2" }, { "Tides Vol. 2", "Tides II" },
      { "Tides (2009 Remaster)", "Tides" }, { "Tides 1999", "Tides" }, { "1", "Tides" } }) do
      assert.equal("matched", (decision(names[1], names[2])), names[1])
    end
    assert.equal("matched", (decision("Tides, Pt. 2", "Tides", function(tags)
      tags.BARCODE = "5000000000017"
    end)))
  end)
end)
