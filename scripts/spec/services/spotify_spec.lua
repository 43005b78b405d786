-- The Spotify provider against made-up answers of both contracts.

local spotify = require("services.spotify.provider")

local base = "https://api.spotify.com/v1"

describe("Spotify", function()
  local service, tokens

  before_each(function()
    mix.test.clock()
    tokens = { "first", "second" }
    service = spotify.open({
      token = function(refused)
        if refused then table.remove(tokens, 1) end
        return tokens[1]
      end,
    })
  end)

  local function mock(answers)
    local whole = {}
    for key, value in pairs(answers) do whole[key:gsub(" ", " " .. base, 1)] = value end
    mix.test.mock_http(whole)
  end

  local function asked()
    local list = {}
    for place, request in ipairs(mix.test.requests()) do
      list[place] = request.method .. " " .. request.url:sub(#base + 1)
    end
    return list
  end

  it("names the user by display name, address or identifier", function()
    mock({ ["GET /me"] = {
      { json = { id = "u", display_name = "Ada", email = "a@b" } },
      { json = { id = "u", display_name = mix.json.null, email = "a@b" } },
      { json = { id = "u" } },
    } })
    assert.equal("Ada", service:me().name)
    assert.equal("a@b", service:me().name)
    assert.equal("u", service:me().name)
  end)

  it("names endpoint and contract when an answer has an unknown form", function()
    mock({ ["GET /me"] = { { json = { name = "x" } }, "{", { json = { 1 } } } })
    for _ = 1, 3 do
      local user, err = service:me()
      assert.is_nil(user)
      assert.equal("answer", err.kind)
      assert.matches("GET /me", err.message, 1, true)
      assert.matches("contract", err.message, 1, true)
    end
  end)

  it("asks for the same artist once an hour, for each account", function()
    mix.test.mock_http({
      ["GET " .. base .. "/me"] = { { json = { id = "u" } }, { json = { id = "v" } } },
      ["GET " .. base .. "/artists/A"] = { json = { id = "A", name = "Ada" } },
    })
    local clock = mix.test.clock()
    local function count() return #mix.test.requests() end
    service:lookup({ "A" })
    service:lookup({ "A" })
    assert.equal(2, count())
    service:me()
    assert.equal("Ada", service:lookup({ "A" })[1].name)
    assert.equal("Ada", service:lookup({ "A" })[1].name)
    assert.equal(4, count())
    service:me()
    service:lookup({ "A" })
    assert.equal(6, count())
    clock:advance(3601)
    service:lookup({ "A" })
    assert.equal(7, count())
  end)

  it("takes a new token once when one is refused", function()
    mock({ ["GET /me"] = { { status = 401, json = { error = { message = "expired" } } },
      { json = { id = "u" } } } })
    assert.equal("u", service:me().id)
    mock({ ["GET /me"] = { status = 401, json = { error = { message = "expired" } } } })
    local user, err = service:me()
    assert.is_nil(user)
    assert.equal("not_signed_in", err.kind)
  end)

  local function seconds_of(fn)
    local start = mix.time.monotonic()
    fn()
    return mix.time.monotonic() - start
  end

  it("waits as long as Spotify says, and not at all for a quota", function()
    mock({ ["GET /me"] = { { status = 429, headers = { ["Retry-After"] = "7" }, body = "{}" },
      { json = { id = "u" } } } })
    assert.near(7, seconds_of(function() assert.equal("u", service:me().id) end), 0.1)
    for _, wait in ipairs({ "7", "86000" }) do
      mix.test.clock():advance(86400)
      mock({ ["GET /me"] = { status = 429, headers = { ["Retry-After"] = wait },
        json = { error = { status = 429, reason = "QUOTA_EXCEEDED" } } } })
      local _, err = service:me()
      assert.equal("quota", err.kind)
      assert.equal(1, #asked())
    end
  end)

  it("does not wait for hours, nor for ever", function()
    mock({ ["GET /me"] = { status = 429, headers = { ["Retry-After"] = "86000" }, body = "{}" } })
    local err
    assert.near(0, seconds_of(function() err = select(2, service:me()) end), 0.1)
    assert.equal("rate", err.kind)
    assert.matches("in 86000 s", err.message, 1, true)
    assert.equal(1, #asked())
    mix.test.clock():advance(86400)
    mock({ ["GET /me"] = { status = 429, headers = { ["Retry-After"] = "-1" }, body = "{}" } })
    assert.near(31, seconds_of(function() err = select(2, service:me()) end), 0.1)
    assert.equal("rate", err.kind)
    assert.equal(6, #asked())
  end)

  it("says what a refusal means", function()
    for text, kind in pairs({
      ["User not registered in the Developer Dashboard"] = "not_listed",
      ["Active premium subscription required"] = "premium",
      ["Insufficient client scope"] = "scope", ["Forbidden"] = "forbidden",
    }) do
      mock({ ["GET /me"] = { status = 403, json = { error = { status = 403, message = text } } } })
      local _, err = service:me()
      assert.equal(kind, err.kind)
    end
  end)

  it("tells a network that is not there from a name that is not known", function()
    mock({ ["GET /me"] = { error = "dns" } })
    local _, err = service:me()
    assert.equal("dns", err.kind)
  end)

  it("asks again what can be asked twice, and nothing else", function()
    mock({ ["GET /me"] = { { error = "timeout" }, { status = 503 }, { json = { id = "u" } } },
      ["POST /playlists/p/items"] = { { error = "timeout" }, { status = 201, json = {} } } })
    assert.near(3, seconds_of(function() assert.equal("u", service:me().id) end), 0.1)
    local ok, err = service:add("p", { "spotify:track:1" })
    assert.is_nil(ok)
    assert.equal("timeout", err.kind)
    assert.equal(4, #asked())
  end)

  it("pages through top artists and followed artists", function()
    local function artist(id) return { id = id, name = "N" .. id } end
    mock({
      ["GET /me/top/artists?limit=50&offset=0&time_range=medium_term"] = {
        json = { items = { artist("a"), artist("b") }, next = "more" } },
      ["GET /me/top/artists?limit=50&offset=2&time_range=medium_term"] = {
        json = { items = { artist("c") }, next = mix.json.null } },
      ["GET /me/following?limit=50&type=artist"] = {
        json = { artists = {
          items = { artist("a") }, next = "more", cursors = { after = "a" } } } },
      ["GET /me/following?after=a&limit=50&type=artist"] = {
        json = { artists = { items = { artist("d") }, next = mix.json.null, cursors = {} } } },
    })
    local names = {}
    for _, found in ipairs(service:top_artists(100)) do names[#names + 1] = found.id end
    for _, found in ipairs(service:followed_artists(100)) do names[#names + 1] = found.id end
    assert.equal("a b c a d", table.concat(names, " "))
  end)

  it("speaks the new contract first, the old where it is refused; that is remembered", function()
    mock({
      ["GET /me"] = { json = { id = "u" } },
      ["POST /me/playlists"] = { status = 404, json = { error = { message = "?" } } },
      ["POST /users/u/playlists"] = { status = 201, json = { id = "p" } },
      ["PUT /playlists/p/tracks"] = { status = 204 },
      ["POST /playlists/p/tracks"] = { status = 201, json = { snapshot_id = "s" } },
    })
    service:me()
    assert.equal("p", service:create("u", "Mix").id)
    assert.is_true(service:replace("p", { "spotify:track:1" }))
    assert.is_true(service:add("p", { "spotify:track:2" }))
    assert.are.same({
      "GET /me", "POST /me/playlists", "POST /users/u/playlists", "PUT /playlists/p/tracks",
      "POST /playlists/p/tracks",
    }, asked())
    assert.matches('"public":false', mix.test.requests()[2].body, 1, true)
  end)

  it("reads items of both contracts: tracks, files, episodes, and what is gone", function()
    local function page(key)
      return { json = { next = mix.json.null, items = {
        { [key] = { uri = "spotify:track:1" } },
        { [key] = { uri = "spotify:local:a:b:c:1", id = mix.json.null } },
        { [key] = mix.json.null }, { [key] = { uri = "spotify:episode:e" } },
      } } }
    end
    for _, key in ipairs({ "item", "track" }) do
      mock({ ["GET /playlists/p/items*"] = page(key) })
      assert.are.same({ "spotify:track:1", "spotify:local:a:b:c:1", "", "spotify:episode:e" },
        service:items("p"))
    end
  end)

  it("does not take a playlist that is gone for another contract", function()
    mock({
      ["GET /playlists/p/items*"] = { json = { items = {}, next = mix.json.null } },
      ["POST /playlists/q/items"] = { status = 404, json = { error = { message = "?" } } },
      ["PUT /playlists/r/items"] = { status = 403, json = { error = { message = "Forbidden" } } },
    })
    service:items("p")
    local _, err = service:add("q", { "spotify:track:1" })
    assert.equal("not_found", err.kind)
    assert.matches("no playlist q", err.message, 1, true)
    _, err = service:replace("r", { "spotify:track:1" })
    assert.equal("not_owned", err.kind)
    assert.equal(3, #asked())
  end)
end)
