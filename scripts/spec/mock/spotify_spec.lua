-- The mocks of Spotify and Deezer.

local running = require("spec.mock.running")

local scopes = "playlist-read-private,playlist-modify-private,user-top-read,user-follow-read,"
  .. "user-library-modify,user-follow-modify"

local function started(option) return running({ "spotify", "deezer" }, { spotify = option }) end

-- Asks the account's mock by a line such as "POST /me/playlists?limit=1".
local function ask(mock, line, body, token)
  local method, path, query = line:match("^(%u+) /([^?]*)%??(.*)$")
  return mock:ask({
    method = method, path = "spotify_api/" .. path, query = query, body = body,
    headers = { authorization = "Bearer " .. (token or scopes),
      ["content-type"] = "application/json" },
  })
end

local function artist(mock, words)
  return ask(mock, ("GET /search?type=artist&q=%s&limit=1"):format(words)).json.artists.items[1]
end

-- The identifier of a playlist of the account.
local function playlist_of(mock, name)
  for _, offset in ipairs({ 0, 50 }) do
    local page = ask(mock, "GET /me/playlists?limit=50&offset=" .. offset).json
    for _, item in ipairs(page.items) do
      if item.name == name then return item.id end
    end
  end
end

describe("the mock of Spotify", function()
  it("wants a live token with the permission of the call", function()
    local mock = started()
    assert.equal(200, ask(mock, "GET /me").status)
    assert.equal(401, ask(mock, "GET /me", nil, "x").status)
    assert.equal(403, ask(mock, "GET /me/playlists", nil, "user-top-read").status)
    assert.equal(200, ask(mock, "GET /me/top/artists", nil, "user-top-read").status)
  end)

  it("has addresses, fields and page sizes of each contract", function()
    for contract, case in pairs({
      new = { own = "items", other = "tracks", refused = 403, longest = 50, item = "item",
        top = 403, search = 400 },
      old = { own = "tracks", other = "items", refused = 404, longest = 100, item = "track",
        top = 200, search = 200 },
    }) do
      local mock = started(contract)
      local id = playlist_of(mock, "Long Mix")
      local function page(part, limit)
        return ask(mock, ("GET /playlists/%s/%s?limit=%d"):format(id, part, limit))
      end
      assert.equal(case.refused, page(case.other, 10).status)
      assert.equal(400, page(case.own, case.longest + 1).status)
      assert.matches(('"%s":{'):format(case.item), page(case.own, case.longest).body, 1, true)
      local weeknd = artist(mock, "the+weeknd").id
      assert.equal(case.top, ask(mock, ("GET /artists/%s/top-tracks"):format(weeknd)).status)
      assert.equal(case.search, ask(mock, "GET /search?type=artist&q=a&limit=11").status)
      assert.equal(contract == "old", ask(mock, "GET /me").json.email ~= nil)
    end
  end)

  it("makes a playlist, fills it in batches of 100 at most, replaces and forgets it", function()
    local mock = started()
    local made = ask(mock, "POST /me/playlists", { name = "Mine", public = false })
    assert.same({ 201, false }, { made.status, made.json.public })
    local long, uris = playlist_of(mock, "Long Mix"), {}
    for _, offset in ipairs({ 0, 50, 100 }) do
      local page = ask(mock, ("GET /playlists/%s/items?limit=50&offset=%d"):format(long, offset))
      for _, entry in ipairs(page.json.items) do uris[#uris + 1] = entry.item.uri end
    end
    assert.equal(149, #uris, "one is counted and not listed")
    local path = ("/playlists/%s/items"):format(made.json.id)
    local function write(method, count)
      return ask(mock, method .. path, { uris = table.move(uris, 1, count, 1, {}) }).status
    end
    assert.equal(400, write("POST ", 101))
    assert.equal(201, write("POST ", 100))
    local page, listed = ask(mock, ("GET %s?limit=50&offset=50"):format(path)).json, {}
    assert.same({ 100, mix.json.null }, { page.total, page.next })
    for place, entry in ipairs(page.items) do listed[place] = entry.item.uri end
    assert.same(table.move(uris, 51, 100, 1, {}), listed)
    assert.equal(200, write("PUT ", 1))
    assert.equal(1, ask(mock, "GET " .. path).json.total)
    assert.equal(400, ask(mock, "POST " .. path, { uris = { "spotify:local:a:b:c:1" } }).status)
    local library = "DELETE /me/library?uris=spotify:playlist:" .. made.json.id
    assert.equal(200, ask(mock, library).status)
    assert.equal(404, ask(mock, "GET " .. path).status)
  end)

  it("refuses a quota, an app without Premium and a user who is not listed", function()
    local mock = started("new+quota:1")
    assert.equal(200, ask(mock, "GET /me").status)
    local second = ask(mock, "GET /me")
    assert.same({ 429, "QUOTA_EXCEEDED" }, { second.status, second.json.error.reason })
    for word, part in pairs({ unlisted = "not be registered", premium = "premium" }) do
      local refused = ask(started("new+" .. word), "GET /me")
      assert.equal(403, refused.status)
      assert.matches(part, refused.body, 1, true)
    end
    for _, option in ipairs({ "newer", "new+quota:x", "new+" }) do
      local refused = started(option).refused
      assert.equal("spotify", refused[1])
      assert.matches("^takes old or new", refused[2])
    end
  end)

  it("has identifiers that say what they stand for, and takes nothing else for one", function()
    local mock = started()
    local found = artist(mock, "the+weeknd")
    assert.same({ 22, "The Weeknd" }, { #found.id, found.name })
    local alone = ask(mock, "GET /artists/" .. found.id).json
    assert.same({ found.id, found.name }, { alone.id, alone.name })
    local front = found.id:sub(1, -2)
    for _, id in ipairs({ front .. "-", front, "5" .. found.id:sub(2) }) do
      assert.equal(404, ask(mock, "GET /artists/" .. id).status)
    end
  end)

  it("escapes descriptions, has short pages, and refuses a long search", function()
    local mock = started()
    local made = ask(mock, "POST /me/playlists", {
      name = "Odd", description = "Rock 'n' Roll & tea" })
    assert.matches("Rock &#x27;n&#x27; Roll &amp; tea", made.body, 1, true)
    local page = ask(mock, "GET /me/playlists?limit=50").json
    assert.same({ 49, 60 }, { #page.items, page.total })
    assert.matches("offset=50", page.next, 1, true)
    for length, status in pairs({ [250] = 200, [251] = 400 }) do
      local words = ("a"):rep(length)
      assert.equal(status, ask(mock, "GET /search?type=track&q=" .. words).status)
    end
  end)
end)

it("the mock of Deezer has the same artists, another order, and its own errors", function()
  local mock = started()
  local found = mock:get("deezer/search/artist", { q = "the weeknd" }).json.data[1]
  assert.equal("The Weeknd", found.name)
  local top = mock:get(("deezer/artist/%d/top"):format(found.id), { limit = 3 }).json.data
  assert.equal(3, #top)
  for _, track in ipairs(top) do assert.is_truthy(track.title) end
  local track = mock:get(("deezer/track/%d"):format(top[1].id)).json
  assert.matches("^QZ", track.isrc)
  local missing = mock:get("deezer/artist/1/top")
  assert.same({ 404, 800 }, { missing.status, missing.json.error.code })
  local busy = mock:ask({ path = "deezer/search/artist", query = { q = "a" }, is_limited = true })
  assert.equal(4, busy.json.error.code)
end)
