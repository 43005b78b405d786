-- Tables in JSON whose rows are lists: below a header as in CSV, or beside one, as data frames,
-- databases and spreadsheets write them.

local columns = require("lib.linking.columns")

local json_tables = {}

-- The members of a document that are its header and its rows, in the order in which they count.
local headers = { "columns", "header", "headers", "fields", "names", "meta" }
local bodies = { "rows", "data", "values", "records" }

local function is_list(value)
  return type(value) == "table" and value ~= mix.json.null and #value > 0
end

-- Whether a value is a list of lists.
local function is_body(value) return is_list(value) and is_list(value[1]) end

-- The names of a header's columns, which may be objects with a name; nil for another list.
local function names_of(list)
  local names = {}
  for place, column in ipairs(is_list(list) and list or {}) do
    names[place] = type(column) == "table" and column.name or column
    if type(names[place]) ~= "string" then return nil end
  end
  return names[1] and names or nil
end

local function records_of(names, rows, first)
  local list = {}
  for place = first, #rows do
    local record = {}
    for index, name in ipairs(names) do
      if type(rows[place]) == "table" then record[name] = rows[place][index] end
    end
    list[#list + 1] = record
  end
  return list
end

--- Returns the records of a list of lists, whose first one is the header; nil for another list.
function json_tables.of_lists(rows)
  local names = is_body(rows) and names_of(rows[1])
  if not names or not columns.has_usual_name(names) then return nil end
  return records_of(names, rows, 2)
end

--- Returns the records of a document that has its rows as lists; nil for another one.
function json_tables.of_document(document)
  for _, body in ipairs(bodies) do
    local rows = is_body(document[body]) and document[body]
    for _, header in ipairs(rows and headers or {}) do
      local names = names_of(document[header])
      if names and #names >= #rows[1] then return records_of(names, rows, 1) end
    end
    local list = rows and json_tables.of_lists(rows)
    if list then return list end
  end
end

return json_tables
