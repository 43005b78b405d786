-- Reads records of users' files: a JSON array, NDJSON, BibTeX, RIS, or CSV with a header.

local citations = require("lib.citations")
local csv_rows = require("lib.csv_rows")
local file_text = require("lib.file_text")
local json_tables = require("lib.json_tables")
local loose_json = require("lib.loose_json")
local nested_records = require("lib.nested_records")
local table_start = require("lib.table_start")

local records = {}

-- Iterates over lines with their numbers; blank lines are skipped.
function records.lines(text)
  local number, start = 0, 1
  return function()
    while start <= #text do
      local stop = text:find("\n", start, true) or #text + 1
      local line = text:sub(start, stop - 1):gsub("\r$", "")
      start, number = stop + 1, number + 1
      if line:find("%S") then return number, line end
    end
  end
end

local function from_ndjson(text, shown, bad)
  local list = {}
  for number, line in records.lines(text) do
    local record, err = loose_json.decode(line)
    if err and not bad then return nil, ("%s:%d: %s"):format(shown, number, err.message) end
    if err then
      bad[#bad + 1] = { row = number, reason = err.message }
    else
      list[#list + 1] = { record = record, line = number }
    end
  end
  return list
end

local function from_list(decoded)
  local list = {}
  for index, record in ipairs(decoded) do list[index] = { record = record, line = index } end
  return list
end

-- Lists on lines, the first of which is the header; nil for other texts.
local function from_lines(text)
  local rows = {}
  for _, line in records.lines(text) do
    rows[#rows + 1] = mix.json.decode(line)
    if type(rows[#rows]) ~= "table" then return nil end
  end
  return json_tables.of_lists(rows)
end

local function from_json(text, shown)
  local decoded, err = loose_json.decode(text)
  local list = err and from_lines(text)
  if list then return from_list(list) end
  if err then return nil, ("%s: %s"):format(shown, err.message) end
  return from_list(json_tables.of_lists(decoded) or decoded)
end

-- Objects one behind the other, over several lines each, as jq writes them; nil for other texts.
local function from_sequence(text)
  local list, place = {}, 1
  while true do
    local from, to = text:find("^%s*%b{}", place)
    local record = from and mix.json.decode(text:sub(from, to))
    if type(record) ~= "table" then break end
    list[#list + 1], place = { record = record, line = #list + 1 }, to + 1
  end
  return not text:find("%S", place) and list or nil
end

-- One object, which is a record or has a list of them, or several objects.
local function from_objects(text, shown, bad)
  local document = loose_json.decode(text)
  if type(document) ~= "table" then
    local list = not mix.json.decode(text:match("[^\n]+")) and from_sequence(text)
    if list then return list end
    return from_ndjson(text, shown, bad)
  end
  return from_list(json_tables.of_document(document) or nested_records.entries(document)
    or { document })
end

-- As mix.csv.parse, of a text with damaged rows, which go to `bad`; nil for other texts.
local function from_damaged_csv(text, bad)
  local rows, damaged = csv_rows.read(text)
  if not rows then return nil end
  table.move(damaged, 1, #damaged, #bad + 1, bad)
  local header, list = rows[1], {}
  for place = 2, #rows do
    local record = {}
    for index, name in ipairs(header) do record[name] = rows[place][index] or "" end
    list[#list + 1] = record
  end
  return list, { columns = header }
end

local function from_csv(text, shown, bad)
  local rows, report = mix.csv.parse(text, { delimiter = "auto" })
  local fault = report.message
  if not rows and bad then rows, report = from_damaged_csv(text, bad) end
  if not rows then return nil, ("%s: %s"):format(shown, fault) end
  local list = {}
  for index, row in ipairs(rows) do list[index] = { record = row, line = index + 1 } end
  return list, report.columns
end

--- Whether a file of this name holds records in place of a table.
function records.is_name(path)
  local lower = path:lower()
  return lower:find("%.ndjson$") ~= nil or lower:find("%.jsonl?$") ~= nil or citations.is_name(path)
end

--- Whether a text without a name holds JSON, by its first character.
function records.is_json(text)
  return text:find("^\u{feff}%s*[%[{]") ~= nil or text:find("^%s*[%[{]") ~= nil
end

--- Whether a text without a name holds records in place of a table.
function records.has_records(text) return records.is_json(text) or citations.form(text) ~= nil end

--- Whether the first line of a text may be that of records.
function records.may_begin(line)
  return line:find("^[%s\u{feff}]*[%[{@%%]") ~= nil or citations.form(line) ~= nil
end

--- The form of a text, for messages: "ndjson" where the first of several lines is a record.
function records.form(text, name)
  local lower = name:lower()
  if not records.is_json(text) then return citations.form(text) or "csv" end
  if lower:find("%.ndjson$") or lower:find("%.jsonl$") then return "ndjson" end
  local next_line = records.lines(text)
  local _, first = next_line()
  return first and next_line() and type(mix.json.decode(first)) == "table" and "ndjson" or "json"
end

--- Reads a file; "-" is the standard input. Returns a list of {record, line}, and the columns of a
--- CSV file; nil and the reason. Works that services nest in a record are taken out of it.
--- `bad`: as in parse.
function records.read(path, bad)
  local shown = path == "-" and "stdin" or path
  local text, err = mix.fs.read(path)
  if not text then return nil, err.message end
  text = file_text.unmarked(text)
  local list, columns = records.parse(text, shown, bad)
  if not list then return nil, columns end
  for _, item in ipairs(list) do item.record = nested_records.flat(item.record) end
  return list, columns
end

-- The kind of a record that should be an object; nil for an object.
local function kind_of(record)
  if record == mix.json.null then return "null" end
  if type(record) ~= "table" then return "a " .. type(record) end
  return mix.json.is_array(record) and "an array" or nil
end

-- The records that are objects; the others are refused, or go to `bad`.
local function objects(list, shown, bad)
  local found = {}
  for _, item in ipairs(list) do
    local kind = kind_of(item.record)
    if not kind then
      found[#found + 1] = item
    else
      local reason = ("a record is an object, not %s"):format(kind)
      if not bad then return nil, ("%s:%d: %s"):format(shown, item.line, reason) end
      bad[#bad + 1] = { row = item.line, reason = reason }
    end
  end
  return found
end

--- Like read, but from a text, and with records as they are. Into the list `bad` go {row, reason}
--- of damaged records; without the list such a record refuses the text.
function records.parse(text, shown, bad)
  local strange = table_start.problem_of_bytes(text, shown)
  if strange then return nil, ("%s: %s"):format(shown, strange) end
  local first = text:match("%S")
  local list, columns
  local form = citations.form(text)
  if form then
    local damaged = bad or {}
    list = citations.read(text, form, damaged)
    if not bad and damaged[1] then
      return nil, ("%s:%d: %s"):format(shown, damaged[1].row, damaged[1].reason)
    end
  elseif first == "[" then
    list, columns = from_json(text, shown)
  elseif first == "{" then
    list, columns = from_objects(text, shown, bad)
  else
    list, columns = from_csv(text, shown, bad)
  end
  if not list then return nil, columns end
  if #list == 0 and not form and citations.is_name(shown) then
    return nil, shown .. ": no entry of BibTeX (@book{…}) or RIS (TY  - BOOK) is in it"
  end
  local found, reason = objects(list, shown, bad)
  if not found then return nil, reason end
  if bad then table.sort(bad, function(a, b) return a.row < b.row end) end
  return found, columns
end

return records
