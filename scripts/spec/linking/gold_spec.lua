-- Known pairs: a column of the tables, or a file of pairs.

local gold = require("lib.linking.gold")
local written = require("spec.written")

describe("known pairs", function()
  it("are a column of a table, also where a file has its name", function()
    local found = gold.read("Work", { left = { "work", "title" }, right = { "title" } })
    assert.are.same({ left = { column = "Work" }, right = { column = "Work" } }, found)
  end)

  it("of one table give both rows of a pair one label", function()
    local path = written("within.csv", "left,right\na,b\nc,d\nd,e\n")
    local label = gold.read(path, { left = { "title" } }).left.label
    assert.equal(label("a"), label("b"))
    assert.equal(label("c"), label("e"))
    assert.are_not.equal(label("a"), label("c"))
    assert.equal("", label("nobody"))
  end)

  it("of two tables connect a row with several of the other", function()
    local path = written("across.csv", "left,right\n1,x\n1,y\n2,1\n")
    local found = gold.read(path, { left = { "title" }, right = { "title" } })
    assert.equal(found.left.label("1"), found.right.label("x"))
    assert.equal(found.left.label("1"), found.right.label("y"))
    -- The identifiers of the two tables are not each other's.
    assert.are_not.equal(found.left.label("1"), found.right.label("1"))
    assert.equal(found.left.label("2"), found.right.label("1"))
  end)
end)
