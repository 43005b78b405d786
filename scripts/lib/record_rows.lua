-- Makes rows of records that have names of their own: one header has all names.

local record_rows = {}

-- The names of all records: those of the first record, then what later ones add.
local function names_of(list)
  local header, places = {}, {}
  for _, item in ipairs(list) do
    local names = {}
    for name in pairs(item.record) do
      if not places[name] then names[#names + 1] = tostring(name) end
    end
    table.sort(names)
    for _, name in ipairs(names) do
      if not places[name] then
        header[#header + 1] = name
        places[name] = #header
      end
    end
  end
  return header, places
end

local function cell(value)
  if value == mix.json.null then return "" end
  if type(value) == "number" or type(value) == "boolean" then return tostring(value) end
  return value
end

--- Returns a value as the text of a cell: a list of texts with `joint` between them, other
--- structures as JSON, "" for nothing.
function record_rows.text(value, joint)
  if type(value) ~= "table" then return value ~= nil and tostring(value) or "" end
  local parts = {}
  for place, part in ipairs(value) do
    if type(part) == "table" then return mix.json.encode(value) end
    parts[place] = tostring(part)
  end
  return (#parts > 0 or not next(value)) and table.concat(parts, joint) or mix.json.encode(value)
end

--- Returns the header and a function that returns the next rows, as many as are asked for, or nil:
--- lists of cells with `row`, the record's line, in which lists and objects stay as they are.
function record_rows.of(list)
  local header, places = names_of(list)
  local place = 0
  return header, function(count)
    local rows = {}
    while place < #list and #rows < count do
      place = place + 1
      local row = { row = list[place].line or place }
      for name, value in pairs(list[place].record) do
        if type(name) == "string" then row[places[name]] = cell(value) end
      end
      rows[#rows + 1] = row
    end
    return #rows > 0 and rows or nil
  end
end

return record_rows
