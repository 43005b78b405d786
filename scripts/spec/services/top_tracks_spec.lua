-- The source of an artist's tracks when Spotify does not say.

local deezer = require("services.deezer.provider")
local spotify = require("services.spotify.provider")

local api = "https://api.spotify.com/v1"
local page = api .. "/search?limit=10&offset=0&q="
local artist = { id = "A", name = "Ada Lune" }

local function track(id, name, by)
  return {
    id = id, name = name, artists = { { id = by or "A", name = by or "Ada Lune" } },
    external_ids = { isrc = "QZ" .. id },
  }
end

local function search(tracks)
  return { json = { tracks = { items = tracks, next = mix.json.null } } }
end

describe("top tracks", function()
  local service
  local gone = { status = 403, json = { error = { message = "Forbidden" } } }
  local deezer_artist = {
    json = { data = { { id = 7, name = "ADA LUNE" }, { id = 8, name = "X" } } },
  }

  before_each(function()
    mix.test.clock()
    service = spotify.open({ token = function() return "t" end, deezer = deezer.open(),
      recording_key = require("programs.playlist.lib.recording_key") })
  end)

  local function ids(limit)
    local list = {}
    for place, found in ipairs(assert(service:top_tracks(artist, limit))) do
      list[place] = found.id
    end
    return table.concat(list, " ")
  end

  it("are Spotify's own where it has them", function()
    mix.test.mock_http({ ["GET " .. api .. "/artists/A/top-tracks*"] = {
      json = { tracks = { track("1", "One"), track("2", "Two"), track("3", "Three") } } } })
    assert.equal("1 2", ids(2))
    assert.are.same({ ["top tracks"] = 1 }, service.sources)
  end)

  it("are in Deezer's order otherwise, found by title or by the recording's code", function()
    mix.test.mock_http({
      ["GET " .. api .. "/artists/A/top-tracks*"] = gone,
      ["GET " .. page .. "artist%3A%22Ada%20Lune%22&type=track"] = search({
        track("1", "One"), track("k", "One (Karaoke Version)", "K"), track("2", "Two - Live"),
        track("3", "Two"),
      }),
      ["GET " .. page .. "isrc%3AQZ9&type=track"] = search({ track("9", "Nine") }),
      ["GET https://api.deezer.com/search/artist*"] = deezer_artist,
      ["GET https://api.deezer.com/artist/7/top*"] = { json = { data = {
        { id = 1, title = "Nine" }, { id = 2, title = "Two" }, { id = 3, title = "Two (Live)" },
      } } },
      ["GET https://api.deezer.com/track/1"] = {
        json = { id = 1, title = "Nine", artist = { id = 7, name = "Ada Lune" }, isrc = "QZ9" } },
    })
    assert.equal("9 3 2 1", ids(4))
    assert.are.same({ deezer = 1 }, service.sources)
    assert.is_true(service.api.no_top_tracks)
  end)

  it("are in a search's order without Deezer, and only the artist's", function()
    mix.test.mock_http({
      ["GET " .. api .. "/artists/A/top-tracks*"] = gone,
      ["GET " .. api .. "/search*"] = search({
        track("k", "One", "K"), track("2", "Two"), track("1", "One") }),
      ["GET https://api.deezer.com/search/artist*"] = {
        json = { error = { code = 800, message = "no data" } } },
    })
    assert.equal("2 1", ids(5))
    assert.are.same({ search = 1 }, service.sources)
  end)

  it("are those of albums when a search finds none", function()
    mix.test.mock_http({
      ["GET " .. api .. "/artists/A/top-tracks*"] = gone,
      ["GET " .. api .. "/search*"] = search({}),
      ["GET https://api.deezer.com/search/artist*"] = { json = { data = {} } },
      ["GET " .. api .. "/artists/A/albums*"] = { json = { items = { { id = "L" } } } },
      ["GET " .. api .. "/albums/L/tracks*"] = { json = { items = { track("5", "Five") } } },
    })
    assert.equal("5", ids(5))
    assert.are.same({ albums = 1 }, service.sources)
  end)

  it("of an artist that is not there are an error, and top tracks stay in use", function()
    mix.test.mock_http({
      ["GET " .. api .. "/artists/A/top-tracks*"] = { status = 404, body = "{}" },
      ["GET " .. api .. "/artists/A"] = { status = 404, body = "{}" },
    })
    local tracks, err = service:top_tracks(artist, 3)
    assert.is_nil(tracks)
    assert.equal("not_found", err.kind)
    assert.is_falsy(service.api.no_top_tracks)
  end)

  it("wait for Deezer's quota, and give Deezer up when it stays", function()
    local quota = { json = { error = { code = 4, message = "Quota limit exceeded" } } }
    mix.test.mock_http({
      ["GET https://api.deezer.com/search/artist*"] = { quota, deezer_artist },
      ["GET https://api.deezer.com/artist/7/top*"] = {
        json = { data = { { id = 1, title = "A" } } } },
    })
    local open = deezer.open()
    assert.equal("A", open:top("Ada Lune", 5)[1].title)
    mix.test.mock_http({ ["GET https://api.deezer.com/*"] = quota })
    for number = 1, 5 do assert.is_nil(open:top("Other " .. number, 5)) end
    assert.equal(9, #mix.test.requests())
  end)
end)
