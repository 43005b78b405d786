-- The judgement of mixhost doctor on keys, answers, clocks and folders.

local broken_services = require("lib.broken_services")
local key_forms = require("lib.key_forms")
local loaded_with = require("spec.services.loaded_with")
local machine = require("lib.machine")
local questions = require("commands.doctor.questions")
local service = require("commands.doctor.service")
local services = require("commands.doctor.services")
local view = require("commands.doctor.view")

local checks = {}
for _, check in ipairs(services.list()) do checks[check.upstream] = check end

local token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.AbC-_9"

describe("the form of a key", function()
  it("tells a token from digits", function()
    assert.is_true(key_forms.is_jwt(token))
    assert.is_false(key_forms.is_jwt("eyJhbGci"))
    assert.is_true(key_forms.is_hex(("0fA9"):rep(8), 32))
    assert.is_false(key_forms.is_hex(("0fG9"):rep(8), 32))
  end)

  it("finds what no key has", function()
    for text, said in pairs({
      ['"abc"'] = "quotation", ["Bearer abc"] = "Bearer", ["ab c"] = "space", ["ab\nc"] = "space",
      ["ab\u{e9}"] = "character", TMDB_TOKEN = "placeholder", ["***"] = "placeholder",
    }) do
      assert.matches(said, key_forms.flaw(text), 1, true)
    end
    for _, text in ipairs({ token, "AIzaSyA-1_b", ("a1"):rep(16) }) do
      assert.is_nil(key_forms.flaw(text))
    end
  end)

  it("takes either of TMDB's secrets", function()
    local judge = checks.tmdb.key.judge
    assert.is_nil(judge(("0f"):rep(16)))
    assert.is_nil(judge(token))
    assert.equal("warning", select(2, judge("something")))
  end)

  it("tells Google's key from another service's token", function()
    local judge = checks.google_books.key.judge
    assert.is_nil(judge("AIza" .. ("a"):rep(35)))
    assert.equal("wrong", select(2, judge(token)))
    assert.equal("warning", select(2, judge("AIzashort")))
  end)
end)

local function response(body, status, headers)
  return {
    status = status or 200, ok = (status or 200) < 300, source = "live", headers = headers or {},
    body = type(body) == "string" and body or mix.json.encode(body),
  }
end

describe("an answer", function()
  local good = {
    itunes = { results = { { kind = "song", trackName = "T", artistName = "A", trackId = 1 } } },
    openlibrary = { docs = { { key = "/works/OL1W", title = "T" } } },
    google_books = { items = { { id = "x", volumeInfo = { title = "T" } } } },
    tmdb = { genres = mix.json.array({}) },
    deezer = { data = { { id = 1, name = "N" } } },
    apple_charts = { feed = { results = { { name = "T", artistName = "A" } } } },
    chart = { { rank = 1, title = "T", artist = "A" } },
    hub = { videos = mix.json.array({}) },
    spotify_api = { id = "me" },
  }
  local renamed = {
    itunes = { results = { { kind = "song", name = "T" } } },
    openlibrary = { docs = { { id = "OL1W", title = "T" } } },
    google_books = { items = { { id = "x", volume = { title = "T" } } } },
    tmdb = { genre_list = {} },
    deezer = { data = { { identifier = 1 } } },
    apple_charts = { feed = { results = { { title = "T" } } } },
    chart = { { place = 1, name = "T" } },
    hub = { items = {} },
    spotify_api = { user = "me" },
  }

  it("is well in the shape that its decoder needs", function()
    for upstream, body in pairs(good) do assert.is_nil(checks[upstream].shape(response(body))) end
  end)

  it("is wrong with renamed fields, as a web page and with another status", function()
    for upstream, body in pairs(renamed) do
      for _, bad in ipairs({ response(body), response("<html>"), response(good[upstream], 418) }) do
        assert.is_string(checks[upstream].shape(bad))
      end
    end
  end)

  it("of YouTube is a feed", function()
    local shape = checks.youtube.shape
    assert.is_nil(shape(response("<feed><title>C</title></feed>")))
    assert.matches("a web page", shape(response("<html></html>")), 1, true)
  end)

  it("is judged by its status before its shape", function()
    local function level(check, ...)
      local found = questions.judge(checks[check], response(...), "settings.json")
      return found and found.level, found and found.what
    end
    assert.is_nil(level("tmdb", good.tmdb))
    assert.are.same({ "wrong", "TMDB refuses tmdb.token (HTTP status 401, from settings.json)" },
      { level("tmdb", {}, 401) })
    local unknown = { error = { message = "API key not valid." } }
    assert.matches("refuses google_books.key", select(2, level("google_books", unknown, 400)), 1,
      true)
    local of_a_site = { error = { message = "Requests from referer <empty> are blocked.",
      details = { { reason = "API_KEY_HTTP_REFERRER_BLOCKED" } } } }
    assert.matches("refuses google_books.key", select(2, level("google_books", of_a_site, 403)), 1,
      true)
    local behind = { level("tmdb", "<html><h1>401 Authorization Required</h1></html>", 401) }
    assert.equal("the gateway in front of TMDB wants a log-in of its own (HTTP 401)", behind[2])
    assert.matches("refuses the log-in", select(2, level("spotify_api", {}, 401)), 1, true)
    assert.matches("asks for a log-in", select(2, level("deezer", {}, 401)), 1, true)
    assert.equal("warning", (level("openlibrary", {}, 429)))
    assert.equal("warning", (level("itunes", "", 403)))
    assert.equal("wrong", (level("itunes", "", 503)))
  end)
end)

