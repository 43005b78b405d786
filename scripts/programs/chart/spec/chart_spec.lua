-- The texts that are read as a chart, and its day.

local chart = require("programs.chart.lib.chart")
local chart_sources = require("programs.chart.lib.chart_sources")

describe("the day of a chart", function()
  local function day(text)
    local entries, _, time = chart.read(text, 10)
    assert.equal(1, #entries)
    return time
  end

  it("is the latest date of its rows", function()
    assert.equal(1795219200, day('[{"rank":1,"title":"a","artist":"b","date":"2026-11-21"}]'))
    assert.is_nil(day('[{"rank":1,"title":"a","artist":"b"}]'))
    assert.is_nil(day('[{"rank":1,"title":"a","artist":"b","date":"soon"}]'))
    assert.is_nil(day('{"chart":[{"rank":1,"title":"a","artist":"b","date":7}]}'))
  end)

  it("is in the bundled one, whatever time its file has", function()
    local bundled = chart_sources.bundled()
    assert.equal(10, #bundled.entries)
    assert.equal("2026-11-21T00:00:00Z", mix.time.iso(bundled.time))
  end)
end)

describe("a chart whose address answers with something else", function()
  local address = "https://charts.example.org/top.json"

  local function load(answer, most)
    mix.test.mock_http({ ["GET " .. address] = answer })
    local said = {}
    local found = chart_sources.load(nil, {
      remote = address, max_bytes = 2000000, max_entries = most or 500, reload = true,
    }, address, function(text) said[#said + 1] = text end)
    return found, said
  end

  local login_page = { body = "<html>Log in to use this network</html>" }

  it("is the list that it gave last, and says so", function()
    local last = load({ json = { { rank = 1, title = "a", artist = "b" },
      { rank = 2, title = "c", artist = "d" } } })
    local found, said = load(login_page)
    assert.matches("this looks like HTML", said[1])
    assert.are.same({ "remote", true, "c", last.time },
      { found.source, found.stale, found.entries[2].title, found.time })
    assert.equal(1, #load(login_page, 1).entries)
  end)

  it("is the one that comes with mixhost, where there was none", function()
    address = "https://charts.example.org/other.json"
    local found = load(login_page)
    assert.are.same({ "local", true, 10 }, { found.source, found.stale, #found.entries })
  end)
end)
