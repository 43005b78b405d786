-- The iTunes provider against made-up answers.

local failure = require("lib.failure")
local itunes = require("services.itunes.provider")

local result = {
  kind = "song", trackName = "Paper Boats", artistName = "Ada Lune", trackId = 7,
  collectionName = "Harbour", releaseDate = "2014-10-21T07:00:00Z", trackCount = 12,
  artworkUrl100 = "https://is1-ssl.mzstatic.com/image/a/100x100bb.jpg",
}

describe("a candidate", function()
  it("holds what a match needs", function()
    assert.are.same({
      title = "Paper Boats", artist = "Ada Lune", album = "Harbour", release_date = "2014-10-21",
      id = 7, track_count = 12,
      artwork_url = "https://is1-ssl.mzstatic.com/image/a/600x600bb.jpg",
    }, itunes.candidate(result))
  end)

  it("has the facts that tell versions apart", function()
    local full = { trackTimeMillis = 447000, trackNumber = 3, discNumber = 2, discCount = 2,
      trackExplicitness = "explicit", primaryGenreName = "Dance", collectionArtistName = "Various",
      artworkUrl100 = "http://a1.mzstatic.com/b/100x100bb.jpg",
      previewUrl = "http://audio-ssl.itunes.apple.com/c.m4a" }
    for name, value in pairs(result) do full[name] = full[name] or value end
    local song = itunes.candidate(full)
    assert.are.same({ 447, 3, 2, 2, true, { "Dance" }, "Various" }, { song.duration,
      song.track_number, song.disc_number, song.disc_count, song.is_explicit, song.genres,
      song.album_artist })
    assert.equal("https://a1.mzstatic.com/b/600x600bb.jpg", song.artwork_url)
    assert.equal("https://audio-ssl.itunes.apple.com/c.m4a", song.preview_url)
    full.trackExplicitness = "cleaned"
    assert.is_false(itunes.candidate(full).is_explicit)
  end)

  it("is none without name, artist and identifier, or of another kind", function()
    assert.is_nil(itunes.candidate({ kind = "music-video", trackName = "A", artistName = "B" }))
    local nameless = { kind = "song", trackName = "", artistName = "B", trackId = 1 }
    assert.is_nil(itunes.candidate(nameless))
    assert.is_nil(itunes.candidate("text"))
  end)
end)

describe("a service", function()
  local service

  before_each(function()
    mix.test.clock()
    service = itunes.open({ concurrency = 2, patience = 30, reachable = true })
  end)

  local function answer(what) mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = what }) end

  it("searches songs of a country", function()
    answer({ json = { results = { result, { kind = "ebook" } } } })
    local songs = service:search({ title = "paper", artist = "boats", country = "de" })
    assert.equal(1, #songs)
    assert.equal("Paper Boats", songs[1].title)
    local asked = mix.test.requests()[1].url
    assert.matches("/search?", asked, 1, true)
    assert.matches("country=de", asked, 1, true)
    assert.matches("term=paper%20boats", asked, 1, true)
  end)

  it("looks identifiers up in one request", function()
    answer({ json = { results = { result } } })
    assert.equal(7, service:lookup({ 7, 8 }, { country = "us" })[1].id)
    assert.matches("id=7%2C8", mix.test.requests()[1].url, 1, true)
  end)

  it("tells a failure from an empty list", function()
    answer({ json = { results = {} } })
    assert.are.same({}, service:search({ title = "nothing" }))
    answer({ status = 400, json = { errorMessage = "Invalid value" } })
    local songs, err = service:search({ title = "x" })
    assert.is_nil(songs)
    assert.are.same({ kind = "invalid", provider = "itunes", status = 400,
      message = "iTunes: HTTP status 400: Invalid value" }, err)
  end)

  it("says what is wrong with a broken answer", function()
    answer("{")
    assert.matches("^iTunes: ", select(2, service:search({ title = "x" })).message)
    answer({ json = { resultCount = 0 } })
    assert.equal("iTunes: the answer has no results",
      select(2, service:search({ title = "x" })).message)
  end)

  it("counts as down after three failures in a row", function()
    answer({ status = 501 })
    for _ = 1, 3 do service:search({ title = "x" }) end
    answer({ json = { results = { result } } })
    assert.equal("iTunes: HTTP status 501", select(2, service:search({ title = "x" })).message)
    assert.equal(0, #mix.test.requests())
  end)

  it("is not down when it refuses questions", function()
    answer({ status = 404 })
    for _ = 1, 3 do service:search({ title = "x" }) end
    answer({ json = { results = { result } } })
    assert.equal(1, #service:search({ title = "y" }))
  end)

  it("keeps answers for a day, and for no time where the caller keeps them", function()
    answer({ json = { results = { result } } })
    for _ = 1, 2 do service:search({ title = "paper" }) end
    assert.equal(1, #mix.test.requests())
    service = itunes.open({ ttl = 0 })
    for _ = 1, 2 do service:search({ title = "paper" }) end
    assert.equal(3, #mix.test.requests())
  end)

  it("knows that nobody answers", function()
    answer({ error = "unreachable" })
    local songs, err = service:search({ title = "x" })
    assert.is_nil(songs)
    assert.is_true(failure.is_network(err))
  end)
end)

require("lib.spec.answers").hold("itunes")
require("lib.spec.contract").check("itunes")
