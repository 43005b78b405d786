-- Rows of CSV in a text, of which a damaged one costs itself alone.

local file_text = require("lib.file_text")
local mended_rows = require("lib.mended_rows")

local csv_rows = {}

-- The most lines of one row, and the most damaged rows: a text with more is something else.
local most_lines, most_damaged = 20, 1000

local function parse(text, delimiter)
  return mix.csv.parse(text, { header = false, delimiter = delimiter })
end

-- The lines of a text, and the sign between the fields of the first one.
local function lines_of(text, delimiter)
  local _, report = parse((text:match("[^\r\n]+")), delimiter)
  return file_text.lines(text), report and report.delimiter or delimiter
end

-- The row that begins at a line, and the number of its lines: a field in quotes may have several.
-- Nil and the error of the first line where it is damaged.
local function row_at(lines, place, delimiter)
  local first_error
  for count = 1, math.min(most_lines, #lines - place + 1) do
    local text = table.concat(lines, "\n", place, place + count - 1)
    local rows, err = parse(text, delimiter)
    if rows then return rows[1], count end
    first_error = first_error or err
    if not err.message:find("never closed", 1, true) then break end
  end
  return nil, first_error
end

-- Reads line by line what cannot be read as a whole.
local function one_by_one(lines, delimiter)
  local rows, bad, place = {}, {}, 1
  while place <= #lines do
    local row, count = row_at(lines, place, delimiter)
    if row then
      rows[#rows + 1], place = row, place + count
    elseif lines[place] == "" then
      place = place + 1
    else
      local mended = rows[1] and mended_rows.read(lines[place], #rows[1], delimiter, count)
      rows[#rows + 1] = mended
      if not mended then
        -- The line of an error counts from the row's first.
        bad[#bad + 1] = { row = place,
          reason = (count.message:gsub("^line %d+, (column %d+) .-: ", "%1: ")) }
        if #bad > most_damaged then return nil end
      end
      place = place + 1
    end
  end
  return rows, bad
end

--- Returns the rows of a text, lists of cells, and the damaged ones, {row (their line), reason};
--- nil and the error of a text that is not CSV. `delimiter`: as of mix.csv.parse.
function csv_rows.read(text, delimiter)
  local rows, err = parse(text, delimiter or "auto")
  if rows then return rows, {} end
  local bad
  rows, bad = one_by_one(lines_of(text, delimiter or "auto"))
  if not rows or #rows <= #bad then return nil, err end
  return rows, bad
end

return csv_rows
