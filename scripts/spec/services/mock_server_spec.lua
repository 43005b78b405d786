-- The server of the mocks leaves out those that are wrong, and mixhost mock check names them.

local loaded_with = require("loaded_with")

local function song() return { json = { results = { { id = "1" } } } } end

describe("the mocks", function()
  local mocks, modules, server, media, loaded

  before_each(function()
    mocks = { acme = { routes = { ["GET /acme/search"] = song, ["GET /acme/songs/:id"] = song } } }
    modules = {}
  end)

  -- Loads the server with the mocks; {mock, catalogue} stand for the modules of the mocks' engine.
  local function load_server()
    local names = {}
    for name, mock in pairs(mocks) do
      names[#names + 1] = name
      modules[("services.%s.mock"):format(name)] = mock
      modules[("services.%s.service"):format(name)] = { upstreams = { [name] = {} } }
    end
    table.sort(names)
    for _, name in ipairs({ "chart", "podcasts" }) do
      modules["lib.mock." .. name] = { routes = { [("GET /%s"):format(name)] = song } }
    end
    media = { hosts = {}, mock = { routes = { ["GET /media/:host/*"] = song } } }
    modules["lib.mock.media"] = media
    local globals = { mix = setmetatable({
      mock = { names = function() return names end },
    }, { __index = mix }) }
    server = loaded_with("scripts/lib/mock/server.lua", modules, globals)
    modules["lib.mock.server"] = server
    for _, name in ipairs(names) do server.load(name) end
    loaded = server.loaded()
    return globals
  end

  local function problems()
    load_server()
    return { table.unpack(loaded.problems) }
  end

  local function lines(names)
    local check = loaded_with("scripts/lib/mock/check.lua", modules, load_server())
    return { table.unpack(check.run(names).lines) }
  end

  it("answer by their routes", function()
    assert.same({}, problems())
    assert.same({ "GET /acme/search", "GET /acme/songs/:id" }, server.routes("acme"))
    local answer = server.answer({
      method = "GET", path = "/acme/songs/7", query = "", headers = {}, body = "" })
    assert.equal(200, answer.status)
    assert.is_true(server.has_route("GET", "/acme/songs/7"))
    assert.is_false(server.has_route("GET", "/acme/song/7"))
  end)

  it("that are wrong are left out and named", function()
    for text, mock in pairs({
      ["bad/mock.lua has no routes"] = {},
      ["bad/mock.lua: a route must be METHOD /path, such as \"GET /bad/search\", not \"/bad/x\""]
        = { routes = { ["/bad/x"] = song } },
      ["bad/mock.lua: the route \"GET /acme/x\" must begin with the name of an upstream of the "
        .. "service: /bad"] = { routes = { ["GET /acme/x"] = song } },
      ["bad/mock.lua: the route \"GET /bad/x\" must be a function"]
        = { routes = { ["GET /bad/x"] = {} } },
      ["bad/mock.lua:3: '}' expected"] = function() error("bad/mock.lua:3: '}' expected", 0) end,
    }) do
      mocks.bad = mock
      assert.same({ text }, problems())
      table.sort(loaded.roots)
      assert.same({ "acme", "chart", "media", "podcasts" }, { table.unpack(loaded.roots) })
      assert.same({ text }, lines({ "bad" }))
    end
  end)

  it("that do not end are left out by who loads them, and named", function()
    load_server()
    server.leave_out("acme", "time limit: it ran 5 s (raise it with --timeout)\nin main chunk")
    assert.equal("acme/mock.lua: time limit: it ran 5 s", server.problem("acme"))
    server.leave_out("bad", { message = "services/bad/mock.lua:1: time limit" })
    assert.equal("services/bad/mock.lua:1: time limit", server.problem("bad"))
  end)

  it("say which option of the user's they do not take, and whose pictures they draw", function()
    mocks.acme.refused_option = { "acme-mood", "takes good or bad, not 'x'" }
    mocks.acme.media = { ["pictures.acme.example"] = song }
    load_server()
    assert.same({ "acme-mood", "takes good or bad, not 'x'" }, loaded.refused_option)
    assert.equal(song, media.hosts["pictures.acme.example"])
  end)

  it("limit what is not free, and refuse by a status as the service does", function()
    mocks.acme.limited = function() return { status = 403, json = { error = "slow" } } end
    mocks.acme.drawn = function(status) return status == 503 and { body = "down" } or nil end
    load_server()
    local function status_of(path)
      return server.answer({ method = "GET", path = path, query = "", headers = {}, body = "",
        is_limited = true }).status
    end
    assert.equal(403, status_of("/acme/search"))
    mocks.acme.is_unlimited = { "acme" }
    assert.equal(200, status_of("/acme/search"))
    assert.equal("down", server.answer({ path = "/acme/search", drawn_status = 503 }).body)
    assert.is_nil(server.answer({ path = "/acme/search", drawn_status = 500 }))
    assert.is_nil(server.answer({ path = "/chart/x", drawn_status = 503 }))
  end)

  it("are checked where service, mock and answers are there", function()
    modules["services.quiet.service"] = { upstreams = {} }
    assert.same({
      "there is no service acne (did you mean acme?)", "quiet has no mock.lua",
      "acme: has no answers/init.lua",
    }, lines({ "acne", "quiet", "acme" }))
  end)

  it("are asked for what they have", function()
    modules["services.acme.answers"] = { "search" }
    local file = { mock = { path = "/acme/search" }, answers = {
      { name = "one", class = "ok", json = { results = { { id = "1" } } } },
    } }
    modules["services.acme.answers.search"] = file
    assert.same({}, lines({ "acme" }))
    file.mock.path = "/acme/serch"
    assert.same({ "acme/search: the mock answers its own question /acme/serch with 404; its routes "
      .. "are GET /acme/search, GET /acme/songs/:id" }, lines({ "acme" }))
    file.mock.path = "/acme/search"
    mocks.acme.routes["GET /acme/search"] = function()
      return { json = { results = mix.json.array({}) } }
    end
    assert.same({ "acme/search: the mock answers its question /acme/search with an empty list: ask "
      .. "for something that it has" }, lines({ "acme" }))
  end)
end)