describe("the clock", function()
  local now = mix.time.parse("2026-11-21T10:00:00Z")

  it("is compared with a server's date", function()
    local function offset(date)
      return questions.clock_offset(response("", 200, { date = date }), now)
    end
    assert.equal(0, offset("Sat, 21 Nov 2026 10:00:00 GMT"))
    assert.equal(120, offset("Sat, 21 Nov 2026 09:58:00 GMT"))
    assert.equal(-86400, offset("Sun, 22 Nov 2026 10:00:00 GMT"))
    for _, text in ipairs({ "", "yesterday", "Sat, 21 Foo 2026 10:00:00 GMT" }) do
      assert.is_nil(offset(text))
    end
    local kept = response("", 200, { date = "Sat, 21 Nov 2026 10:00:00 GMT" })
    kept.source = "cache"
    assert.is_nil(questions.clock_offset(kept, now))
  end)

  it("is warned of beyond a minute, by most servers' word", function()
    assert.equal("ok", machine.clock({}, now, true).level)
    assert.equal("ok", machine.clock({ 0.4, 60, 900 }, now, true).level)
    local off = machine.clock({ 61.2, 61, 0 }, now, true)
    assert.are.same({ "warning", "the clock is 61 s ahead" }, { off.level, off.problems[1].what })
    assert.equal("the clock is 3600 s behind", machine.clock({ -3600 }, now, true).problems[1].what)
    assert.equal("wrong", machine.clock({}, 86400, false).level)
  end)
end)

describe("this machine", function()
  it("says what to do about a folder", function()
    local function folder(fields)
      fields.name, fields.path, fields.exists = "data", "/d", true
      return machine.folder(fields)
    end
    assert.equal("ok", folder({ free = 5e9 }).level)
    assert.equal("warning", folder({ free = 5e6 }).level)
    local full = folder({ problem = "/d: No space left on device", free = 0 })
    assert.are.same({ "wrong", "make room on this disk" }, { full.level, full.problems[1].advice })
    local refused = folder({ problem = "/d: Read-only file system" })
    assert.matches("--home", refused.problems[1].advice, 1, true)
    local file = { exists = true, path = "/d/mixhost.sqlite", problem = "disk I/O error" }
    assert.equal("make room on this disk", machine.data_file(file, full).problems[1].advice)
    for _, sound in ipairs({ folder({ free = 5e9 }), folder({ free = 5e6 }) }) do
      assert.matches("mixhost restore", machine.data_file(file, sound).problems[1].advice, 1, true)
    end
  end)

  it("judges the store of a fleet", function()
    local function store(fields)
      local found = { address = "postgres://db/m", version = "17.2", schema = "mixhost",
        state = "current", reached = 0.012, round_trip = 0.0004, clock_ahead = 0.1,
        refreshers = "alpha", tables = { { name = "item", rows = 9, bytes = 9e6 },
          { name = "work", rows = 3, bytes = 1e6 }, { name = "job", rows = 1, bytes = 1e4 } } }
      for name, value in pairs(fields or {}) do found[name] = value end
      return machine.store(found)
    end
    assert.are.same({ "ok", "postgres://db/m, PostgreSQL 17.2, schema mixhost; "
      .. "reached in 12 ms, round trip 0.4 ms; can be written, 10.0 MB (item 9.0 MB, work 1.0 MB); "
      .. "refreshers run on alpha" }, { store().level, store().fact })
    assert.matches("are made with its first use", store({ state = "missing" }).fact, 1, true)
    local off = store({ clock_ahead = -3600, round_trip = 0.2 })
    assert.equal("warning", off.level)
    assert.equal("this host's clock is 3600 s behind the store's", off.problems[1].what)
    assert.equal("a round trip takes 200 ms", off.problems[2].what)
    local down = store({ problem = "the store postgres://db/m cannot be reached (refused): look" })
    assert.are.same({ "wrong", "look" }, { down.level, down.problems[1].advice })
  end)

  it("names one cause when no service has an address", function()
    local function down(kind)
      return { level = "wrong", problems = { { kind = kind, advice = "look" } } }
    end
    local items = { down("dns"), down("dns"), { level = "unused", problems = {} } }
    assert.equal("wrong", machine.network(items).level)
    assert.is_nil(items[1].problems[1].advice)
    assert.is_nil(machine.network({ down("dns"), down("tls") }))
    assert.is_nil(machine.network({ down("dns") }))
  end)

  it("judges log-ins by whether somebody needs them", function()
    local account = { provider = "s", title = "S", signed_in = false }
    assert.equal("unused", machine.log_in(account, false, false).level)
    assert.equal("wrong", machine.log_in(account, true, false).level)
    assert.equal("ok", machine.log_in(account, true, true).level)
    account.signed_in, account.ends_at = true, mix.time.now() + 3 * 86400 + 60
    local soon = machine.log_in(account, true, false)
    assert.are.same({ "warning", "the log-in ends in 3 days" },
      { soon.level, soon.problems[1].what })
  end)
end)

