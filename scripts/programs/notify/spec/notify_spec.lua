-- Events and their messages, by the clock of a test and receivers that fail, delay and repeat.

local messages = require("programs.notify.lib.messages")
local notices = require("lib.notices")
local receivers = require("programs.notify.lib.receivers")
local sources = require("programs.notify.lib.sources")

local ntfy, webhook = "POST https://ntfy.sh/", "POST https://webhook.mixhost.invalid/"

describe("notices", function()
  local clock, rules, got

  -- A time on that day by the clock of this machine.
  local function at(hour, minute, day)
    return os.time({ year = 2026, month = 3, day = day or 10, hour = hour, min = minute or 0 })
  end

  -- Receivers that answer with a status, or as a function says.
  local function answer(statuses)
    local answers = {}
    for question, status in pairs(statuses) do
      answers[question] = function(request)
        table.insert(got, { to = question, body = request.body, headers = request.headers })
        local is_error = type(status) == "string"
        return { status = not is_error and status or nil, error = is_error and status or nil,
          json = not is_error and {} or nil }
      end
    end
    mix.test.mock_http(answers)
  end

  local function pass() return messages.pass(rules, notices.open()) end

  local function post(kind, key, title, more)
    local event = { kind = kind, key = key, title = title }
    for name, value in pairs(more or {}) do event[name] = value end
    notices.post(notices.open(), event)
  end

  local function read(place) return mix.json.decode(got[place].body) end

  local function states()
    local found = {}
    for place, message in ipairs(messages.list(100)) do found[place] = message.state end
    table.sort(found)
    return table.concat(found, " ")
  end

  before_each(function()
    assert(mix.env.set("notify.every", "5m"))
    assert(mix.env.set("notify.to", "ntfy"))
    assert(mix.env.set("ntfy.topic", "secret-topic"))
    for _, name in ipairs({ "events", "messages", "marks" }) do mix.store.open(name):clear() end
    clock, got = mix.test.clock(at(12)), {}
    rules = mix.rules.load("notify/standard")
    answer({ [ntfy] = 200 })
  end)

  it("are sent once, and never again for one event", function()
    post("chart", "list 1", "Song by Artist")
    assert.equal(1, pass().sent)
    post("chart", "list 1", "Song by Artist")
    clock:advance("1h")
    assert.equal(0, pass().sent)
    assert.equal(1, #got)
    local body = read(1)
    assert.are.same({ "New number one: Song by Artist", "secret-topic", 32 },
      { body.title, body.topic, #body.sequence_id })
  end)

  it("are neither kept nor sent while they are off", function()
    assert(mix.env.set("notify.every", "off"))
    assert.is_nil(notices.open())
    post("chart", "list 1", "Song by Artist")
    assert.equal(0, mix.store.open("events"):count({}))
  end)

  it("say what keeps them from going out", function()
    assert.is_nil(receivers.hindrance())
    assert(mix.env.set("notify.to", nil))
    assert.matches("^no receiver is chosen, .*: mixhost config set notify.to ",
      receivers.hindrance())
    assert(mix.env.set("notify.every", "off"))
    assert.matches("^notices are off: mixhost config set notify.every 5m", receivers.hindrance())
  end)

  it("come of the other events when the rules raise on one", function()
    local standard = rules
    rules = { quiet = function() return standard:quiet() end,
      notice = function(_, event)
        if event.kind == "chart" then error("no word for charts", 0) end
        return standard:notice(event)
      end }
    post("chart", "list 1", "Song")
    post("job", "1 done", "books", { state = "done" })
    local result = pass()
    assert.equal(1, result.sent)
    assert.same({ "Song: no notice: no word for charts" }, result.lines)
    rules = standard
    assert.equal(1, pass().sent)
  end)

  it("go out together when the rules have no words for several", function()
    local standard = rules
    rules = { quiet = function() return standard:quiet() end,
      notice = function(_, event) return standard:notice(event) end,
      digest = function() error("no words", 0) end }
    for number = 1, 2 do post("video", tostring(number), "Video " .. number) end
    assert.equal(1, pass().sent)
    assert.equal("2 notices", read(1).title)
    assert.matches("the rules failed: no words", read(1).message)
  end)

  it("lead to the web alone", function()
    local found = {}
    local addresses = { "javascript:alert(1)", "file:///etc/passwd", "https://a.example/1" }
    for place, url in ipairs(addresses) do
      post("video", "v" .. place, "Video", { url = url })
      assert.equal(1, pass().sent)
      found[place] = read(place).click or "none"
      clock:advance("1m")
    end
    assert.same({ "none", "none", "https://a.example/1" }, found)
  end)

  it("lead to the web alone, also where there are several", function()
    assert(mix.env.set("notify.to", "webhook"))
    assert(mix.env.set("upstream.webhook", "https://hooks.example.org"))
    receivers.webhook.needs = {}
    answer({ [webhook] = 204 })
    post("video", "1", "Video", { url = "javascript:alert(1)" })
    post("video", "2", "Video", { url = "https://a.example/2" })
    assert.equal(1, pass().sent)
    local found = {}
    for place, event in ipairs(read(1).events) do found[place] = event.url or "none" end
    table.sort(found)
    assert.same({ "https://a.example/2", "none" }, found)
  end)

  it("bring together what a refresh found", function()
    for number = 1, 3 do post("video", tostring(number), "Video " .. number) end
    assert.equal(1, pass().sent)
    assert.equal("3 new videos", read(1).title)
    assert.matches("Video 1\n", read(1).message)
  end)

  it("wait for the time of day of their group", function()
    post("doubts", "a", "3 results wait for you")
    clock:advance("1h")
    post("doubts", "b", "5 results wait for you")
    assert.equal(0, pass().sent)
    clock:set(at(18) + 1)
    assert.equal(1, pass().sent)
    assert.equal("2 results in doubt", read(1).title)
  end)

  it("wait for the end of quiet hours, over midnight", function()
    clock:set(at(23, 30))
    post("chart", "list 1", "Song")
    post("job", "1 done", "books", { state = "done" })
    post("sign_in", "spotify", "Spotify")
    assert.equal(1, pass().sent)
    assert.matches("Spotify wants you", read(1).title)
    clock:set(at(6, 59, 11))
    assert.equal(0, pass().sent)
    clock:set(at(7, 0, 11))
    assert.equal(1, pass().sent)
    assert.equal("2 notices", read(2).title)
  end)

  it("do not disturb quiet hours with a later try", function()
    answer({ [ntfy] = 503 })
    clock:set(at(21, 59))
    post("chart", "list 1", "Song")
    pass()
    answer({ [ntfy] = 200 })
    clock:set(at(22, 30))
    assert.equal(0, pass().sent)
    clock:set(at(8, 0, 11))
    assert.equal(1, pass().sent)
  end)

  it("are tried at growing distance, and dropped after 48 hours with one line", function()
    answer({ [ntfy] = 500 })
    assert(mix.env.set("notify.to", "ntfy"))
    post("sign_in", "1", "One")
    post("sign_in", "2", "Two")
    local tried, lines = {}, {}
    for _ = 1, 48 + 7 do
      local before = #mix.test.requests()
      for _, line in ipairs(pass().lines) do lines[#lines + 1] = line end
      if #mix.test.requests() > before then tried[#tried + 1] = mix.time.now() end
      clock:set(mix.time.now() + 3600)
    end
    assert.is_true(#tried > 10 and #tried < 25)
    assert.is_true(tried[#tried] - tried[#tried - 1] > 5 * 3600)
    assert.equal(1, #lines)
    assert.matches("ntfy has taken nothing for 48 h: 2 dropped", lines[1])
    assert.equal("dropped dropped", states())
  end)

  it("come when a receiver is back after a day", function()
    answer({ [ntfy] = 500 })
    post("job", "1 done", "books", { state = "done" })
    for _ = 1, 24 do
      pass()
      clock:set(mix.time.now() + 3600)
    end
    answer({ [ntfy] = 200 })
    clock:set(mix.time.now() + 6 * 3600)
    local sent = pass().sent
    assert.equal(1, sent)
    assert.equal("sent", states())
  end)

  it("that a receiver refuses are dropped alone", function()
    post("chart", "list 1", "Song")
    answer({ [ntfy] = 413 })
    assert.matches("not sent again", pass().lines[1])
    answer({ [ntfy] = 200 })
    post("chart", "list 2", "Song")
    clock:advance(60)
    assert.equal(1, pass().sent)
  end)

  it("keep their id when an answer was lost", function()
    assert(mix.env.set("notify.to", "webhook"))
    assert(mix.env.set("upstream.webhook", "https://hooks.example.org"))
    receivers.webhook.needs = {}
    answer({ [webhook] = "timeout" })
    post("chart", "list 1", "Song")
    pass()
    answer({ [webhook] = 204 })
    clock:advance("10m")
    assert.equal(1, pass().sent)
    assert.equal(got[1].headers["idempotency-key"], got[2].headers["idempotency-key"])
    assert.equal(read(1).id, read(2).id)
  end)

  it("are sent by one process of two", function()
    post("chart", "list 1", "Song")
    local other
    mix.test.mock_http({ [ntfy] = function()
      -- While the first waits for its answer.
      other = other or pass()
      return { json = {} }
    end })
    assert.equal(1, pass().sent)
    assert.equal(0, other.sent)
    assert.equal(1, #mix.test.requests())
  end)

  it("of a process that was killed are taken up where a repetition is known", function()
    for _, name in ipairs({ "ntfy", "desktop" }) do
      assert(mix.env.set("notify.to", name))
      answer({ [ntfy] = 200, ["NOTIFY https://desktop/"] = 200 })
      mix.store.open("messages"):clear()
      mix.store.open("messages"):put({ key = name .. " x", receiver = name, state = "sending",
        due = mix.time.now() + 300, born = mix.time.now(), tries = 1, count = 1, id = "x",
        title = "Song", notices = { { title = "Song" } } })
      assert.equal(0, pass().sent)
      clock:advance("6m")
      assert.equal(name == "ntfy" and 1 or 0, pass().sent)
      assert.equal(name == "ntfy" and "sent" or "unknown", states())
    end
  end)

  it("on the desktop hold no markup and nothing that is unseen", function()
    assert(mix.env.set("notify.to", "desktop"))
    answer({ ["NOTIFY https://desktop/"] = 200 })
    post("sign_in", "1", "<b>--help</b>\27[31m & co", { text = "<a href='x'>&amp;" })
    assert.equal(1, pass().sent)
    assert.equal("<b>--help</b> [31m & co wants you to sign in\n&lt;a href='x'&gt;&amp;amp;",
      got[1].body)
  end)

  -- Has a job find a work that is in doubt.
  local function doubt(title)
    assert(mix.jobs.enqueue(assert(mix.library.import({ { title = title } })).ids))
    assert(mix.jobs.run(nil, {}, function() return { status = "uncertain", candidates = {} } end))
  end

  local function kinds()
    local found = {}
    for place, event in ipairs(mix.store.open("events"):find({ status = "new" })) do
      found[place] = event.kind
    end
    table.sort(found)
    return table.concat(found, " ")
  end

  it("tell of works that are in doubt, not of those that were at first", function()
    doubt("One")
    sources.look(notices.open())
    assert.equal("", kinds())
    doubt("Two")
    sources.look(notices.open())
    sources.look(notices.open())
    assert.equal("doubts job", kinds())
    pass()
    assert.equal("enrich is done", read(1).title)
    doubt("Three")
    clock:advance("49h")
    sources.look(notices.open())
    assert.equal("", kinds(), "nobody has looked for two days")
  end)

  it("by mail name the message, and are not sent twice when that is not known", function()
    local mail = "MAIL smtp://mail.example.org:587"
    assert(mix.env.set("notify.to", "mail"))
    assert(mix.env.set("mail.server", "smtp://mail.example.org"))
    assert(mix.env.set("mail.from", "me@example.org"))
    answer({ [mail] = 451 })
    post("chart", "list 1", "Söng\r\nBcc: x@example.org")
    assert.equal(0, pass().sent)
    answer({ [mail] = 250 })
    clock:advance("10m")
    assert.equal(1, pass().sent)
    local text = got[2].body
    assert.equal(got[1].body:match("Message%-ID: %S+"), text:match("Message%-ID: %S+"))
    assert.is_nil(text:find("\nBcc", 1, true))
    assert.matches("To: <me@example.org>", text)
    answer({ [mail] = 550 })
    post("chart", "list 2", "Song")
    assert.matches("not sent again", pass().lines[1])
  end)
end)

describe("rules for notices", function()
  it("have the words that are checked", function() assert(mix.rules.check("notify/standard")) end)

  it("are refused with an invalid time of day", function()
    local text = [[return { kind = "notify", quiet = { from = "25:00", to = "07:00" },
      notice = function() end, digest = function(list) return list[1] end }]]
    local _, err = mix.rules.check("notify/standard", { text = text })
    assert.matches("from.*a time such as 22:00", err.message)
  end)
end)
