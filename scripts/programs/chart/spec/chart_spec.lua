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
