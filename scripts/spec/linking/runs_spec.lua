-- The runs of match, link and dedupe that are kept.

local runs = require("lib.linking.runs")

local function made(id, notes)
  local file = assert(mix.link.open(mix.fs.data(("linking/%s.sqlite"):format(id))))
  file:add("left", { "{}", "{}" }, { "", "" })
  for name, value in pairs(notes) do file:set_note(name, value) end
  return file
end

local function of_id(id)
  for _, run in ipairs(runs.list()) do if run.id == id then return run end end
end

describe("kept runs", function()
  it("are listed with what they are, and removed by the beginning of their ID", function()
    made("aa01", { command = "link", tables = "a.csv b.csv", done = "1" }):close()
    made("bb02", { command = "dedupe", tables = "c.csv" }):close()
    local run = of_id("aa01")
    assert.are.same({ "link", "a.csv b.csv", 2, 1, 0 },
      { run.command, run.tables, run.rows, run.done, run.uncertain })
    assert.is_true(run.bytes > 0)
    assert.equal(0, runs.clear("aa"))
    assert.is_nil(of_id("aa01"))
    assert.is_table(of_id("bb02"))
    assert.equal(0, runs.clear("all"))
    assert.are.same({}, runs.list())
    assert.equal(0, runs.show())
  end)

  it("that are under way stay", function()
    made("cc03", { command = "link" }):close()
    local lock = assert(mix.fs.lock("linking/cc03.sqlite.lock", "link"))
    assert.is_true(of_id("cc03").under_way)
    assert.equal(1, runs.clear("all"))
    lock:release()
    assert.is_table(of_id("cc03"))
    assert.equal(0, runs.clear("cc03", true))
    assert.is_nil(of_id("cc03"))
  end)

  it("that cannot be locked are not called under way", function()
    made("dd04", { command = "link" }):close()
    assert(mix.fs.write(mix.fs.data("linking/dd04.sqlite.lock/in"), "a folder in its place"))
    assert.is_nil(of_id("dd04").under_way)
    assert.match("dd04.sqlite.lock", of_id("dd04").problem)
  end)
end)
