-- Which columns a terminal has room for.

local columns = require("programs.playlist.lib.columns")

local rows = { { id = "k3f9x2", name = ("n"):rep(20), when = "2026-01-31 09:30" } }
local list = {
  { key = "id", title = "Build" }, { key = "name", title = "Name", flexible = true },
  { key = "when", title = "When", drop = 1 },
}

local function keys(width)
  local names = {}
  for place, column in ipairs(columns.fit(rows, list, width)) do names[place] = column.key end
  return table.concat(names, " ")
end

describe("columns", function()
  it("go when there is no room, and what must stay is cut last", function()
    assert.equal("id name when", keys(46))
    assert.equal("id name", keys(45))
    assert.is_nil(columns.fit(rows, list, 28)[2].width)
    assert.equal(12, columns.fit(rows, list, 20)[2].width)
    assert.is_nil(columns.fit(rows, list, 20)[1].width)
    assert.equal("id name when", keys(nil))
  end)
end)
