-- Where the rows of a run may go.

local output = require("lib.linking.output")
local tables = require("lib.linking.tables")
local written = require("spec.written")

describe("the file of the rows", function()
  it("has an ending that is a form of tables, or none", function()
    for _, path in ipairs({ "o.csv", "o.TSV", "o.ndjson", "o.json", "a.b/o", ".o", "-" }) do
      assert.is_nil(output.problem(path, "a.csv"))
    end
    assert.is_nil(output.problem(nil, "a.csv"))
    assert.matches("the ending chooses the form", output.problem("o.xlsx", "a.csv"), 1, true)
  end)

  it("is none of the tables that are read", function()
    for _, path in ipairs({ "a.csv", "./b.csv", "x/../b.csv" }) do
      assert.matches("is a table that is read", output.problem(path, "a.csv", "b.csv"), 1, true)
    end
    assert.is_nil(output.problem("c.csv", "a.csv", "b.csv"))
    local file = written("linked.csv", "title\n")
    -- This link leads to the root.
    local linked = "/proc/self/root" .. file
    assert.matches("is a table that is read", output.problem(linked, file), 1, true)
  end)
end)

it("a negative number has no apostrophe, other texts that begin so have one", function()
  local file, out = mix.fs.data("spec/in.csv"), mix.fs.data("spec/out.csv")
  assert(mix.fs.write(file, "title,gain\nEbb,-7.5\n-1+1,-5\n"))
  local results = { results = function() return { { number = 1 }, { number = 2 } } end }
  output.write(results, assert(tables.open(file)), out, {}, {})
  local rows = assert(mix.csv.parse(mix.fs.read(out)))
  assert.are.same({ "-7.5", "'-1+1", "-5" }, { rows[1].gain, rows[2].title, rows[2].gain })
end)

it("rows go to the standard output by the system's own name of it, too", function()
  local file = mix.fs.data("spec/in.csv")
  assert(mix.fs.write(file, "title\nEbb\n"))
  local results = { results = function() return {} end }
  output.write(results, assert(tables.open(file)), "/dev/stdout", {}, {})
end)
