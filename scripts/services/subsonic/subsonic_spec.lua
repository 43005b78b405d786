-- The provider against the answers of its service, the log-in, and playlists that are written.

local song_pages = require("lib.song_pages")
local subsonic = require("services.subsonic.provider")

require("lib.spec.answers").hold("subsonic")
require("lib.spec.contract").check("subsonic")

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
    service = subsonic.open({ user = "joe", salt = "c19b2d" })
  end)

  it("is asked with name, salt and token", function()
    mix.test.mock_http({ [base .. "*"] = answer({ searchResult3 = { song = { song("a") } } }) })
    local found = assert(service:search({ title = "Ebb", artist = "Ada" }))
    assert.equal("a", found[1].id)
    local asked = mix.test.requests()[1]
    for _, part in ipairs({ "u=joe", "s=c19b2d", "query=Ebb%20Ada", "f=json" }) do
      assert.matches(part, asked.url, 1, true)
    end
    assert.equal("Bearer made-up", asked.headers.authorization)
  end)

  it("gives all songs; an entry without a song counts for the place of the next page", function()
    mix.test.mock_http({ [base .. "search3*"] = {
      answer({ searchResult3 = { song = { song("a"),
        { id = "d", title = "Ada", isDir = true } } } }), answer({ searchResult3 = {} }) } })
    local songs, sent = service:songs(0)
    assert.are.same({ 1, 2 }, { #assert(songs), sent })
    assert.are.same({ {}, 0, {} }, { service:songs(2) })
  end)

  -- The titles of all songs, and how often the server was asked.
  local function all_songs(pages)
    mix.test.mock_http({ [base .. "search3*"] = pages })
    local titles = {}
    assert(song_pages(service, function(songs)
      for _, one in ipairs(songs) do titles[#titles + 1] = one.title end
    end))
    return table.concat(titles, ","), #mix.test.requests()
  end

  local function page(songs) return answer({ searchResult3 = { song = mix.json.array(songs) } }) end

  it("gives each song once, however its pages repeat", function()
    local a, b, c = song("a"), song("b"), song("c")
    assert.are.same({ "Ebb a,Ebb b,Ebb c", 3 },
      { all_songs({ page({ a, b }), page({ b, c }), page({}) }) })
    assert.are.same({ "Ebb a,Ebb b", 2 }, { all_songs({ page({ a, b }) }) })
    assert.are.same({ "", 3 }, { all_songs({ page({ { isDir = true } }) }) })
  end)

  it("is asked for all songs by quotes where no words find none", function()
    local songs = page({ song("a") })
    for _, none in ipairs({ page({}), answer({ error = { code = 10, message = "No query" } },
      "failed") }) do
      service.all_words = ""
      assert.are.same({ "Ebb a", 3 }, { all_songs({ none, songs, page({}) }) })
      assert.matches("query=%22%22", mix.test.requests()[3].url, 1, true)
    end
  end)

  it("may answer in XML, and refuse with another word", function()
    local around = '<?xml version="1.0"?>\n<subsonic-response xmlns="http://subsonic.org/restapi" '
      .. 'status="%s" version="1.4.0">%s</subsonic-response>'
    local function xml(status, inner) return { body = around:format(status, inner) } end
    mix.test.mock_http({ [base .. "search3*"] = xml("ok", '<searchResult3><song id="1" title="Ebb '
      .. '&amp; Flow" artist="Ada" isDir="false" duration="203"><artists id="2" name="Ada"/><isrc>'
      .. 'GBAAA1900001</isrc></song></searchResult3>'), [base .. "getPlaylists*"] = xml("ok",
      '<playlists><playlist id="7" name="Mix" songCount="1"/></playlists>'),
      [base .. "getPlaylist?*"] = xml("ok", '<playlist id="7" name="Mix"><entry id="1" '
      .. 'title="Ebb"/></playlist>') })
    assert.are.same({ { id = "1", title = "Ebb & Flow", artist = "Ada", duration = 203,
      isrc = "GBAAA1900001" } }, service:search({ title = "Ebb" }))
    assert.are.same({ { id = "7", name = "Mix", tracks = 1 } }, service:playlists())
    assert.equal("Ebb", service:playlist("7").tracks[1].title)
    for _, refusal in ipairs({ xml("failed", '<error code="40" message="Wrong password"/>'),
      answer({ error = { code = 40, message = "Wrong password" } }, "fail") }) do
      mix.test.mock_http({ [base .. "*"] = refusal })
      local _, err = service:playlists()
      assert.equal("token", err.kind)
      assert.matches("Wrong password", err.message, 1, true)
    end
  end)

  it("has no artist or album where a server shows that none is named", function()
    local none = "[Unknown Artist]"
    local track = subsonic.track({ id = "1", title = "Ebb", artist = none, displayArtist = none,
      artists = { { name = none } }, displayAlbumArtist = none, album = "[Unknown Album]" })
    assert.are.same({ id = "1", title = "Ebb" }, track)
  end)

  it("asks for no other token where an account has none", function()
    local kept = "use an account that the server keeps itself"
    for code, words in pairs({ [40] = "set subsonic.user", [41] = kept, [42] = kept }) do
      mix.test.mock_http({ [base .. "*"] = answer({
        error = { code = code, message = "No." } }, "failed") })
      local _, err = service:playlists()
      assert.equal("token", err.kind)
      assert.matches(words, err.message, 1, true)
    end
  end)

  it("says what is to be set where a server knows no codes", function()
    mix.test.mock_http({ [base .. "*"] = { status = 401, body = "Unauthorized" } })
    local _, err = service:playlists()
    assert.equal("the music server: HTTP status 401: Unauthorized: set subsonic.user, "
      .. "subsonic.salt and subsonic.token (docs/connect.md)", err.message)
  end)

  it("says what is to be set", function()
    local none, err = subsonic.open():playlists()
    assert.is_nil(none)
    assert.equal("token", err.kind)
    assert.matches("upstream%.subsonic", err.message)
  end)
end)

describe("a playlist on a music server", function()
  local service

  before_each(function()
    mix.test.clock()
    service = subsonic.open({ user = "joe", salt = "c19b2d" })
  end)

  -- A server that takes no forms.
  local function serve(answers)
    answers[base .. "getOpenSubsonicExtensions*"] = { status = 404, body = "" }
    mix.test.mock_http(answers)
  end

  local function ids(count)
    local list = {}
    for number = 1, count do list[number] = ("%032d"):format(number) end
    return list
  end

  local function entries(list)
    local found = mix.json.array({})
    for place, id in ipairs(list) do found[place] = { id = id, title = "T", artist = "A" } end
    return found
  end

  -- The identifiers that requests sent, in order, and the methods.
  local function sent()
    local songs, methods = {}, {}
    for _, request in ipairs(mix.test.requests()) do
      assert.is_true(#request.url < 4096)
      local method = request.url:match("/rest/(%a+)")
      if method ~= "getOpenSubsonicExtensions" then methods[#methods + 1] = method end
      for id in request.url:gmatch("songId%a*=(%w+)") do songs[#songs + 1] = id end
    end
    return songs, table.concat(methods, " ")
  end

  it("is not made twice when an answer is lost", function()
    for _, failed in ipairs({ { status = 502 }, { error = "timeout" }, { body = "<html>" },
      { body = "" }, { body = "{" } }) do
      serve({
        [base .. "createPlaylist*"] = { failed, answer({ playlist = { id = "second" } }) },
        [base .. "getPlaylists*"] = answer({ playlists = { playlist = {
          { id = "n", name = "Mix" }, { id = "old", name = "Mix", songCount = 2 },
        } } }),
        [base .. "getPlaylist?c=mixhost&f=json&id=old*"] = answer({ playlist = { id = "old",
          name = "Mix", entry = entries({ "x", "y" }) } }),
        [base .. "getPlaylist?c=mixhost&f=json&id=n*"] = answer({ playlist = { id = "n",
          name = "Mix", entry = entries(ids(2)) } }),
      })
      assert.are.same({ id = "n", songs = 2 }, service:create("Mix", ids(2)))
      assert.equal("createPlaylist getPlaylists getPlaylist getPlaylist", (select(2, sent())))
      mix.test.clock():advance("1h")
    end
  end)

  it("is sent again when the server does not have it, and not when it refused it", function()
    serve({
      [base .. "createPlaylist*"] = { { status = 502 }, answer({ playlist = { id = "n" } }) },
      [base .. "getPlaylists*"] = answer({ playlists = {} }),
    })
    assert.are.same({ id = "n", songs = 2 }, service:create("Mix", ids(2)))
    serve({ [base .. "createPlaylist*"] = answer({
      error = { code = 50, message = "Not allowed." } }, "failed") })
    local made, err = service:create("Mix", ids(2))
    assert.are.same({ nil, "forbidden" }, { made, err.kind })
    assert.equal("createPlaylist", (select(2, sent())))
  end)

  it("has what was written when the rest fails", function()
    serve({
      [base .. "createPlaylist*"] = answer({ playlist = { id = "n" } }),
      [base .. "updatePlaylist*"] = { { status = 502 }, answer({
        error = { code = 0, message = "Disk full." } }, "failed") },
      [base .. "getPlaylist?*"] = answer({ playlist = { id = "n", name = "Mix",
        entry = entries(ids(80)) } }),
    })
    local made, err = service:create("Mix", ids(300))
    assert.is_true(made.songs > 0 and made.songs < 300)
    assert.equal("changed", err.kind)
  end)

  it("may be made by a server that does not report it", function()
    serve({ [base .. "createPlaylist*"] = answer({}),
      [base .. "getPlaylists*"] = answer({ playlists = { playlist = { id = 3, name = "Mix",
        songCount = 2 } } }),
      [base .. "getPlaylist?*"] = answer({ playlist = { id = 3, name = "Mix",
        entry = entries(ids(2)) } }) })
    assert.are.same({ id = "3", songs = 2 }, service:create("Mix", ids(2)))
    serve({ [base .. "createPlaylist*"] = answer({}),
      [base .. "getPlaylists*"] = answer({ playlists = {} }) })
    assert.are.same({ songs = 2 }, service:create("Mix", ids(2)))
  end)
end)

describe("a long playlist on a music server", function()
  local rest = "https://subsonic.mixhost.invalid/rest/"

  -- Makes a playlist of 300 songs; returns what was made and the requests that wrote.
  local function made(extensions)
    local network = { ["GET " .. rest .. "getOpenSubsonicExtensions*"] = extensions }
    for _, method in ipairs({ "GET", "POST" }) do
      network[("%s %screatePlaylist*"):format(method, rest)] = answer({ playlist = { id = "7" } })
      network[("%s %supdatePlaylist*"):format(method, rest)] = answer({})
    end
    mix.test.mock_http(network)
    local ids, writes = {}, {}
    for number = 1, 300 do ids[number] = ("082f435a-%024d"):format(number) end
    local service = subsonic.open({ user = "joe", salt = "c19b2d" })
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
      local sent = 0
      for _, request in ipairs(writes) do
        assert.equal("GET", request.method)
        assert.is_true(#request.url < 4096)
        for number in request.url:gmatch("songId%a*=082f435a%-(%d+)") do
          sent = sent + 1
          assert.equal(sent, tonumber(number))
        end
      end
      assert.equal(300, sent)
    end
  end)
end)
