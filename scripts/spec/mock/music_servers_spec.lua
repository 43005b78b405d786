-- The mocks of Jellyfin, of a Subsonic server and of ListenBrainz.

local changed = require("lib.changed")
local running = require("spec.mock.running")

describe("the mock of Jellyfin", function()
  local token = "0123456789abcdef0123456789abcdef"

  local function id(number) return ("a0%030d"):format(number) end

  local function ask(mock, path, query)
    local answer = mock:get("jellyfin/" .. path, changed({ ApiKey = token }, query))
    assert.equal(200, answer.status)
    return answer.body
  end

  it("finds songs by title, artist and identifier, and lists them in pages", function()
    local mock = running({ "jellyfin" })
    assert.matches("Blinding Lights", ask(mock, "Items", { searchTerm = "blinding lights" }))
    assert.matches("The Weeknd", ask(mock, "Items", { artists = "the weeknd" }))
    assert.matches(id(3), ask(mock, "Items", { ids = id(3) }), 1, true)
    local page = ask(mock, "Items", { startIndex = 3, limit = 1 })
    assert.matches(id(3), page, 1, true)
    assert.matches('"TotalRecordCount":1000', page, 1, true)
  end)

  it("has a playlist that was made, with its songs", function()
    local mock = running({ "jellyfin" })
    local user = ask(mock, "Users"):match('"Id":"(%x+)"')
    local made = mock:ask({ method = "POST", path = "jellyfin/Playlists",
      query = { ApiKey = token }, headers = { ["content-type"] = "application/json" },
      body = { Name = "Mine", Ids = { id(5) }, UserId = user } }).json
    assert.equal(32, #made.Id)
    assert.matches("Mine", ask(mock, "Items", { includeItemTypes = "Playlist" }))
    assert.matches('"TotalRecordCount":1[,}]', ask(mock, ("Playlists/%s/Items"):format(made.Id)))
  end)
end)

describe("the mock of a Subsonic server", function()
  local function ask(mock, method, query)
    local answer = mock:get("subsonic/rest/" .. method, changed({ u = "joe", s = "c19b2d",
      t = "26719a1196d2a940705a59634eb18eef", f = "json" }, query))
    assert.equal(200, answer.status)
    return answer.body
  end

  it("finds songs, and gives all of them in pages for an empty query", function()
    local mock = running({ "subsonic" })
    local found = ask(mock, "search3", { query = "blinding lights the weeknd" })
    assert.matches('"status":"ok"', found, 1, true)
    assert.matches("Blinding Lights", found)
    local function ids(query)
      local list = {}
      for name in ask(mock, "search3", query):gmatch('"id":"(so%-%d+)"') do
        list[#list + 1] = name
      end
      return list
    end
    assert.same({ "so-0", "so-1" }, ids({ query = "", songCount = 2 }))
    assert.same({ "so-2", "so-3" }, ids({ query = "", songCount = 2, songOffset = 2 }))
  end)

  it("has a playlist that was made, with its songs", function()
    local mock = running({ "subsonic" })
    assert.matches("pl-3", ask(mock, "createPlaylist", { name = "Mine", songId = "so-5" }), 1, true)
    assert.matches("Mine", ask(mock, "getPlaylists"))
    assert.matches("so-5", ask(mock, "getPlaylist", { id = "pl-3" }), 1, true)
  end)

  it("says with status 200 that it refuses a log-in or lacks a song", function()
    local mock = running({ "subsonic" })
    for _, case in ipairs({
      { "ping", {}, '"status":"ok"' }, { "getPlaylists", { t = "x" }, '"code":40' },
      { "getSong", { id = "so-99999" }, '"code":70' },
    }) do
      assert.matches(case[3], ask(mock, case[1], case[2]), 1, true)
    end
  end)
end)

describe("the mock of ListenBrainz", function()
  local mock = running({ "listenbrainz" })

  local function ask(path, query) return mock:get("listenbrainz/" .. path, query) end

  it("gives a user's playlists in pages, each with its tracks", function()
    local list = ask("user/mock/playlists", { count = 1, offset = 1 }).json
    assert.same({ 2, 1 }, { list.playlist_count, #list.playlists })
    local playlist = ask("user/mock/playlists/createdfor").json.playlists[1].playlist
    local whole = ask("playlist/" .. playlist.identifier:match("[^/]+$"))
    assert.same({ 200, playlist.title, 25 },
      { whole.status, whole.json.playlist.title, #whole.json.playlist.track })
    assert.matches("^https://musicbrainz%.org/recording/",
      whole.json.playlist.track[1].identifier[1])
  end)
end)
