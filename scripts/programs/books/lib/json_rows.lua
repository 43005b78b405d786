-- Reads books of a JSON text as rows of a table, whose first row is the header.

local file_text = require("lib.file_text")
local nested_records = require("lib.nested_records")
local own_table = require("programs.books.lib.own_table")
local record_rows = require("lib.record_rows")
local records = require("lib.records")

local json_rows = {}

local Rows = {}
Rows.__index = Rows

--- Opens a text; `shown`: what messages call it. Nil and the reason for one without books.
function json_rows.open(text, shown)
  local bad = {}
  text = file_text.unmarked(text)
  if text:find('^%s*{%s*"playlist"%s*:%s*{') then
    return nil, shown .. ": it is a playlist (JSPF), not a list of books"
  end
  local list, reason = records.parse(text, shown, bad)
  if not list then return nil, reason end
  if #list == 0 and bad[1] then
    return nil, ("%s:%d: %s"):format(shown, bad[1].row, bad[1].reason)
  end
  for _, item in ipairs(list) do
    item.record = own_table.flat(item.record) or nested_records.flat(item.record)
  end
  local header, rows = record_rows.of(list)
  if #header == 0 then return nil, shown .. ": the file is empty" end
  return setmetatable({
    header = header, width = #header, rows = rows, bad = bad, form = records.form(text, shown),
  }, Rows)
end

--- As the reader of mix.csv.open.
function Rows:next(count)
  if self.header then
    local header = self.header
    header.row, self.header = 0, nil
    return { header }, {}
  end
  local rows = self.rows(count)
  for _, cells in ipairs(rows or {}) do
    for place = 1, self.width do cells[place] = record_rows.text(cells[place], "; ") end
  end
  local bad = self.bad
  self.bad = {}
  if not rows and #bad == 0 then return nil end
  return rows or {}, bad
end

function Rows:info() return { encoding = "utf-8" } end

return json_rows
