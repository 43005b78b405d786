-- Pairs of a table with the columns left.*, right.*, label as tests: no firm decision is wrong,
-- none depends on which side is looked for, and all but a few of the same are matched.

local function side_of(row, side)
  local record = {}
  for column, value in pairs(row) do
    local field = column:match("^" .. side .. "%.(.+)$")
    if field and value ~= "" then record[field] = value end
  end
  return record
end

local function shown(record, fields)
  local list = {}
  for _, field in ipairs(fields) do list[#list + 1] = record[field] end
  return table.concat(list, " · ")
end

local labelled_rows = {}

--- Declares the tests. `missed`: how many of the same may be left in doubt.
function labelled_rows.check(name, table_name, fields, missed)
  local rules = mix.rules.load(name)
  local doubted = 0
  for _, row in ipairs(mix.csv.parse(require(table_name))) do
    local one, other = side_of(row, "left"), side_of(row, "right")
    local there = mix.match.best(one, { other }, rules)
    local back = mix.match.best(other, { one }, rules)
    local what = ("%s, %s: %s"):format(shown(one, fields), shown(other, fields), there.reason)
    it("either side of " .. what, function() assert.equal(there.decision, back.decision) end)
    if row.label == "1" then
      it(what, function() assert.are_not.equal("none", there.decision) end)
      if there.decision == "uncertain" then doubted = doubted + 1 end
    else
      it(what, function() assert.are_not.equal("matched", there.decision) end)
    end
  end
  it(("%d in doubt"):format(doubted), function() assert.is_true(doubted <= missed) end)
end

return labelled_rows
