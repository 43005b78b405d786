-- The order of tests, and `randomize`.

local run = require("run")

local function order(text, options)
  local names = {}
  for index, result in ipairs(run(text, options)) do
    assert.equal("passed", result.status, result.message)
    names[index] = result.name
  end
  return table.concat(names, " ")
end

local tests = 'for index = 1, 9 do it(tostring(index), function() end) end\n'
local sorted = "1 2 3 4 5 6 7 8 9"

describe("randomize", function()
  it("keeps the order with false, with --shuffle, too", function()
    assert.equal(sorted, order("randomize(false)\n" .. tests))
    assert.equal(sorted, order("randomize(false)\n" .. tests, { seed = 7 }))
    assert.are_not.equal(sorted, order(tests, { seed = 7 }))
  end)

  it("mixes the block, the same way each time", function()
    local mixed = order("randomize()\n" .. tests)
    assert.are_not.equal(sorted, mixed)
    assert.equal(mixed, order("randomize(true)\n" .. tests))
  end)

  it("takes the seed of the run", function()
    assert.equal(order(tests, { seed = 7 }), order("randomize()\n" .. tests, { seed = 7 }))
  end)

  it("takes a seed of its own", function()
    local mixed = order(tests, { seed = 7 })
    assert.equal(mixed, order("randomize(7)\n" .. tests, { seed = 8 }))
    assert.equal(mixed, order("randomize(true, 7)\n" .. tests))
    assert.are_not.equal(mixed, order("randomize(8)\n" .. tests))
  end)

  it("is one block's", function()
    local text = 'describe("a", function() randomize()\n' .. tests .. "end)\n" .. tests
    assert.equal(sorted, order(text):sub(-#sorted))
    assert.are_not.equal("a 1 a 2 a 3", order(text):sub(1, 11))
  end)

  it("cannot stand inside a test", function()
    local results = run('it("a", function() randomize() end)')
    assert.equal("error", results[1].status)
    assert.matches("cannot stand inside a test", results[1].message)
  end)
end)
