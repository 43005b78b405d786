-- The last line about questions that were refused.

local refusals = require("lib.refusals")

local function err(message) return { kind = "invalid", message = message } end

it("is none without refusals", function() assert.is_nil(refusals.open():line(40, "rows")) end)

it("names the one reason", function()
  local list = refusals.open()
  list:add(2, err("status 400"))
  assert.equal("1 of 40 rows was refused: status 400", list:line(40, "rows"))
  list:add(7, err("status 400"))
  assert.equal("2 of 40 tracks were refused: status 400", list:line(40, "tracks"))
end)

it("counts several reasons, the most frequent first", function()
  local list = refusals.open()
  for row, reason in ipairs({ "a", "b", "b", "c", "d", "e" }) do list:add(row, err(reason)) end
  assert.equal("6 of 9 rows were refused: b (2); a (1); c (1); and 2 more reasons",
    list:line(9, "rows"))
end)

it("continues with what an earlier run kept", function()
  local list = refusals.open()
  list:add(2, err("a"))
  local later = refusals.open(list:text())
  later:add(5, err("a"))
  assert.equal("2 of 9 rows were refused: a", later:line(9, "rows"))
  assert.are.same({ [2] = "a", [5] = "a" }, later:by_row())
end)
