-- An export in columns, {title, function of a work}, as CSV.

local languages = require("lib.languages")
local record = require("programs.books.lib.record")
local shelf = require("programs.books.lib.exports.shelf")
local work_fields = require("lib.work_fields")

local table_text = {}

local rows_at_once = 200

--- A field of lib.work_fields as a text or a number for another program; nil without one.
function table_text.value(work, field)
  local value = work_fields.value(work, field)
  if field.kind == "language" then return value and languages.long_code(value) end
  return field.kind == "names" and table.concat(value or {}, ", ") or value
end

--- The columns of a program's table. Of a `list` of columns, in order, those that are a text alone
-- are fields that the program has as they are, or notes of the reader by that name. Fields that the
-- list lacks come last.
function table_text.columns(program, list)
  local fields, columns, listed = {}, {}, {}
  for _, field in ipairs(work_fields.list) do
    if field[program] then fields[field[program]] = field end
  end
  local function add(title)
    local field, key = fields[title], record.key(title)
    columns[#columns + 1] = { title, function(work)
      if field then return table_text.value(work, field) end
      return shelf.first(work, key)
    end }
  end
  for _, column in ipairs(list) do
    if type(column) == "string" then add(column) else columns[#columns + 1] = column end
    listed[columns[#columns][1]] = true
  end
  for _, field in ipairs(work_fields.list) do
    if field[program] and not listed[field[program]] then add(field[program]) end
  end
  return columns
end

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
