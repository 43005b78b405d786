-- An export in columns, {title, function of a work}, as CSV.

local table_text = {}

local rows_at_once = 200

--- Writes works; memory does not grow with their number.
function table_text.write(columns, works, write)
  local rows, header = {}, {}
  for place, column in ipairs(columns) do header[place] = column[1] end
  rows[1] = header
  local function flush()
    -- The service that reads it is not a spreadsheet: a title stays as it is.
    write(mix.csv.encode(rows, { header = false, safe = false }))
    rows = {}
  end
  for work in works do
    local row = {}
    for place, column in ipairs(columns) do
      local value = column[2](work)
      row[place] = value == nil and "" or value
    end
    rows[#rows + 1] = row
    if #rows >= rows_at_once then flush() end
  end
  if #rows > 0 then flush() end
end

return table_text
