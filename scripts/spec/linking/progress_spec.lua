-- The events of a run, for programs that read along.

local progress = require("lib.linking.progress")

describe("a run's events", function()
  local emit, told = progress.emit, nil

  before_each(function()
    told = {}
    progress.emit = function(name, fields)
      fields.event = name
      told[#told + 1] = fields
    end
  end)

  after_each(function()
    progress.done({})
    progress.emit = emit
  end)

  it("have each stage's beginning and end, and one a second between", function()
    local now = 0
    progress.started({ command = "link" })
    local stage = progress.stage("comparing", nil,
      { total = 100, done = 10, clock = function() return now end })
    stage:step(10)
    now = 0.9
    stage:step(10)
    now = 1.0
    stage:step(10)
    now = 1.5
    stage:step(60)
    stage:finish()
    progress.problem("row 3 cannot be read")
    progress.done({ links = 7 })
    assert.are.same({
      { event = "started", command = "link" },
      { event = "progress", stage = "comparing", done = 10, total = 100 },
      { event = "progress", stage = "comparing", done = 40, total = 100 },
      { event = "progress", stage = "comparing", done = 100, total = 100 },
      { event = "warning", message = "row 3 cannot be read" },
      { event = "done", links = 7 },
    }, told)
  end)

  it("end when a service failed", function()
    progress.started({ command = "match" })
    progress.stopped({ message = "HTTP status 500", row = 21, done = 20 })
    progress.done({})
    assert.are.same({ "started", "stopped" }, { told[1].event, told[2].event })
    assert.is_nil(told[3])
  end)

  it("are those of match, link and dedupe alone", function()
    local stage = progress.stage("reading", "a.csv", {})
    stage:step(5)
    stage:finish()
    progress.problem("row 3 cannot be read")
    assert.are.same({}, told)
  end)
end)
