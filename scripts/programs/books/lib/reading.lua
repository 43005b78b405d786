-- Reads a file of books row by row, whatever its size.

local csv_rows = require("lib.csv_rows")
local export_presets = require("lib.export_presets")
local failure = require("lib.failure")
local formats = require("programs.books.lib.formats")
local json_rows = require("programs.books.lib.json_rows")
local odd_tables = require("lib.odd_tables")
local records = require("lib.records")
local table_reader = require("lib.table_reader")
local table_start = require("lib.table_start")

local reading = {}

local rows_at_once = 500

local Reading = {}
Reading.__index = Reading

local function give_up(path, reason) return nil, ("%s: %s"):format(path, reason) end

-- The format of a table: by the header, or by what the user says of a file without one. And the
-- place of the row before the first book. nil, the reason and the advice of the first line else.
local function begin(rows, options)
  local _, preset = export_presets.header_row(rows)
  if preset and not preset.books and options.format == "auto" and not options.columns then
    return nil, ("it is a list of %s out of %s, not of books; --format csv reads it as it is")
      :format(preset.kind or "videos", preset.name)
  end
  local other = table_start.kind_of(rows[1][1] or "")
  if other then return nil, ("it is %s, not a list of books"):format(other) end
  if options.columns then
    local header = {}
    for name in (options.columns .. ","):gmatch("%s*([^,]-)%s*,") do header[#header + 1] = name end
    local format, reason, advice = formats.open(header, options.format)
    return format, format and (table_start.is_separator(rows[1]) and 1 or 0) or reason, advice
  end
  local reason, advice
  local place, format = table_start.header(rows, function(cells)
    if table_start.is_separator(cells) then return nil end
    local format, problem, hint = formats.open(cells, options.format)
    if not reason then reason, advice = problem, hint end
    if not format and table_start.is_longer(cells, 1) then return false end
    return format
  end)
  return format, place or reason or "the file " .. table_start.nothing, advice
end

-- The reader of a text without a file, in place of mix.csv.open's.
local Text = {}
Text.__index = Text

function Text:next(count)
  if self.place >= #self.rows then return nil end
  local last = math.min(#self.rows, self.place + count)
  local piece = table.move(self.rows, self.place + 1, last, 1, {})
  for index, cells in ipairs(piece) do cells.row = self.place + index end
  self.place = self.place + #piece
  local bad = self.bad
  self.bad = {}
  return piece, bad
end

function Text:info() return { encoding = self.encoding } end

-- A text of a browser is UTF-8; one of a terminal is what the file held.
local function text_reader(text, delimiter)
  if not utf8.len(text) then
    return nil, "it is not a UTF-8 text; mixhost books import reads other encodings"
  end
  local rows, bad = csv_rows.read(text, delimiter)
  if not rows then return nil, failure.line(bad) end
  rows = odd_tables.plain(rows)
  return setmetatable({ rows = rows, bad = bad, place = 0, encoding = "utf-8" }, Text)
end

local open_reader

local function open_records(name, text, options)
  local reader, problem = json_rows.open(text, name)
  if not reader then return nil, problem end
  return open_reader(name, reader, options)
end

--- As reading.open, of a text that somebody has dropped. `name`: what messages call it.
function reading.open_text(name, text, options)
  local strange = table_start.problem_of_bytes(text, name)
  if strange then return give_up(name, strange) end
  if records.has_records(text) then return open_records(name, text, options) end
  local reader, problem = text_reader(text, options.delimiter)
  if not reader then return give_up(name, problem) end
  return open_reader(name, reader, options)
end

-- Opens a file; `shown`: what messages call it.
local function open_file(path, shown, options)
  local strange = table_start.problem_of(path)
  if strange then return give_up(shown, strange) end
  if records.is_name(path) then
    local text, err = mix.fs.read(path)
    if not text then return nil, failure.line(err) end
    return open_records(shown, text, options)
  end
  local first
  -- A line of words above the header hides the delimiter.
  local is_open = (options.delimiter or "auto") == "auto"
  local tries = is_open and { "auto", ";", "\t" } or { options.delimiter }
  for _, delimiter in ipairs(tries) do
    local reader, err = table_reader.open(path, {
      delimiter = delimiter, encoding = options.encoding,
    })
    if not reader then return nil, failure.line(err) end
    local file, problem = open_reader(shown, reader, options)
    if file then return file end
    first = first or problem
  end
  local text = mix.fs.read(path)
  if text and records.has_records(text) then return open_records(shown, text, options) end
  return nil, first
end

-- A table is read more than once until its form is known, a pipe only once: it becomes a file,
-- whose bytes stay for the reader when the file is emptied.
local function open_pipe(shown, pieces, options)
  local name = "books/standard-input"
  local lock, taken = mix.fs.lock(name .. ".lock", "books import -")
  if not lock then return nil, failure.line(taken) end
  local path = mix.fs.data(name)
  local writer, err = mix.fs.writer(path)
  if not writer then return nil, failure.line(err) end
  for bytes in pieces do failure.need(writer:write(bytes)) end
  failure.need(writer:finish())
  local file, problem = open_file(path, shown, options)
  mix.fs.write(path, "")
  lock:release()
  return file, problem
end

--- Opens a file, or with "-" the standard input. Options: format, delimiter, encoding, columns (the
-- names, with commas between, of a file without a header row). nil and the reason when it is not a
-- table of books. The result has `format`; see next and encoding.
function reading.open(path, options)
  if path == "-" then
    return open_pipe(path, function() return io.read(65536) end, options)
  end
  local info = mix.fs.info(path)
  if not info or info.type ~= "other" then return open_file(path, path, options) end
  local text, err = mix.fs.read(path)
  if not text then return nil, failure.line(err) end
  local left = { text }
  return open_pipe(path, function() return table.remove(left) end, options)
end

function open_reader(path, reader, options)
  local rows, rejected = reader:next(rows_at_once)
  if not rows and rejected then return nil, failure.line(rejected) end
  if rejected and rejected[1] and rejected[1].row == 1 then
    return give_up(path, "not CSV: " .. rejected[1].reason)
  end
  if not rows or #rows == 0 then return give_up(path, "the file " .. table_start.nothing) end
  local format, place, advice = begin(rows, options)
  if not format then
    -- A page has no options of a command.
    local is_dropped = getmetatable(reader) == Text
    return give_up(path, place .. (advice and not is_dropped and ". " .. advice or ""))
  end
  return setmetatable({
    reader = reader, rows = rows, rejected = rejected, place = place, passed = 0,
    format = format.name == "csv" and reader.form or format.name, by_format = format,
    count = 0, remarks = {}, remark_count = 0,
  }, Reading)
end

--- How the text is encoded, as far as it was read.
function Reading:encoding() return self.reader:info().encoding end

--- The next record; nil, the reason and the row number of a damaged row; nothing at the end.
-- Values kept as text are collected in `remarks` {row, reason} and counted in `remark_count`.
-- Errors of the file are raised.
function Reading:next()
  while true do
    local bad = self.rejected[self.passed + 1]
    if bad then
      self.passed = self.passed + 1
      self.count = self.count + 1
      return nil, bad.reason, bad.row
    end
    self.place = self.place + 1
    local cells = self.rows[self.place]
    if cells then
      self.count = self.count + 1
      local fields, remarks = self.by_format:read(cells)
      if not fields then return nil, remarks, cells.row end
      if remarks[1] then formats.keep(self, cells.row, remarks) end
      return fields
    end
    local rows, rejected = self.reader:next(rows_at_once)
    if not rows then
      if rejected then error(rejected, 0) end
      return nil
    end
    self.rows, self.rejected = rows, rejected
    self.place, self.passed = 0, 0
  end
end

return reading
