-- Tables that programs write otherwise than as CSV: with rare signs between the fields, whole lines
-- or fields in other quotes, a first column of numbers that the header does not name, a row of
-- groups above the header.

local columns = require("lib.linking.columns")
local export_presets = require("lib.export_presets")
local mended_rows = require("lib.mended_rows")
local table_start = require("lib.table_start")
local trimmed = require("lib.trimmed")

local odd_tables = {}

-- Rows that the form is known by, and the most columns of a header that is looked at.
local most_seen, most_columns = 50, 200

-- How many cells are usual names of columns.
local function count_usual(cells)
  local count = 0
  for _, cell in ipairs(cells) do count = count + (columns.has_usual_name({ cell }) and 1 or 0) end
  return count
end

-- Whether a row may be a header: several texts, of which enough are usual names of columns.
local function is_header(cells, least)
  return #cells >= 2 and count_usual(cells) >= (least or 1)
end

--- Whether a row names groups of the columns that the row below it names: a text and blanks, or
--- itself again, for each group.
function odd_tables.is_group(cells, below)
  if #cells < 2 or #below < #cells or #below > most_columns or table_start.is_separator(cells) then
    return false
  end
  local groups, before = {}, nil
  for place, name in ipairs(below) do
    if not name:find("%a") and not name:find("[\x80-\xff]") and name ~= "#" then return false end
    local group = cells[place] or ""
    if group:find("%d") then return false end
    if group ~= "" and group ~= before then groups[#groups + 1] = group end
    before = group ~= "" and group or before
  end
  return #groups > 0 and #groups < #below and is_header(below, 2)
    and count_usual(below) > count_usual(groups)
end

-- The header of two rows of which the lower one names the columns within a group, and is blank
-- below the names of single ones; nil for other rows.
local function joined(cells, below)
  local header, within, single = {}, 0, {}
  for place = 1, #below <= most_columns and math.max(#cells, #below) or 0 do
    local above, name = cells[place] or "", below[place] or ""
    if name:find("%d") or above == "" and name == "" then return nil end
    if above == "" then within = within + 1 elseif name == "" then single[#single + 1] = above end
    header[place] = name ~= "" and name or above
  end
  return within > 0 and count_usual(single) > 0 and header or nil
end

-- Removes the row with the names of groups above a table's header, or joins both.
local function ungroup(rows)
  for place = 1, math.min(#rows - 1, table_start.most_above + 1) do
    if odd_tables.is_group(rows[place], rows[place + 1]) then return table.remove(rows, place) end
    local header = joined(rows[place], rows[place + 1])
    if header then
      header.row = table.remove(rows, place).row
      rows[place] = header
      return
    end
    if table_start.has_several(rows[place]) then return end
  end
end

-- A name as it is compared: each of several files that were put together may begin with a mark.
local function plain(name) return name:gsub("^\u{feff}", ""):lower() end

-- Whether a row is the header once more: both have the same cells, in any case.
local function repeats(cells, header)
  if not header or #cells ~= #header then return false end
  for place, name in ipairs(header) do
    if cells[place] ~= name and plain(cells[place]) ~= plain(name) then return false end
  end
  return true
end

-- Returns rows without Markdown's line below a header, and without headers that stand there again,
-- in files that were put together.
local function without_headers(rows, header)
  local kept = {}
  for place, cells in ipairs(rows) do
    local above = rows[place - 1]
    local is_below = above and (above == header or place == 2) and table_start.is_rule(cells)
    if cells == header or not (is_below or repeats(cells, header)) then kept[#kept + 1] = cells end
  end
  return kept
end

-- The header among the first rows, where enough names are known: else it may be a row like others.
local function header_of(rows)
  return rows[table_start.header(rows, function(cells)
    return #cells <= most_columns and is_header(cells, 2) or nil
  end)]
end

-- Whole lines in one pair of quotes, as a table has them that was written as CSV twice, or rows of
-- it. A line of one or two fields may be a text.
local function of_quoted_lines(rows)
  local header = #rows[1] == 1 and mended_rows.cells(rows[1][1]) or rows[1]
  local width = is_header(header) and #header
  if not width or #rows < 2 then return nil end
  local function inner(cells)
    local found = #cells == 1 and cells[1]:find("[,;\t|]") and mended_rows.cells(cells[1])
    return found and #found == width and found
  end
  local count = 0
  for place = 2, #rows do count = count + (inner(rows[place]) and 1 or 0) end
  if count < #rows - 1 and (count == 0 or width < 3) then return nil end
  return function(cells) return inner(cells) or cells end
end

local function split(text, sign)
  local cells, from = {}, 1
  repeat
    local first, last = text:find(sign, from)
    cells[#cells + 1] = text:sub(from, (first or 0) - 1)
    from = (last or 0) + 1
  until not first
  return cells
end

-- Signs between fields, of databases and old systems; columns of plain text stand apart by blanks.
local signs = { "%^", "~", "\1", "\31", "\u{a6}", "\u{a7}", "   *" }

local function of_sign(rows, joint)
  local first = table.concat(rows[1], joint)
  for _, sign in ipairs(signs) do
    local is_blank = sign == "   *"
    local names = split(first, sign)
    if is_header(names, is_blank and 2 or 1) then
      local fits = 0
      for _, cells in ipairs(rows) do
        fits = fits + (#split(table.concat(cells, joint), sign) == #names and 1 or 0)
      end
      if fits == #rows or not is_blank and fits * 2 > #rows then
        return function(cells) return split(table.concat(cells, joint), sign) end
      end
    end
  end
end

-- Quotes that programs and writers set in place of ".
local quotes = { { "'", "'" }, { "\u{201c}", "\u{201d}" }, { "\u{201e}", "\u{201c}" },
  { "\u{ab}", "\u{bb}" } }

local function of_quotes(rows, joint)
  for _, pair in ipairs(quotes) do
    local open, close = pair[1], pair[2]
    local names = {}
    for place, cell in ipairs(rows[1]) do
      local text = trimmed(cell)
      names[place] = #text > #open + #close and text:sub(1, #open) == open
        and text:sub(-#close) == close and text:sub(#open + 1, -#close - 1) or nil
    end
    if #names == #rows[1] and is_header(names) then
      return function(cells)
        -- The usual quotes within are set aside meanwhile.
        local text = table.concat(cells, joint):gsub('"', "\1"):gsub(open, '"'):gsub(close, '"')
        local inner = mended_rows.cells(text, joint)
        for place, cell in ipairs(inner or {}) do
          inner[place] = cell:gsub('"', open):gsub("\1", '"')
        end
        return inner or cells
      end
    end
  end
end

-- Rows that are counted in a first column without a name, as R and data frames write them.
local function of_numbers(rows)
  local width, start = #rows[1], rows[2] and math.tointeger(tonumber(rows[2][1]))
  if width < 2 or #rows < 3 or not start or not is_header(rows[1]) then return nil end
  for place = 2, #rows do
    local cells = rows[place]
    if #cells ~= width + 1 or cells[1] ~= tostring(start + place - 2) then return nil end
  end
  return function(cells, is_first)
    if is_first then table.insert(cells, 1, "") end
    return cells
  end
end

-- A list of one column, whose titles have commas: "I, Boat".
local function of_one_column(rows, joint)
  if #rows[1] ~= 1 or joint ~= "," or not rows[2] or columns.has_usual_name(rows[2])
    or not (columns.has_usual_name(rows[1]) or export_presets.missing_header(rows[1])) then
    return nil
  end
  local count = 0
  for _, cells in ipairs(rows) do count = count + (#cells == 1 and 1 or 0) end
  if count * 2 < #rows then return nil end
  return function(cells) return { table.concat(cells, joint) } end
end

-- How rows get their usual form; nil for those that have it.
local function form_of(rows, joint)
  return of_quoted_lines(rows) or of_numbers(rows) or of_quotes(rows, joint)
    or of_sign(rows, joint) or of_one_column(rows, joint)
end

local Reader = {}
Reader.__index = Reader

-- Gives rows their usual form. DOS's sign for the end of a file is not a row.
local function reshaped(self, rows, is_first)
  for place, cells in ipairs(self.reshape and rows or {}) do
    local row = cells.row
    rows[place] = self.reshape(cells, is_first and place == 1)
    rows[place].row = row
  end
  if is_first then self.header = header_of(rows) end
  rows = rows and without_headers(rows, self.header)
  local last = rows and rows[#rows]
  if last and #last == 1 and last[1] == "\26" then rows[#rows] = nil end
  return rows
end

--- Returns the rows of a whole table with one header: without the names of groups above it, the
--- line of Markdown below it, and its repetitions; lines in quotes as rows.
function odd_tables.plain(rows)
  ungroup(rows)
  local is_usual = rows[1] and #rows[1] <= most_columns
  return reshaped({ reshape = is_usual and of_quoted_lines(rows) or nil }, rows, true)
end

-- Sets rows aside that can be mended, until their places are reached. Returns the others.
local function mend(self, rejected)
  local others = {}
  for _, bad in ipairs(rejected) do
    local cells = self.mended and self.mended(bad)
    if cells then
      cells.row = bad.row
      self.late[#self.late + 1] = cells
    else
      others[#others + 1] = bad
    end
  end
  return others
end

-- Puts mended rows among those that were read; after the end all that are left.
local function merge(self, rows)
  local merged = {}
  for _, cells in ipairs(rows or {}) do
    while self.late[1] and self.late[1].row < cells.row do
      merged[#merged + 1] = table.remove(self.late, 1)
    end
    merged[#merged + 1] = cells
  end
  if not rows then merged, self.late = self.late, {} end
  return (rows or #merged > 0) and merged or nil
end

-- The next rows, and those that cannot be read; nil and perhaps an error after the end.
local function read(self, count)
  local rows, rejected = self.reader:next(count)
  if not rows then
    if rejected and rejected.message then return nil, rejected end
    local rest = merge(self, nil)
    return rest, rest and {} or rejected
  end
  return rows, rejected
end

-- Reads the rows that the form is known by.
local function begin(self)
  local rows, rejected = self.reader:next(most_seen)
  if rows and #rows > 0 then
    ungroup(rows)
    local joint = self.reader:info().delimiter
    self.reshape = #rows[1] <= most_columns and form_of(rows, joint) or nil
    if not self.reshape and self.path then
      self.mended = mended_rows.reader(self.path, #rows[1], joint)
    end
    rows, rejected = reshaped(self, rows, true), mend(self, rejected or {})
    rows = merge(self, rows)
  end
  self.ahead, self.rejected = rows, rejected
end

--- As the reader of mix.csv.open.
function Reader:next(count)
  if not self.has_begun then
    self.has_begun = true
    begin(self)
  end
  local ahead, rejected = self.ahead, self.rejected
  if not ahead and not rejected then
    local rows, more = read(self, count)
    if not rows or (more and more.message) then return rows, more end
    more = mend(self, more or {})
    return merge(self, reshaped(self, rows, false)), more
  end
  self.rejected = nil
  local piece = ahead and table.move(ahead, 1, math.min(count, #ahead), 1, {})
  local rest = piece and table.move(ahead, #piece + 1, #ahead, 1, {})
  self.ahead = rest and #rest > 0 and rest or nil
  return piece, rejected or piece and {}
end

function Reader:info() return self.reader:info() end

function Reader:close() return self.reader:close() end

--- Returns a reader of the same rows in their usual form. `path`: of the file, where it can be read
--- once more.
function odd_tables.reader(reader, path)
  return setmetatable({ reader = reader, path = path, late = {} }, Reader)
end

return odd_tables
