-- Reads tables of any size piece by piece: CSV with any delimiter; NDJSON and JSON arrays are read
-- as a whole.

local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local export_presets = require("lib.export_presets")
local odd_tables = require("lib.odd_tables")
local progress = require("lib.linking.progress")
local record_rows = require("lib.record_rows")
local records = require("lib.records")
local table_reader = require("lib.table_reader")
local table_start = require("lib.table_start")
local track_files = require("lib.track_files")
local trimmed = require("lib.trimmed")

local tables = {}

local page = 1000
-- Larger files have more than a few blank lines.
local most_blanks = 4096
-- Most columns. A row of the output has a cell for each, so rows of a few bytes could become
-- gigabytes.
local most_columns = 20000

local function checked_width(header, shown)
  if #header <= most_columns then return header end
  return nil, ("%s: %d columns, and a table may have %d: leave out those that say nothing"):format(
    shown, #header, most_columns)
end

-- Makes a header's names unique: a second "title" becomes "title_2".
local function named(cells)
  -- The last number of each name, so that equal names do not count from the first again.
  local header, numbers = {}, {}
  for index, name in ipairs(cells) do
    name = trimmed((name:gsub("^\u{feff}", "")))
    local taken, number = name, numbers[name] or 1
    while numbers[taken] do
      number = number + 1
      taken = ("%s_%d"):format(name, number)
    end
    header[index], numbers[name], numbers[taken] = taken, number, numbers[taken] or 1
  end
  return header
end

local Gaps = {}
Gaps.__index = Gaps

-- The rows that a reader skipped. It reports them when it has read so far, which may be long before
-- the rows around them are requested.
local function gaps_of(early) return setmetatable({ passed = early, place = 0 }, Gaps) end

function Gaps:add(more) table.move(more, 1, #more, #self.passed + 1, self.passed) end

-- Adds an empty row for each skipped one, so that rows keep their numbers.
function Gaps:fill(rows)
  local all = {}
  local function empty_before(row)
    local gap = self.passed[self.place + 1]
    while gap and gap.row < row do
      self.place = self.place + 1
      all[#all + 1] = { row = gap.row }
      gap = self.passed[self.place + 1]
    end
  end
  for _, cells in ipairs(rows or {}) do
    empty_before(cells.row)
    all[#all + 1] = cells
  end
  if not rows then empty_before(math.huge) end
  return (rows or #all > 0) and all or nil
end

-- Converts JSON records to rows with one header.
local function from_records(path)
  local bad = {}
  local list, reason = records.read(path, bad)
  if not list then return nil, reason end
  for _, item in ipairs(bad) do item.reason = ("record %d: %s"):format(item.row, item.reason) end
  if #list == 0 then
    return nil, ("%s: %s"):format(path, bad[1] and bad[1].reason or "the table is empty")
  end
  local header, rows = record_rows.of(list)
  local fits, problem = checked_width(header, path)
  if not fits then return nil, problem end
  local gaps = gaps_of(bad)
  return { header = header, passed = bad, next = function() return gaps:fill(rows(page)) end }
end

-- Records in a file of another name; nil for any other text.
local function from_unnamed(path)
  local text = mix.fs.read(path)
  return text and records.has_records(text) and from_records(path) or nil
end

-- The rows of a file that its header is among, and the first that cannot be read.
local function first_rows(path, delimiter)
  local reader = mix.csv.open(path, { delimiter = delimiter })
  if not reader then return {} end
  local rows, unread = reader:next(table_start.most_above + 2)
  return rows or {}, unread and unread[1]
end

-- Returns the number of the row with the header of a file, below lines of one text that names no
-- column; nil where there is no such row.
local function row_of_header(path, delimiter)
  local rows, bad = first_rows(path, delimiter)
  local place = table_start.header(rows, function(cells, below)
    local is_wide, is_known = table_start.is_longer(cells, 1), columns.has_usual_name(cells)
    if is_wide then return is_known or below ~= nil and odd_tables.is_group(cells, below) end
    if is_known and not table_start.is_separator(cells) then return false end
  end)
  local row = place and rows[place].row
  return row and not (bad and bad.row < row) and row or nil
end

-- Returns the number of the row with the header of a known program, nil in any other table; and
-- whether the first row has several texts, so that nothing hides the delimiter.
local function row_of_preset(path, delimiter)
  local rows = first_rows(path, delimiter)
  local place = export_presets.header_row(rows)
  return place and rows[place].row, rows[1] and table_start.is_longer(rows[1], 1)
end

-- A line of words above the header hides the delimiter.
local delimiters = { "auto", ";", "\t", "|" }

-- Returns the number of the row with the header, and the delimiter.
local function start_of(path)
  for _, delimiter in ipairs(delimiters) do
    local row, is_open = row_of_preset(path, delimiter)
    if row then return row, delimiter end
    if is_open then break end
  end
  for _, delimiter in ipairs(delimiters) do
    local row = row_of_header(path, delimiter)
    if row then return row, delimiter end
  end
  return 1, "auto"
end

-- Reads the header of an opened file. Returns {reader, header, unread (rows), first (the first row,
-- where the table has no header)}; nil and the reason.
local function begun(path, reader, start)
  local first, unread
  -- The reader may have left out a row of groups.
  repeat first, unread = reader:next(1) until not (first and first[1]) or first[1].row >= start
  local header, bad = first and first[1], unread and unread[1]
  if bad and (not header or bad.row < header.row) then
    return nil, table_start.problem_of(path) or ("the header cannot be read: %s"):format(bad.reason)
  end
  if not header then return nil, "the table " .. table_start.nothing end
  -- The first line of other files is one cell, or holds signs of control or markup.
  local strange = (#header == 1 or header[1]:find("[%c<]")) and table_start.problem_of(path)
  if strange then return nil, strange end
  local missing = not columns.kind_of_title(header[1]) and export_presets.missing_header(header)
  return { reader = reader, header = missing or header, unread = unread,
    first = missing and header }
end

-- The tracks of a playlist as a table, or why the text of another kind is not one; nil for any
-- other file. `first`: its first line, where it was read.
local function from_other(path, first)
  local is_playlist = track_files.is_playlist_name(path)
  if not is_playlist and not (first and first:find("^[#%[<bB]")) then return nil end
  local text, err = mix.fs.read(path)
  if not text then return nil, err.message end
  local kind = table_start.kind_of(text)
  if not is_playlist and not kind then return nil end
  if not is_playlist and kind ~= "a playlist" then
    return nil, ("%s: it is %s, not a table"):format(path, kind)
  end
  local list, problem = failure.caught(track_files.read, text, path)
  if not list then return nil, problem.message end
  local items = {}
  for place, track in ipairs(list.tracks) do items[place] = { record = track, line = place } end
  local header, rows = record_rows.of(items)
  return { header = header, passed = {}, next = function() return rows(page) end }
end

local function from_csv(path, encoding)
  local row, delimiter = start_of(path)
  local opened, err = table_reader.open(path, { delimiter = delimiter, encoding = encoding })
  if not opened then return nil, err.message end
  local start, reason = begun(path, opened, row)
  local first = start and (start.first or start.header)[1]
  local found = (not first or records.may_begin(first)) and from_unnamed(path)
  if found then return found end
  local other, fault = from_other(path, first)
  if other or fault then return other, fault end
  if not start then return nil, ("%s: %s"):format(path, reason) end
  local reader, header = start.reader, start.header
  local fits, problem = checked_width(header, path)
  if not fits then return nil, problem end
  local gaps = gaps_of(start.unread)
  local longer = { count = 0 }
  local table_read = { header = named(header), passed = gaps.passed, longer = longer,
    is_guess = encoding == nil or encoding == "auto", encoding = function()
      return reader:info().encoding
    end }
  local width, kept = #header, start.first
  function table_read.next()
    local rows, more = reader:next(page)
    if kept then
      rows, kept = table.move(rows or {}, 1, #(rows or {}), 2, { kept }), nil
    end
    -- A failed read is not the end of the table.
    if not rows and more and more.message then progress.fail(more.message, 1) end
    for _, cells in ipairs(rows or {}) do
      if #cells > width and table_start.is_longer(cells, width) then
        longer.count, longer.first = longer.count + 1, longer.first or cells.row
      end
    end
    gaps:add(more or {})
    return gaps:fill(rows)
  end
  return table_read
end

--- Opens a table: {header, next}. `next` returns the next rows, each a list of cells with `row`
--- (without cells where a record is unreadable; `passed` lists these), or nil after the end.
--- `longer`: {count, first} of the rows with more fields than the header. `encoding` is that of a
--- CSV file as its user names it; the result's function of that name returns the one that was read,
--- a guess where `is_guess`. Nil and the reason.
function tables.open(path, encoding)
  local info, err
  if path ~= "-" then
    info, err = mix.fs.info(path)
    if not info then return nil, err.message end
  end
  if not info or info.type == "other" then
    return nil, path .. ": a table is read more than once, and a pipe gives it once: save it as a "
      .. "file, and name that"
  end
  if info.type == "folder" then return nil, path .. ": a folder, not a table" end
  local strange = table_start.problem_of_odd(path)
  if strange then return nil, ("%s: %s"):format(path, strange) end
  if info.size <= most_blanks and table_start.is_blank(mix.fs.read(path) or "x") then
    return nil, ("%s: the table %s"):format(path, table_start.nothing)
  end
  if records.is_name(path) then return from_records(path) end
  if track_files.is_playlist_name(path) then return from_other(path) end
  local problem
  if encoding then encoding, problem = table_reader.encoding(encoding) end
  if problem then return nil, problem end
  return from_csv(path, encoding)
end

--- Like `open`, but ends the script with the reason.
function tables.opened(path, encoding)
  table_reader.check(encoding)
  local opened, reason = tables.open(path, encoding)
  return opened or progress.fail(reason)
end

return tables
