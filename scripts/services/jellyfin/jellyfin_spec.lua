-- The provider against the answers of its service, what it asks for, and lost answers.

local jellyfin = require("services.jellyfin.provider")

require("lib.spec.answers").hold("jellyfin")
require("lib.spec.contract").check("jellyfin")

local base = "https://jellyfin.mixhost.invalid/"

local function id(digit) return ("0"):rep(31) .. digit end

local function song(digit, artist)
  return { Id = id(digit), Name = "Ebb", Artists = { artist or "Ada" }, Type = "Audio" }
end

local function items(list) return { json = { Items = mix.json.array(list) } } end

local users = { json = mix.json.array({
  { Name = "Bo", Id = id("a") }, { Name = "Joe", Id = id("b") },
}) }

describe("Jellyfin", function()
  local service

  before_each(function() service = jellyfin.open({ user = "joe" }) end)

  it("is asked for the user, and then for that user's songs", function()
    mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
      ["GET " .. base .. "Items*"] = items({ song(1) }) })
    assert.equal(id(1), assert(service:search({ title = "Ebb", artist = "Ada" }))[1].id)
    assert.equal(1, #assert(service:search({ title = "Ebb" })))
    local requests = mix.test.requests()
    assert.equal(3, #requests)
    for _, part in ipairs({ "userId=" .. id("b"), "searchTerm=Ebb", "artists=Ada",
      "includeItemTypes=Audio" }) do
      assert.matches(part, requests[2].url, 1, true)
    end
  end)

  it("is asked for a title alone when it has another spelling of the artist, then without brackets",
    function()
      mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
        ["GET " .. base .. "Items*"] = { items({}), items({}), items({ song(1, "Ada & Bo") }) } })
      local found = assert(service:search({ title = "Ebb (Live)", artist = "Ada" }))
      assert.equal("Ada & Bo", found[1].artist)
      local asked = {}
      for place, request in ipairs(mix.test.requests()) do
        asked[place] = request.url:match("searchTerm=([^&]*)") or ""
      end
      assert.are.same({ "", "Ebb%20%28Live%29", "Ebb%20%28Live%29", "Ebb" }, asked)
    end)

  it("gives all songs; an entry without a song counts for the place of the next page", function()
    mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
      ["GET " .. base .. "Items?includeItemTypes=Audio*"] = items({ song(1), { Type = "Movie" } }),
    })
    local songs, sent = service:songs(0)
    assert.are.same({ 1, 2 }, { #assert(songs), sent })
  end)

  it("makes a playlist", function()
    mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
      ["POST " .. base .. "Playlists"] = { json = { Id = id(9) } } })
    assert.are.same({ id = id(9), songs = 2 }, service:create("Mine", { id(1), id(2) }))
    local sent = assert(mix.json.decode(mix.test.requests()[2].body))
    assert.are.same({
      Name = "Mine", Ids = { id(1), id(2) }, UserId = id("b"), MediaType = "Audio",
    }, sent)
  end)

  it("takes a playlist as made whose identifier the server does not tell", function()
    for _, list in ipairs({ {}, { { Id = id(9), Name = "Mine", ChildCount = 1 } } }) do
      mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
        ["GET " .. base .. "Items*"] = items(list), ["POST " .. base .. "Playlists"] = {
          status = 204 }, ["GET " .. base .. "Playlists/*"] = items({ song(1) }) })
      assert.are.same({ id = list[1] and id(9), songs = 1 }, service:create("Mine", { id(1) }))
    end
    mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
      ["GET " .. base .. "Items*"] = items({}),
      ["POST " .. base .. "Playlists"] = { body = "<html>log in</html>" } })
    assert.equal("portal", select(2, service:create("Mine", { id(1) })).kind)
  end)

  it("looks for the playlist when the answer to its making is lost", function()
    local mine = { Id = id(9), Name = "Mine", ChildCount = 1 }
    for _, case in ipairs({ { { song(1) }, id(9) }, { { song(2) }, nil } }) do
      mix.test.mock_http({ ["GET " .. base .. "Users"] = users,
        ["POST " .. base .. "Playlists"] = { status = 502 },
        ["GET " .. base .. "Items*"] = items({ mine }),
        ["GET " .. base .. "Playlists/*"] = items(case[1]) })
      local made, err = service:create("Mine", { id(1) })
      assert.equal(case[2], made and made.id)
      assert.equal(case[2] == nil and "server" or nil, err and err.kind)
    end
  end)

  it("looks up what can be an identifier alone", function()
    mix.test.mock_http({ ["GET " .. base .. "Users"] = users })
    assert.are.same({}, (service:lookup({ "../x", "7", 5 })))
    assert.equal(0, #mix.test.requests())
    local list, err = service:playlist("../Users")
    assert.is_nil(list)
    assert.equal("invalid", err.kind)
  end)

  it("says what is to be set", function()
    mix.test.mock_http({ ["GET " .. base .. "Users"] = users })
    local none, err = jellyfin.open():playlists()
    assert.is_nil(none)
    assert.matches("upstream%.jellyfin", err.message)
    mix.test.mock_http({ ["GET " .. base .. "*"] = { status = 401, body = "" } })
    none, err = service:playlists()
    assert.is_nil(none)
    assert.equal("token", err.kind)
    assert.matches("set jellyfin.token", err.message, 1, true)
  end)
end)
