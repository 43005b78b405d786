-- The questions to MusicBrainz, and the release that a recording is shown on.

local changed = require("lib.changed")
local failure = require("lib.failure")
local musicbrainz = require("services.musicbrainz.provider")
local parameters = require("lib.parameters")

local function release(title, date, fields)
  return changed({ title = title, date = date, status = "Official", ["track-count"] = 12,
    ["release-group"] = { ["primary-type"] = "Album" } }, fields)
end

local function of_kind(kind)
  return { ["release-group"] = { ["primary-type"] = "Album", ["secondary-types"] = { kind } } }
end

local function recording(releases, fields)
  return changed({ id = "a1", title = "Paper Boats", ["artist-credit"] = { { name = "Ada Lune" } },
    ["first-release-date"] = "1972-05-01", releases = releases }, fields)
end

local function album(releases, fields, query)
  return musicbrainz.result("track", recording(releases, fields), query).album
end

describe("the album of a recording", function()
  local plain = release("Harbour", "1972-05-01")

  it("is a plain official release wherever it is in the list", function()
    for _, other in ipairs({
      release("Hits", "1971", of_kind("Compilation")), release("On Stage", "1971", of_kind("Live")),
      release("Mixes", "1971", of_kind("Remix")), release("Tape", "1970", { status = "Bootleg" }),
      release("Promo", "1972-01-01", { status = "Promotion" }),
      release("Now", "1971", { ["artist-credit"] = { { name = "Various Artists" } } }),
    }) do
      assert.equal("Harbour", album({ other, plain }))
      assert.equal("Harbour", album({ plain, other }))
    end
  end)

  it("is the earliest, a day before the year that it is in, any date before none", function()
    local year, none = release("Year", "1972"), release("None", nil)
    assert.equal("Harbour", album({ none, year, release("Again", "1993-05-04"), plain }))
    assert.equal("Year", album({ none, year }))
  end)

  it("is an album before a single of the same day", function()
    local single = release("Paper Boats", "1972-05-01",
      { ["release-group"] = { ["primary-type"] = "Single" } })
    assert.equal("Harbour", album({ single, plain }))
  end)

  it("is of the kind that the recording asks for, or of the name that the search does", function()
    local live = release("On Stage", "1971-01-01", of_kind("Live"))
    assert.equal("On Stage", album({ plain, live }, { disambiguation = "live, 1971" }))
    assert.equal("On Stage", album({ plain, live }, nil, { album = "on stage" }))
  end)

  it("is none without releases", function() assert.is_nil(album(nil)) end)
end)

describe("the facts of a recording", function()
  it("have a date as precise as the first one", function()
    local function date(first, day)
      return musicbrainz.result("track", recording({ release("Harbour", day) },
        { ["first-release-date"] = first or mix.json.null })).release_date
    end
    assert.equal("1972", date("1972", "1993-05-04"))
    assert.equal("1972-05", date("1972-05", "1972-05-09"))
    assert.equal("1993-05", date(nil, "1993-05"))
    assert.is_nil(date("unknown", "?"))
  end)

  it("have the place on the release, its tracks, genres and each artist", function()
    local track = musicbrainz.result("track", recording({
      release("Harbour", "1972", { ["track-count"] = false, media = {
        { position = 2, ["track-count"] = 9, track = { { number = "4" } } },
      } }),
    }, {
      ["artist-credit"] = { { name = "Ada", joinphrase = " & " }, { name = "Lune" } },
      genres = { { name = "folk" } },
    }))
    assert.are.same({ 9, 2, 4, { "folk" }, "Ada & Lune", { "Ada", "Lune" } }, { track.track_count,
      track.disc_number, track.track_number, track.genres, track.artist, track.artists })
  end)

  it("count the tracks of a release by its media", function()
    assert.equal(21, musicbrainz.result("release", {
      id = "b", title = "Harbour", ["artist-credit"] = { { name = "Ada Lune" } },
      media = { { ["track-count"] = 12 }, { ["track-count"] = 9 } },
    }).track_count)
  end)
end)

