-- The provider of music servers: what the shared suite of providers does not cover.

local subsonic = require("services.subsonic.provider")

local base = "GET https://subsonic.mixhost.invalid/rest/"

local function answer(members, status)
  local inner = { status = status or "ok", version = "1.16.1" }
  for name, value in pairs(members) do inner[name] = value end
  return { json = { ["subsonic-response"] = inner } }
end

local function song(id) return { id = id, title = "Ebb " .. id, artist = "Ada" } end

describe("a music server", function()
  local service

  before_each(function()
    service = subsonic.open({ user = "joe", salt = "c19b2d", token = "ab" })
  end)

  it("is asked with name, salt and token", function()
    mix.test.mock_http({ [base .. "*"] = answer({ searchResult3 = { song = { song("a") } } }) })
    local found = assert(service:search({ title = "Ebb", artist = "Ada" }))
    assert.equal("a", found[1].id)
    local url = mix.test.requests()[1].url
    for _, part in ipairs({ "u=joe", "s=c19b2d", "t=ab", "query=Ebb%20Ada", "f=json" }) do
      assert.matches(part, url, 1, true)
    end
  end)

  it("gives all songs, and playlists with their tracks", function()
    mix.test.mock_http({
      [base .. "search3*"] = { answer({ searchResult3 = { song = { song("a"), {} } } }),
        answer({ searchResult3 = {} }) },
      [base .. "getPlaylists*"] = answer({ playlists = { playlist = {
        { id = "p", name = "Kitchen", songCount = 1 }, { id = 5 } } } }),
      [base .. "getPlaylist?*"] = answer({ playlist = { id = "p", name = "Kitchen",
        entry = { song("a") } } }),
    })
    -- An entry that is not a song counts for the place of the next page.
    local songs, sent = service:songs(0)
    assert.are.same({ 1, 2 }, { #assert(songs), sent })
    assert.are.same({ {}, 0 }, { service:songs(2) })
    assert.are.same({ { id = "p", name = "Kitchen", tracks = 1 } }, service:playlists())
    assert.equal("Ebb a", assert(service:playlist("p")).tracks[1].title)
  end)

  it("says why it refused", function()
    for code, kind in pairs({ [40] = "token", [50] = "forbidden", [70] = "not_found",
      [0] = "invalid" }) do
      mix.test.mock_http({ [base .. "*"] = answer({
        error = { code = code, message = "No." } }, "failed") })
      local none, err = service:playlists()
      assert.is_nil(none)
      assert.equal(kind, err.kind)
      assert.matches("No%.", err.message)
    end
  end)

  it("says what is to be set", function()
    local none, err = subsonic.open({ salt = "x", token = "y" }):playlists()
    assert.is_nil(none)
    assert.equal("token", err.kind)
    assert.matches("upstream%.subsonic", err.message)
  end)
end)
