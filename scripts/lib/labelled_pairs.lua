-- Reads pairs of records with a label that tells whether they are the same work: from CSV (left.*,
-- right.*, label, or ltable_*, rtable_*, gold_labels), NDJSON or JSON ({left, right, label}), and
-- Ditto's text format (COL name VAL value …, tab, the other record, tab, 1 or 0).

local records = require("lib.records")
local sorted_names = require("lib.sorted_names")
local table_start = require("lib.table_start")
local trimmed = require("lib.trimmed")

local labelled_pairs = {}

local labels = {
  ["1"] = true, ["true"] = true, yes = true, ["0"] = false, ["false"] = false, no = false,
  ["1.0"] = true, ["0.0"] = false,
}

-- The label of a value; nil when it is not a label.
local function label_of(value)
  if type(value) == "boolean" then return value end
  if value == nil or value == mix.json.null then return nil end
  return labels[trimmed(tostring(value):lower())]
end

local function ditto_record(text)
  local record, name, from = {}, nil, nil
  text = " " .. text
  for start, found, stop in text:gmatch("%s()COL (%S+) VAL()") do
    if name then record[name] = trimmed(text:sub(from, start - 1)) end
    name, from = found, stop
  end
  if name then record[name] = trimmed(text:sub(from)) end
  return record
end

local function from_ditto(text, shown)
  local pairs_read = {}
  for number, line in records.lines(text) do
    local left, right, label = line:match("^(.-)\t([^\t]*)\t?([^\t]*)$")
    if not left then
      return nil, ("%s:%d: two records and a label, with tabs between, expected"):format(
        shown, number)
    end
    pairs_read[#pairs_read + 1] = {
      left = ditto_record(left), right = ditto_record(right), label = label_of(label),
      place = ("%s:%d"):format(shown, number),
    }
  end
  return pairs_read
end

-- The side and the field of a CSV column.
local function column_of(name)
  local side, field = name:match("^(left)[._](.+)$")
  if not side then side, field = name:match("^(right)[._](.+)$") end
  if side then return side, field end
  field = name:match("^ltable_(.+)$")
  if field then return "left", field end
  field = name:match("^rtable_(.+)$")
  if field then return "right", field end
  local lower = name:lower()
  if lower == "label" or lower == "gold_labels" or lower == "gold_label" then return "label" end
end

-- In the order in which a message names them.
local wanted_columns = {
  { "left", "left.* or ltable_*" }, { "right", "right.* or rtable_*" },
  { "label", "label or gold_labels" },
}

local function check_columns(columns, shown, needs_label)
  local other = table_start.kind_of(columns[1] or "")
  if other then return ("%s: it is %s, not a table of pairs"):format(shown, other) end
  local found = {}
  for _, name in ipairs(columns) do
    local side = column_of(name)
    if side then found[side] = true end
  end
  local missing = {}
  for _, wanted in ipairs(wanted_columns) do
    if not found[wanted[1]] and (wanted[1] ~= "label" or needs_label) then
      missing[#missing + 1] = wanted[2]
    end
  end
  if #missing > 0 then
    return ("%s: there is no column %s; the columns are %s"):format(
      shown, table.concat(missing, ", nor "), table.concat(columns, ", "))
  end
end

local function from_row(row)
  local pair = { left = {}, right = {} }
  for name, value in pairs(row) do
    local side, field = column_of(name)
    if side == "label" then
      pair.label = label_of(value)
    elseif side then
      pair[side][field] = value
    end
  end
  return pair
end

local function from_records(text, shown, needs_label)
  local list, columns = records.parse(text, shown)
  if not list then return nil, columns end
  local problem = columns and check_columns(columns, shown, needs_label)
  if problem then return nil, problem end
  local pairs_read = {}
  for index, item in ipairs(list) do
    local pair = columns and from_row(item.record)
      or { left = item.record.left, right = item.record.right }
    if not columns then pair.label = label_of(item.record.label) end
    pair.place = ("%s:%d"):format(shown, item.line)
    if type(pair.left) ~= "table" or type(pair.right) ~= "table" then
      return nil, pair.place .. ": a pair is {\"left\": {…}, \"right\": {…}, \"label\": true}"
    end
    pairs_read[index] = pair
  end
  return pairs_read
end

-- Every pair of a file; nil and the reason.
local function read_all(path, needs_label)
  local text, err = mix.fs.read(path)
  if not text then return nil, err.message end
  text = text:gsub("^\u{feff}", "")
  local read = text:find("^%s*COL %S+ VAL") and from_ditto or from_records
  return read(text, path == "-" and "stdin" or path, needs_label)
end

--- Reads all pairs of a file, including those without a label. Returns {left, right, label, place};
--- nil and the reason.
function labelled_pairs.read_all(path) return read_all(path, false) end

--- Reads a file. Returns the pairs with a label, {left, right, label, place}, and the places of
--- pairs without one; nil and the reason.
function labelled_pairs.read(path)
  local found, reason = read_all(path, true)
  if not found then return nil, reason end
  local with, without = {}, {}
  for _, pair in ipairs(found) do
    if pair.label == nil then
      without[#without + 1] = pair.place
    else
      with[#with + 1] = pair
    end
  end
  return with, without
end

--- Returns the pairs of several files in one list: all, or with `is_labelled` those with a label;
--- nil and the reason.
function labelled_pairs.of_files(paths, is_labelled)
  local all, read = {}, is_labelled and labelled_pairs.read or labelled_pairs.read_all
  for _, path in ipairs(paths) do
    local found, reason = read(path)
    if not found then return nil, reason end
    table.move(found, 1, #found, #all + 1, all)
  end
  return all
end

-- The field and the rank of each column, by its lower-case name.
local function columns_of(fields)
  local map = {}
  local function add(name, field, rank)
    map[name:lower()] = map[name:lower()] or { field = field, rank = rank }
  end
  for _, list in ipairs({ fields.query, fields.candidate }) do
    for _, field in ipairs(list) do add(field, field, 0) end
  end
  for field, names in pairs(fields.aliases) do
    for rank, name in ipairs(names) do add(name, field, rank) end
  end
  return map
end

local function translate(record, map, unknown)
  local result, ranks = {}, {}
  for name, value in pairs(record) do
    local column = map[name:lower()]
    if not column then
      unknown[name] = true
    elseif value ~= "" and value ~= mix.json.null
      and (not ranks[column.field] or column.rank < ranks[column.field])
    then
      result[column.field], ranks[column.field] = value, column.rank
    end
  end
  return result
end

--- Returns the pairs with the fields that rules declare, and the sorted names of unknown columns.
--- Rules without declared fields get every column by its name.
function labelled_pairs.for_rules(list, rules)
  local fields = rules:describe().fields
  if #fields.query + #fields.candidate == 0 then return list, {} end
  local map, unknown, translated = columns_of(fields), {}, {}
  for index, pair in ipairs(list) do
    translated[index] = {
      left = translate(pair.left, map, unknown), right = translate(pair.right, map, unknown),
      label = pair.label, place = pair.place,
    }
  end
  return translated, sorted_names(unknown)
end

return labelled_pairs
