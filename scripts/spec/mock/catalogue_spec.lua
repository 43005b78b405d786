-- The songs that all mocked music services share.

local days = require("lib.mock.catalogue.days")
local digest = require("lib.mock.digest")
local has = require("lib.has")
local make_songs = require("lib.mock.catalogue.songs")
local numbering = require("lib.mock.catalogue.numbering")
local search = require("lib.mock.catalogue.song_search")
local words_of = require("lib.mock.catalogue.words")

local function row(song)
  return ("%s|%s|%s|%d|%d"):format(song.credited_title, song.credited_artist, song.album, song.day,
    song.milliseconds)
end

describe("a mock's song", function()
  it("depends on the seed and its place only", function()
    local small, large = make_songs(5, 1000, 100), make_songs(5, 1000000, 100)
    local other, alike = make_songs(6, 1000, 100), 0
    for place = 0, 999 do
      assert.equal(row(small:song(place)), row(large:song(place)))
      if row(small:song(place)) == row(other:song(place)) then alike = alike + 1 end
    end
    assert.is_true(alike <= 20, "the known songs are alike, the others are not")
  end)

  it("is the same on every machine", function()
    local songs = make_songs(1, 1000, 100)
    assert.equal("Blinding Lights|The Weeknd|After Hours|18229|200040", row(songs:song(0)))
    assert.equal("Broken Street|Nora Müller|Plastic Silence|1846|238240", row(songs:song(500)))
  end)

  it("is found by its title and artist, in a catalogue of any size", function()
    for _, size in ipairs({ 10, 1000, 3000000 }) do
      local songs = make_songs(1, size, 10)
      for place = 0, size - 1, math.max(1, size // 300) do
        local song = songs:song(place)
        local found = search(songs, ("%s %s"):format(song.artist, song.title), "any", 200)
        assert.is_true(has(found, place), row(song))
      end
    end
  end)

  it("is missing beyond the catalogue, but for those that only the chart names", function()
    local songs = make_songs(1, 1000, 100)
    assert.is_nil(songs:song(1000))
    assert.is_nil(songs:song(-1))
    assert.is_nil(songs:song((1 << 32) - 27))
    local named = songs:chart_song(73)
    assert.is_true(named.is_unreleased)
    assert.same(named, songs:song(named.index))
    assert.same({ named.index }, songs:unreleased())
  end)
end)

describe("a mock's search", function()
  it("finds several artists by a title, several titles by an artist, nothing by half a title",
    function()
      local songs = make_songs(1, 20000, 100)
      local artists, count = {}, 0
      for _, place in ipairs((search(songs, "stay", "any", 200))) do
        local song = songs:song(place)
        assert.equal("stay", song.title:lower())
        if not artists[song.artist] then artists[song.artist], count = true, count + 1 end
      end
      assert.is_true(count > 5)
      local titles = {}
      for place, index in ipairs((search(songs, "ED SHEERAN", "artist", 200))) do
        titles[place] = songs:song(index).title
      end
      assert.same({ "Shape of You", "Bad Habits" }, titles)
      assert.same({}, (search(songs, "blinding", "any", 200)))
    end)

  it("finds an album by the title of its first song", function()
    local songs = make_songs(1, 1000, 100)
    local first = songs:song(songs:song(500).album_first)
    assert.is_true(has(search(songs, first.title, "album", 200), 500))
  end)

  it("passes over accents, case and small words", function()
    assert.same({ "cafe", "del", "rio", "nunez" }, words_of("Café DEL Río (feat. Núñez)"))
    assert.same({ "the", "the" }, words_of("The The"))
    assert.same({ "dont", "夜明けの歌" }, words_of("Don’t 夜明けの歌"))
    assert.same({ "белый", "снег" }, words_of("БЕЛЫЙ снег"))
    assert.same({ "ελένη" }, words_of("ΕΛΈΝΗ"))
    assert.same({ "lodz", "w²" }, words_of("Ło\u{301}dź · W²"))
    assert.same({}, words_of("— ÷ 🎵"))
    assert.same({ "this", "that" }, words_of("this\xFFthat"))
  end)
end)

describe("the mock's catalogue", function()
  it("has the credits, scripts and shared titles of a real one", function()
    local songs, seen, titles, count = make_songs(1, 5000, 100), {}, {}, 0
    for place = 0, 4999 do
      local song = songs:song(place)
      seen.joint = seen.joint
        or song.credit == "joint" and song.credited_artist:find(" & ", 1, true)
      seen.guest = seen.guest or song.credited_title:find("(feat. ", 1, true)
      seen.chinese = seen.chinese or song.title:find("[\xE4-\xE9][\x80-\xBF][\x80-\xBF]")
      seen.cyrillic = seen.cyrillic or song.title:find("[\xD0\xD1][\x80-\xBF]")
      seen.bracket = seen.bracket or song.suffix:find("[", 1, true)
      if not titles[song.title] then titles[song.title], count = true, count + 1 end
    end
    for _, name in ipairs({ "joint", "guest", "chinese", "cyrillic", "bracket" }) do
      assert.is_truthy(seen[name], name)
    end
    assert.is_true(count < 5000)
  end)

  it("walks its numbers one to one, and backwards to the same places", function()
    for _, count in ipairs({ 2, 10, 4096, 5871 }) do
      local walk, seen = numbering(count, digest.of(3, count)), {}
      for place = 0, count - 1 do
        local number = walk:number(place)
        assert.is_nil(seen[number])
        seen[number] = true
      end
      for _, place in ipairs({ 0, 1, count - 1, count, 7 * count + 1 }) do
        local places = walk:places(walk:number(place), place + 1, 100)
        assert.equal(place, places[#places])
      end
    end
  end)

  it("draws numbers that depend on seed, place and purpose", function()
    -- The same as those of Sources/MockUpstreams/Server/Digest.swift.
    assert.equal("e60d649dddadeea7", digest.of(1, 7, 3):hex())
    assert.equal("74f5dd402f587203", digest.text("stay"):hex())
    assert.equal(983, digest.of(1 << 63, 7):below(1000))
  end)

  it("counts days from 1970 and back", function()
    assert.equal("1970-01-01", days.date(0))
    assert.equal("2000-02-29", days.date(11016))
    for day = -1000, 30000, 7 do assert.equal(day, days.of(days.date(day))) end
  end)
end)
