-- The provider of ListenBrainz's playlists.

local bare_tracks = require("programs.listenbrainz.lib.bare_tracks")
local listenbrainz = require("services.listenbrainz.provider")
local track_files = require("lib.track_files")

local id = "5e550000-0000-4000-8000-000000000001"
local base = "GET https://api.listenbrainz.org/1"
local recording = "https://musicbrainz.org/recording/00000001-0000-4000-8000-000000000000"

local function playlist(name, tracks)
  return { playlist = { title = name, creator = "rob", date = "2026-11-20T08:00:00+00:00",
    identifier = "https://listenbrainz.org/playlist/" .. id,
    track = tracks or mix.json.array({}) } }
end

local function page(list, total)
  return { json = { playlists = mix.json.array(list), playlist_count = total or #list } }
end

describe("ListenBrainz", function()
  local service

  before_each(function() service = listenbrainz.open() end)

  it("lists a user's playlists, page by page", function()
    mix.test.mock_http({
      [base .. "/user/rob%20z/playlists?count=100&offset=0"] = page({ playlist("A") }, 101),
      [base .. "/user/rob%20z/playlists?count=100&offset=100"] = page({ playlist("B"), {} }, 101),
    })
    local list = assert(service:playlists("rob z"))
    assert.are.same({ "A", "B" }, { list[1].name, list[2].name })
    assert.equal(id, list[1].id)
    assert.is_nil(list[3])
  end)

  it("gives a playlist's tracks, which become files", function()
    mix.test.mock_http({ [base .. "/playlist/*"] = { json = playlist("A", {
      { title = "Ebb", creator = "Ada", album = "Tides", duration = 61500,
        identifier = { recording } },
      { title = "Flow", creator = "Bo", identifier = recording, duration = "x" },
      { title = 5 }, "text",
    }) } })
    local list = assert(service:playlist(id))
    assert.equal(2, #list.tracks)
    assert.are.same({ title = "Ebb", artist = "Ada", artists = { "Ada" }, album = "Tides",
      duration = 61.5, url = recording, id = "00000001-0000-4000-8000-000000000000" },
      list.tracks[1])
    list.description = ""
    for _, format in ipairs(track_files.formats) do
      local again = track_files.read(track_files.write(list, format), "x." .. format, format)
      assert.are.same({ "Ebb", "Flow" }, { again.tracks[1].title, again.tracks[2].title })
    end
  end)

  it("asks for user names of any letters and signs", function()
    mix.test.mock_http({ [base .. "/*"] = page({}) })
    for name, segment in pairs({ ["Ünal"] = "%C3%9Cnal", ["../x"] = "..%2Fx",
      ["a?b#c"] = "a%3Fb%23c", ["50%"] = "50%25", ["日本"] = "%E6%97%A5%E6%9C%AC",
      ["https://listenbrainz.org/user/a%20b/?page=2"] = "a%20b" }) do
      assert(service:playlists(name))
      local asked = mix.test.requests()
      assert.matches("/user/" .. segment .. "/playlists?", asked[#asked].url, 1, true)
    end
  end)

  it("keeps a track with its recording alone, and gives descriptions as text", function()
    local answer = playlist("A", {
      { identifier = { "https://example.org/x", recording } }, { title = "Hum", identifier = {} },
      { creator = "Ada" },
    })
    answer.playlist.annotation = "<p>Road &amp; rail</p>\n<p>by <a href=\"x\">rob</a></p>"
    mix.test.mock_http({ [base .. "/playlist/*"] = { json = answer } })
    local list = assert(service:playlist(id))
    assert.equal("Road & rail\n\nby rob", list.description)
    assert.are.same({ 2, 1 }, { #list.tracks, list.left_out })
    assert.are.same({ recording, "00000001-0000-4000-8000-000000000000" },
      { list.tracks[1].url, list.tracks[1].id })
    assert.are.same({ title = "Hum", artists = {}, url = "" }, list.tracks[2])
  end)

  it("says what went wrong", function()
    mix.test.mock_http({ [base .. "/*"] = { status = 404,
      json = { error = "Cannot find user: x" } } })
    local list, err = service:playlists("x")
    assert.is_nil(list)
    assert.equal("not_found", err.kind)
    assert.matches("Cannot find user", err.message)
    for _, name in ipairs({ "..", ".", " ", "a\nb" }) do
      list, err = service:playlists(name)
      assert.is_nil(list)
      assert.equal("invalid", err.kind)
    end
    mix.test.mock_http({ [base .. "/*"] = { json = { playlists = "none" } } })
    list, err = service:playlist(id)
    assert.is_nil(list)
    assert.equal("answer", err.kind)
  end)

  it("reads identifiers out of addresses", function()
    assert.equal(id, listenbrainz.id_of("https://listenbrainz.org/playlist/" .. id .. "/"))
    assert.equal(id, listenbrainz.id_of(id))
    assert.is_nil(listenbrainz.id_of("Weekly"))
  end)
end)

describe("a track without a title", function()
  local musicbrainz = "GET https://musicbrainz.org/ws/2/recording/"

  local function bare(digit)
    local mbid = ("0000000%d-0000-4000-8000-000000000000"):format(digit)
    return { id = mbid, url = "https://musicbrainz.org/recording/" .. mbid, artists = {} }
  end

  before_each(function() mix.test.clock() end)

  it("gets title and artist from MusicBrainz, and stays by its address where they are not known",
    function()
      mix.test.mock_http({
        [musicbrainz .. "00000001*"] = { json = { id = "00000001", title = "Ebb", length = 61000,
          ["artist-credit"] = { { name = "Ada", joinphrase = "" } } } },
        [musicbrainz .. "00000002*"] = { status = 404, json = { error = "Not Found" } },
        [musicbrainz .. "00000003*"] = { status = 422, json = { error = "Odd" } },
      })
      local tracks = { bare(1), bare(2), bare(3), { title = "Flow", artist = "Bo" } }
      local line = bare_tracks.complete(tracks, "me@example.org")
      assert.are.same({ "Ebb", "Ada", 61 },
        { tracks[1].title, tracks[1].artists[1], tracks[1].duration })
      assert.are.same({ "", "" }, { tracks[2].title, tracks[3].title })
      assert.matches("^1 of 3 rows was refused: .*Odd; 1 of 3 recordings are unknown", line)
      assert.is_nil(bare_tracks.complete({ tracks[1], tracks[4] }))
    end)
end)
