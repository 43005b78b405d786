-- Rows of CSV that break its rule of quotes: "Say \"Boats\"" with signs before them, as databases
-- write it, and "Boats" Home, where they are the text's own.

local file_text = require("lib.file_text")

local mended_rows = {}

-- Larger files are not read once more.
local most_read = 16 * 1024 * 1024

-- The lines of a file; none of one that is too large.
local function lines_of(path)
  local info = mix.fs.info(path)
  return file_text.lines(info and info.size <= most_read and mix.fs.read(path) or "")
end

--- Returns the cells of a line; nil where it is not a row. `delimiter`: nil finds it.
function mended_rows.cells(line, delimiter)
  local rows = mix.csv.parse(line, { header = false, delimiter = delimiter or "auto" })
  return rows and #rows == 1 and rows[1] or nil
end

-- The cells of a line whose quotes are text, but for those around a whole cell.
local function with_own_quotes(line, delimiter)
  local cells = mended_rows.cells((line:gsub('"', "\1")), delimiter)
  for place, cell in ipairs(cells or {}) do
    cells[place] = cell:gsub("^\1(.*)\1$", "%1"):gsub("\1\1?", '"')
  end
  return cells
end

-- The cells of a line whose quotes are not doubled, which has `width` columns; nil where that stays
-- unclear. `column`: where its fault is.
local function mended(line, width, delimiter, column)
  if not utf8.len(line) or line:find("\1", 1, true) then return nil end
  -- A quote that was opened on another line holds more than this one.
  local _, quotes = line:sub(1, column - 1):gsub('"', "")
  if quotes == 0 or quotes % 2 == 1 then return nil end
  local escaped = line:find('\\"', 1, true)
    and mended_rows.cells(line:gsub('\\"', '""'), delimiter)
  local cells = escaped and #escaped == width and escaped or with_own_quotes(line, delimiter)
  return cells and #cells == width and cells or nil
end

--- Returns the cells of a line that was refused with an error of mix.csv; nil where they stay
--- unclear.
function mended_rows.read(line, width, delimiter, err)
  if not err.message:find("text follows a closing quote", 1, true) then return nil end
  return mended(line, width, delimiter, err.column)
end

--- Returns a function that returns the cells of a rejected row ({row, reason}) of a file with
--- `width` columns; nil for one that stays unclear.
function mended_rows.reader(path, width, delimiter)
  local lines
  return function(bad)
    local number, column, fault = bad.reason:match("^line (%d+), column (%d+)(.*)$")
    if not number or not fault:find("text follows a closing quote", 1, true) then return nil end
    lines = lines or lines_of(path)
    local line = lines[tonumber(number)]
    return line and mended(line, width, delimiter, tonumber(column))
  end
end

return mended_rows
