-- Labelled pairs of rows: each query with its own record, and with those of similar rows.

local near_pairs = {}

--- Adds the pairs {left, right, label} of a row to a list. `kind`: near(row, other), whether one
-- may be taken for the other; queries(row); record(row).
function near_pairs.add(list, rows, row, kind)
  local others = {}
  for _, other in ipairs(rows) do
    if other ~= row and kind.near(row, other) then others[#others + 1] = other end
  end
  for _, query in ipairs(kind.queries(row)) do
    list[#list + 1] = { left = query, right = kind.record(row), label = true }
    for _, other in ipairs(others) do
      list[#list + 1] = { left = query, right = kind.record(other), label = false }
    end
  end
end

return near_pairs
