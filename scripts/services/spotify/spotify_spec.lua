-- The Spotify provider against made-up answers of both contracts.

local parameters = require("lib.parameters")
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

  it("says what a refusal means, of JSON and of plain text", function()
    for text, kind in pairs({
      ["User not registered in the Developer Dashboard"] = "not_listed",
      ["Check settings on developer.spotify.com/dashboard, the user may not be registered."] =
        "not_listed",
      ["The user is not registered for this application."] = "not_listed",
      ["User not approved for app"] = "not_listed",
      ["Active premium subscription required for the owner of the app."] = "premium",
      ["Insufficient client scope"] = "scope", ["Forbidden"] = "forbidden",
    }) do
      local json = mix.json.encode({ error = { status = 403, message = text } })
      for _, body in ipairs({ text, json }) do
        mock({ ["GET /me"] = { status = 403, body = body } })
        local _, err = service:me()
        assert.equal(kind, err.kind)
        assert.matches(text, err.message, 1, true)
      end
    end
    mock({ ["GET /me"] = { status = 403, body = "<html>Access denied</html>" } })
    assert.matches("^the gateway in front of Spotify refuses the request %(HTTP 403%)",
      select(2, service:me()).message)
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

  local function artist(id) return { id = id, name = "N" .. id } end

  local function next_page(path) return base .. path end

  it("pages through top and followed artists, by what each page says of the next", function()
    mock({
      ["GET /me/top/artists?limit=50&offset=0&time_range=medium_term"] = {
        json = { items = { artist("a"), artist("b") },
          next = next_page("/me/top/artists?offset=50&limit=50") } },
      ["GET /me/top/artists?limit=50&offset=50&time_range=medium_term"] = {
        json = { items = { artist("c") }, next = mix.json.null } },
      ["GET /me/following?limit=50&type=artist"] = {
        json = { artists = { items = { artist("a") }, cursors = {},
          next = next_page("/me/following?type=artist&after=a&limit=50") } } },
      ["GET /me/following?after=a&limit=50&type=artist"] = {
        json = { artists = { items = { artist("d") }, next = mix.json.null, cursors = {} } } },
    })
    local names = {}
    for _, found in ipairs(service:top_artists(100)) do names[#names + 1] = found.id end
    for _, found in ipairs(service:followed_artists(100)) do names[#names + 1] = found.id end
    assert.equal("a b c a d", table.concat(names, " "))
  end)

  it("reads pages that have fewer items than their limit, each item once", function()
    local function items(first, last)
      local list = {}
      for number = first, last do
        if number ~= 7 then list[#list + 1] = { item = { uri = "spotify:track:" .. number } } end
      end
      return list
    end
    mock({
      ["GET /playlists/p/items?additional_types=track%2Cepisode&limit=50&offset=0"] = { json = {
        items = items(1, 50), limit = 50, total = 120, next = "more" } },
      ["GET /playlists/p/items?additional_types=track%2Cepisode&limit=50&offset=50"] = { json = {
        items = {}, limit = 50, total = 120, next = "more" } },
      ["GET /playlists/p/items?additional_types=track%2Cepisode&limit=50&offset=100"] = { json = {
        items = items(101, 120), limit = 50, total = 120, next = mix.json.null } },
    })
    local uris = assert(service:items("p"))
    assert.are.same({ 69, "spotify:track:8", "spotify:track:120" }, { #uris, uris[7], uris[69] })
    -- A service that says "more" for ever is not asked for ever.
    mock({ ["GET /me/playlists*"] = { json = { items = {}, next = "more" } } })
    assert.are.same({}, service:playlists())
    assert.equal(1, #asked())
  end)

  it("reads lists that grow or turn in circles meanwhile, each item once", function()
    local function page(first, last, fields)
      local list = mix.json.array({})
      for number = first, last do list[#list + 1] = artist(tostring(number)) end
      fields.items = list
      return { json = fields }
    end
    mock({ ["GET /me/playlists*"] = { page(1, 50, { total = 60, next = "more" }),
      page(50, 60, { total = 61, next = mix.json.null }) } })
    assert.equal(60, #service:playlists())
    mock({ ["GET /me/playlists*"] = page(1, 50, { total = 5000, next = "more" }) })
    assert.equal(50, #service:playlists())
    assert.equal(4, #asked())
    local function circle(request)
      local after = request.url:find("after=a", 1, true) and "b" or "a"
      return { json = { artists = { items = { artist(after) }, cursors = { after = after },
        next = "more" } } }
    end
    mock({ ["GET /me/following*"] = circle })
    assert.equal(2, #service:followed_artists(500))
    assert.equal(5, #asked())
  end)

  it("gives descriptions as text, and removed items with their dates", function()
    mock({
      ["GET /me/playlists*"] = { json = { next = mix.json.null, items = { { id = "p",
        name = "A &amp; B", description = "Rock &#x27;n&#39; Roll &amp; tea &amp;amp; &odd;",
      } } } },
      ["GET /playlists/p/items*"] = { json = { next = mix.json.null, items = {
        { added_at = "2025-01-01T00:00:00Z", item = mix.json.null },
        { added_at = "2024-01-01T00:00:00Z", track = mix.json.null } } } },
    })
    local list = service:playlists()
    assert.equal("Rock 'n' Roll & tea &amp; &odd;", list[1].description)
    assert.equal("A &amp; B", list[1].name)
    local gone = service:entries("p")
    assert.are.same({ uri = "", title = "", artists = {}, added = "2025-01-01T00:00:00Z" }, gone[1])
    assert.equal("2024-01-01T00:00:00Z", gone[2].added)
  end)

  it("searches with words that Spotify takes", function()
    local queries = {}
    for place, wanted in ipairs({
      { title = ("Allegro ma non troppo "):rep(20), artist = ("Orchestra "):rep(20) },
      { title = ("夜"):rep(300) }, { words = ("Allegro "):rep(60) },
      { words = "NOT LIKE US year: 1" },
      { title = 'Say "Hi"', artist = "Ada" }, { isrc = "us-abc 25 00001" },
    }) do
      mock({ ["GET /search*"] = { json = { tracks = { items = {} } } } })
      assert(service:search_tracks(wanted))
      local query = parameters.decoded(mix.test.requests()[1].url:match("[?&]q=([^&]*)"))
      assert.is_true(utf8.len(query) <= 250)
      queries[place] = query
    end
    assert.matches('^track:"Allegro.*[og]" artist:"Orchestra.*Orchestra"$', queries[1])
    assert.matches('^track:"[^"]+"$', queries[2])
    assert.equal("not LIKE US year  1", queries[4])
    assert.equal('track:"Say  Hi " artist:"Ada"', queries[5])
    assert.equal("isrc:usabc2500001", queries[6])
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

require("lib.spec.answers").hold("spotify")
require("lib.spec.contract").check("spotify")
