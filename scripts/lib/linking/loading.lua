-- Reads a table into the file of a run: each row's fields and blocking keys, with the progress.

local absent_words = require("lib.absent_words")
local columns = require("lib.linking.columns")
local export_presets = require("lib.export_presets")
local failure = require("lib.failure")
local progress = require("lib.linking.progress")
local table_reader = require("lib.table_reader")

local loading = {}

-- The fields that name what a row is about.
local naming = { "title", "name" }

-- Whether a value has a letter or a digit, and more than a word for nothing.
local function says_something(value)
  if type(value) ~= "string" then return value ~= nil end
  return not absent_words.is_absent(value) and value:find("[%w\x80-\xff]") ~= nil
end

-- Returns a record without a name that is a fault of a spreadsheet, and an empty one for a row of
-- which no column says anything: "N/A" and "-" may be names, but beside nothing else.
local function without_empty_name(record, found)
  for _, field in ipairs(naming) do
    if absent_words.is_never(record[field] or "") then record[field] = nil end
  end
  local count = 0
  for field in pairs(found.places) do
    if field ~= "id" then
      if says_something(record[field]) then return record end
      count = count + 1
    end
  end
  return count > 1 and { id = record.id } or record
end

--- Returns the fields of a row by the sources that columns.of found, without empty texts and words
--- for nothing.
function loading.record(cells, found)
  local record = {}
  for field, source in pairs(found.places) do
    local value = export_presets.value(cells, source)
    local is_name = field == "title" or field == "name"
    if is_name or not absent_words.is_absent(value) then record[field] = value end
  end
  return without_empty_name(record, found)
end

-- The mark that rows of one work share: a column's value, or the label of a row's identifier.
-- `gold.numbers` has the last row of each, and the row before a row: most have one, and a table for
-- each would be as many as rows.
local function gold_of(cells, number, found, gold)
  local mark
  if gold.column then
    mark = cells[gold.place] or ""
  else
    mark = gold.label(found.id and cells[found.id] or tostring(number))
  end
  local numbers = gold.numbers
  numbers.last[mark], numbers.before[number] = number, numbers.last[mark]
  return mark
end

-- Returns a remark about a table's encoding where that was guessed; nil for any other.
local function guessed(opened)
  return opened.is_guess and table_reader.remark(opened.encoding()) or nil
end

--- Returns the columns of a table for a spec of rules; ends the script when none is usable. Warns
--- about repeated columns.
function loading.columns(opened, shown, fields, aliases, map, kind)
  local found, reason = columns.of(opened.header, fields, aliases, map, kind)
  if not found then
    -- Letters in another encoding hide a column's name.
    local remark = guessed(opened)
    progress.fail(("%s: %s%s"):format(shown, reason, remark and ". And " .. remark or ""),
      reason:find("^%-%-map ") and 2 or 1)
  end
  if #found.repeated > 0 then
    progress.problem(("%s: more than one column for a field; left out: %s"):format(
      shown, columns.shown(found.repeated)))
  end
  return found
end

--- Calls `use(number, record)` for each row of an opened table.
function loading.each(opened, found, use)
  local number = 0
  for rows in opened.next do
    for _, cells in ipairs(rows) do
      number = number + 1
      local record = loading.record(cells, found)
      if found.id then record.row_id = cells[found.id] end
      use(number, record)
    end
  end
end

-- Reports the parts of a table that could not be read.
local function warn_of(opened, shown)
  local passed, longer = opened.passed or {}, opened.longer or { count = 0 }
  local remark = guessed(opened)
  if remark then progress.problem(("%s: %s"):format(shown, remark)) end
  if #passed > 0 then
    progress.problem(("%s: %s cannot be read and %s compared with none; the first: %s"):format(
      shown, #passed == 1 and "1 row" or #passed .. " rows", #passed == 1 and "is" or "are",
      passed[1].reason))
  end
  if longer.count > 0 then
    progress.problem(("%s: %s more fields than the header, which are left out; the first: row %d")
      :format(shown, longer.count == 1 and "1 row has" or longer.count .. " rows have",
        longer.first))
  end
end

local function cells_of_gold(opened, gold)
  if not (gold and gold.column) then return nil end
  return columns.place(opened.header, gold.column) or progress.fail(
    ("--gold: there is no column %s; the columns are %s"):format(gold.column,
      columns.shown(opened.header)), 1)
end

-- Rows that are on their way into the file while the next are read. Of those whose blocking keys
-- fail the first is reported, later ones are counted.
local Adding = {}
Adding.__index = Adding

function Adding:finish()
  local problems, err
  if self.task then problems, err = self.task:await() end
  self.task = nil
  if err then progress.fail(err.message, 1) end
  for _, problem in ipairs(problems or {}) do
    self.failed = self.failed + 1
    if self.failed == 1 then
      progress.problem(("row %d has no keys: %s"):format(problem.row,
        failure.line(problem.message)))
    end
  end
end

-- Without blocking rows have no keys: those that a service is asked about.
function Adding:keep(records, gold)
  if self.pairing then return self.pairing:add(self.file, self.side, records, gold) end
  local keys = {}
  for place in ipairs(records) do keys[place] = "" end
  local total, err = self.file:add(self.side, records, keys, gold)
  return total and {}, err
end

function Adding:add(records, gold)
  self:finish()
  if #records == 0 then return end
  self.task = self.scope:spawn(function() return self:keep(records, gold) end)
  if not self.pairing or self.pairing.jobs == 1 then self:finish() end
end

--- Appends the rows of an opened table to a side, and reports unreadable rows. `shown`: the table's
--- name; `pairing`: from lib.linking.blocking, nil for rows without keys; `gold`: nil, {column =
--- name} or {label = identifier to label}. Returns the number of rows, and with `gold` those of
--- each mark, {last, before}: {mark = number} and {number = the one before it}.
function loading.load(file, side, opened, shown, found, pairing, gold)
  gold = gold and { label = gold.label, column = gold.column, numbers = { last = {}, before = {} },
    place = cells_of_gold(opened, gold) }
  local count, known = 0, file:count(side)
  local stage = progress.stage("reading", shown, { label = "reading " .. side })
  local adding = setmetatable({ file = file, side = side, pairing = pairing, failed = 0 }, Adding)
  mix.task.scope(function(scope)
    adding.scope = scope
    for rows in opened.next do
      local records, golds = {}, gold and {} or nil
      for _, cells in ipairs(rows) do
        count = count + 1
        if count > known then
          local record = loading.record(cells, found)
          local place = #records + 1
          if found.id then record.row_id = cells[found.id] end
          records[place] = mix.json.encode(record)
          if gold then golds[place] = gold_of(cells, count, found, gold) end
        end
      end
      adding:add(records, golds)
      stage:step(#rows)
    end
    adding:finish()
  end)
  stage:finish()
  warn_of(opened, shown)
  if count == 0 then progress.problem(("%s: it has no rows below its header"):format(shown)) end
  if adding.failed > 1 then
    progress.problem(("%d rows have no keys%s"):format(adding.failed,
      pairing.is_whole and "" or " and are compared with none"))
  end
  return count, gold and gold.numbers
end

return loading
