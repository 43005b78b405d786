-- The hooks after a test or a block that fails.

local run = require("run")

-- The statuses of a text's tests, and what it noted.
local function outcome(text)
  local notes = {}
  _G.note = function(word) notes[#notes + 1] = word end
  local results = run(text)
  _G.note = nil
  local statuses = {}
  for index, result in ipairs(results) do statuses[index] = result.status end
  return table.concat(statuses, " "), table.concat(notes, " "), results
end

describe("what ends a test", function()
  it("runs when the test fails", function()
    local statuses, notes, results = outcome([[
after_each(function() note("outer") end)
describe("a", function()
  after_each(function() note("inner") end)
  it("b", function()
    finally(function() note("finally") end)
    error("first")
  end)
end)]])
    assert.equal("error", statuses)
    assert.equal("finally inner outer", notes)
    assert.equal("first", results[1].message)
  end)

  it("runs as a whole when a part of it fails", function()
    local statuses, notes, results = outcome([[
after_each(function() error("first") end)
after_each(function() note("second") end)
it("a", function() finally(function() note("finally") end) end)]])
    assert.equal("error", statuses)
    assert.equal("finally second", notes)
    assert.equal("first", results[1].message)
  end)

  it("runs for the blocks whose before_each was reached", function()
    local statuses, notes = outcome([[
before_each(function() error("no ground") end)
after_each(function() note("outer") end)
describe("a", function()
  after_each(function() note("inner") end)
  it("b", function() note("test") end)
end)]])
    assert.equal("error", statuses)
    assert.equal("outer", notes)
  end)

  it("tells an error after a pending test", function()
    assert.equal("error", (outcome([[
after_each(function() error("x") end)
it("a", function() pending("later") end)]])))
    assert.equal("pending", (outcome('it("a", function() pending("later") end)')))
  end)
end)

describe("what ends a block", function()
  it("runs when its setup fails", function()
    local statuses, notes = outcome([[
setup(function() error("x") end)
teardown(function() note("teardown") end)
it("a", function() note("test") end)]])
    assert.equal("error", statuses)
    assert.equal("teardown", notes)
  end)

  it("runs as a whole when a part of it fails", function()
    local statuses, notes = outcome([[
lazy_setup(function() end)
lazy_teardown(function() error("x") end)
teardown(function() error("y") end)
teardown(function() note("last") end)
it("a", function() end)]])
    assert.equal("passed error", statuses)
    assert.equal("last", notes)
  end)

  it("does not run when its body fails", function()
    local statuses, notes = outcome('teardown(function() note("teardown") end)\nerror("x")')
    assert.equal("error", statuses)
    assert.equal("", notes)
  end)
end)
