-- Runs of tables that cannot be compared.

local columns = require("lib.linking.columns")
local progress = require("lib.linking.progress")
local tables_run = require("lib.linking.tables_run")
local written = require("spec.written")

-- The message with which a run of two texts ends.
local function failure_of(left, right)
  local fail = progress.fail
  progress.fail = function(message) error(message, 0) end
  local ok, message = pcall(tables_run.run, { command = "link", left = written("left.csv", left),
    right = written("right.csv", right), single = true, args = { map = {}, json = true } })
  progress.fail = fail
  assert.is_false(ok)
  return tostring(message)
end

it("a table of a header alone is named", function()
  local problem, said = progress.problem, {}
  progress.problem = function(message) said[#said + 1] = message end
  local left = written("none.csv", "title,artist\n")
  local ok, fault = pcall(tables_run.run, { command = "dedupe", left = left,
    args = { map = {}, json = true } })
  progress.problem = problem
  assert.is_true(ok, fault)
  assert.are.same({ left .. ": it has no rows below its header" }, said)
end)

it("the words of columns that one table has alone do not count", function()
  local out = mix.fs.data("spec/linked.json")
  tables_run.run({ command = "link", single = true, args = { map = {}, json = true, out = out },
    left = written("own.csv", "title,state\nHarbour,seen it twice already\n"),
    right = written("other.csv", "title,place\nHarbour,Oslo\nTides,Rome\n") })
  assert.equal("1", mix.json.decode(mix.fs.read(out))[1].match_row)
end)

it("columns may be named in two languages", function()
  local function linked(left, right)
    local out = mix.fs.data("spec/named.json")
    tables_run.run({ command = "link", single = true, args = { map = {}, json = true, out = out },
      left = written("own.csv", left), right = written("other.csv", right) })
    return mix.json.decode(mix.fs.read(out))[1].match_row
  end
  assert.equal("1", linked("Titel,Jahr\nHafen,1975\n", "id,title,year\n7,Hafen,1975\n"))
  -- A person's name is too many things to be an artist's.
  local names = " " .. table.concat(columns.same_names("Name"), " ") .. " "
  assert.is_nil(names:find(" artist ", 1, true))
end)

it("a table that is changed during the run gets none of its decisions", function()
  local fail = progress.fail
  progress.fail = function(message) error(message, 0) end
  local out = mix.fs.data("spec/no.csv")
  local spec = { command = "link", single = true, args = { map = {}, out = out },
    left = written("moving.csv", "title,artist\nStay,Rihanna\n"),
    right = written("still.csv", "title,artist\nStay,Rihanna\n") }
  tables_run.plan(spec)
  tables_run.decide(spec)
  written("moving.csv", "title,artist\nHalo,Beyonce\nStay,Rihanna\n")
  local ok, message = pcall(tables_run.write, spec, out, {})
  progress.fail = fail
  spec.run.file:remove()
  spec.run.lock:release()
  assert.is_false(ok)
  assert.matches("moving.csv was changed during the run, so nothing was written", message, 1, true)
  assert.is_false(mix.fs.exists(out))
end)

describe("tables without a common column", function()
  it("are both named, as the first may lack its header", function()
    local message = failure_of("Stay,Rihanna\n", "id,title,artist\n1,Stay,Rihanna\n")
    assert.matches("right.csv: no column is known: it has id, title, artist, and", message, 1, true)
    assert.matches("left.csv has Stay, Rihanna. ", message, 1, true)
    assert.matches("a table without a header row needs one", message, 1, true)
  end)

  it("are the second's fault where the rules know the columns of the first", function()
    local message = failure_of("title,artist\nStay,Rihanna\n", "foo,bar\n1,2\n")
    assert.matches("right.csv: no column is known: the columns are foo, bar, ", message, 1, true)
  end)
end)
