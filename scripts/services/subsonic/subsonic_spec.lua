-- The provider against the answers of its service.

require("lib.spec.answers").hold("subsonic")
require("lib.spec.contract").check("subsonic")

local subsonic = require("services.subsonic.provider")

describe("subsonic: a long playlist", function()
  local base = "https://subsonic.mixhost.invalid/rest/"

  local function answer(fields)
    fields.status, fields.version = "ok", "1.16.1"
    return { json = { ["subsonic-response"] = fields } }
  end

  -- Makes a playlist of 300 songs; returns what was made and the requests that wrote.
  local function made(extensions)
    local network = { ["GET " .. base .. "getOpenSubsonicExtensions*"] = extensions }
    for _, method in ipairs({ "GET", "POST" }) do
      network[("%s %screatePlaylist*"):format(method, base)] = answer({ playlist = { id = "7" } })
      network[("%s %supdatePlaylist*"):format(method, base)] = answer({})
    end
    mix.test.mock_http(network)
    local ids, writes = {}, {}
    for number = 1, 300 do ids[number] = ("082f435a-%024d"):format(number) end
    local service = subsonic.open({ user = "joe", salt = "c19b2d", token = "ab" })
    local result = assert(service:create("Weekly", ids))
    for _, request in ipairs(mix.test.requests()) do
      if request.url:find("Playlist", 1, true) then writes[#writes + 1] = request end
    end
    return result, writes
  end

  it("goes out as one form where the server takes forms, its log-in in the address", function()
    local result, writes = made(answer({ openSubsonicExtensions = { { name = "formPost" } } }))
    assert.same({ id = "7", songs = 300 }, result)
    assert.equal(1, #writes)
    assert.equal("POST", writes[1].method)
    assert.matches("u=joe", writes[1].url)
    assert.is_nil(writes[1].url:find("songId", 1, true))
    assert.equal(300, select(2, writes[1].body:gsub("songId=", "")))
    assert.matches("name=Weekly", writes[1].body)
  end)

  it("goes out in addresses below 4 KB elsewhere, also where nobody knows", function()
    for _, extensions in ipairs({
      answer({ openSubsonicExtensions = { { name = "songLyrics" } } }), { status = 404 },
      { error = "timeout" },
    }) do
      local result, writes = made(extensions)
      assert.same({ id = "7", songs = 300 }, result)
      assert.is_true(#writes > 3)
      for _, request in ipairs(writes) do
        assert.equal("GET", request.method)
        assert.is_true(#request.url < 4096)
      end
    end
  end)
end)
