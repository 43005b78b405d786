-- Records of any table as lists of cells, and how they are compared.

local record_cells = {}

-- A field as a text: of a number, of a list, or nothing.
local function text_of(value, joint)
  if type(value) == "table" then
    local parts = {}
    for place, part in ipairs(value) do parts[place] = text_of(part, joint) end
    return table.concat(parts, joint)
  end
  return (type(value) == "string" or type(value) == "number") and tostring(value) or ""
end

--- Returns the cells of a record in the order of the columns. Without columns: all that it holds
--- as one cell.
function record_cells.of(record, columns)
  local cells = {}
  for place, column in ipairs(columns) do cells[place] = text_of(record[column.name], "; ") end
  if #columns > 0 then return cells end
  local names = {}
  for name in pairs(record) do names[#names + 1] = tostring(name) end
  table.sort(names)
  for _, name in ipairs(names) do cells[#cells + 1] = text_of(record[name], " ") end
  return { table.concat(cells, " ") }
end

--- Returns the space that weights describe: `columns` ({name, kind, usual, values}), `comparisons`
--- ({measure, column (a name), steps}), `words` and `rows`.
function record_cells.space(weights)
  local places, comparisons = {}, {}
  for place, column in ipairs(weights.columns) do places[column.name] = place end
  for index, comparison in ipairs(weights.comparisons) do
    comparisons[index] = {
      measure = comparison.measure, column = places[comparison.column], steps = comparison.steps,
    }
  end
  local columns = #weights.columns > 0 and weights.columns or { { kind = "text" } }
  return mix.records.space({
    columns = columns, comparisons = comparisons, words = weights.words or {},
    rows = weights.rows or 1,
  })
end

return record_cells