describe("the facts of a release", function()
  local function person(name)
    return { name = name, artist = { id = name:lower(), name = name } }
  end

  it("have its tracks in order, as they are called there, and what it is sold as", function()
    local found = musicbrainz.result("release", {
      id = "b", title = "Harbour", date = "1999-05", country = "GB", status = "Official",
      barcode = "5000000000017", ["artist-credit"] = { person("Ada") },
      ["release-group"] = { id = "g", ["primary-type"] = "Album", ["first-release-date"] = "1998" },
      ["label-info"] = { { ["catalog-number"] = "TIN 7", label = { name = "Tin" } } },
      media = {
        { position = 1, ["track-count"] = 2, tracks = {
          { id = "t1", position = 1, title = "Ebb", length = 201000,
            recording = { id = "r1", title = "Ebb (demo)", isrcs = { "QZ1" } },
            ["artist-credit"] = { person("Ada") } },
          { id = "t2", position = 2, title = "Lost" } } },
        { position = 2, ["track-count"] = 1, tracks = {
          { id = "t3", position = 1, recording = { id = "r3", title = "Flow", length = 99000,
            video = true, ["artist-credit"] = { person("Bo") } } } } },
      },
    })
    assert.are.same({ 3, 2, "g", "1998", "Tin", "TIN 7", "5000000000017", "Album", { "ada" } },
      { found.track_count, found.disc_count, found.group, found.first_date, found.label,
        found.catalogue_number, found.barcode, found.type, found.artist_ids })
    assert.are.same({
      { id = "r1", track_id = "t1", title = "Ebb", artist = "Ada", duration = 201, isrc = "QZ1",
        track_number = 1, track_count = 2, disc_number = 1 },
      { id = "r3", track_id = "t3", title = "Flow", artist = "Bo", duration = 99, is_video = true,
        is_optional = true, track_number = 1, track_count = 1, disc_number = 2 },
    }, found.tracks)
  end)

  it("have behind them what copies lack: silence, data, films, what is before them", function()
    local function track(number, title) return { id = "t" .. title, position = number,
      title = title, recording = { id = "r" .. title, title = title },
      ["artist-credit"] = { person("Ada") } } end
    local found = musicbrainz.result("release", { id = "b", title = "Harbour",
      ["artist-credit"] = { person("Ada") }, media = {
        { position = 1, format = "CD", pregap = track(0, "Hidden"), ["track-count"] = 2,
          tracks = { track(1, "Ebb"), track(2, "[silence]") },
          ["data-tracks"] = { track(3, "Clip") } },
        { position = 2, format = "DVD-Video", tracks = { track(1, "Film") } } } })
    local told = {}
    for place, one in ipairs(found.tracks) do
      told[place] = ("%d-%d %s%s"):format(one.disc_number, one.track_number, one.title,
        one.is_optional and "?" or "")
    end
    assert.are.same({ "1-1 Ebb", "1-2 [silence]?", "2-1 Film?", "1-3 Clip?", "1-0 Hidden?" }, told)
  end)

  it("are found by a barcode, and those of a recording on request", function()
    mix.test.clock()
    mix.test.mock_http({ ["GET https://musicbrainz.org/*"] = {
      json = { releases = mix.json.array({}) },
    } })
    musicbrainz.open():search({ kind = "release",
      barcode = "5000000000017" })
    assert.matches("query=barcode%%3A%%285000000000017%%29", mix.test.requests()[1].url)
    local one = recording({ { id = "b" }, { id = "c" } })
    assert.is_nil(musicbrainz.result("track", one, {}).releases)
    assert.are.same({ "b", "c" }, musicbrainz.result("track", one, { releases = true }).releases)
  end)
end)

describe("a search", function()
  local function search(query, recordings)
    mix.test.clock()
    mix.test.mock_http({ ["GET https://musicbrainz.org/*"] = {
      json = { recordings = recordings or mix.json.array({}) },
    } })
    local found = musicbrainz.open():search(query)
    return found, mix.test.requests()[1]
  end

  local function asked(title)
    local _, request = search({ title = title, artist = "B" })
    return parameters.decoded(request.url:match("query=(.*)$"))
  end

  it("has words where the title has operators and signs", function()
    assert.matches("recording:(not LIKE US) AND artist:(B)", asked("NOT LIKE US"), 1, true)
    assert.matches("recording:(and or ANDY NOTE)", asked("AND OR ANDY NOTE"), 1, true)
    assert.matches([[recording:(AC\/DC \(Live\) \- 50\~ \"x\")]], asked('AC/DC (Live) - 50~ "x"'),
      1, true)
    assert.matches([[recording:(\!\!\!)]], asked("!!!"), 1, true)
  end)

  it("may be for a recording's code", function()
    local _, request = search({ isrc = "GBAYE0601477" })
    assert.matches("query=isrc%%3A%%28GBAYE0601477%%29", request.url)
  end)

  it("leaves videos out unless nothing else is found", function()
    local video = recording({}, { id = "b2", video = true })
    assert.equal(1, #search({ title = "Paper Boats" }, { video, recording({}) }))
    assert.is_true(search({ title = "Paper Boats" }, { video })[1].is_video)
  end)
end)

require("lib.spec.answers").hold("musicbrainz")

it("asks again about an identifier for which a proxy's page was kept", function()
  mix.test.clock()
  local id = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"
  mix.test.mock_http({ ["GET https://musicbrainz.org/*"] = {
    { status = 404, body = "<html><h1>404</h1></html>" }, { json = recording({}, { id = id }) } } })
  local service = musicbrainz.open({ contact = "a@b.example" })
  local none, err = service:lookup({ id })
  assert.are.same({ "portal", "passing" }, { none or err.kind, failure.class(err) })
  assert.equal(id, service:lookup({ id })[1].id)
end)
