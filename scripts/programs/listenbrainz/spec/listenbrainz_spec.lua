-- The provider of ListenBrainz's playlists.

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

  it("says what went wrong", function()
    mix.test.mock_http({ [base .. "/*"] = { status = 404,
      json = { error = "Cannot find user: x" } } })
    local list, err = service:playlists("x")
    assert.is_nil(list)
    assert.equal("not_found", err.kind)
    assert.matches("Cannot find user", err.message)
    list, err = service:playlists("../x")
    assert.is_nil(list)
    assert.equal("invalid", err.kind)
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
