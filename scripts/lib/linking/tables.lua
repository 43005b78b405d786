-- Tables of any size, read piece by piece: CSV with any delimiter, and NDJSON or JSON arrays, which
-- are read as a whole.

local records = require("lib.records")

local tables = {}

local page = 1000

-- JSON records as rows with one header: the names of all of them in order.
local function from_records(path)
  local list, reason = records.read(path)
  if not list then return nil, reason end
  local header, seen = {}, {}
  for _, item in ipairs(list) do
    local names = {}
    for name in pairs(item.record) do
      if not seen[name] then names[#names + 1] = tostring(name) end
    end
    table.sort(names)
    for _, name in ipairs(names) do
      if not seen[name] then header[#header + 1], seen[name] = name, true end
    end
  end
  local place = 0
  return {
    header = header,
    next = function()
      local rows = {}
      while place < #list and #rows < page do
        place = place + 1
        local row = { row = place }
        for index, name in ipairs(header) do
          local value = list[place].record[name]
          if value == nil or value == mix.json.null then value = "" end
          if type(value) == "number" or type(value) == "boolean" then value = tostring(value) end
          row[index] = value
        end
        rows[#rows + 1] = row
      end
      return #rows > 0 and rows or nil
    end,
  }
end

-- A header's names, each once: a second "title" is "title_2".
local function named(cells)
  local header, seen = {}, {}
  for index, name in ipairs(cells) do
    name = name:gsub("^\u{feff}", ""):match("^%s*(.-)%s*$")
    local taken, number = name, 1
    while seen[taken] do
      number = number + 1
      taken = ("%s_%d"):format(name, number)
    end
    header[index], seen[taken] = taken, true
  end
  return header
end

-- The rows of a part, with an empty one for each that cannot be read: rows keep their numbers.
local function with_gaps(rows, passed)
  if #passed == 0 then return rows end
  local all, place = {}, 1
  for _, cells in ipairs(rows or {}) do
    while passed[place] and passed[place].row < cells.row do
      all[#all + 1], place = { row = passed[place].row }, place + 1
    end
    all[#all + 1] = cells
  end
  for rest = place, #passed do all[#all + 1] = { row = passed[rest].row } end
  return all
end

local function from_csv(path, shown)
  local reader, err = mix.csv.open(path)
  if not reader then return nil, err.message end
  local waiting, passed = reader:next(1)
  if not waiting or not waiting[1] and not passed[1] then
    return nil, shown .. ": the table is empty"
  end
  if not waiting[1] then
    return nil, ("%s: the header cannot be read: %s"):format(shown, passed[1].reason)
  end
  local table_read = { header = named(waiting[1]), passed = {} }
  function table_read.next()
    local rows, bad = reader:next(page)
    table.move(bad or {}, 1, #(bad or {}), #table_read.passed + 1, table_read.passed)
    return with_gaps(rows, bad or {})
  end
  return table_read
end

--- Opens a table: {header, next}. `next` gives the next rows, each a list of cells with `row` (no
-- cells where a record cannot be read: `passed` has these), or nil after the end. Nil and the
-- reason.
function tables.open(path)
  local info, err = mix.fs.info(path)
  if not info then return nil, err.message end
  if info.type == "folder" then return nil, path .. ": a folder, not a table" end
  local lower = path:lower()
  if lower:match("%.ndjson$") or lower:match("%.jsonl?$") then return from_records(path) end
  return from_csv(path, path)
end

return tables
