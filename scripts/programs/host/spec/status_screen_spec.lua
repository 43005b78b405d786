-- The screen of services, cache, jobs and refreshers.

local screen_nodes = require("spec.screen_nodes")
local state = require("programs.host.lib.state")

local node = screen_nodes.first

local function row(tree, id, name)
  for _, entry in ipairs(node(tree, "table", id).rows) do
    if entry.name == name then return entry end
  end
end

describe("the screen of the state", function()
  it("shows every service with its limit, and asks none", function()
    mix.test.mock_http({})
    local tree = mix.test.screen("status"):tree()
    assert.equal("20/min", row(tree, "services", "itunes").limit)
    assert.equal("0 requests", row(tree, "services", "itunes").hour)
    assert.are.same({}, mix.test.requests())
  end)

  it("counts the requests of the last hour, and those that failed", function()
    mix.test.clock("2026-11-21T10:00:30Z")
    mix.test.mock_http({
      ["GET https://itunes.apple.com/a"] = { body = "{}" },
      ["GET https://itunes.apple.com/b"] = { status = 403 },
    })
    mix.http.get("https://itunes.apple.com/a")
    mix.http.get("https://itunes.apple.com/b", { retry = false })
    local tree = mix.test.screen("status"):tree()
    assert.equal("2 requests, 1 failed", row(tree, "services", "itunes").hour)
    local plot = node(tree, "plot")
    assert.equal(60, #plot.series[1].values)
    assert.are.same({ 2, 1 }, { plot.series[1].values[60], plot.series[2].values[60] })
    assert.matches("403", row(tree, "services", "itunes").failure)
  end)

  it("says of each refresher when it fetches next, and why", function()
    local screen = mix.test.screen("status")
    local chart = row(screen:tree(), "refreshers", "chart")
    assert.are.same({ "off", "when asked for" }, { chart.every, chart.next })
    assert.is_truthy(chart.why)
    local detail = node(screen:act("explain", "chart"), "detail")
    assert.equal("chart", detail.title)
    assert.equal("Rule", detail.facts[1].label)
    assert.is_nil(node(screen:act("close"), "detail"))
    assert.error_matches(function() screen:act("explain", "nobody") end, "there is no name")
  end)

  it("lists the jobs", function()
    assert.equal("No job yet.", node(mix.test.screen("status"):tree(), "table", "jobs").empty)
    local ids = assert(mix.library.import({ { title = "Salt Roads" } })).ids
    assert(mix.jobs.enqueue(ids, { name = "enrich" }))
    local jobs = node(mix.test.screen("status"):tree(), "table", "jobs").rows
    assert.are.same({ "enrich", "0 of 1" }, { jobs[1].name, jobs[1].done })
    mix.library.reset()
  end)
end)

it("the numbers of an hour are summed where there is less room", function()
  assert.same({ 1, 2, 3, 4, 5 }, state.within({ 1, 2, 3, 4, 5 }, 60))
  assert.same({ 3, 7, 5 }, state.within({ 1, 2, 3, 4, 5 }, 4))
  assert.same({ 15 }, state.within({ 1, 2, 3, 4, 5 }, 1))
end)