describe("what is shown", function()
  it("fits its width, in words and not by colour alone", function()
    local item = {
      title = "A service (books)", level = "wrong", fact = ("fact "):rep(20),
      problems = { { level = "wrong", what = ("what "):rep(20), advice = ("do this "):rep(12) } },
    }
    for _, width in ipairs({ 40, 80 }) do
      local text = view.item(item, width)
      assert.matches("^✗ wrong", text)
      for line in text:gmatch("[^\n]+") do assert.is_true(mix.ui.columns(line) <= width) end
    end
  end)

  it("keeps control characters of strangers off the terminal", function()
    local text = view.item({ title = "A", level = "ok", problems = {}, last = "x\27[2Jy" }, 80)
    assert.is_nil(text:find("\27[2J", 1, true))
  end)
end)

describe("a question", function()
  local function asked(question)
    mix.test.mock_http({
      ["GET https://api.hardcover.app/*"] = { json = { id = 1 } },
      ["POST https://api.hardcover.app/*"] = { json = { id = 2 } },
    })
    local check = {
      title = "A", upstream = "hardcover", question = function() return question end,
      client = function() return { upstream = "hardcover" } end,
      shape = function(answer) return "answered " .. answer.body end,
    }
    local _, found = questions.ask(check)
    return found.what, mix.test.requests()[1]
  end

  it("is a POST where it has a body", function()
    local what, request = asked({ path = "/search", query = { q = "x" } })
    assert.same({ "GET", true }, { request.method, request.url:find("q=x", 1, true) ~= nil })
    assert.matches('"id":1', what, 1, true)
    what, request = asked({ path = "/graphql", json = { query = "{ me { id } }" } })
    assert.same({ "POST", '{"query":"{ me { id } }"}' }, { request.method, request.body })
    assert.matches('"id":2', what, 1, true)
    request = select(2, asked({ path = "/rest/ping", form = { u = "joe" } }))
    assert.same({ "POST", "u=joe" }, { request.method, request.body })
  end)

  it("tells Hardcover's errors, which come with status 200", function()
    local shape = checks.hardcover.shape
    assert.is_nil(shape(response({ data = { search = { results = {} } } })))
    local err = { message = "no", extensions = { code = "invalid-jwt" } }
    assert.matches("does not accept the token", shape(response({ errors = { err } })), 1, true)
    assert.is_table(checks.hardcover.question().json)
  end)
end)

describe("a service whose files are wrong", function()
  local folder = "/home/ann/.config/mixhost/services/acme"

  it("is found among the problems of manifests", function()
    assert.same({
      { name = "acme", folder = folder, path = folder .. "/service.lua", message = "no title" },
    }, broken_services.among({
      { path = "/home/ann/.config/mixhost/programs/a/program.lua", message = "no command" },
      { path = folder .. "/service.lua", message = "no title\nin main chunk" },
      { path = folder .. "/service.lua", message = "no upstreams" },
    }))
  end)

  it("is wrong, with its message and what to do", function()
    local fault = folder .. "/provider.lua:2: unexpected symbol near <eof>"
    local providers = loaded_with("scripts/lib/providers.lua", {
      ["services.acme.provider"] = function() error(fault, 0) end,
    })
    local list = loaded_with("scripts/commands/doctor/services.lua", {
      ["lib.providers"] = providers,
      ["programs.chart.lib.chart_sources"] = { checks = {} },
      ["lib.broken_services"] = { list = function()
        return { { name = "dust", folder = "/x/services/dust", message = "no title" } }
      end },
    }, { mix = { host = { services = function() return { "acme" } end } } }).list()
    assert.equal(2, #list)
    local found = service.examine(list[1], {})
    assert.equal("wrong", found.level)
    assert.same({ {
      level = "wrong", what = fault, advice = "mend the file, then: mixhost test " .. folder,
    } }, found.problems)
    assert.equal("acme", view.service(found).title)
    assert.equal("mend the file, then: mixhost test /x/services/dust",
      service.examine(list[2], {}).problems[1].advice)
  end)
end)
