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
function labelled_rows.check(s, name, table_name, fields, missed)
  local rules = mix.rules.load(name)
  local doubted = 0
  for _, row in ipairs(mix.csv.parse(require(table_name))) do
    local one, other = side_of(row, "left"), side_of(row, "right")
    local there = mix.match.best(one, { other }, rules)
    local back = mix.match.best(other, { one }, rules)
    local what = ("%s, %s: %s"):format(shown(one, fields), shown(other, fields), there.reason)
    s:equal("either side of " .. what, back.decision, there.decision)
    if row.label == "1" then
      s:equal(what, there.decision == "none", false)
      if there.decision == "uncertain" then doubted = doubted + 1 end
    else
      s:equal(what, there.decision == "matched", false)
    end
  end
  s:equal(("%d in doubt"):format(doubted), doubted <= missed, true)
end

return labelled_rows
