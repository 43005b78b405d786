-- The screen of playlists, without a browser.

local builds = require("programs.playlist.lib.writing.builds")
local options = require("programs.playlist.lib.draft.options")
local screen_nodes = require("spec.screen_nodes")

local api = "https://api.spotify.com/v1"

local nodes, node = screen_nodes.all, screen_nodes.first
local field, texts = screen_nodes.field, screen_nodes.texts

local function offered(tree, action)
  local link = screen_nodes.offered(tree, action)
  if link then return link end
  for _, work in ipairs(nodes(tree, "progress")) do
    for _, button in ipairs(work.actions or {}) do
      if button.action == action then return button end
    end
  end
end

local artists = { Lunes = "lunes00000000000000000", Tide = "tide000000000000000000" }

describe("the screen of playlists", function()
  local screen, account

  -- Spotify with two artists, whose playlists are in `account`.
  local function answer(request)
    local path = request.url:match("/v1(/[^?]*)")
    if path == "/me" then return { json = { id = "ada", display_name = "Ada" } } end
    if path == "/search" then
      local items = mix.json.array({})
      for name, id in pairs(artists) do
        if request.url:find("q=" .. name, 1, true) or request.url:find(name, 1, true) then
          items[#items + 1] = { id = id, name = name }
        end
      end
      return { json = { artists = { items = items } } }
    end
    local artist = path:match("^/artists/([^/]+)/top%-tracks$")
    if artist then
      local tracks = {}
      for number = 1, 5 do
        tracks[number] = { id = ("%s%d"):format(artist:sub(1, 4), number), name = "T" .. number,
          artists = { { name = artist:sub(1, 4) } } }
      end
      return { json = { tracks = tracks } }
    end
    account.writes[#account.writes + 1] = request.method .. " " .. path
    if request.method == "POST" and path:find("/items$") then
      account.added = mix.json.decode(request.body).uris
    end
    if account.pause then mix.task.sleep(account.pause) end
    if request.method == "POST" and path:find("/playlists$") then
      return { status = 201, json = { id = "new0000000000000000000" } }
    end
    if request.method == "GET" then
      return { json = { items = account.items or {}, next = mix.json.null } }
    end
    return { status = 201, json = { snapshot_id = "s" } }
  end

  before_each(function()
    account = { writes = {} }
    mix.store.open("builds"):clear()
    mix.store.open("build_items"):clear()
    options.save(mix.json.object({}))
    mix.test.mock_http({
      ["GET " .. api .. "*"] = answer, ["POST " .. api .. "*"] = answer,
      ["PUT " .. api .. "*"] = answer, ["DELETE " .. api .. "*"] = answer,
      ["GET https://api.deezer.com*"] = { status = 500 },
    })
    screen = mix.test.screen("playlist")
  end)

  it("keeps the draft as it is typed, and names what does not fit at its field", function()
    local tree = screen:act("keep", { playlist_name = "Road Trip", limit_per_artist = "many",
      max_tracks = "7", manual_artist_queries = "Lunes\n\"Earth, Wind\"" })
    assert.equal("many", field(tree, "limit_per_artist").value)
    assert.equal("Takes a whole number from 0 to 1000, not many",
      field(tree, "limit_per_artist").error)
    assert.equal("Road Trip", field(tree, "playlist_name").value)
    local draft = options.load()
    assert.are.same({ "Road Trip", 7 }, { draft.playlist_name, draft.max_tracks })
    assert.are.same({ "Lunes", "Earth, Wind" }, draft.manual_artist_queries)
    tree = screen:act("keep", { limit_per_artist = "3" })
    assert.is_nil(field(tree, "limit_per_artist").error)
    -- A page that is opened later has it.
    assert.equal("Road Trip", field(mix.test.screen("playlist"):tree(), "playlist_name").value)
  end)

  it("plans nothing while a field does not fit", function()
    local tree = screen:act("plan", { limit_per_artist = "5000" })
    assert.matches("Some of it does not fit", texts(tree))
    assert.matches("from 0 to 1000", field(tree, "limit_per_artist").error)
    assert.error_matches(function() screen:act("plan", { limit_per_artist = "x" }) end,
      "is not a whole number")
    assert.are.same({}, account.writes)
  end)

  it("says what of the draft does not count", function()
    local tree = screen:act("keep", { truncate = true, shuffle_seed = "7" })
    assert.matches("Nothing is replaced", texts(tree), 1, true)
    assert.matches("seed does not count", texts(tree), 1, true)
  end)

  it("stops a sign-in from another page than the one that began it", function()
    local real, is_waiting = mix, false
    -- Nobody comes back from the service.
    _G.mix = setmetatable({ auth = setmetatable({
      login = function()
        is_waiting = true
        repeat real.task.sleep(0) until not is_waiting
        return nil, { kind = "cancelled" }
      end,
      stop = function() is_waiting = false end,
      status = function()
        return { signed_in = false, waiting = is_waiting, address = "https://accounts/a" }
      end,
    }, { __index = real.auth }) }, { __index = real })
    local other = mix.test.screen("playlist")
    mix.task.scope(function(scope)
      local waiting = scope:spawn(function() return screen:act("sign_in") end)
      repeat mix.task.sleep(0) until offered(other:tree(), "stop_sign_in")
      assert.is_nil(offered(other:tree(), "sign_in"))
      other:act("stop_sign_in")
      assert.matches("The sign-in was stopped", texts((waiting:await())), 1, true)
    end)
    assert.is_nil(offered(other:tree(), "stop_sign_in"))
    _G.mix = real
  end)

  it("adds the artists of a file to those that are named", function()
    screen:act("keep", { manual_artist_queries = "Lunes" })
    local tree = screen:act("keep", { artists_list = "# mine\r\nTide\nLunes\nEarth, Wind\n" })
    assert.equal("Lunes\nTide\n\"Earth, Wind\"", field(tree, "manual_artist_queries").value)
    -- The form keeps its file; what is typed meanwhile counts.
    tree = screen:act("keep", { manual_artist_queries = "The Weeknd",
      artists_list = "# mine\r\nTide\nLunes\nEarth, Wind\n" })
    assert.equal("The Weeknd", field(tree, "manual_artist_queries").value)
    tree = screen:act("keep", { artists_list = "# nothing\n" })
    assert.matches("no artist", field(tree, "artists_list").error)
    tree = screen:act("clear_artists")
    assert.equal("", field(tree, "manual_artist_queries").value)
    assert.is_nil(offered(tree, "clear_artists"))
  end)

  it("holds ten thousand artists", function()
    local names = {}
    for number = 1, 10000 do names[number] = "Artist number " .. number end
    local tree = screen:act("keep", { artists_list = table.concat(names, "\n") })
    assert.is_nil(field(tree, "manual_artist_queries"))
    assert.matches("10000 artists are named", texts(tree), 1, true)
    screen:act("keep", { playlist_name = "Long" })
    assert.equal(10000, #options.load().manual_artist_queries)
  end)

  it("shows the plan, and writes nothing", function()
    local tree = screen:act("plan", { manual_artist_queries = "Lunes, Tide",
      limit_per_artist = "2" })
    assert.matches("Plan: a new private playlist", texts(tree), 1, true)
    local tracks = node(tree, "table")
    assert.equal(4, #tracks.rows)
    assert.are.same({}, account.writes)
    assert.is_table(offered(tree, "build"))
  end)

  it("writes the plan in the user's order, without what is left out", function()
    local tree = screen:act("plan", { manual_artist_queries = "Lunes", limit_per_artist = "3",
      followed_artists = "false" })
    tree = screen:act("track", node(tree, "table").rows[3].place)
    assert.equal("lune – T3", node(tree, "detail").title)
    tree = screen:act("move", { place = 3, to = 1 })
    assert.equal("1 of 3", node(tree, "detail").subtitle)
    screen:act("track", 2)
    tree = screen:act("leave_out", 2)
    assert.is_nil(node(tree, "detail"))
    assert.matches("of 2 items", texts(tree), 1, true)
    local rows = node(tree, "table").rows
    assert.are.same({ "lune – T3", "lune – T2" }, { rows[1].title, rows[2].title })
    tree = screen:act("build")
    assert.matches("is ready: 2 tracks", texts(tree), 1, true)
    assert.are.same({ "spotify:track:lune3", "spotify:track:lune2" }, account.added)
    -- Another draft has another plan.
    screen:act("plan", { limit_per_artist = "2" })
    tree = screen:act("keep", { limit_per_artist = "1" })
    assert.is_nil(node(tree, "table").on_select)
  end)

  it("builds with its progress, shows the figures, and takes it back", function()
    local stages = {}
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress then
        stages[progress.label] = true
        assert.equal("cancel", progress.actions[1].action)
      end
    end
    screen:act("keep", { manual_artist_queries = "Lunes", limit_per_artist = "2",
      followed_artists = "false" })
    local tree = screen:act("build")
    assert.is_true(stages.Artists and stages.Tracks and stages.Writing)
    assert.matches("is ready: 2 tracks", texts(tree), 1, true)
    assert.matches("Total tracks added to the list: 2", texts(tree), 1, true)
    local link = nodes(tree, "link")
    local shared
    for _, entry in ipairs(link) do shared = entry.share and entry.href or shared end
    assert.matches("^https://open.spotify.com/playlist/new0", shared)
    local id = builds.list()[1].id
    tree = screen:act("open", id)
    local detail = node(tree, "detail")
    assert.equal("done", detail.facts[2].value)
    assert.is_string(nodes(detail, "link")[2].confirm)
    account.items = { { item = { uri = "spotify:track:lune1" } },
      { item = { uri = "spotify:track:lune2" } } }
    tree = screen:act("undo", id)
    assert.equal("undone", builds.get(id).state, texts(tree))
    assert.matches("Writing", texts(screen:act("show_log")))
  end)

  it("is canceled, and continues from there", function()
    screen:act("keep", { manual_artist_queries = "Lunes", limit_per_artist = "2" })
    account.pause = 1
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress and progress.label == "Writing" and #account.writes > 0 then
        screen.on_update = nil
        screen.actions.cancel(screen.state)
      end
    end
    local tree = screen:act("build")
    assert.matches("Canceled by user", texts(tree))
    assert.is_nil(node(tree, "progress"))
    assert.equal("writing", builds.list()[1].state)
    assert.matches("was left before its end", texts(tree), 1, true)
    account.pause = nil
    tree = screen:act("resume")
    assert.equal("done", builds.list()[1].state, texts(tree))
  end)

  it("keeps the user's order of a plan whose build was canceled before it wrote", function()
    screen:act("plan", { manual_artist_queries = "Lunes", limit_per_artist = "3",
      followed_artists = "false" })
    screen:act("track", 3)
    screen:act("move", { place = 3, to = 1 })
    screen.on_update = function(tree)
      -- The first thing that is seen can be canceled.
      screen.on_update = nil
      assert.equal("cancel", node(tree, "progress").actions[1].action)
      screen.actions.cancel(screen.state)
    end
    local tree = screen:act("build")
    assert.matches("Canceled by user", texts(tree))
    assert.are.same({}, account.writes)
    assert.equal("lune – T3", node(tree, "table").rows[1].title)
    screen:act("build")
    assert.are.same({ "spotify:track:lune3", "spotify:track:lune1", "spotify:track:lune2" },
      account.added)
  end)

  it("says of a plan that the draft has changed since, until it is one again", function()
    local tree = screen:act("plan", { manual_artist_queries = "Lunes", limit_per_artist = "3",
      followed_artists = "false" })
    assert.is_nil(texts(tree):find("chosen before", 1, true))
    tree = screen:act("keep", { manual_artist_queries = "Lunes", limit_per_artist = "2",
      followed_artists = "false" })
    assert.matches("chosen before", texts(tree))
    screen.on_update = function()
      screen.on_update = nil
      screen.actions.cancel(screen.state)
    end
    -- A new plan that is canceled leaves the old one.
    tree = screen:act("plan", { manual_artist_queries = "Lunes", limit_per_artist = "2",
      followed_artists = "false" })
    assert.matches("Canceled by user", texts(tree))
    assert.matches("chosen before", texts(tree))
    assert.is_nil(node(tree, "table").on_select)
    tree = screen:act("plan", { manual_artist_queries = "Lunes", limit_per_artist = "2",
      followed_artists = "false" })
    assert.is_nil(texts(tree):find("chosen before", 1, true))
  end)

  it("says what went wrong without words of the terminal", function()
    screen:act("keep", { manual_artist_queries = "Nobody" })
    local tree = screen:act("plan")
    assert.matches("No artist was found: ", texts(tree), 1, true)
    assert.is_nil(texts(tree):find("--", 1, true))
  end)

  it("says in a line what went wrong", function()
    mix.test.mock_http({ ["GET " .. api .. "*"] = { error = "unreachable" } })
    screen:act("keep", { manual_artist_queries = "Lunes" })
    local tree = screen:act("build")
    assert.equal("error", node(tree, "message").tone)
    assert.is_nil(node(tree, "progress"))
    assert.are.same({}, builds.list())
  end)
end)
